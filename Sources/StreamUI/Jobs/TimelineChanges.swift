import StreamModel

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

  /// The ranges after the row at `position` went.
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
