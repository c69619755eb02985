import Testing

@testable import StreamModel

/// What a reader of changes knows of the rows, who looks at those that came in.
struct Replay {
  private(set) var rows: [RecordID] = []
  /// Rows that were removed by the changes taken last.
  private(set) var removed: Set<RecordID> = []

  mutating func take(_ timeline: Timeline) {
    var known: [RecordID?] = rows
    removed = []
    for change in timeline.takeChanges() {
      switch change {
      case .inserted(let rows):
        guard rows.lowerBound <= known.count else {
          Issue.record("inserted at \(rows) of \(known.count)")
          return
        }
        known.insert(contentsOf: rows.map { _ in nil }, at: rows.lowerBound)
      case .removed(let id, let position):
        guard known.indices.contains(position) else {
          Issue.record("removed at \(position) of \(known.count)")
          return
        }
        removed.insert(id)
        let gone = known.remove(at: position)
        #expect(gone == nil || gone == id)
      case .updated(let id): #expect(timeline.row(of: id) != nil)
      case .updatedAny: break
      case .reordered: known = timeline.ids
      }
    }
    rows = known.indices.compactMap { known[$0] ?? timeline.id(at: $0) }
    #expect(rows == timeline.ids)
    #expect(rows.count == timeline.recordCount)
  }
}
