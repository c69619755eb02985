/// When rows become rich; can be changed while running.
package enum Strategy: String, CaseIterable, Sendable {
  /// Flat while rows move, rich one by one at rest.
  case idle
  /// As idle, but what is rich stays rich while it is near the viewport.
  case sticky
  /// Rows are enriched inside the frame, within a time budget.
  case sync
  /// Every row is rich before its frame is shown.
  case eager
  /// Never rich.
  case flat

  /// The strategy that the key for the next one leads to.
  package var next: Strategy {
    let all = Self.allCases
    guard let index = all.firstIndex(of: self) else { return .idle }
    return all[(index + 1) % all.count]
  }

  /// The strategy in at most 48 columns.
  package var sentence: String {
    switch self {
    case .idle: "rows are flat while they move, rich at rest"
    case .sticky: "like idle, but near rows that are rich stay rich"
    case .sync: "a frame enriches rows for at most 4 ms"
    case .eager: "every row is rich before its frame is shown"
    case .flat: "rows stay flat, at rest too"
    }
  }
}
