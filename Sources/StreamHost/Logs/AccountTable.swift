import StreamModel

/// The feeds and marks of an account's server at the last exchange, in `account-NAME.db`.
///
/// A mark of the reader that differs from this table waits for the server. There is no other record of waiting marks that could
/// disagree with the marks themselves.
package final class AccountTable {
  /// A post on the server, with its identity here.
  struct Item: Equatable {
    let id: String
    let feed: String
    /// The identity in the log; nil for a post of no subscription.
    let identity: PostIdentity?
    var isRead: Bool
    var isStarred: Bool
    /// Marks that were sent and not confirmed: the server may have them or not.
    var doubt = PostFlags()
  }

  /// A feed of the server, with its name and tags in the user's list at that time.
  struct Feed: Equatable {
    let there: ServerFeed
    let name: String?
    let tags: [String]
  }

  /// Both sides at the last exchange.
  struct State {
    /// The mark by which the reader's state is known again; nil before the first exchange.
    var token: String?
    /// The server's time, in seconds since 1970; nil where it is not known, or the exchange did not come to its end.
    var time: Int64?
    /// The number of changes that the reader's state had.
    var changes: Int64 = 0
  }

  private static let patience: Int32 = 2_000
  private static let separator: Character = "\u{1F}"

  private let database: Database

  package static func fileName(of account: String) -> String { "account-\(account).db" }

  /// - Throws: ``AccountFailure`` if the table cannot be used.
  package init(of account: String, in folder: StateFolder) throws(AccountFailure) {
    let name = Self.fileName(of: account)
    do throws(StateError) {
      let files = try folder.prepare(for: name)
      do throws(StateError) {
        database = try files.opened(patience: Self.patience, Self.prepare)
      } catch {
        // Without it the server's marks are compared with none, and no mark is lost.
        guard case .database(let fault) = error, fault.kind == .damaged else { throw error }
        files.remove()
        database = try files.opened(patience: Self.patience, Self.prepare)
      }
      database.wait(milliseconds: Self.patience)
    } catch {
      let reason = error.reason.replacing(StateFiles.name, with: name)
      throw AccountFailure(.refused, "\(folder.path)/\(name): \(reason)")
    }
  }

  private static func prepare(_ database: Database) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      if try database.definitions.isEmpty {
        for definition in definitions { try database.run(definition) }
      }
    }
    guard try database.definitions == Set(definitions.map { "\($0)" }) else {
      throw DatabaseError(kind: .damaged, text: "its tables are not as they should be")
    }
  }

  private static let definitions: [StaticString] = [
    """
    CREATE TABLE feed(id TEXT PRIMARY KEY, address TEXT NOT NULL, title TEXT NOT NULL, \
    folders TEXT NOT NULL, name TEXT NOT NULL, tags TEXT NOT NULL) STRICT, WITHOUT ROWID
    """,
    """
    CREATE TABLE item(id TEXT PRIMARY KEY, feed TEXT NOT NULL, post INT, alt INT, read INT, \
    starred INT, doubt INT) STRICT, WITHOUT ROWID
    """,
    "CREATE TABLE leaving(feed TEXT PRIMARY KEY) STRICT, WITHOUT ROWID",
    "CREATE TABLE state(token TEXT NOT NULL, time INT, changes INT) STRICT",
  ]

  private func attempt<T>(_ body: () throws(DatabaseError) -> T) throws(AccountFailure) -> T {
    do throws(DatabaseError) {
      return try body()
    } catch {
      throw AccountFailure(.later, "The table of the account cannot be used: \(error.text)")
    }
  }

  // MARK: Feeds

  func feeds() throws(AccountFailure) -> [Feed] {
    try attempt { () throws(DatabaseError) in
      try database.rows("SELECT id, address, title, folders, name, tags FROM feed") { row in
        let there = ServerFeed(
          id: row.text(0),
          address: row.text(1),
          title: row.text(2),
          folders: Self.words(row.text(3))
        )
        let name = row.text(4)
        return Feed(there: there, name: name.isEmpty ? nil : name, tags: Self.words(row.text(5)))
      }
    }
  }

  func keep(_ feeds: [Feed]) throws(AccountFailure) {
    try attempt { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.run("DELETE FROM feed")
        for feed in feeds {
          try database.run(
            "INSERT OR REPLACE INTO feed VALUES(?, ?, ?, ?, ?, ?)",
            [
              .text(feed.there.id), .text(feed.there.address), .text(feed.there.title),
              .text(Self.text(feed.there.folders)), .text(feed.name ?? ""),
              .text(Self.text(feed.tags)),
            ]
          )
        }
      }
    }
  }

  private static func words(_ text: String) -> [String] {
    text.split(separator: separator).map(String.init)
  }

  private static func text(_ words: [String]) -> String {
    words.joined(separator: String(separator))
  }

  /// The addresses of feeds that the user has left, of which the server must be told.
  func leaving() throws(AccountFailure) -> Set<String> {
    try attempt { () throws(DatabaseError) in
      Set(try database.rows("SELECT feed FROM leaving") { $0.text(0) })
    }
  }

  /// Notes that the user has left a feed, or that the server was told.
  package func note(leaving address: String, isTold: Bool = false) throws(AccountFailure) {
    try attempt { () throws(DatabaseError) in
      _ =
        isTold
        ? try database.run("DELETE FROM leaving WHERE feed = ?", [.text(address)])
        : try database.run("INSERT OR REPLACE INTO leaving VALUES(?)", [.text(address)])
    }
  }

  // MARK: Posts

  func state() throws(AccountFailure) -> State {
    try attempt { () throws(DatabaseError) in
      try database.rows("SELECT token, ifnull(time, -1), ifnull(changes, 0) FROM state") { row in
        let time = row.integer(1)
        return State(token: row.text(0), time: time < 0 ? nil : time, changes: row.integer(2))
      }.first ?? State()
    }
  }

  func keep(_ state: State) throws(AccountFailure) {
    try attempt { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        try database.run("DELETE FROM state")
        try database.run(
          "INSERT INTO state VALUES(?, ?, ?)",
          [.text(state.token ?? ""), .integer(state.time ?? -1), .integer(state.changes)]
        )
      }
    }
  }

  func items() throws(AccountFailure) -> [Item] {
    try attempt { () throws(DatabaseError) in
      try database.rows("SELECT id, feed, post, alt, read, starred, doubt FROM item") { row in
        let alt = row.integer(3)
        return Item(
          id: row.text(0),
          feed: row.text(1),
          identity: alt < 0
            ? nil
            : PostIdentity(id: UInt64(bitPattern: row.integer(2)), fallback: UInt64(alt)),
          isRead: row.integer(4) != 0,
          isStarred: row.integer(5) != 0,
          doubt: PostFlags(rawValue: UInt32(truncatingIfNeeded: row.integer(6)))
        )
      }
    }
  }

  func keep(_ items: some Sequence<Item>) throws(AccountFailure) {
    try attempt { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        for item in items {
          try database.run(
            "INSERT OR REPLACE INTO item VALUES(?, ?, ?, ?, ?, ?, ?)",
            [
              .text(item.id), .text(item.feed),
              .integer(Int64(bitPattern: item.identity?.id ?? 0)),
              .integer(item.identity.map { Int64($0.fallback) } ?? -1),
              .integer(item.isRead ? 1 : 0), .integer(item.isStarred ? 1 : 0),
              .integer(Int64(item.doubt.rawValue)),
            ]
          )
        }
      }
    }
  }

  func forget(itemsOf feeds: Set<String>) throws(AccountFailure) {
    try attempt { () throws(DatabaseError) in
      try database.transaction { () throws(DatabaseError) in
        // Each removal reads all rows, and most feeds have none.
        let known = Set(try database.rows("SELECT DISTINCT feed FROM item") { $0.text(0) })
        for feed in feeds.intersection(known) {
          try database.run("DELETE FROM item WHERE feed = ?", [.text(feed)])
        }
      }
    }
  }
}

/// A feed, as a server has it.
package struct ServerFeed: Equatable, Sendable {
  /// The name of the feed there.
  let id: String
  /// The address, with blanks, quotes and control characters encoded, so that it can stand in a line.
  let address: String
  let title: String
  let folders: [String]

  init(id: String, address: String, title: String, folders: [String]) {
    self.id = id
    self.title = title
    self.folders = folders
    self.address = address.utf8.reduce(into: "") { text, byte in
      let isPlain = byte > 0x20 && byte < 0x7F && byte != 0x22 && byte != 0x5C
      text += isPlain ? String(Unicode.Scalar(byte)) : FormText.encoded(byte)
    }
  }
}

/// A failure with an account.
package struct AccountFailure: Error, Equatable {
  package enum Kind: Equatable, Sendable {
    /// The server does not accept user and password.
    case login
    /// The server cannot be asked now, or has a fault of its own.
    case later
    /// The answer is not one of this API, or refuses the request.
    case answer
    /// The user must change something first.
    case refused
  }

  package let kind: Kind
  /// A sentence, with what the user can do.
  package let text: String

  package init(_ kind: Kind, _ text: String) {
    self.kind = kind
    self.text = text
  }
}
