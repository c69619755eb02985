import StreamModel

/// The Google Reader API of several servers.
///
/// The servers differ, so requests have the form that all of them understand. Names of posts are long: Miniflux 2.2.6 reads
/// decimal ones as hexadecimal. A request has one mark: FreshRSS 1.25 ignores all but the last. The token stands in the body for
/// Miniflux, and in the head for FreshRSS.
final class GoogleReader: AccountServer {
  private static let api = "/reader/api/0/"
  private static let state = "user/-/state/com.google/"
  private static let longStart = "tag:google.com,2005:reader/item/"
  /// The names that one page of a list brings; some servers bring fewer.
  private static let page = 50_000
  /// The pages of a list that are read: a million names at 1,000 a page.
  private static let mostPages = 1_000

  let connection: AccountConnection
  /// The requests for texts that are made on one connection: an answer can have 10 MB.
  private static let together = 8
  private var login: (user: String, password: String)?
  private var authorization = ""
  private var token = ""

  private let isFreshRSS: Bool

  init(_ connection: AccountConnection) {
    self.connection = connection
    isFreshRSS = connection.base.text.contains("/api/greader.php")
  }

  // MARK: Signing in

  func begin(user: String, password: String) throws(AccountFailure) {
    login = (user, password)
    try signIn()
  }

  /// Does nothing: lists have names alone, and are short.
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
    return try first(
      of: signedIn { () throws(AccountFailure) in
        [.init(path: "\(Self.api)\(path)?\(query)", fields: [authorization])]
      }
    )
  }

  private func first(
    of answers: [AccountConnection.Answer]
  ) throws(AccountFailure) -> AccountConnection.Answer {
    guard let first = answers.first else { throw isNoAPI() }
    return first
  }

  private func post(
    _ path: String,
    _ form: [(String, String)]
  ) throws(AccountFailure) -> AccountConnection.Answer { try first(of: post(path, [form])) }

  /// Sends forms on one connection; returns the answers to the first ones that succeed, at least one.
  private func post(
    _ path: String,
    _ forms: [[(String, String)]]
  ) throws(AccountFailure) -> [AccountConnection.Answer] {
    try signedIn { () throws(AccountFailure) in
      if token.isEmpty { token = try fetchedToken() }
      return forms.map { form in
        .init(
          method: .post,
          path: "\(Self.api)\(path)?output=json",
          fields: [authorization],
          body: Array(FormText.write([("T", token)] + form).utf8)
        )
      }
    }
  }

  private func fetchedToken() throws(AccountFailure) -> String {
    let call = AccountConnection.Call(path: Self.api + "token", fields: [authorization])
    let text = try checked(connection.ask(call)).text
    return String(text.drop(while: \.isWhitespace).prefix { !$0.isWhitespace })
  }

  /// Makes requests, and once more after a new login if the server has forgotten the old one.
  private func signedIn(
    _ calls: () throws(AccountFailure) -> [AccountConnection.Call]
  ) throws(AccountFailure) -> [AccountConnection.Answer] {
    do throws(AccountFailure) {
      return try answers(to: calls())
    } catch {
      guard error.kind == .login else { throw error }
      try signIn()
      return try answers(to: calls())
    }
  }

  private func answers(
    to calls: [AccountConnection.Call]
  ) throws(AccountFailure) -> [AccountConnection.Answer] {
    var answers: [AccountConnection.Answer] = []
    for answer in try connection.ask(calls) {
      do throws(AccountFailure) {
        answers.append(try checked(answer))
      } catch {
        guard !answers.isEmpty else { throw error }
        break
      }
    }
    return answers
  }

  // MARK: Reading

  func feeds() throws(AccountFailure) -> [ServerFeed] {
    let answer = try get("subscription/list")
    var feeds: [ServerFeed] = []
    let isValid = JSONStrings.objects(of: answer.body, in: ["subscriptions"]) { values in
      guard let id = values["id"], !id.isEmpty else { return }
      feeds.append(
        ServerFeed(
          id: id,
          address: values["url"].flatMap { $0.isEmpty ? nil : $0 } ?? id,
          title: plain(values["title"] ?? ""),
          folders: Self.all("categories", "label", in: values)
        )
      )
    }
    guard isValid, answer.text.contains("\"subscriptions\"") else { throw isNoAPI() }
    return feeds
  }

  /// The values of a key in all elements of a list.
  private static func all(_ list: String, _ key: String, in values: [String: String]) -> [String] {
    let first = values["\(list).\(key)"].map { [$0] } ?? []
    guard values.keys.contains(where: { $0.hasPrefix(list) }) else { return [] }
    return (1..<Subscription.tagLimit).reduce(into: first) { all, number in
      if let value = values["\(list).\(number).\(key)"] { all.append(value) }
    }
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

  func items(_ ids: ArraySlice<String>, _ take: (ServerItem) -> Void) throws(AccountFailure) {
    var rest = ids
    var together = Self.together
    var refusals: [AccountFailure] = []
    while !rest.isEmpty {
      let starts = stride(from: rest.startIndex, to: rest.endIndex, by: most)
      let forms = starts.prefix(together).map { start in
        rest[start...].prefix(most).map { ("i", Self.long($0)) }
      }
      let answers: [AccountConnection.Answer]
      do throws(AccountFailure) {
        answers = try post("stream/items/contents", forms)
      } catch {
        // Miniflux refuses names of which it has none.
        guard error.kind == .answer else { throw error }
        rest = rest.dropFirst(most)
        refusals.append(error)
        together = 1
        continue
      }
      for answer in answers {
        var isEmpty = true
        let isValid = JSONStrings.objects(of: answer.body, in: ["items"]) { values in
          isEmpty = false
          if let item = item(values) { take(item) }
        }
        guard isValid, !isEmpty || answer.text.contains("\"items\"") else { throw isNoAPI() }
        rest = rest.dropFirst(most)
      }
    }
    // A server that refuses all requests has another reason than unknown names.
    if refusals.count > 1, refusals.count * most >= ids.count, let refusal = refusals.last {
      throw refusal
    }
  }

  private func item(_ values: [String: String]) -> ServerItem? {
    guard let long = values["id"], let feed = values["origin.streamId"] else { return nil }
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    var post = Post(id: Post.ID(long), isStated: true)
    post.url = filled("canonical.href") ?? filled("alternate.href")
    if let title = filled("title") { post.title = self.title(title) }
    if let author = filled("author") { post.author = Account(name: plain(author), handle: nil) }
    if let text = filled("summary.content") ?? filled("content.content") { post.body = .html(text) }
    post.published = values["published"].flatMap { Int64($0) }.map {
      Timestamp(secondsSinceEpoch: $0)
    }
    post.baseURL = filled("origin.htmlUrl") ?? post.url
    post.attachments = zip(
      Self.all("enclosure", "href", in: values),
      Self.all("enclosure", "type", in: values) + Array(repeating: "", count: Subscription.tagLimit)
    ).map { address, type in
      // FreshRSS 1.26 writes the address as it stands in markup.
      let address = isFreshRSS ? address.replacing("&amp;", with: "&") : address
      return Attachment(enclosure: address, mediaType: type.isEmpty ? nil : type)
    }
    return ServerItem(id: Self.short(long), feed: feed, post: post)
  }

  private func title(_ text: String) -> Body {
    if isFreshRSS { return .text(plain(text)) }
    let bytes = text.utf8
    return bytes.contains(0x26) && !bytes.contains(0x3C) ? .html(text) : .text(text)
  }

  /// Replaces the wide signs that FreshRSS writes in titles and names by the ASCII ones (FreshRSS 1.26, NetNewsWire#5143).
  private func plain(_ text: String) -> String {
    guard isFreshRSS, text.utf8.contains(where: { $0 > 0x7F }) else { return text }
    return String(text.map { Self.wideSigns[$0] ?? $0 })
  }

  private static let wideSigns: [Character: Character] = [
    "＆": "&", "＜": "<", "＞": ">", "？": "?", "＼": "\\", "／": "/", "，": ",", "；": ";",
  ]

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
    let values = JSONStrings.values(of: answer.body, depth: 1, textLimit: 1_000)
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
