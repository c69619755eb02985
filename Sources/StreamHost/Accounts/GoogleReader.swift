import StreamModel

/// The Google Reader API, as the servers that followed it speak it.
///
/// No two of them answer alike; what is asked here is what all of them understand: names of posts in their long form, which
/// Miniflux 2.2.6 alone reads right, one mark a request, of which FreshRSS 1.25 minds the last only, the token in the body,
/// where Miniflux wants it, and in the head, where FreshRSS does.
final class GoogleReader: AccountServer {
  private static let api = "/reader/api/0/"
  private static let state = "user/-/state/com.google/"
  private static let longStart = "tag:google.com,2005:reader/item/"
  /// The names that one page of a list brings; some servers bring fewer.
  private static let page = 50_000
  /// The pages of a list that are read: a million names at 1,000 a page.
  private static let mostPages = 1_000

  let connection: AccountConnection
  let most = 250
  private var login: (user: String, password: String)?
  private var authorization = ""
  private var token = ""

  init(_ connection: AccountConnection) { self.connection = connection }

  private var isFreshRSS: Bool { connection.base.text.contains("/api/greader.php") }

  // MARK: Signing in

  func begin(user: String, password: String) throws(AccountFailure) {
    login = (user, password)
    try signIn()
  }

  /// Its lists are names alone, and always asked for whole.
  func recall(_ memory: ServerMemory) {}

  private func signIn() throws(AccountFailure) {
    guard let login else { return }
    let form = FormText.write([
      ("Email", login.user), ("Passwd", login.password), ("service", "reader"),
    ])
    let answer = try checked(
      connection.ask(.init(method: .post, path: "/accounts/ClientLogin", body: Array(form.utf8)))
    )
    let line = answer.text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("Auth=") }
    guard let auth = line?.dropFirst("Auth=".count), !auth.isEmpty else { throw isNoAPI() }
    authorization = "Authorization: GoogleLogin auth=\(auth)"
    token = ""
  }

  private func get(
    _ path: String,
    _ query: [(String, String)] = []
  ) throws(AccountFailure) -> AccountConnection.Answer {
    let query = FormText.write([("output", "json")] + query)
    return try signedIn { () throws(AccountFailure) in
      .init(path: "\(Self.api)\(path)?\(query)", fields: [authorization])
    }
  }

  private func post(
    _ path: String,
    _ form: [(String, String)]
  ) throws(AccountFailure) -> AccountConnection.Answer {
    try signedIn { () throws(AccountFailure) in
      if token.isEmpty { token = try fetchedToken() }
      let body = FormText.write([("T", token)] + form)
      return .init(
        method: .post,
        path: "\(Self.api)\(path)?output=json",
        fields: [authorization],
        body: Array(body.utf8)
      )
    }
  }

  private func fetchedToken() throws(AccountFailure) -> String {
    let call = AccountConnection.Call(path: Self.api + "token", fields: [authorization])
    let text = try checked(connection.ask(call)).text
    return String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }

  /// Makes a request, once more after a new login where the server does not know the old one any more.
  private func signedIn(
    _ call: () throws(AccountFailure) -> AccountConnection.Call
  ) throws(AccountFailure) -> AccountConnection.Answer {
    do throws(AccountFailure) {
      return try checked(connection.ask(try call()))
    } catch {
      guard error.kind == .login else { throw error }
      try signIn()
      return try checked(connection.ask(try call()))
    }
  }

  // MARK: Reading

  func feeds() throws(AccountFailure) -> [ServerFeed] {
    var feeds: [ServerFeed] = []
    var draft: [String: String] = [:]
    var folders: [String] = []
    var number = ""
    let isFreshRSS = isFreshRSS
    let end = {
      if let id = draft["id"], !id.isEmpty {
        let address = draft["url"].flatMap { $0.isEmpty ? nil : $0 } ?? id
        feeds.append(
          ServerFeed(
            id: id,
            address: address,
            title: isFreshRSS ? WideSigns.plain(draft["title"] ?? "") : draft["title"] ?? "",
            folders: folders
          )
        )
      }
      (draft, folders) = ([:], [])
    }
    var isList = false
    let answer = try get("subscription/list")
    let isValid = JSONStrings.walk(answer.body, depth: 6, textLimit: 64 << 10) { path, text in
      guard path.count >= 3, path[0] == "subscriptions" else { return }
      isList = true
      if path[1] != number { end() }
      number = path[1]
      if path.count == 3 { draft[path[2]] = text }
      if path.count == 5, path[2] == "categories", path[4] == "label" { folders.append(text) }
    }
    end()
    guard isValid, isList || answer.text.contains("\"subscriptions\"") else { throw isNoAPI() }
    return feeds
  }

  func unread() throws(AccountFailure) -> ServerList {
    try list([("s", Self.state + "reading-list"), ("xt", Self.state + "read")])
  }

  func starred() throws(AccountFailure) -> ServerList { try list([("s", Self.state + "starred")]) }

  private func list(_ query: [(String, String)]) throws(AccountFailure) -> ServerList {
    var list = ServerList()
    var continuation: String?
    for _ in 0..<Self.mostPages {
      let more = continuation.map { [("c", $0)] } ?? []
      let answer = try get("stream/items/ids", query + [("n", "\(Self.page)")] + more)
      var (next, found, isNew) = (String?.none, 0, false)
      let isValid = JSONStrings.walk(answer.body, textLimit: 256) { path, text in
        if path == ["continuation"] { next = text }
        guard path.count == 3, path[0] == "itemRefs", path[2] == "id" else { return }
        found += 1
        if list.ids.insert(text).inserted { isNew = true } else { list.isWhole = false }
      }
      guard isValid, found > 0 || answer.text.contains("\"itemRefs\"") else { throw isNoAPI() }
      guard let next, !next.isEmpty, found > 0 else { return list }
      // A server that goes on for ever brings nothing new.
      guard isNew, next != continuation else {
        list.isWhole = false
        return list
      }
      continuation = next
    }
    list.isWhole = false
    return list
  }

  func items(_ ids: ArraySlice<String>) throws(AccountFailure) -> [ServerItem] {
    let answer: AccountConnection.Answer
    do throws(AccountFailure) {
      answer = try post("stream/items/contents", ids.map { ("i", Self.long($0)) })
    } catch {
      // Miniflux refuses names of which it has none.
      guard error.kind == .answer else { throw error }
      return []
    }
    var items: [ServerItem] = []
    var draft = Draft(isFreshRSS: isFreshRSS)
    var number = ""
    let isValid = JSONStrings.walk(answer.body, depth: 6, textLimit: 1 << 20) { path, text in
      guard path.count >= 3, path[0] == "items" else { return }
      if path[1] != number { items += draft.take() }
      number = path[1]
      draft.add(path.dropFirst(2), text)
    }
    items += draft.take()
    guard isValid, !items.isEmpty || answer.text.contains("\"items\"") else { throw isNoAPI() }
    return items
  }

  /// A post of an answer, as far as it is read.
  private struct Draft {
    let isFreshRSS: Bool
    private var values: [String: String] = [:]
    private var enclosures: [(address: String, type: String?)] = []

    init(isFreshRSS: Bool) { self.isFreshRSS = isFreshRSS }

    mutating func add(_ path: ArraySlice<String>, _ text: String) {
      if path.first == "enclosure", let key = path.last {
        if key == "href" { enclosures.append((text, nil)) }
        if key == "type", !enclosures.isEmpty { enclosures[enclosures.count - 1].type = text }
        return
      }
      // The first address of several is the post's.
      let key = path.filter { $0 != "0" }.joined(separator: ".")
      if values[key] == nil { values[key] = text }
    }

    mutating func take() -> [ServerItem] {
      defer { self = Draft(isFreshRSS: isFreshRSS) }
      guard let long = values["id"], let feed = values["origin.streamId"] else { return [] }
      var post = Post(id: Post.ID(long), isStated: true)
      post.url = values["canonical.href"] ?? values["alternate.href"]
      if let title = values["title"], !title.isEmpty { post.title = self.title(title) }
      if let author = values["author"], !author.isEmpty {
        post.author = Account(name: isFreshRSS ? WideSigns.plain(author) : author, handle: nil)
      }
      let text = values["summary.content"] ?? values["content.content"] ?? ""
      if !text.isEmpty { post.body = .html(text) }
      post.published = values["published"].flatMap { Int64($0) }.map {
        Timestamp(secondsSinceEpoch: $0)
      }
      post.baseURL = values["origin.htmlUrl"] ?? post.url
      post.attachments = enclosures.map { address, type in
        // FreshRSS 1.26 writes the address as it stands in markup.
        let plain = isFreshRSS ? address.replacing("&amp;", with: "&") : address
        return Attachment(enclosure: plain, mediaType: type)
      }
      return [ServerItem(id: GoogleReader.short(long), feed: feed, post: post)]
    }

    private func title(_ text: String) -> Body {
      if isFreshRSS { return .text(WideSigns.plain(text)) }
      return text.contains("&") && !text.contains("<") ? .html(text) : .text(text)
    }
  }

  // MARK: Marking

  func mark(_ ids: ArraySlice<String>, _ mark: ServerMark) throws(AccountFailure) {
    let change =
      switch mark {
      case .read: ("a", Self.state + "read")
      case .unread: ("r", Self.state + "read")
      case .starred: ("a", Self.state + "starred")
      case .unstarred: ("r", Self.state + "starred")
      }
    let answer = try post("edit-tag", [change] + ids.map { ("i", Self.long($0)) })
    guard answer.text.hasPrefix("OK") else { throw isNoAPI() }
  }

  // MARK: Subscriptions

  func subscribe(to address: String) throws(AccountFailure) -> String? {
    let answer = try post("subscription/quickadd", [("quickadd", address)])
    var values: [String: String] = [:]
    _ = JSONStrings.walk(answer.body, textLimit: 1_000) { values[$0.joined(separator: ".")] = $1 }
    if values["numResults"] == "0" {
      throw AccountFailure(
        .answer,
        "\(connection.host) does not subscribe to \(address)\(values["error"].map { ": \($0)" } ?? "")"
      )
    }
    return values["streamId"]
  }

  func unsubscribe(from feed: ServerFeed) throws(AccountFailure) {
    _ = try post("subscription/edit", [("ac", "unsubscribe"), ("s", feed.id)])
  }

  func rename(_ feed: ServerFeed, to title: String) throws(AccountFailure) {
    _ = try post("subscription/edit", [("ac", "edit"), ("s", feed.id), ("t", title)])
  }

  func move(_ feed: ServerFeed, to folders: [String]) throws(AccountFailure) {
    let new = folders.filter { !feed.folders.contains($0) }.map { ("a", "user/-/label/\($0)") }
    let old = feed.folders.filter { !folders.contains($0) }.map { ("r", "user/-/label/\($0)") }
    guard !new.isEmpty || !old.isEmpty else { return }
    _ = try post("subscription/edit", [("ac", "edit"), ("s", feed.id)] + new + old)
  }

  // MARK: Names

  /// The long form of the name in a list: sixteen digits of base 16; those of The Old Reader have 24 as they are.
  static func long(_ short: String) -> String {
    guard short.utf8.count != 24, let number = Int64(short) else { return longStart + short }
    let digits = String(UInt64(bitPattern: number), radix: 16)
    return longStart + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }

  /// The name in a list of a long form.
  static func short(_ long: String) -> String {
    let digits = long.hasPrefix(longStart) ? String(long.dropFirst(longStart.count)) : long
    guard digits.utf8.count == 16, let number = UInt64(digits, radix: 16) else { return digits }
    return "\(Int64(bitPattern: number))"
  }
}

/// The wide signs that FreshRSS writes in titles and names for those that have a meaning in HTML or addresses (FreshRSS 1.26,
/// NetNewsWire#5143).
enum WideSigns {
  private static let pairs: [Character: Character] = [
    "＆": "&", "＜": "<", "＞": ">", "？": "?", "＼": "\\", "／": "/", "，": ",", "；": ";",
  ]

  static func plain(_ text: String) -> String { String(text.map { pairs[$0] ?? $0 }) }
}
