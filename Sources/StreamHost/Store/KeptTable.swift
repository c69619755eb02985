package import StreamModel

/// The record of a post that the reader keeps, so that it outlives its feed: a row of the table.
package struct KeptRecord: Hashable, Sendable {
  package let source: SourceID
  package let identity: PostIdentity
  /// When it was kept, in seconds since 1970.
  let time: Int64
  /// The record as JSON of the native format, in UTF-8; at most ``longestRecord`` bytes.
  let record: [UInt8]

  /// The longest record in bytes: 16 MiB.
  static let longestRecord = 16 << 20
}

extension KeptRecord {
  package init(_ post: Post, as identity: PostIdentity, of source: SourceID, at now: Timestamp) {
    let record = NativeRecord(post).bytes
    self.init(source: source, identity: identity, time: now.secondsSinceEpoch, record: record)
  }
}

struct KeptTable {
  let database: Database

  func add(_ post: KeptRecord, of target: StoredSource) throws(DatabaseError) {
    try database.run(
      "INSERT OR REPLACE INTO kept(source, post, alt, at, record) VALUES(?, ?, ?, ?, ?)",
      [
        .integer(target.row), .integer(target.naming.post(post.identity)),
        .integer(target.naming.alt(post.identity)), .integer(post.time), .blob(post.record),
      ]
    )
  }

  func remove(_ identity: PostIdentity, of target: StoredSource) throws(DatabaseError) {
    try database.run(
      "DELETE FROM kept WHERE source = ? AND post = ?",
      [.integer(target.row), .integer(target.naming.post(identity))]
    )
  }

  /// Returns all posts, the last one kept first.
  ///
  /// - Parameter source: Returns the number of a source in this session, by its key, name and row.
  func all(source: (String, String, Int64) -> SourceID) throws(DatabaseError) -> [KeptRecord] {
    try database.rows(
      """
      SELECT source, source.key, source.name, naming, post, alt, at, record
      FROM kept JOIN source ON source.id = kept.source
      ORDER BY kept.id DESC
      """
    ) {
      let naming = PostNaming(rawValue: $0.integer(3)) ?? .id
      return KeptRecord(
        source: source($0.text(1), $0.text(2), $0.integer(0)),
        identity: naming.identity(post: $0.integer(4), alt: $0.integer(5)),
        time: $0.integer(6),
        record: $0.blob(7)
      )
    }
  }

  func nameByFallback(_ source: Int64) throws(DatabaseError) {
    // Where two become one, both records stay: the second under its old name.
    try database.run(
      "UPDATE OR IGNORE kept SET post = alt, alt = 0 WHERE source = ?",
      [.integer(source)]
    )
  }
}

package struct Visit: Hashable, Sendable {
  package let address: String
  /// The hash of the address by which rows find out that it was visited.
  let hash: UInt64
  /// When it was followed, in seconds since 1970.
  package let time: Int64
  /// The source and the post with the link; nil where they are not remembered.
  package let source: SourceID?
  package let post: PostIdentity?
  package let manner: LinkManner

  package init(
    address: String,
    hash: UInt64,
    time: Int64,
    source: SourceID?,
    post: PostIdentity?,
    manner: LinkManner
  ) {
    self.address = address
    self.hash = hash
    self.time = time
    self.source = source
    self.post = post
    self.manner = manner
  }
}

struct LinkTable {
  let database: Database

  func add(_ visit: Visit, of target: StoredSource?) throws(DatabaseError) {
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

  func removeLast(_ hash: UInt64) throws(DatabaseError) {
    try database.run(
      "DELETE FROM link WHERE id = (SELECT max(id) FROM link WHERE hash = ?)",
      [.integer(Int64(bitPattern: hash))]
    )
  }

  /// Returns the last `limit` visits, the last one first.
  ///
  /// - Parameter source: Returns the number of a source in this session, by its key, name and row.
  func last(
    _ limit: Int,
    source: (String, String, Int64) -> SourceID
  ) throws(DatabaseError) -> [Visit] {
    try database.rows(
      """
      SELECT address, hash, at, how, post, alt, source.id, source.key, source.name, naming
      FROM link LEFT JOIN source ON source.id = link.source ORDER BY link.id DESC LIMIT ?
      """,
      [.integer(Int64(limit))]
    ) {
      let id = $0.integer(6)
      let naming = PostNaming(rawValue: $0.integer(9)) ?? .id
      let hasPost = id != 0 && ($0.integer(4) != 0 || $0.integer(5) != 0)
      return Visit(
        address: $0.text(0),
        hash: UInt64(bitPattern: $0.integer(1)),
        time: $0.integer(2),
        // Rows of SQLite are numbered from 1.
        source: id == 0 ? nil : source($0.text(7), $0.text(8), id),
        post: hasPost ? naming.identity(post: $0.integer(4), alt: $0.integer(5)) : nil,
        manner: LinkManner(rawValue: $0.integer(3)) ?? .focus
      )
    }
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

  func nameByFallback(_ source: Int64) throws(DatabaseError) {
    try database.run("UPDATE link SET post = alt, alt = 0 WHERE source = ?", [.integer(source)])
  }
}
