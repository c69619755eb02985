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

  init(from start: RecordID? = nil, in feed: Timeline? = nil) {
    guard let start, let feed, let position = feed.row(of: start), position > 0 else { return }
    highest = Place(id: start, position: position)
    lowest = Place(id: feed.id(at: position - 1), position: position - 1)
  }

  /// Whether all rows were looked at once.
  var wasThrough: Bool { hasReachedEnd && highest == nil }

  /// The number of rows below those that were looked at.
  func rowsBelow(in feed: Timeline) -> Int { feed.recordCount - 1 - lowest.current(in: feed) }

  /// Whether records are left to look at, or the end is still to be noticed.
  func hasWork(in feed: Timeline) -> Bool {
    !late.isEmpty || lowest.current(in: feed) + 1 < feed.recordCount || highest != nil
      || !hasReachedEnd && feed.isIndexed
  }

  /// The next record, and whether it came in, or changed, after those around it were looked at; nil where none is left
  /// now.
  ///
  /// Without `needle` it is any record, else one whose bytes may show that word. On the way down rows are passed over that
  /// `mayPass` refuses. `budget` pays for the bytes that are searched and for records that are left out; once it is spent,
  /// the next record may be nil although there are more.
  mutating func next(
    in feed: Timeline,
    showing needle: TextNeedle? = nil,
    where mayPass: (RecordID) -> Bool = { _ in true },
    _ budget: inout SliceBudget
  ) -> (id: RecordID, isLate: Bool)? {
    while let id = late.popLast() { if feed.row(of: id) != nil { return (id, true) } }
    if let id = nextBelow(in: feed, showing: needle, where: mayPass, &budget) { return (id, false) }
    guard lowest.current(in: feed) + 1 >= feed.recordCount else { return nil }
    hasReachedEnd = hasReachedEnd || feed.isIndexed
    return nextAbove(in: feed).map { ($0, false) }
  }

  private mutating func nextBelow(
    in feed: Timeline,
    showing needle: TextNeedle?,
    where mayPass: (RecordID) -> Bool,
    _ budget: inout SliceBudget
  ) -> RecordID? {
    var position = lowest.current(in: feed) + 1
    if needle == nil {
      var laps = SliceLaps()
      while laps.goOn(budget), let id = feed.id(at: position), !mayPass(id) {
        budget.spend(on: .passing, bytes: 0)
        lowest = Place(id: id, position: position)
        position += 1
      }
      if budget.isSpent { return nil }
    }
    if let needle, position < feed.recordCount {
      let room = budget.bytes(for: .scanning)
      let first = position
      var isFound = false
      switch feed.search(needle, from: position, bytes: room) {
      case .found(let row): (position, isFound) = (row, true)
      case .paused(let row): position = max(position, row)
      case .exhausted: position = feed.recordCount
      }
      // Only near rows are worth adding up: a search that found none has spent the slice.
      let passed =
        isFound && position - first <= SliceBudget.fewRecords
        ? (first..<position).reduce(0) { $0 + (feed.id(at: $1).map(feed.byteCount) ?? 0) } : room
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

/// A look through the records of the feed in order of storage, in slices, that goes on with what comes in.
struct FeedSweep {
  private var last: RecordID?
  /// Records to look at again, or that came in before that one.
  private var late: [RecordID] = []

  func hasWork(in feed: Timeline) -> Bool { !late.isEmpty || feed.nextStored(after: last) != nil }

  /// How far the look has come: the words before the counts on a status line.
  func progress(in feed: Timeline) -> String {
    if hasWork(in: feed) { return "searching" }
    return feed.isIndexed ? "whole feed" : "so far"
  }

  mutating func slice(of feed: Timeline, for work: SliceBudget.Work) -> [RecordID] {
    var budget = SliceBudget()
    var ids: [RecordID] = []
    var laps = SliceLaps()
    while !late.isEmpty, laps.goOn(budget), let id = next(in: feed) {
      budget.spend(on: work, bytes: feed.byteCount(of: id))
      ids.append(id)
    }
    let further = feed.storedSlice(after: last, for: work, within: &budget)
    last = further.last ?? last
    return ids + further
  }

  mutating func next(in feed: Timeline) -> RecordID? {
    while let id = late.popLast() { if feed.row(of: id) != nil { return id } }
    guard let id = feed.nextStored(after: last) else { return nil }
    last = id
    return id
  }

  mutating func take(_ changes: TimelineChanges, in feed: Timeline) {
    guard !changes.isReordered else {
      // Copies may have become rows.
      self = FeedSweep()
      return
    }
    guard let last else { return }
    // Without a merge rows only come after all others.
    for position in feed.mayInsertRows ? Array(changes.inserted.joined()) : [] {
      if let id = feed.id(at: position), id <= last { late.append(id) }
    }
    late += changes.updated.filter { $0 <= last }.sorted()
  }
}

/// The changes that a timeline reported since the last time, with positions as they are now.
struct TimelineChanges {
  /// Rows that came in; the ranges do not overlap.
  private(set) var inserted: [Range<Int>] = []
  /// Records that are gone, each with the position where the next row stands now.
  private(set) var removed: [(id: RecordID, position: Int)] = []
  private(set) var updated: Set<RecordID> = []
  private(set) var mayUpdateAll = false
  let isReordered: Bool
  let isAppendOnly: Bool

  /// - Parameter count: how many rows there are after the changes.
  init(_ changes: [Timeline.Change], count: Int) {
    isReordered = changes.contains(.reordered)
    for change in changes {
      switch change {
      case .reordered: inserted = []
      case .inserted(let rows): inserted = Self.making(room: rows, in: inserted) + [rows]
      case .removed(_, let position): inserted = Self.closing(position, in: inserted)
      case .updated(let id): updated.insert(id)
      case .updatedAny: mayUpdateAll = true
      }
      for index in removed.indices { Self.move(&removed[index].position, by: change) }
      if case .removed(let id, let position) = change { removed.append((id, position)) }
    }
    isAppendOnly =
      !isReordered && removed.isEmpty && updated.isEmpty && !mayUpdateAll && inserted.count <= 1
      && inserted.allSatisfy { $0.upperBound == count }
  }

  var insertedCount: Int { inserted.reduce(0) { $0 + $1.count } }

  var isEmpty: Bool {
    inserted.isEmpty && removed.isEmpty && updated.isEmpty && !mayUpdateAll && !isReordered
  }

  /// The ranges after rows came in at `rows`: one that lies around them is split.
  private static func making(room rows: Range<Int>, in ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.flatMap { range -> [Range<Int>] in
      if range.upperBound <= rows.lowerBound { return [range] }
      let moved = { (bound: Int) in bound + rows.count }
      if range.lowerBound >= rows.lowerBound {
        return [moved(range.lowerBound)..<moved(range.upperBound)]
      }
      return [range.lowerBound..<rows.lowerBound, rows.upperBound..<moved(range.upperBound)]
    }
  }

  private static func closing(_ position: Int, in ranges: [Range<Int>]) -> [Range<Int>] {
    ranges.compactMap { range in
      let lower = range.lowerBound > position ? range.lowerBound - 1 : range.lowerBound
      let upper = range.upperBound > position ? range.upperBound - 1 : range.upperBound
      return lower < upper ? lower..<upper : nil
    }
  }

  private static func move(_ position: inout Int, by change: Timeline.Change) {
    switch change {
    case .inserted(let rows): if rows.lowerBound <= position { position += rows.count }
    case .removed(_, let gone): if gone < position { position -= 1 }
    case .updated, .updatedAny, .reordered: break
    }
  }
}
