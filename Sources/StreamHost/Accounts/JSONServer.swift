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

  /// Calls `take` with each unread post of the server; returns whether these are all.
  func unreadPosts(_ take: (WholeLists.Entry) -> Void) throws(AccountFailure) -> Bool
  func starredPosts(_ take: (WholeLists.Entry) -> Void) throws(AccountFailure) -> Bool
  /// Calls `take` with each post that is new or marked since a time, in seconds since 1970.
  func changedPosts(since time: Int64, _ take: (WholeLists.Entry) -> Void) throws(AccountFailure)
  /// The numbers of unread and of starred posts; nil where the server does not say.
  func counts() throws(AccountFailure) -> (unread: Int?, starred: Int?)
}

/// The posts that the lists of a server have brought.
struct WholeLists {
  struct Entry {
    let item: ServerItem
    let isUnread: Bool
    let isStarred: Bool

    var id: String { item.id }
  }

  /// The seconds before the last exchange from which changes are asked for once more.
  fileprivate static let margin: Int64 = 120

  fileprivate var memory: ServerMemory?
  /// The starred posts, if the request for the unread ones has found them.
  fileprivate var starred: ServerList?
  fileprivate(set) var found: [String: ServerItem] = [:]
}

extension JSONServer {
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

  func unread() throws(AccountFailure) -> ServerList {
    if let memory = lists.memory {
      lists.memory = nil
      var (unread, starred) = (memory.unread, memory.starred)
      try changedPosts(since: memory.time - WholeLists.margin) { entry in
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
    return try list(unreadPosts)
  }

  func starred() throws(AccountFailure) -> ServerList {
    if let known = lists.starred {
      lists.starred = nil
      return known
    }
    return try list(starredPosts)
  }

  private func list(
    _ posts: ((WholeLists.Entry) -> Void) throws(AccountFailure) -> Bool
  ) throws(AccountFailure) -> ServerList {
    var list = ServerList()
    list.isWhole = try posts { entry in
      list.ids.insert(entry.id)
      lists.found[entry.id] = entry.item
    }
    return list
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
