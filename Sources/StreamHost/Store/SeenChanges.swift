import StreamModel

/// Changes of flags that other viewers have made since they were asked for last.
package struct ForeignChanges: Equatable, Sendable {
  package var changes: [StateChange] = []
  /// Sources whose posts are named by their fallbacks by now.
  package var renamed: [SourceID] = []
  package var isMore = false
  /// Whether changes were dropped before they were read, so that all flags have to be recalled.
  package var isBehind = false
}

/// How much a session has seen of the changes that other viewers make.
struct SeenChanges {
  /// Rows that are read in one turn, in two milliseconds if all are full.
  private static let turn = 64

  private var version: Int64
  private var last: Int64
  private var isMore = false

  init(in table: ChangeTable) throws(DatabaseError) {
    version = try table.version()
    last = try table.numbers().last
  }

  /// Reads the next changes; nil where no other viewer has written.
  ///
  /// Its own rows count, too: one that was written later than that of another viewer decides.
  ///
  /// - Parameter own: the number of this viewer in the rows.
  mutating func next(
    in tables: StateTables,
    _ known: KnownSources,
    own: Int64
  ) throws(DatabaseError) -> ForeignChanges? {
    let version = try tables.changes.version()
    guard isMore || version != self.version else { return nil }
    self.version = version
    var news = ForeignChanges()
    news.isBehind = try tables.changes.numbers().first > last + 1
    let rows = try tables.changes.slice(after: last, limit: Self.turn)
    last = rows.last?.number ?? last
    isMore = rows.count == Self.turn
    news.isMore = isMore
    var states: [PostOfSource: (set: PostFlags, cleared: PostFlags)] = [:]
    var foreign: [PostOfSource] = []
    for row in rows {
      // Another viewer may have made the row while the database was busy for this one.
      var found = known.source(ofRow: row.source)
      if found == nil, let key = try tables.sources.key(of: row.source) {
        found = known.source(withoutRow: key)
      }
      guard let source = found,
        let naming = try tables.sources.naming(of: row.source)
      else { continue }
      if row.posts.isEmpty, row.writer != own { news.renamed.append(source) }
      for entry in ChangeTable.entries(of: row) {
        let post = PostOfSource(source: source, identity: naming.identity(post: entry.post, alt: 0))
        var state = states[post] ?? ([], [])
        state.set = state.set.subtracting(entry.cleared).union(entry.set)
        state.cleared = state.cleared.subtracting(entry.set).union(entry.cleared)
        states[post] = state
        if row.writer != own { foreign.append(post) }
      }
    }
    for post in foreign {
      guard let state = states.removeValue(forKey: post) else { continue }
      news.changes.append(
        StateChange(
          source: post.source,
          identity: post.identity,
          set: state.set,
          cleared: state.cleared
        )
      )
    }
    return news
  }

  private struct PostOfSource: Hashable {
    let source: SourceID
    let identity: PostIdentity
  }
}
