import StreamModel

/// A look through the rows of the timeline in their order, which goes on with rows that come in, also above those that
/// were looked at.
struct TimelineWalk {
  /// The record that was looked at last, and where it stood then.
  private var last: RecordID?
  private var lastPosition = -1
  /// Records to look at again, or that came in above the last one.
  private var late: [RecordID] = []
  /// Whether all rows were looked at once.
  private(set) var wasThrough = false

  /// Whether records are left to look at, or the end is still to be noticed.
  func hasWork(in feed: Timeline) -> Bool {
    !late.isEmpty || position(in: feed) + 1 < feed.recordCount || !wasThrough && feed.isIndexed
  }

  /// The next record, and whether it came in, or changed, after those below it were looked at; nil where none is
  /// left now.
  mutating func next(in feed: Timeline) -> (id: RecordID, isLate: Bool)? {
    while let id = late.popLast() {
      if feed.row(of: id) != nil { return (id, true) }
    }
    let position = position(in: feed) + 1
    guard let id = feed.id(at: position) else {
      wasThrough = wasThrough || feed.isIndexed
      return nil
    }
    (last, lastPosition) = (id, position)
    return (id, false)
  }

  /// Takes in what the feed reports.
  mutating func take(_ changes: TimelineChanges, in feed: Timeline) {
    guard !changes.isReordered else {
      // Copies may have become rows.
      late = []
      last = nil
      lastPosition = -1
      return
    }
    let looked = position(in: feed)
    for position in changes.inserted.joined() where position <= looked {
      if let id = feed.id(at: position) { late.append(id) }
    }
    late += changes.updated.filter { feed.row(of: $0).map { $0 <= looked } ?? false }.sorted()
  }

  /// Where the record that was looked at last stands now.
  private func position(in feed: Timeline) -> Int {
    last.flatMap { feed.row(of: $0) } ?? min(lastPosition, feed.recordCount - 1)
  }
}
