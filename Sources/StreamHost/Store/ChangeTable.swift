import StreamModel

/// The last changes of flags, for other viewers of the same state: a row for each write and source.
///
/// A row holds sixteen bytes for each post, low bytes first: its number in the column `post` of the marks in eight, then the
/// flags that were set and those that were cleared. A row without posts says that the names of the posts have changed.
struct ChangeTable {
  struct Row {
    let number: Int64
    /// The number of the viewer that wrote it, see ``StateStore``.
    let writer: Int64
    let source: Int64
    let posts: [UInt8]
  }

  /// The rows that are kept; with 100 posts each they take 5 MiB.
  ///
  /// An exchange writes one for each of perhaps thousands of feeds.
  static let most: Int64 = 4_096
  /// The posts of a row, at most.
  static let mostPosts = 100
  /// The flags that other viewers take: which texts are unfolded is a matter of each screen.
  private static let shared: PostFlags = [.read, .kept, .answers, .answers.waiting]
  private static let entrySize = 16

  let database: Database

  func add(
    _ changes: ArraySlice<StateChange>,
    of target: StoredSource,
    by writer: Int64
  ) throws(DatabaseError) {
    var posts: [UInt8] = []
    for change in changes {
      let (set, cleared) = (
        change.set.intersection(Self.shared), change.cleared.intersection(Self.shared)
      )
      guard !set.isEmpty || !cleared.isEmpty else { continue }
      Self.write(UInt64(bitPattern: target.naming.post(change.identity)), bytes: 8, to: &posts)
      Self.write(UInt64(set.rawValue), bytes: 4, to: &posts)
      Self.write(UInt64(cleared.rawValue), bytes: 4, to: &posts)
    }
    if !posts.isEmpty { try add(posts, of: target.row, by: writer) }
  }

  /// Notes that the posts of a source have other names now; what was noted under the old ones is dropped.
  func noteRenaming(of source: Int64, by writer: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM change WHERE source = ?", [.integer(source)])
    try add([], of: source, by: writer)
  }

  private func add(_ posts: [UInt8], of source: Int64, by writer: Int64) throws(DatabaseError) {
    try database.run(
      "INSERT INTO change(writer, source, posts) VALUES(?, ?, ?)",
      [.integer(writer), .integer(source), .blob(posts)]
    )
    try database.run(
      "DELETE FROM change WHERE id <= (SELECT max(id) FROM change) - ?",
      [.integer(Self.most)]
    )
  }

  /// A number that differs from the one before if another connection has written to the database.
  func version() throws(DatabaseError) -> Int64 {
    try database.rows("PRAGMA data_version") { $0.integer(0) }.first ?? 0
  }

  /// A number that tells the marks of one time from those of another, in this database or one that took its place.
  func state() throws(DatabaseError) -> UInt64 {
    let given = [try count()]
    let last = try database.rows("SELECT writer FROM change ORDER BY id DESC LIMIT 1") {
      $0.integer(0)
    }
    return stableHash(of: (given + last).map { String($0) }.joined(separator: " "))
  }

  /// The number of changes so far, which only grows.
  func count() throws(DatabaseError) -> Int64 {
    let given = try database.rows("SELECT seq FROM sqlite_sequence WHERE name = 'change'") {
      $0.integer(0)
    }
    return given.first ?? 0
  }

  /// Notes that marks are gone, for ``state()``.
  func noteRemoval() throws(DatabaseError) {
    try database.run("UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'change'")
  }

  /// The numbers of the first and the last row; 0 where there is none.
  func numbers() throws(DatabaseError) -> (first: Int64, last: Int64) {
    try database.rows("SELECT min(id), max(id) FROM change") { ($0.integer(0), $0.integer(1)) }
      .first ?? (0, 0)
  }

  func slice(after last: Int64, limit: Int) throws(DatabaseError) -> [Row] {
    try database.rows(
      "SELECT id, writer, source, posts FROM change WHERE id > ? ORDER BY id LIMIT ?",
      [.integer(last), .integer(Int64(limit))]
    ) {
      Row(number: $0.integer(0), writer: $0.integer(1), source: $0.integer(2), posts: $0.blob(3))
    }
  }

  /// The number of the last row that has changed some flags of a post; nil without one.
  func last(
    of flags: PostFlags,
    _ post: Int64,
    in source: Int64
  ) throws(DatabaseError) -> Int64? {
    let rows = try database.rows(
      "SELECT id, writer, source, posts FROM change WHERE source = ? ORDER BY id DESC",
      [.integer(source)]
    ) {
      Row(number: $0.integer(0), writer: $0.integer(1), source: $0.integer(2), posts: $0.blob(3))
    }
    return rows.first { row in
      Self.entries(of: row).contains {
        $0.post == post && !$0.set.union($0.cleared).isDisjoint(with: flags)
      }
    }?.number
  }

  /// Reads the posts of a row with the flags that were set and cleared; a truncated entry at its end is dropped.
  static func entries(of row: Row) -> [(post: Int64, set: PostFlags, cleared: PostFlags)] {
    stride(from: 0, through: row.posts.count - entrySize, by: entrySize).map { start in
      let flags = { (offset: Int) in
        PostFlags(rawValue: UInt32(number(of: row.posts[(start + offset)...].prefix(4))))
          .intersection(shared)
      }
      let post = number(of: row.posts[start...].prefix(8))
      return (Int64(bitPattern: post), flags(8), flags(12))
    }
  }

  private static func write(_ number: UInt64, bytes: Int, to list: inout [UInt8]) {
    for place in 0..<bytes { list.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
  }

  private static func number(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
