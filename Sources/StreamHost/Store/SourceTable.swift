import StreamModel

package struct HistoryEntry: Hashable, Sendable {
  let key: String
  let name: String
  /// When it was last seen, in seconds since 1970.
  package let seen: Int64
  /// The number of posts at that time, and of those unread; nil where these were not counted.
  package var posts: Int
  package var unread: Int?
  /// The number of the selected post in its source, counted from 1, which the saved place states.
  ///
  /// nil where it is not known, or the posts were sorted.
  package var place: Int?

  package var family: SourceFamily { SourceFamily(of: key) }
}

struct SourceTable {
  /// The number of unread posts where they were not counted.
  private static let uncounted: Int64 = -1

  let database: Database

  func find(_ key: String) throws(DatabaseError) -> (id: Int64, name: String)? {
    try database.rows("SELECT id, name FROM source WHERE key = ?", [.text(key)]) {
      ($0.integer(0), $0.text(1))
    }.first
  }

  /// Returns the keys and names of a source and of the feeds in it, seen or not.
  func members(of key: String) throws(DatabaseError) -> [(id: Int64, key: String, name: String)] {
    try database.rows(
      """
      SELECT id, key, name FROM source
      WHERE key = ?1 OR key >= ?1 || char(9) AND key < ?1 || char(10)
      """,
      [.text(key)]
    ) { ($0.integer(0), $0.text(1), $0.text(2)) }
  }

  func key(of id: Int64) throws(DatabaseError) -> String? {
    try database.rows("SELECT key FROM source WHERE id = ?", [.integer(id)]) { $0.text(0) }.first
  }

  func write(_ key: String, name: String) throws(DatabaseError) {
    try database.run(
      """
      INSERT INTO source(key, name) VALUES(?1, ?2)
      ON CONFLICT(key) DO UPDATE SET name = ?2 WHERE name IS NOT ?2
      """,
      [.text(key), .text(name)]
    )
  }

  func naming(of id: Int64) throws(DatabaseError) -> PostNaming? {
    try database.rows("SELECT naming FROM source WHERE id = ?", [.integer(id)]) {
      PostNaming(rawValue: $0.integer(0)) ?? .id
    }.first
  }

  func setNaming(_ naming: PostNaming, of id: Int64) throws(DatabaseError) {
    try database.run(
      "UPDATE source SET naming = ? WHERE id = ?",
      [.integer(naming.rawValue), .integer(id)]
    )
  }

  func note(_ id: Int64, seen: Int64, posts: Int, unread: Int?) throws(DatabaseError) {
    try database.run(
      "UPDATE source SET seen = ?, posts = ?, unread = ? WHERE id = ?",
      [
        .integer(seen), .integer(Int64(posts)),
        .integer(unread.map { Int64($0) } ?? Self.uncounted), .integer(id),
      ]
    )
  }

  /// Leaves sources out of the history; their marks and places stay.
  func leaveOut(_ ids: [Int64]) throws(DatabaseError) {
    for id in ids { try database.run("UPDATE source SET seen = NULL WHERE id = ?", [.integer(id)]) }
  }

  func history(limit: Int) throws(DatabaseError) -> [HistoryEntry] {
    try database.rows(
      """
      SELECT key, name, seen, posts, unread FROM source WHERE seen IS NOT NULL
      ORDER BY seen DESC LIMIT ?
      """,
      [.integer(Int64(limit))]
    ) {
      let unread = $0.integer(4)
      return HistoryEntry(
        key: $0.text(0),
        name: $0.text(1),
        seen: $0.integer(2),
        posts: Int(clamping: $0.integer(3)),
        unread: unread == Self.uncounted ? nil : Int(clamping: unread)
      )
    }
  }
}

/// A source that the store knows, by its number in this session; never written to disk.
package struct SourceID: Hashable, Sendable {
  let index: Int
}

struct KnownSources {
  enum Row: Equatable {
    case unknown
    case number(Int64)
    /// The reader has forgotten the source: what comes for it is dropped.
    case forgotten
  }

  struct Entry {
    let key: String
    var name: String
    var row: Row
  }

  private var entries: [Entry] = []
  private var indexes: [String: Int] = [:]

  /// The source; nil where another store gave out the number.
  subscript(source: SourceID) -> Entry? {
    entries.indices.contains(source.index) ? entries[source.index] : nil
  }

  /// Returns the number of a source; a new one where its key is new.
  mutating func add(_ key: String, name: String, row: Row) -> SourceID {
    if let index = indexes[key] {
      entries[index].name = name
      entries[index].row = row
      return SourceID(index: index)
    }
    indexes[key] = entries.count
    entries.append(Entry(key: key, name: name, row: row))
    return SourceID(index: entries.count - 1)
  }

  /// The source with a row in the database; nil where this session does not know it.
  func source(ofRow row: Int64) -> SourceID? {
    entries.firstIndex { $0.row == .number(row) }.map { SourceID(index: $0) }
  }

  /// The source with a key whose row was not found or made so far; nil for any other.
  func source(withoutRow key: String) -> SourceID? {
    guard let index = indexes[key], entries[index].row == .unknown else { return nil }
    return SourceID(index: index)
  }

  mutating func setRow(_ row: Row, of source: SourceID) {
    guard entries.indices.contains(source.index) else { return }
    entries[source.index].row = row
  }

  /// Drops the rows of all sources, because another database is open.
  mutating func dropRows() {
    for index in entries.indices where entries[index].row != .forgotten {
      entries[index].row = .unknown
    }
  }

  mutating func forgetAll() { for index in entries.indices { entries[index].row = .forgotten } }
}

/// How the database names the posts of a source, in the columns `post` and `alt`.
///
/// The numbers of the cases are stored and keep their meaning.
package enum PostNaming: Int64, Sendable {
  case id
  /// Ids change with every fetch; posts are named by their fallback.
  case fallback

  /// The number in the column `post`.
  func post(_ identity: PostIdentity) -> Int64 {
    switch self {
    case .id: Int64(bitPattern: identity.id)
    case .fallback: Self.signed(identity.fallback)
    }
  }

  /// The number in the column `alt`: the fallback while posts are named by id; else 0, which takes no room.
  func alt(_ identity: PostIdentity) -> Int64 { self == .id ? Self.signed(identity.fallback) : 0 }

  /// Returns the identity that was stored; its id is the fallback if posts are named by that.
  func identity(post: Int64, alt: Int64) -> PostIdentity {
    switch self {
    case .id: PostIdentity(id: UInt64(bitPattern: post), fallback: UInt64(bitPattern: alt))
    case .fallback: PostIdentity(fallback: UInt64(bitPattern: post))
    }
  }

  /// SQLite keeps a signed number of 48 bits in six bytes.
  private static func signed(_ fallback: UInt64) -> Int64 {
    Int64(bitPattern: fallback << 16) >> 16
  }
}

/// A source's row with the naming that the row states.
struct StoredSource {
  let row: Int64
  let naming: PostNaming
}
