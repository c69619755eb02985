import StreamModel

/// A server with JSON in both directions, whose lists have whole posts.
///
/// From such a server the posts that have changed since the last exchange are asked for, and the number of all.
protocol JSONServer: AccountServer {
  /// The path of the API below the address of the account, with a slash at its end.
  var root: String { get }
  /// The field of the head that says who asks.
  var login: String { get }
  var lists: WholeLists { get set }

  /// The key of the posts in an answer.
  static var listKey: String { get }

  /// Calls `take` with each post of a list; returns whether these are all.
  func posts(
    _ list: WholeLists.List,
    _ take: (WholeLists.Entry) -> Void
  ) throws(AccountFailure) -> Bool
  /// The numbers of unread and of starred posts; nil where the server does not say.
  func counts() throws(AccountFailure) -> (unread: Int?, starred: Int?)
  static func item(_ values: [String: String]) -> ServerItem?
  static func isUnread(_ values: [String: String]) -> Bool
}

/// The posts that the lists of a server have brought.
struct WholeLists {
  struct Entry {
    let item: ServerItem
    let isUnread: Bool
    let isStarred: Bool

    var id: String { item.id }
  }

  enum List {
    case unread, starred
    /// The posts that are new or marked since a time, in seconds since 1970.
    case changed(since: Int64)
  }

  /// The posts of a page, and the most pages of a list.
  static let page = 1_000
  fileprivate static let mostPages = 1_000

  /// The seconds before the last exchange from which changes are asked for once more.
  fileprivate static let margin: Int64 = 120

  fileprivate var memory: ServerMemory?
  /// The starred posts, if the request for the unread ones has found them.
  fileprivate var starred: ServerList?
  fileprivate(set) var found: [String: ServerItem] = [:]
}

extension JSONServer {
  /// Asks for the feeds, which stand in `list`, or are the whole answer.
  ///
  /// - Parameter folder: the folder of a feed with these values.
  func feeds(
    in list: String?,
    address: String,
    folder: ([String: String]) -> String?
  ) throws(AccountFailure) -> [ServerFeed] {
    let answer = try get("feeds")
    var feeds: [ServerFeed] = []
    let isValid = JSONStrings.objects(of: answer.body, in: list.map { [$0] } ?? []) { values in
      guard let id = values["id"] else { return }
      let (address, title) = (values[address] ?? id, values["title"] ?? "")
      let folders = folder(values).map { [$0] } ?? []
      feeds.append(ServerFeed(id: id, address: address, title: title, folders: folders))
    }
    let isList = list.map { answer.text.contains("\"\($0)\"") }
    guard isValid, isList ?? (answer.body.first == UInt8(ascii: "[")) else { throw isNoAPI() }
    return feeds
  }

  static func basicLogin(_ user: String, _ password: String) -> String {
    "Authorization: Basic \(Base64.encoded(Array("\(user):\(password)".utf8)))"
  }

  func get(_ path: String) throws(AccountFailure) -> AccountConnection.Answer {
    try checked(connection.ask(.init(path: root + path, fields: [login])))
  }

  /// - Parameter members: writes the members of the object that is sent.
  @discardableResult func send(
    _ method: AccountConnection.Call.Method,
    _ path: String,
    _ members: ((inout JSONText) -> Void)? = nil
  ) throws(AccountFailure) -> AccountConnection.Answer {
    var call = AccountConnection.Call(method: method, path: root + path, fields: [login])
    if let members {
      var text = JSONText()
      text.open("{")
      members(&text)
      text.close("}")
      call.body = text.bytes
      call.type = "application/json"
    }
    return try checked(connection.ask(call))
  }

  func recall(_ memory: ServerMemory) { lists.memory = memory }

  func unsubscribe(from feed: ServerFeed) throws(AccountFailure) {
    try send(.delete, "feeds/\(feed.id)")
  }

  func entries(_ path: String) throws(AccountFailure) -> [WholeLists.Entry] {
    let answer = try get(path)
    var entries: [WholeLists.Entry] = []
    let isValid = JSONStrings.objects(of: answer.body, in: [Self.listKey]) { values in
      guard let item = Self.item(values) else { return }
      let (isUnread, isStarred) = (Self.isUnread(values), values["starred"] == "true")
      entries.append(WholeLists.Entry(item: item, isUnread: isUnread, isStarred: isStarred))
    }
    guard isValid, answer.text.contains("\"\(Self.listKey)\"") else { throw isNoAPI() }
    return entries
  }

  /// Calls `take` with each post of the pages of a list; returns whether these are all.
  ///
  /// - Parameters:
  ///   - path: the path of a page, by the number from which it goes on.
  ///   - next: returns the number for the next page, by the numbers of the posts and that of the page.
  func pages(
    _ take: (WholeLists.Entry) -> Void,
    at path: (Int) -> String,
    next: ([Int], Int) -> Int
  ) throws(AccountFailure) -> Bool {
    var place = 0
    for _ in 0..<WholeLists.mostPages {
      let entries = try entries(path(place))
      entries.forEach(take)
      let before = place
      place = next(entries.compactMap { Int($0.id) }, before)
      guard entries.count == WholeLists.page else { return true }
      if place == before { break }
    }
    return false
  }

  func unread() throws(AccountFailure) -> ServerList {
    if let memory = lists.memory {
      lists.memory = nil
      var (unread, starred) = (memory.unread, memory.starred)
      _ = try posts(.changed(since: memory.time - WholeLists.margin)) { entry in
        if entry.isUnread { unread.insert(entry.id) } else { unread.remove(entry.id) }
        if entry.isStarred { starred.insert(entry.id) } else { starred.remove(entry.id) }
        lists.found[entry.id] = entry.item
      }
      if try counts() == (unread.count, starred.count) {
        lists.starred = ServerList(ids: starred)
        return ServerList(ids: unread)
      }
    }
    lists.found = [:]
    return try list(.unread)
  }

  func starred() throws(AccountFailure) -> ServerList {
    if let known = lists.starred {
      lists.starred = nil
      return known
    }
    return try list(.starred)
  }

  private func list(_ wanted: WholeLists.List) throws(AccountFailure) -> ServerList {
    var ids: Set<String> = []
    let isWhole = try posts(wanted) { entry in
      ids.insert(entry.id)
      lists.found[entry.id] = entry.item
    }
    return ServerList(ids: ids, isWhole: isWhole)
  }
}

extension JSONText {
  /// Writes a number that is known by its digits.
  mutating func number(_ name: StaticString, _ digits: String) {
    key(name)
    write(digits)
  }

  mutating func numbers(_ name: StaticString, _ all: ArraySlice<String>) {
    key(name)
    open("[")
    for digits in all { write(digits) }
    close("]")
  }
}
