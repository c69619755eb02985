import StreamModel

/// The record of a post that the reader keeps, so that it outlives its feed: a row of the table.
struct KeptRecord: Hashable, Sendable {
  let source: SourceID
  let identity: PostIdentity
  /// When it was kept, in seconds since 1970.
  let time: Int64
  /// The record as JSON of the native format, in UTF-8; at most ``longestRecord`` bytes.
  let record: [UInt8]

  /// The longest record in bytes: 16 MiB.
  static let longestRecord = 16 << 20
}

/// The posts that the reader keeps, in the database.
struct KeptTable {
  let database: Database

  /// Adds a post, in place of an earlier row of it.
  func add(_ post: KeptRecord, of target: StoredSource) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO kept(source, post, alt, at, record) VALUES(?, ?, ?, ?, ?)",
      [
        .integer(target.row), .integer(target.naming.post(post.identity)),
        .integer(target.naming.alt(post.identity)), .integer(post.time), .blob(post.record),
      ]
    )
  }

  func remove(
    _ identity: PostIdentity,
    of target: StoredSource
  ) throws(DatabaseError) {
    try database.run(
      "DELETE FROM kept WHERE source = ? AND post = ?",
      [.integer(target.row), .integer(target.naming.post(identity))]
    )
  }

  /// Returns at most `limit` posts with the numbers of their rows, the last one kept first, older than row
  /// `last`.
  ///
  /// - Parameter source: Returns the number of a source in this session, by its key, name and row.
  func slice(
    before last: Int64,
    limit: Int,
    source: (String, String, Int64) -> SourceID
  ) throws(DatabaseError) -> [(number: Int64, post: KeptRecord)] {
    var posts: [(number: Int64, post: KeptRecord)] = []
    try database.query(
      """
      SELECT kept.id, source, source.key, source.name, naming, post, alt, at, record
      FROM kept JOIN source ON source.id = kept.source
      WHERE kept.id < ? ORDER BY kept.id DESC LIMIT ?
      """,
      [.integer(last), .integer(Int64(limit))]
    ) {
      let naming = PostNaming(rawValue: $0.integer(4)) ?? .id
      let post = KeptRecord(
        source: source($0.text(2), $0.text(3), $0.integer(1)),
        identity: naming.identity(post: $0.integer(5), alt: $0.integer(6)),
        time: $0.integer(7),
        record: $0.blob(8)
      )
      posts.append(($0.integer(0), post))
    }
    return posts
  }

  /// Names all kept posts of a source by their fallback.
  func nameByFallback(_ source: Int64) throws(DatabaseError) {
    // Where two become one, both records stay: the second under its old name.
    try database.run(
      "UPDATE OR IGNORE kept SET post = alt, alt = 0 WHERE source = ?",
      [.integer(source)]
    )
  }
}
