import StreamModel

/// Miniflux's own API, version 1.
///
/// Marks do not toggle, and posts have the address of their comments. A bookmark toggles, so the list is read before one is set. Lists have whole posts (2.3.2 added lists of names).
/// Source: miniflux.app/docs/api.html and Miniflux 2.2.6.
final class Miniflux: JSONServer {
  static let listKey = "entries"

  let connection: AccountConnection
  let root = "/v1/"
  var lists = WholeLists()
  private(set) var login = ""

  init(_ connection: AccountConnection) { self.connection = connection }

  func begin(user: String, password: String) throws(AccountFailure) {
    // A key of the API has no user.
    login = user.isEmpty ? "X-Auth-Token: \(password)" : Self.basicLogin(user, password)
    guard try get("me").text.contains("\"username\"") else { throw isNoAPI() }
  }

  // MARK: Reading

  func feeds() throws(AccountFailure) -> [ServerFeed] {
    try feeds(in: nil, address: "feed_url") { $0["category.title"] }
  }

  func posts(
    _ list: WholeLists.List,
    _ take: (WholeLists.Entry) -> Void
  ) throws(AccountFailure) -> Bool {
    let query =
      switch list {
      case .unread: "status=unread"
      case .starred: "starred=true"
      case .changed(let time): "changed_after=\(time)"
      }
    let page = "entries?\(query)&order=id&direction=asc&limit=\(WholeLists.page)"
    return try pages(take) {
      "\(page)&after_entry_id=\($0)"
    } next: {
      max($0.max() ?? 0, $1)
    }
  }

  func counts() throws(AccountFailure) -> (unread: Int?, starred: Int?) {
    (try total("status=unread"), try total("starred=true"))
  }

  private func total(_ query: String) throws(AccountFailure) -> Int? {
    let answer = try get("entries?\(query)&limit=1")
    return JSONStrings.values(of: answer.body, depth: 1)["total"].flatMap { Int($0) }
  }

  func items(_ ids: ArraySlice<String>, _ take: (ServerItem) -> Void) throws(AccountFailure) {
    for id in ids {
      if let item = lists.found[id] {
        take(item)
      } else if let item = try entries(
        "entries?after_entry_id=\((Int(id) ?? 0) - 1)&order=id&direction=asc&limit=1"
      ).first?.item, item.id == id {
        take(item)
      }
    }
  }

  static func isUnread(_ values: [String: String]) -> Bool { values["status"] == "unread" }

  static func item(_ values: [String: String]) -> ServerItem? {
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
      try send(.put, "entries") { text in
        text.numbers("entry_ids", ids)
        text.member("status", mark == .read ? "read" : "unread")
      }
    case .starred, .unstarred:
      for id in ids { try send(.put, "entries/\(id)/bookmark") }
    }
  }

  // MARK: Subscriptions

  func subscribe(to address: String) throws(AccountFailure) -> String? {
    let folder = try folders().first?.id
    let answer = try send(.post, "feeds") { text in
      text.member("feed_url", address)
      if let folder { text.number("category_id", folder) }
    }
    return JSONStrings.values(of: answer.body, depth: 1)["feed_id"]
  }

  func rename(_ feed: ServerFeed, to title: String) throws(AccountFailure) {
    try send(.put, "feeds/\(feed.id)") { $0.member("title", title) }
  }

  func move(_ feed: ServerFeed, to folders: [String]) throws(AccountFailure) {
    // A feed is in exactly one.
    guard let folder = folders.first, folders != feed.folders else { return }
    var id = try self.folders().first { $0.title == folder }?.id
    if id == nil {
      let made = try send(.post, "categories") { $0.member("title", folder) }
      id = JSONStrings.values(of: made.body, depth: 1)["id"]
    }
    guard let id else { throw isNoAPI() }
    try send(.put, "feeds/\(feed.id)") { $0.number("category_id", id) }
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
