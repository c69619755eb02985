import StreamModel

/// The number of unread posts on the timeline, counted in slices between keys.
///
/// Posts of one source that state the same id share their flags; a change counts for the row alone on which it was made.
struct UnreadCount {
  /// Slices between two frames that show the count; a frame takes longer than a slice.
  private static let slicesAFrame = 64

  private static let rowsAtOnce = 256

  /// So many unread rows at most are decoded at once.
  private static let few = 32

  private enum Fact: UInt8 {
    case unknown, read, unread
  }

  private var sweep = FeedSweep()
  /// By the source and the number of the record.
  private var facts: [[Fact]] = []
  private var slices = 0
  /// Whether all rows were counted before, so that the number is right but for flags that have changed since.
  private var isAgain = false
  private var checkedCount: Int?
  private(set) var count = 0
  /// The first rows that were counted while the others rest.
  private var firstRows = 0
  /// All unread rows, those that an earlier run has counted among them; nil where it is not known.
  private var expected: Int?

  func hasWork(in feed: Timeline) -> Bool {
    if feed.isResting { return firstRows < feed.recordCount }
    return sweep.hasWork(in: feed) || needsCheck
  }

  /// The unread rows in all, once that is known; nil before.
  func total(in feed: Timeline) -> Int? {
    if feed.isIndexed, isAgain || !hasWork(in: feed) { return count }
    return feed.known == nil ? nil : expected
  }

  /// Whether the few unread rows are still to be decoded: one may be malformed, which nobody can read.
  private var needsCheck: Bool { count > 0 && count <= Self.few && checkedCount != count }

  /// The words of the status line: " · 37 unread", with "so far" until all rows are counted; none for no post.
  ///
  /// - Parameter slots: those of notifications, which are counted for themselves, too.
  func words(in feed: Timeline, notifications slots: Set<Int> = []) -> String {
    let total = total(in: feed)
    let count = total ?? count
    guard count > 0 else { return "" }
    // The rows that an earlier run has counted are not told apart.
    let told =
      feed.isResting
      ? 0
      : slots.compactMap { feed.number(ofSlot: $0) }.reduce(0) { sum, source in
        guard facts.indices.contains(source) else { return sum }
        return sum + facts[source].count { $0 == .unread }
      }
    let notifications = PostRow.count(told, "notification", "notifications")
    return " · \(count.grouped) unread\(total == nil ? " so far" : "")"
      + (notifications.map { " · \($0)" } ?? "")
  }

  /// The number of each source's unread posts so far.
  ///
  /// With `sharing` a post that several hold counts for each of them, as where they are read by themselves; else the sum
  /// is ``count``.
  func counts(in feed: Timeline, sharing: Bool) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for (source, facts) in facts.enumerated() { counts[source] = facts.count { $0 == .unread } }
    for (copy, row) in sharing ? feed.rowsOfCopies : [:] where fact(of: row) == .unread {
      counts[copy.source, default: 0] += 1
    }
    return counts
  }

  mutating func take(_ changes: TimelineChanges, in feed: Timeline) {
    guard !changes.isReordered else {
      // Copies may have become rows.
      self = UnreadCount()
      return
    }
    if !changes.inserted.isEmpty { isAgain = false }
    if feed.known == nil { expected = nil }
    sweep.take(changes, in: feed)
    for (id, _) in changes.removed where feed.row(of: id) == nil { put(.unknown, for: id) }
  }

  /// Counts a slice; whether the reader is to see how far.
  ///
  /// `look` tells rows as cheaply as can be, `isUnread` exactly.
  mutating func advance(
    in feed: Timeline,
    look: (_ ids: [RecordID], _ note: (RecordID, Bool) -> Void) -> Void,
    isUnread: (RecordID) -> Bool
  ) -> Bool {
    if feed.isResting, let known = feed.known {
      let rows = firstRows..<min(feed.recordCount, firstRows + Self.rowsAtOnce)
      look(rows.compactMap(feed.id)) { put($1 ? .unread : .read, for: $0) }
      firstRows = rows.upperBound
      if firstRows == feed.recordCount { expected = count + known.unreadBehind }
    } else if sweep.hasWork(in: feed) {
      look(sweep.slice(of: feed, for: .looking)) { put($1 ? .unread : .read, for: $0) }
    } else {
      check(isUnread)
    }
    slices &+= 1
    return slices % Self.slicesAFrame == 0 || !hasWork(in: feed)
  }

  /// Counts a record again whose flags have changed; `isUnread` looks at the row that shows it.
  mutating func recount(
    _ id: RecordID,
    _ key: Timeline.SourceKey,
    in feed: Timeline,
    isUnread: (RecordID, Timeline) -> Bool
  ) {
    if let row = feed.row(of: id) == nil ? feed.row(showing: id) : id {
      note(row, isUnread: isUnread(row, feed))
    } else if feed.number(ofSlot: key.source) != nil {
      // The record has another name here, as before a reload.
      self = UnreadCount()
    }
  }

  /// Looks at all rows once more; the counts so far are right until then but for changed flags.
  mutating func lookAgain(in feed: Timeline) {
    isAgain = !hasWork(in: feed)
    sweep = FeedSweep()
    checkedCount = nil
  }

  mutating func note(_ id: RecordID, isUnread: Bool) {
    guard fact(of: id) != .unknown else { return }
    put(isUnread ? .unread : .read, for: id)
  }

  private mutating func check(_ isUnread: (RecordID) -> Bool) {
    for source in facts.indices {
      for number in facts[source].indices where facts[source][number] == .unread {
        let id = RecordID(source: source, number: number)
        if !isUnread(id) { put(.read, for: id) }
      }
    }
    checkedCount = count
  }

  /// Whether a record was counted as read, or as no post.
  func isRead(_ id: RecordID) -> Bool { fact(of: id) == .read }

  private func fact(of id: RecordID) -> Fact {
    guard facts.indices.contains(id.source), facts[id.source].indices.contains(id.number) else {
      return .unknown
    }
    return facts[id.source][id.number]
  }

  private mutating func put(_ fact: Fact, for id: RecordID) {
    let old = self.fact(of: id)
    guard old != fact, id.source >= 0, id.number >= 0 else { return }
    while facts.count <= id.source { facts.append([]) }
    let missing = id.number - facts[id.source].count
    if missing == 0 {
      facts[id.source].append(fact)
    } else {
      if missing > 0 {
        facts[id.source].append(contentsOf: repeatElement(.unknown, count: missing + 1))
      }
      facts[id.source][id.number] = fact
    }
    let change = (fact == .unread ? 1 : 0) - (old == .unread ? 1 : 0)
    count += change
    if old != .unknown, let expected { self.expected = expected + change }
  }
}

package struct SourceTally: Equatable, Sendable {
  package let slot: Int
  package let posts: Int
  package let unread: Int?
}
