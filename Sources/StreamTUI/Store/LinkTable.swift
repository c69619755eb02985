import StreamModel

/// The links that the reader followed, in the database.
struct LinkTable {
  /// A row; source and post are nil where they were not remembered.
  struct Entry {
    let address: String
    let hash: UInt64
    let time: Int64
    let source: (id: Int64, key: String, name: String)?
    let post: PostIdentity?
    let manner: Visit.Manner
  }

  let database: Database

  /// Adds a visit, with its post where the row of its source is known.
  func add(_ visit: Visit, of target: StateTables.Target?) throws(DatabaseError) {
    let numbers = target.flatMap { target in
      visit.post.map { (post: target.naming.post($0), alt: target.naming.alt($0)) }
    }
    try database.run(
      """
      INSERT INTO link(hash, at, source, post, alt, how, address) VALUES(?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(Int64(bitPattern: visit.hash)), .integer(visit.time), .integer(target?.row ?? 0),
        .integer(numbers?.post ?? 0), .integer(numbers?.alt ?? 0), .integer(visit.manner.rawValue),
        .text(visit.address),
      ]
    )
  }

  /// Returns the last `limit` visits, the last one first.
  func last(_ limit: Int) throws(DatabaseError) -> [Entry] {
    var entries: [Entry] = []
    try database.query(
      """
      SELECT address, hash, at, how, post, alt, source.id, source.key, source.name, naming
      FROM link LEFT JOIN source ON source.id = link.source ORDER BY link.id DESC LIMIT ?
      """,
      [.integer(Int64(limit))]
    ) {
      let id = $0.integer(6)
      let naming = PostNaming(rawValue: $0.integer(9)) ?? .id
      let hasPost = id != 0 && ($0.integer(4) != 0 || $0.integer(5) != 0)
      entries.append(
        Entry(
          address: $0.text(0),
          hash: UInt64(bitPattern: $0.integer(1)),
          time: $0.integer(2),
          // Rows of SQLite are numbered from 1.
          source: id == 0 ? nil : (id, $0.text(7), $0.text(8)),
          post: hasPost
            ? naming.identity(post: $0.integer(4), alt: $0.integer(5)) : nil,
          manner: Visit.Manner(rawValue: $0.integer(3)) ?? .tab
        )
      )
    }
    return entries
  }

  /// Returns at most `limit` different hashes in the order of signed numbers, after `last`.
  func hashes(after last: Int64?, limit: Int) throws(DatabaseError) -> [Int64] {
    var hashes: [Int64] = []
    guard last != .max else { return [] }
    try database.query(
      "SELECT DISTINCT hash FROM link WHERE hash >= ? ORDER BY hash LIMIT ?",
      [.integer(last.map { $0 &+ 1 } ?? .min), .integer(Int64(limit))]
    ) { (row) throws(DatabaseError) in
      let hash = row.integer(0)
      // In a malformed file the order may run in a circle.
      if let last = hashes.last ?? last, hash <= last {
        throw DatabaseError(kind: .damaged, text: "links out of order")
      }
      hashes.append(hash)
    }
    return hashes
  }

  /// Names the posts of a source by their fallback.
  func nameByFallback(_ source: Int64) throws(DatabaseError) {
    try database.run(
      "UPDATE link SET post = alt, alt = 0 WHERE source = ?",
      [.integer(source)]
    )
  }

  func removeAll(of source: Int64) throws(DatabaseError) {
    try database.run("DELETE FROM link WHERE source = ?", [.integer(source)])
  }

  func removeAll() throws(DatabaseError) {
    try database.run("DELETE FROM link")
  }
}
