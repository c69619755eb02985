package import StreamModel

/// Anything but a change of flags that is to be written.
package enum StateWrite: Sendable {
  case keep(KeptRecord)
  /// Removes the record of a post, and clears its flag.
  case unkeep(SourceID, PostIdentity)
  case visit(Visit)
  /// Removes the last visit of the address with this hash.
  case unvisit(UInt64)
  /// When a source was seen, in seconds since 1970, with the numbers of its posts.
  case note(SourceID, seen: Int64, posts: Int, unread: Int?)
  /// Names the posts of a source by their fallback from now on, because their ids change with every fetch; the marks that
  /// it has get the new names.
  case nameByFallback(SourceID)
  /// The comments of a post's conversation that the reader has seen, and where it was left; the last 500 are kept.
  case comments(SourceID, PostIdentity, SeenComments, SavedPlace.OpenedPost?)
  /// The last 500 are kept.
  case trust(TrustedHost)
  case distrust(String)

  var source: SourceID? {
    switch self {
    case .keep(let post): post.source
    case .unkeep(let source, _), .note(let source, _, _, _), .nameByFallback(let source),
      .comments(let source, _, _, _):
      source
    case .visit(let visit): visit.source
    case .unvisit, .trust, .distrust: nil
    }
  }
}

/// The writes that the database does not have yet, in memory.
///
/// Changes of flags are written in the order of their keys, others in the order they came. A hundred
/// keys of a feed touch a hundred pages of a large database, a hundred neighbours only a few: a million
/// changes at once write 0.25 GB instead of 7 GB. Changes of one post keep their order.
struct WaitingWrites {
  struct Batch {
    let writes: ArraySlice<StateWrite>
    let changes: ArraySlice<StateChange>
  }

  private var writes: ArraySlice<StateWrite> = []
  /// Changes by the upper eight bits of their keys; sorted when their turn comes.
  private var buckets: [[StateChange]] = Array(repeating: [], count: 256)
  /// The sorted changes whose turn it is.
  private var current: ArraySlice<StateChange> = []
  private var changeCount = 0

  var count: Int { writes.count + changeCount }

  mutating func add(_ write: StateWrite) { writes.append(write) }

  mutating func add(_ change: StateChange) {
    guard !change.set.isEmpty || !change.cleared.isEmpty else { return }
    buckets[Int(truncatingIfNeeded: change.identity.id >> 56)].append(change)
    changeCount += 1
  }

  /// Returns the next writes, at most `limit`; they stay until ``remove(_:)``.
  mutating func next(_ limit: Int) -> Batch {
    let first = writes.prefix(max(0, limit))
    let room = max(0, limit - first.count)
    while current.count < min(room, changeCount),
      let full = buckets.firstIndex(where: { !$0.isEmpty })
    {
      // Sorting is stable, so changes of one post keep their order.
      current += buckets[full].sorted {
        ($0.source.index, $0.identity.id) < ($1.source.index, $1.identity.id)
      }
      buckets[full] = []
    }
    return Batch(writes: first, changes: current.prefix(room))
  }

  mutating func remove(_ batch: Batch) {
    writes = writes.dropFirst(batch.writes.count)
    current = current.dropFirst(batch.changes.count)
    changeCount -= batch.changes.count
    if writes.isEmpty { writes = [] }
  }

  mutating func removeAll(of source: SourceID) {
    writes = writes.filter { $0.source != source }[...]
    current = current.filter { $0.source != source }[...]
    for index in buckets.indices { buckets[index].removeAll { $0.source == source } }
    changeCount = buckets.reduce(current.count) { $0 + $1.count }
  }

  mutating func removeAll() { self = WaitingWrites() }
}
