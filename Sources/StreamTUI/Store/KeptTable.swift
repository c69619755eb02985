import StreamModel

/// The posts that the reader keeps, in the database.
struct KeptTable {
  /// A row: a post with the number and names of its source.
  struct Entry {
    let id: Int64
    let source: Int64
    let sourceKey: String
    let sourceName: String
    let identity: PostIdentity
    let time: Int64
    let record: [UInt8]
  }

  let database: Database

  /// Adds a post, in place of an earlier row of it.
  func add(
    _ identity: PostIdentity,
    of target: StateTables.Target,
    at time: Int64,
    record: [UInt8]
  ) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO kept(source, post, alt, at, record) VALUES(?, ?, ?, ?, ?)",
      [
        .integer(target.row), .integer(target.naming.post(identity)),
        .integer(target.naming.alt(identity)), .integer(time), .blob(record),
      ]
    )
  }

  func remove(
    _ identity: PostIdentity,
    of target: StateTables.Target
  ) throws(DatabaseError) {
    try database.run(
      "DELETE FROM kept WHERE source = ? AND post = ?",
      [.integer(target.row), .integer(target.naming.post(identity))]
    )
  }

  /// Returns at most `limit` posts, the last one kept first, older than row `last`.
  func slice(before last: Int64, limit: Int) throws(DatabaseError) -> [Entry] {
    var entries: [Entry] = []
    try database.query(
      """
      SELECT kept.id, source, source.key, source.name, naming, post, alt, at, record
      FROM kept JOIN source ON source.id = kept.source
      WHERE kept.id < ? ORDER BY kept.id DESC LIMIT ?
      """,
      [.integer(last), .integer(Int64(limit))]
    ) {
      let naming = PostNaming(rawValue: $0.integer(4)) ?? .id
      entries.append(
        Entry(
          id: $0.integer(0),
          source: $0.integer(1),
          sourceKey: $0.text(2),
          sourceName: $0.text(3),
          identity: naming.identity(post: $0.integer(5), alt: $0.integer(6)),
          time: $0.integer(7),
          record: $0.blob(8)
        )
      )
    }
    return entries
  }

  /// Names all kept posts of a source by their fallback.
  func nameByFallback(_ source: Int64) throws(DatabaseError) {
    // Where two become one, both records stay: the second under its old name.
    try database.run(
      "UPDATE OR IGNORE kept SET post = alt, alt = 0 WHERE source = ?",
      [.integer(source)]
    )
  }

  func removeAll(of source: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM kept WHERE source = ?", [.integer(source)])
  }

  func removeAll() throws(DatabaseError) {
    try database.run("DELETE FROM kept")
  }
}
