import StreamModel

/// Miniflux's own API, version 1.
///
/// Marks do not toggle, and posts have the address of their comments. A bookmark toggles, so the list is read before one is set. Lists have whole posts (2.3.2 added lists of names).
/// Source: miniflux.app/docs/api.html and Miniflux 2.2.6.
final class Miniflux: AccountServer {
  private static let page = 1_000
  private static let mostPages = 1_000

  let connection: AccountConnection
  let most = 250
  private var fields: [String] = []
  /// The seconds before the last exchange from which changes are asked for once more.
  private static let margin: Int64 = 120

  private var memory: ServerMemory?
  /// The starred posts, if the request for the unread ones has found them.
  private var known: ServerList?
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
    let isValid = JSONStrings.objects(of: answer.body, in: []) { values in
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

  func recall(_ memory: ServerMemory) { self.memory = memory }

  func unread() throws(AccountFailure) -> ServerList {
    // Lists have whole texts, so posts that have changed since the last exchange are asked for, and the number of all.
    if let memory {
      self.memory = nil
      let (unread, starred) = try changed(since: memory)
      if try total("status=unread") == unread.count, try total("starred=true") == starred.count {
        known = ServerList(ids: starred)
        return ServerList(ids: unread)
      }
    }
    found = [:]
    return try list("status=unread")
  }

  func starred() throws(AccountFailure) -> ServerList {
    if let known {
      self.known = nil
      return known
    }
    return try list("starred=true")
  }

  private func changed(
    since memory: ServerMemory
  ) throws(AccountFailure) -> (unread: Set<String>, starred: Set<String>) {
    var (unread, starred) = (memory.unread, memory.starred)
    try pages("changed_after=\(memory.time - Self.margin)") { item in
      if item.isUnread { unread.insert(item.id) } else { unread.remove(item.id) }
      if item.isStarred { starred.insert(item.id) } else { starred.remove(item.id) }
    }
    return (unread, starred)
  }

  private func total(_ query: String) throws(AccountFailure) -> Int? {
    var total: Int?
    let answer = try get("entries?\(query)&limit=1")
    _ = JSONStrings.walk(answer.body, textLimit: 100) { if $0 == ["total"] { total = Int($1) } }
    return total
  }

  private func list(_ query: String) throws(AccountFailure) -> ServerList {
    var list = ServerList()
    list.isWhole = try pages(query) { list.ids.insert($0.id) }
    return list
  }

  /// Calls `take` with each post of a query; returns whether these are all.
  @discardableResult private func pages(
    _ query: String,
    _ take: (Entry) -> Void
  ) throws(AccountFailure) -> Bool {
    var last = 0
    for _ in 0..<Self.mostPages {
      let entries = try entries(
        "entries?\(query)&order=id&direction=asc&limit=\(Self.page)&after_entry_id=\(last)"
      )
      let before = last
      for entry in entries {
        take(entry)
        found[entry.id] = entry.item
        last = max(last, Int(entry.id) ?? 0)
      }
      guard entries.count == Self.page else { return true }
      if last == before { break }
    }
    return false
  }

  private struct Entry {
    let item: ServerItem
    let isUnread: Bool
    let isStarred: Bool
    var id: String { item.id }
  }

  private func entries(_ path: String) throws(AccountFailure) -> [Entry] {
    let answer = try get(path)
    var entries: [Entry] = []
    let isValid = JSONStrings.objects(of: answer.body, in: ["entries"]) { values in
      guard let item = Self.item(values) else { return }
      let isUnread = values["status"] == "unread"
      entries.append(Entry(item: item, isUnread: isUnread, isStarred: values["starred"] == "true"))
    }
    guard isValid, answer.text.contains("\"entries\"") else { throw isNoAPI() }
    return entries
  }

  func items(_ ids: ArraySlice<String>) throws(AccountFailure) -> [ServerItem] {
    var items: [ServerItem] = []
    for id in ids {
      if let item = found[id] {
        items.append(item)
      } else if let item = try entries(
        "entries?after_entry_id=\((Int(id) ?? 0) - 1)&order=id&direction=asc&limit=1"
      ).first?.item, item.id == id {
        items.append(item)
      }
    }
    return items
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
    let isValid = JSONStrings.objects(of: answer.body, in: []) { values in
      if let id = values["id"] { folders.append((id, values["title"] ?? "")) }
    }
    guard isValid else { throw isNoAPI() }
    return folders
  }
}
