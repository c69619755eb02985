/// The traffic control of enrichment: what waits, what is in work, what is counted.
///
/// One row is in work at a time. Whoever leaves the queue early is counted as cancelled; a result
/// whose token is no longer the one in work is thrown away.
struct EnrichmentQueue: Sendable {
  /// A row of one page.
  struct Entry: Hashable, Sendable {
    let page: Int
    let row: RowID
  }

  private(set) var waiting: [Entry] = []
  private(set) var inWork: (token: EnrichmentToken, entry: Entry)?
  private(set) var enrichedCount = 0
  private(set) var cancelledCount = 0
  private(set) var thrownAwayCount = 0
  private(set) var failedCount = 0
  private var nextToken = 0

  /// Whether a row could be taken now.
  var hasWork: Bool { inWork == nil && !waiting.isEmpty }

  /// Puts `entries` in place of what waits; what waited and is gone counts as cancelled.
  mutating func replace(with entries: [Entry]) {
    // A screenful at most, in nearly the same order: no set is worth its making.
    cancelledCount += waiting.count { !entries.contains($0) }
    waiting = entries
    if let current = inWork {
      if entries.contains(current.entry) {
        waiting.removeAll { $0 == current.entry }
      } else {
        inWork = nil
        cancelledCount += 1
      }
    }
  }

  /// Takes the first waiting row into work.
  mutating func take() -> (token: EnrichmentToken, entry: Entry)? {
    guard inWork == nil, !waiting.isEmpty else { return nil }
    return start(waiting.removeFirst())
  }

  /// Takes `entry` into work, waiting or not.
  mutating func take(_ entry: Entry) -> (token: EnrichmentToken, entry: Entry)? {
    guard inWork == nil else { return nil }
    waiting.removeAll { $0 == entry }
    return start(entry)
  }

  /// Frees the line; returns the row when the token is still the one in work.
  mutating func finish(_ token: EnrichmentToken, failed: Bool) -> Entry? {
    guard let current = inWork, current.token == token else {
      thrownAwayCount += 1
      return nil
    }
    inWork = nil
    if failed { failedCount += 1 } else { enrichedCount += 1 }
    return current.entry
  }

  private mutating func start(_ entry: Entry) -> (token: EnrichmentToken, entry: Entry) {
    nextToken &+= 1
    let work = (token: EnrichmentToken(number: nextToken), entry: entry)
    inWork = work
    return work
  }
}
