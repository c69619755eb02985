/// One change of the rows of a timeline.
///
/// Positions are those at the time of the change.
public enum RowChange: Equatable, Sendable {
  case inserted(Range<Int>)
  case removed(RecordID, position: Int)
  case updated(RecordID)
  /// Later bytes may have added to any record.
  case updatedAny
  /// All rows have moved, and records that were not rows may be rows now.
  case reordered
}

/// The changes of a timeline that nobody has taken yet, as few as say the same.
struct ChangeLog {
  /// More updated records than this are reported as "any".
  private static let updatedLimit = 1_000

  private var moves: [RowChange] = []
  private var updated: Set<RecordID> = []
  private var updatedAny = false
  /// So many records were updated that they are not told one by one.
  private var isOverfull = false

  /// All rows have moved: earlier changes say nothing any more.
  mutating func reorder() {
    self = ChangeLog()
    moves = [.reordered]
  }

  /// Rows came in; those next to or within the rows that came just before join them.
  mutating func insert(_ rows: Range<Int>) {
    guard !rows.isEmpty else { return }
    if case .inserted(let last) = moves.last, last.lowerBound <= rows.lowerBound,
      rows.lowerBound <= last.upperBound
    {
      moves[moves.count - 1] = .inserted(last.lowerBound..<last.upperBound + rows.count)
    } else {
      moves.append(.inserted(rows))
    }
  }

  mutating func remove(_ id: RecordID, at row: Int) {
    updated.remove(id)
    moves.append(.removed(id, position: row))
  }

  mutating func update(_ id: RecordID) {
    guard !isOverfull else { return }
    updated.insert(id)
    guard updated.count > Self.updatedLimit else { return }
    isOverfull = true
    updated = []
  }

  mutating func updateAny() {
    updatedAny = true
  }

  /// The changes in order; updates, which move no row, come last.
  mutating func take() -> [RowChange] {
    defer {
      moves = []
      updated = []
      updatedAny = false
      isOverfull = false
    }
    let any = updatedAny || isOverfull
    return moves + updated.sorted().map { .updated($0) } + (any ? [.updatedAny] : [])
  }
}
