import StreamModel

/// The API of Nextcloud News, version 1.3.
///
/// Marks do not toggle. Its document names the methods and keys of version 1.2 in one place and those of 1.3 in another; the
/// server has the latter alone. Source: routes and controllers of nextcloud/news 28.
final class NextcloudNews: JSONServer {
  static let path = "/index.php/apps/news/api/v1-3/"
  static let listKey = "items"

  /// The queries of the API, by its numbers.
  private enum Query: Int { case starred = 2, all }

  let connection: AccountConnection
  let root = NextcloudNews.path
  var lists = WholeLists()
  private(set) var login = ""

  init(_ connection: AccountConnection) { self.connection = connection }

  func begin(user: String, password: String) throws(AccountFailure) {
    login = Self.basicLogin(user, password)
    guard try get("version").text.contains("\"version\"") else { throw isNoAPI() }
  }

  // MARK: Reading

  func feeds() throws(AccountFailure) -> [ServerFeed] {
    let names = try folders()
    return try feeds(in: "feeds", address: "url") { $0["folderId"].flatMap { names[$0] } }
  }

  func counts() throws(AccountFailure) -> (unread: Int?, starred: Int?) {
    var (unread, starred) = (0, Int?.none)
    _ = JSONStrings.walk(try get("feeds").body, textLimit: 100) { path, text in
      if path.last == "unreadCount" { unread += min(max(Int(text) ?? 0, 0), 1 << 32) }
      if path == ["starredCount"] { starred = Int(text) }
    }
    return (unread, starred)
  }

  func posts(
    _ list: WholeLists.List,
    _ take: (WholeLists.Entry) -> Void
  ) throws(AccountFailure) -> Bool {
    switch list {
    case .unread: return try pages(.all, "getRead=false", take)
    case .starred: return try pages(.starred, "getRead=true", take)
    case .changed(let time):
      let path = "items/updated?type=\(Query.all.rawValue)&id=0&lastModified=\(time)"
      try entries(path).forEach(take)
      return true
    }
  }

  private func pages(
    _ query: Query,
    _ parameter: String,
    _ take: (WholeLists.Entry) -> Void
  ) throws(AccountFailure) -> Bool {
    let page = "items?type=\(query.rawValue)&id=0&\(parameter)&batchSize=\(WholeLists.page)"
    // A page ends before the oldest post of the one before, or with it.
    return try pages(take) {
      "\(page)&offset=\($0)"
    } next: {
      $0.min() ?? $1
    }
  }

  func items(_ ids: ArraySlice<String>, _ take: (ServerItem) -> Void) throws(AccountFailure) {
    // There is no request for posts by number; a list that is asked for again has those that are missing.
    for id in ids { if let item = lists.found[id] { take(item) } }
  }

  static func isUnread(_ values: [String: String]) -> Bool { values["unread"] == "true" }

  static func item(_ values: [String: String]) -> ServerItem? {
    guard let id = values["id"], let feed = values["feedId"] else { return nil }
    let filled = { (key: String) in values[key].flatMap { $0.isEmpty ? nil : $0 } }
    var post = Post(id: Post.ID(filled("guid") ?? "nextcloud:\(id)"), isStated: true)
    post.url = filled("url")
    if let title = filled("title") { post.title = .text(title) }
    if let author = filled("author") { post.author = Account(name: author, handle: nil) }
    if let text = filled("body") { post.body = .html(text) }
    post.published = filled("pubDate").flatMap { Int64($0) }.map {
      Timestamp(secondsSinceEpoch: $0)
    }
    post.baseURL = post.url
    if let address = filled("enclosureLink") {
      post.attachments = [Attachment(enclosure: address, mediaType: filled("enclosureMime"))]
    }
    return ServerItem(id: id, feed: feed, post: post)
  }

  // MARK: Marking

  func mark(_ ids: ArraySlice<String>, _ mark: ServerMark) throws(AccountFailure) {
    let word =
      switch mark {
      case .read: "read"
      case .unread: "unread"
      case .starred: "star"
      case .unstarred: "unstar"
      }
    try send(.post, "items/\(word)/multiple") { $0.numbers("itemIds", ids) }
  }

  // MARK: Subscriptions

  func subscribe(to address: String) throws(AccountFailure) -> String? {
    let answer = try send(.post, "feeds") { text in
      text.member("url", address)
      text.member("folderId", Int?.none)
    }
    var id: String?
    _ = JSONStrings.objects(of: answer.body, in: ["feeds"]) { id = id ?? $0["id"] }
    return id
  }

  func rename(_ feed: ServerFeed, to title: String) throws(AccountFailure) {
    try send(.post, "feeds/\(feed.id)/rename") { $0.member("feedTitle", title) }
  }

  func move(_ feed: ServerFeed, to folders: [String]) throws(AccountFailure) {
    // A feed is in one at most.
    guard folders != feed.folders else { return }
    let id = try folders.first.map { name throws(AccountFailure) in try folder(named: name) }
    try send(.post, "feeds/\(feed.id)/move") { $0.number("folderId", id ?? "null") }
  }

  private func folder(named name: String) throws(AccountFailure) -> String {
    if let known = try folders().first(where: { $0.value == name }) { return known.key }
    let made = Self.folders(in: try send(.post, "folders") { $0.member("name", name) })
    guard let id = made.keys.first else { throw isNoAPI() }
    return id
  }

  /// The names of the folders by their numbers.
  private func folders() throws(AccountFailure) -> [String: String] {
    let answer = try get("folders")
    guard answer.text.contains("\"folders\"") else { throw isNoAPI() }
    return Self.folders(in: answer)
  }

  private static func folders(in answer: AccountConnection.Answer) -> [String: String] {
    var names: [String: String] = [:]
    _ = JSONStrings.objects(of: answer.body, in: ["folders"]) { values in
      if let id = values["id"], let name = values["name"] { names[id] = name }
    }
    return names
  }
}
