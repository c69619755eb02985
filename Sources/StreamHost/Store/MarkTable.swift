package import StreamModel

/// The flags of one post that this viewer has set and cleared.
///
/// A change says nothing about other flags. Two viewers of one source therefore never undo flags that
/// they have not seen: each bit has the value that was last given to it.
package struct StateChange: Hashable, Sendable {
  package let source: SourceID
  package let identity: PostIdentity
  package let set: PostFlags
  /// Disjoint from `set`.
  package let cleared: PostFlags

  /// A change of single flags; one that is both set and cleared is set.
  package init(
    source: SourceID,
    identity: PostIdentity,
    set: PostFlags = [],
    cleared: PostFlags = []
  ) {
    self.source = source
    self.identity = identity
    self.set = set
    self.cleared = cleared.subtracting(set)
  }
}

/// Flags of a source, as many as were asked for at once.
package struct StateSlice: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    /// As it is stored: see ``PostNaming``.
    package let identity: PostIdentity
    package let flags: PostFlags
  }

  package let entries: [Entry]
  /// The row after which the next slice begins; nil after the last one.
  package let next: Int64?
}

struct MarkTable {
  let database: Database

  /// Sets and clears flags; a post without flags has no row.
  func write(_ change: StateChange, of target: StoredSource) throws(DatabaseError) {
    let (set, cleared) = (Int64(change.set.rawValue), Int64(change.cleared.rawValue))
    let post = target.naming.post(change.identity)
    if set != 0 {
      try database.run(
        """
        INSERT INTO mark(source, post, alt, flags) VALUES(?1, ?2, ?3, ?4)
        ON CONFLICT(source, post) DO UPDATE SET flags = flags & ~?5 | ?4, alt = ?3
        WHERE flags & ~?5 | ?4 IS NOT flags OR alt IS NOT ?3
        """,
        [
          .integer(target.row), .integer(post), .integer(target.naming.alt(change.identity)),
          .integer(set), .integer(cleared),
        ]
      )
    } else if cleared != 0 {
      let values: [Database.Value] = [.integer(target.row), .integer(post), .integer(cleared)]
      let removed = try database.run(
        "DELETE FROM mark WHERE source = ?1 AND post = ?2 AND flags & ~?3 = 0",
        values
      )
      guard removed == 0 else { return }
      try database.run(
        """
        UPDATE mark SET flags = flags & ~?3
        WHERE source = ?1 AND post = ?2 AND flags & ?3 IS NOT 0
        """,
        values
      )
    }
  }

  /// Returns at most `limit` marks of a source, after those of an earlier slice.
  func slice(
    of target: StoredSource,
    after position: Int64?,
    limit: Int
  ) throws(DatabaseError) -> StateSlice {
    var entries: [StateSlice.Entry] = []
    entries.reserveCapacity(max(0, min(limit, 10_000)))
    var last = position
    guard limit > 0, last != .max else { return StateSlice(entries: [], next: nil) }
    let start = last.map { $0 &+ 1 } ?? .min
    try database.query(
      "SELECT post, alt, flags FROM mark WHERE source = ? AND post >= ? ORDER BY post LIMIT ?",
      [.integer(target.row), .integer(start), .integer(Int64(clamping: limit))]
    ) { (row) throws(DatabaseError) in
      let post = row.integer(0)
      // In a malformed file the order may run in a circle.
      if let last, post <= last { throw DatabaseError(kind: .damaged, text: "marks out of order") }
      last = post
      entries.append(
        StateSlice.Entry(
          identity: target.naming.identity(post: post, alt: row.integer(1)),
          flags: PostFlags(rawValue: UInt32(truncatingIfNeeded: row.integer(2)))
        )
      )
    }
    let isLast = entries.count < limit
    return StateSlice(entries: entries, next: isLast ? nil : last)
  }

  /// Returns the posts of a source, as they are stored, with any of some flags.
  func posts(
    with flags: PostFlags,
    of target: StoredSource
  ) throws(DatabaseError) -> [PostIdentity] {
    try database.rows(
      "SELECT post, alt FROM mark WHERE source = ? AND flags & ?",
      [.integer(target.row), .integer(Int64(flags.rawValue))]
    ) { target.naming.identity(post: $0.integer(0), alt: $0.integer(1)) }
  }

  func flags(
    of identity: PostIdentity,
    in target: StoredSource
  ) throws(DatabaseError) -> PostFlags {
    try database.rows(
      "SELECT flags FROM mark WHERE source = ? AND post = ?",
      [.integer(target.row), .integer(target.naming.post(identity))]
    ) { PostFlags(rawValue: UInt32(truncatingIfNeeded: $0.integer(0))) }.first ?? []
  }

  /// Names all marks of a source by their fallback; two that become one have the flags of both.
  func nameByFallback(_ source: Int64) throws(DatabaseError) {
    let values: [Database.Value] = [.integer(source)]
    // In memory (`temp_store`), so that nothing is written outside the folder.
    try database.run("CREATE TEMP TABLE IF NOT EXISTS renamed(post INTEGER PRIMARY KEY, flags INT)")
    try database.run("DELETE FROM temp.renamed")
    try database.run(
      """
      INSERT INTO temp.renamed SELECT alt, flags FROM mark WHERE source = ?
      ON CONFLICT(post) DO UPDATE SET flags = flags | excluded.flags
      """,
      values
    )
    try database.run("DELETE FROM mark WHERE source = ?", values)
    try database.run(
      "INSERT INTO mark SELECT ?, post, 0, flags FROM temp.renamed ORDER BY post",
      values
    )
    try database.run("DELETE FROM temp.renamed")
  }
}
