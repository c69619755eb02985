/// When rows become rich; can be changed while running.
package enum Strategy: String, CaseIterable, Sendable {
  /// While rows move none becomes rich, and rows that are rich stay so; at rest all do, one by one.
  case idle
  /// Every row is flat while rows move; at rest they become rich, one by one.
  case strict
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

  /// The message about the name of a strategy that was removed; nil for any other name.
  package static func message(aboutRemoved name: String) -> String? {
    name == "sticky" ? "sticky was removed: use idle" : nil
  }

  /// The strategy in at most 48 columns.
  package var sentence: String {
    switch self {
    case .idle: "rows become rich at rest, and then stay rich"
    case .strict: "every row is flat while rows move, rich at rest"
    case .sync: "a frame enriches rows for at most 4 ms"
    case .eager: "every row is rich before its frame is shown"
    case .flat: "rows stay flat, at rest too"
    }
  }
}
