import StreamModel

/// A look through the records of the feed in order of storage, in slices, that goes on with what comes in.
struct FeedSweep {
  /// The record that was looked at last.
  private var last: RecordID?
  /// Records to look at again, or that came in before that one.
  private var late: [RecordID] = []

  /// Whether records are left to look at.
  func hasWork(in feed: Timeline) -> Bool {
    !late.isEmpty || feed.nextStored(after: last) != nil
  }

  /// How far the look has come: the words before the counts on a status line.
  func progress(in feed: Timeline) -> String {
    if hasWork(in: feed) { return "searching" }
    return feed.isIndexed ? "whole feed" : "so far"
  }

  /// The records of the next slice, as many as `work` on them may take.
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

  /// The next record; nil where none is left.
  mutating func next(in feed: Timeline) -> RecordID? {
    while let id = late.popLast() {
      if feed.row(of: id) != nil { return id }
    }
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
