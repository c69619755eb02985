import StreamModel

/// Miniflux's own API, version 1: marks do not toggle, and posts have the address of their comments.
///
/// Source: miniflux.app/docs/api.html, and what 2.2.6 does: before 2.3.2 it lists no names alone, so that posts come with
/// them; a bookmark is turned round, so that the list is looked at first.
final class Miniflux: AccountServer {
  private static let page = 1_000
  private static let mostPages = 1_000

  let connection: AccountConnection
  let most = 250
  private var fields: [String] = []
  /// The posts that came with the lists.
  private var found: [String: ServerItem] = [:]

  init(_ connection: AccountConnection) { self.connection = connection }

  func begin(user: String, password: String) throws(AccountFailure) {
    // A key of the API has no user.
    fields = [
      user.isEmpty
        ? "X-Auth-Token: \(password)"
        : "Authorization: Basic \(Base64.encoded(Array("\(user):\(password)".utf8)))"
    ]
    let answer = try checked(connection.ask(.init(path: "/v1/me", fields: fields)))
    guard answer.text.contains("\"username\"") else { throw isNoAPI() }
  }

  private func get(_ path: String) throws(AccountFailure) -> AccountConnection.Answer {
    try checked(connection.ask(.init(path: "/v1/" + path, fields: fields)))
  }

  private func send(
    _ method: AccountConnection.Call.Method,
    _ path: String,
    _ write: (inout JSONText) -> Void = { _ in }
  ) throws(AccountFailure) -> AccountConnection.Answer {
    var text = JSONText()
    write(&text)
    let body = text.bytes.isEmpty ? nil : text.bytes
    return try checked(
      connection.ask(
        .init(
          method: method,
          path: "/v1/" + path,
          fields: fields,
          body: body,
          type: "application/json"
        )
      )
    )
  }

  // MARK: Reading

  func feeds() throws(AccountFailure) -> [ServerFeed] {
    let answer = try get("feeds")
    var feeds: [ServerFeed] = []
    let isValid = Self.objects(of: answer.body, in: []) { values in
      guard let id = values["id"] else { return }
      let folder = values["category.title"].map { [$0] } ?? []
      feeds.append(
        ServerFeed(
          id: id,
          address: values["feed_url"] ?? id,
          title: values["title"] ?? "",
          folders: folder
        )
      )
    }
    guard isValid, answer.body.first == UInt8(ascii: "[") else { throw isNoAPI() }
    return feeds
  }

  func unread() throws(AccountFailure) -> ServerList {
    found = [:]
    return try list("status=unread")
  }

  func starred() throws(AccountFailure) -> ServerList { try list("starred=true") }

  private func list(_ query: String) throws(AccountFailure) -> ServerList {
    var list = ServerList()
    var last = 0
    for _ in 0..<Self.mostPages {
      let path = "entries?\(query)&order=id&direction=asc&limit=\(Self.page)&after_entry_id=\(last)"
      let items = try items(path)
      let before = list.ids.count
      for item in items {
        list.ids.insert(item.id)
        found[item.id] = item
        last = max(last, Int(item.id) ?? 0)
      }
      guard items.count == Self.page else { return list }
      if list.ids.count == before { break }
    }
    list.isWhole = false
    return list
  }

  private func items(_ path: String) throws(AccountFailure) -> [ServerItem] {
    let answer = try get(path)
    var items: [ServerItem] = []
    let isValid = Self.objects(of: answer.body, in: ["entries"]) { values in
      if let item = Self.item(values) { items.append(item) }
    }
    guard isValid, answer.text.contains("\"entries\"") else { throw isNoAPI() }
    return items
  }

  func items(_ ids: ArraySlice<String>) throws(AccountFailure) -> [ServerItem] {
    ids.compactMap { found[$0] }
  }

  private static func item(_ values: [String: String]) -> ServerItem? {
    guard let id = values["id"], let feed = values["feed_id"] ?? values["feed.id"] else {
      return nil
    }
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    // The hash is that of the id in the feed; the number is another one on the next server.
    var post = Post(id: Post.ID(filled("hash") ?? "miniflux:\(id)"), isStated: true)
    post.url = filled("url")
    if let title = filled("title") { post.title = .text(title) }
    if let author = filled("author") { post.author = Account(name: author, handle: nil) }
    if let text = filled("content") { post.body = .html(text) }
    post.published = filled("published_at").flatMap { Timestamp(rfc3339: $0) }
    post.baseURL = filled("feed.site_url") ?? post.url
    if let address = filled("enclosures.url") {
      post.attachments = [Attachment(enclosure: address, mediaType: filled("enclosures.mime_type"))]
    }
    post.commentsAddress = filled("comments_url")
    return ServerItem(id: id, feed: feed, post: post)
  }

  /// Calls `take` with each object of a list: its values by their keys, with dots between those inside each other.
  private static func objects(
    of body: [UInt8],
    in place: [String],
    _ take: ([String: String]) -> Void
  ) -> Bool {
    var values: [String: String] = [:]
    var number = ""
    let isValid = JSONStrings.walk(body, depth: 6, textLimit: 1 << 20) { path, text in
      guard path.count > place.count + 1, path.starts(with: place) else { return }
      if path[place.count] != number {
        take(values)
        values = [:]
      }
      number = path[place.count]
      let key = path[(place.count + 1)...].filter { $0 != "0" }.joined(separator: ".")
      if values[key] == nil { values[key] = text }
    }
    take(values)
    return isValid
  }

  // MARK: Marking

  func mark(_ ids: ArraySlice<String>, _ mark: ServerMark) throws(AccountFailure) {
    switch mark {
    case .read, .unread:
      _ = try send(.put, "entries") { text in
        text.open("{")
        text.key("entry_ids")
        text.open("[")
        for id in ids { text.write(id) }
        text.close("]")
        text.member("status", mark == .read ? "read" : "unread")
        text.close("}")
      }
    case .starred, .unstarred:
      for id in ids { _ = try send(.put, "entries/\(id)/bookmark") }
    }
  }

  // MARK: Subscriptions

  func subscribe(to address: String) throws(AccountFailure) -> String? {
    let folder = try folders().first?.id
    let answer = try send(.post, "feeds") { text in
      text.open("{")
      text.member("feed_url", address)
      if let folder {
        text.key("category_id")
        text.write(folder)
      }
      text.close("}")
    }
    var id: String?
    _ = JSONStrings.walk(answer.body, textLimit: 100) { if $0 == ["feed_id"] { id = $1 } }
    return id
  }

  func unsubscribe(from feed: ServerFeed) throws(AccountFailure) {
    _ = try send(.delete, "feeds/\(feed.id)")
  }

  func rename(_ feed: ServerFeed, to title: String) throws(AccountFailure) {
    _ = try send(.put, "feeds/\(feed.id)") { text in
      text.open("{")
      text.member("title", title)
      text.close("}")
    }
  }

  func move(_ feed: ServerFeed, to folders: [String]) throws(AccountFailure) {
    // A feed is in exactly one.
    guard let folder = folders.first, folders != feed.folders else { return }
    var id = try self.folders().first { $0.title == folder }?.id
    if id == nil {
      let made = try send(.post, "categories") { text in
        text.open("{")
        text.member("title", folder)
        text.close("}")
      }
      _ = JSONStrings.walk(made.body, textLimit: 100) { if $0 == ["id"] { id = $1 } }
    }
    guard let id else { throw isNoAPI() }
    _ = try send(.put, "feeds/\(feed.id)") { text in
      text.open("{")
      text.key("category_id")
      text.write(id)
      text.close("}")
    }
  }

  private func folders() throws(AccountFailure) -> [(id: String, title: String)] {
    var folders: [(id: String, title: String)] = []
    let answer = try get("categories")
    let isValid = Self.objects(of: answer.body, in: []) { values in
      if let id = values["id"] { folders.append((id, values["title"] ?? "")) }
    }
    guard isValid else { throw isNoAPI() }
    return folders
  }
}
