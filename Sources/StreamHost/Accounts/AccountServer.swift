import StreamModel

/// A post, as a server has it, with its names there.
struct ServerItem {
  let id: String
  let feed: String
  let post: Post
}

/// The names of the posts in a list of a server.
struct ServerList: Equatable {
  var ids: Set<String> = []
  /// Whether it is the whole list; of a list in part no post can be missed.
  var isWhole = true
}

/// The state of a server at the end of the last exchange.
struct ServerMemory {
  let unread: Set<String>
  let starred: Set<String>
  /// The server's time at the beginning of that exchange, in seconds since 1970.
  let time: Int64
}

/// What a reader does to a post that a server knows.
enum ServerMark: CaseIterable, Sendable {
  case read, unread, starred, unstarred
}

/// The API of a server that reads feeds for its users.
protocol AccountServer: AnyObject {
  var connection: AccountConnection { get }
  /// The posts that one request brings, or marks.
  var most: Int { get }

  func begin(user: String, password: String) throws(AccountFailure)
  /// Takes the state of the last exchange, which may spare the server whole lists.
  func recall(_ memory: ServerMemory)
  func feeds() throws(AccountFailure) -> [ServerFeed]
  func unread() throws(AccountFailure) -> ServerList
  func starred() throws(AccountFailure) -> ServerList
  /// The posts of some names; those that the server does not have are left out.
  func items(_ ids: ArraySlice<String>) throws(AccountFailure) -> [ServerItem]
  /// Marks posts of which the server says the opposite: some servers turn a mark round.
  func mark(_ ids: ArraySlice<String>, _ mark: ServerMark) throws(AccountFailure)
  /// Subscribes to a feed, or to that of a page; returns the server's name for it where the answer has one.
  func subscribe(to address: String) throws(AccountFailure) -> String?
  func unsubscribe(from feed: ServerFeed) throws(AccountFailure)
  func rename(_ feed: ServerFeed, to title: String) throws(AccountFailure)
  func move(_ feed: ServerFeed, to folders: [String]) throws(AccountFailure)
}

extension AccountServer {
  /// Checks the status of an answer.
  func checked(_ answer: AccountConnection.Answer) throws(AccountFailure)
    -> AccountConnection.Answer
  {
    let (status, host) = (answer.head.status, connection.host)
    switch status {
    case 200...299: return answer
    case 401, 403: throw AccountFailure(.login, "\(host) does not accept the login (\(status))")
    case 300...399:
      throw AccountFailure(
        .refused,
        "\(host) redirects (\(status)) to \(answer.head.location ?? "nowhere"). Log in with that address if you trust it."
      )
    default:
      throw AccountFailure(
        (400...499).contains(status) ? .answer : .later,
        StatusOutcome.of(status, host: host, for: .account).sentence
      )
    }
  }

  func isNoAPI() -> AccountFailure {
    AccountFailure(
      .answer,
      "\(connection.host) did not answer as a server of feeds: a page, or only a part of the answer. Try again later, or check the address."
    )
  }
}
