import StreamModel

/// The rows that came in above the viewport and have not been seen.
struct NewRows {
  /// More are not told one from another; the status line says "or more".
  private static let limit = 10_000

  private var rows: [RecordID] = []

  var count: Int { rows.count }
  var first: RecordID? { rows.first }
  var isFull: Bool { rows.count >= Self.limit }

  /// Takes in the rows of `changes` that stand above `top`.
  mutating func take(_ changes: TimelineChanges, above top: Int, in feed: Timeline) {
    if changes.isReordered { rows = [] }
    if !changes.removed.isEmpty { rows.removeAll { feed.row(of: $0) == nil } }
    var isSorted = true
    for range in changes.inserted {
      for position in range.clamped(to: 0..<max(0, top)).suffix(Self.limit) {
        guard rows.count < Self.limit else { break }
        if let id = feed.id(at: position) { rows.append(id) }
        isSorted = false
      }
    }
    guard !isSorted else { return }
    let positions = rows.map { (id: $0, position: feed.row(of: $0) ?? 0) }
    rows = positions.sorted { $0.position < $1.position }.map(\.id)
  }

  /// Drops the rows that are no longer above `top`: the reader has come to them.
  mutating func reach(_ top: Int, in feed: Timeline) {
    while let last = rows.last, feed.row(of: last).map({ $0 >= top }) ?? true { rows.removeLast() }
  }
}
