import StreamModel

/// A post with the names that the server has for it and its feed.
struct ServerItem {
  let id: String
  let feed: String
  let post: Post
}

/// The names of the posts in a list.
struct ServerList: Equatable {
  var ids: Set<String> = []
  /// Whether the list is complete: one that is not may lack posts.
  var isWhole = true

  /// Whether the list has a post; nil where one that is not complete lacks it.
  func holds(_ id: String) -> Bool? { ids.contains(id) ? true : isWhole ? false : nil }
}

/// The state of a server at the end of the last exchange.
struct ServerMemory {
  let unread: Set<String>
  let starred: Set<String>
  /// The server's time at the beginning of that exchange, in seconds since 1970.
  let time: Int64
}

/// A mark that the server is told.
enum ServerMark: CaseIterable, Sendable {
  case read, unread, starred, unstarred
}

/// The API of a server that reads feeds for its users.
protocol AccountServer: AnyObject {
  var connection: AccountConnection { get }
  /// The number of posts that one request fetches or marks.
  var most: Int { get }

  func begin(user: String, password: String) throws(AccountFailure)
  /// Takes the state of the last exchange, from which a list can be completed.
  func recall(_ memory: ServerMemory)
  func feeds() throws(AccountFailure) -> [ServerFeed]
  func unread() throws(AccountFailure) -> ServerList
  func starred() throws(AccountFailure) -> ServerList
  /// Fetches posts by name, and passes them to `take` as they come; unknown names are left out.
  func items(
    _ ids: ArraySlice<String>,
    _ take: (ServerItem) -> Void
  ) throws(AccountFailure)
  /// Marks posts. The caller names only those that have the opposite mark: some servers toggle it.
  func mark(_ ids: ArraySlice<String>, _ mark: ServerMark) throws(AccountFailure)
  /// Subscribes to a feed, or to the feed of a page; returns the server's name for it, if the answer has one.
  func subscribe(to address: String) throws(AccountFailure) -> String?
  func unsubscribe(from feed: ServerFeed) throws(AccountFailure)
  func rename(_ feed: ServerFeed, to title: String) throws(AccountFailure)
  func move(_ feed: ServerFeed, to folders: [String]) throws(AccountFailure)
}

extension AccountConnection.Answer {
  /// Returns the answer if its status is that of a success.
  func checked(for host: String) throws(AccountFailure) -> AccountConnection.Answer {
    let status = head.status
    switch status {
    case 200...299: return self
    case 401: throw AccountFailure(.login, "\(host) does not accept the login (\(status))")
    case 300...399:
      throw AccountFailure(
        .refused,
        "\(host) redirects (\(status)) to \(head.location ?? "nowhere"). Log in with that address if you trust it."
      )
    default:
      throw AccountFailure(
        (400...499).contains(status) && ![408, 425, 429].contains(status) ? .answer : .later,
        StatusOutcome.of(status, host: host, for: .account).sentence
      )
    }
  }
}

extension AccountServer {
  var most: Int { 250 }

  func checked(_ answer: AccountConnection.Answer) throws(AccountFailure)
    -> AccountConnection.Answer
  {
    let (status, host) = (answer.head.status, connection.host)
    // CommaFeed answers so to a wrong password.
    if status == 403 {
      throw AccountFailure(.login, "\(host) does not accept the login (\(status))")
    }
    return try answer.checked(for: host)
  }

  func isNoAPI() -> AccountFailure {
    AccountFailure(
      .answer,
      "\(connection.host) did not answer as a server of feeds: a page, or only a part of the answer. Try again later, or check the address."
    )
  }
}
