import StreamModel

/// A look through the rows of the timeline, which goes on with rows that come in, also among those that were looked
/// at: from one row down to the end, then from there up to the top.
struct TimelineWalk {
  /// A row with the place where it stood when it was looked at.
  private struct Place {
    var id: RecordID?
    var position: Int

    func current(in feed: Timeline) -> Int {
      id.flatMap { feed.row(of: $0) } ?? min(position, feed.recordCount - 1)
    }
  }

  private var lowest = Place(position: -1)
  /// The row that was looked at last on the way up; nil where nothing is left above.
  private var highest: Place?
  /// Records to look at again, or that came in among those that were looked at.
  private var late: [RecordID] = []
  /// Whether all rows down to the end were looked at once.
  private var hasReachedEnd = false

  /// - Parameter start: the row to begin with; nil for the first.
  init(from start: RecordID? = nil, in feed: Timeline? = nil) {
    guard let start, let feed, let position = feed.row(of: start), position > 0 else { return }
    highest = Place(id: start, position: position)
    lowest = Place(id: feed.id(at: position - 1), position: position - 1)
  }

  /// Whether all rows were looked at once.
  var wasThrough: Bool { hasReachedEnd && highest == nil }

  /// Whether records are left to look at, or the end is still to be noticed.
  func hasWork(in feed: Timeline) -> Bool {
    !late.isEmpty || lowest.current(in: feed) + 1 < feed.recordCount || highest != nil
      || !hasReachedEnd && feed.isIndexed
  }

  /// The next record, and whether it came in, or changed, after those around it were looked at; nil where none is
  /// left now.
  ///
  /// - Parameters:
  ///   - needle: a word that the bytes of every wanted record show; others may be left out. Nil for all records.
  ///   - budget: pays for the bytes that are searched for the word, and for records that are left out; once it is
  ///     spent, the next record may be nil although there are more.
  mutating func next(
    in feed: Timeline,
    showing needle: TextNeedle? = nil,
    _ budget: inout SliceBudget
  ) -> (id: RecordID, isLate: Bool)? {
    while let id = late.popLast() {
      if feed.row(of: id) != nil { return (id, true) }
    }
    if let id = nextBelow(in: feed, showing: needle, &budget) { return (id, false) }
    guard lowest.current(in: feed) + 1 >= feed.recordCount else { return nil }
    hasReachedEnd = hasReachedEnd || feed.isIndexed
    return nextAbove(in: feed).map { ($0, false) }
  }

  private mutating func nextBelow(
    in feed: Timeline,
    showing needle: TextNeedle?,
    _ budget: inout SliceBudget
  ) -> RecordID? {
    var position = lowest.current(in: feed) + 1
    if let needle, position < feed.recordCount {
      let room = budget.bytes(for: .scanning)
      let first = position
      var isFound = false
      switch feed.search(needle, from: position, bytes: room) {
      case .found(let row): (position, isFound) = (row, true)
      case .paused(let row): position = max(position, row)
      case .exhausted: position = feed.recordCount
      }
      // Only near rows are worth adding up: more are a slice in any case.
      let passed =
        position - first > Self.fewRows
        ? room : (first..<position).reduce(0) { $0 + (feed.id(at: $1).map(feed.byteCount) ?? 0) }
      budget.spend(on: .scanning, bytes: passed)
      guard isFound else {
        lowest = Place(id: feed.id(at: position - 1), position: position - 1)
        return nil
      }
    }
    guard let id = feed.id(at: position) else { return nil }
    lowest = Place(id: id, position: position)
    return id
  }

  private static let fewRows = 512

  private mutating func nextAbove(in feed: Timeline) -> RecordID? {
    guard let highest else { return nil }
    let position = highest.current(in: feed) - 1
    guard let id = feed.id(at: position) else {
      self.highest = nil
      return nil
    }
    self.highest = Place(id: id, position: position)
    return id
  }

  mutating func take(_ changes: TimelineChanges, in feed: Timeline) {
    // Where a row that was looked at last is gone, nobody knows how many of those before it are gone, too.
    let isLost = [lowest.id, highest?.id].contains { id in
      id.map { feed.row(of: $0) == nil } ?? false
    }
    guard !changes.isReordered, !isLost else {
      // Copies may have become rows. To look again lists no record twice: those that were found are known.
      late = []
      lowest = Place(position: -1)
      highest = nil
      return
    }
    let (first, last) = (highest?.current(in: feed) ?? 0, lowest.current(in: feed))
    guard first <= last else { return }
    let looked = first...last
    for position in changes.inserted.joined() where looked.contains(position) {
      if let id = feed.id(at: position) { late.append(id) }
    }
    late += changes.updated.filter { feed.row(of: $0).map(looked.contains) ?? false }.sorted()
  }
}
