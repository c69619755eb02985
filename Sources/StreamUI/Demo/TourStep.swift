/// A step of the guided tour: two strategies, and the sentences about them.
package enum TourStep: Int, CaseIterable, Sendable {
  case flat, eager, sync, sticky, idle, proof

  /// The number of the step, from 1.
  var number: Int { rawValue + 1 }

  /// The next step; nil after the last.
  var next: TourStep? { TourStep(rawValue: rawValue + 1) }

  /// The step before; nil before the first.
  var previous: TourStep? { TourStep(rawValue: rawValue - 1) }

  /// The name of the step in the tour's line.
  var title: String { self == .proof ? "nothing moves" : "\(strategies.left)" }

  /// The strategies of the two halves.
  package var strategies: Pair<Strategy> {
    switch self {
    case .flat: Pair(left: .flat, right: .idle)
    case .eager: Pair(left: .eager, right: .idle)
    case .sync: Pair(left: .sync, right: .idle)
    case .sticky: Pair(left: .sticky, right: .idle)
    case .idle: Pair(left: .idle, right: .eager)
    case .proof: Pair(left: .flat, right: .eager)
    }
  }

  /// Explains the pair of strategies: its look, its cost, something to try.
  ///
  /// At most two lines of 80 columns.
  var sentences: String {
    switch self {
    case .flat:
      "Rows stay flat, at rest too. Nothing costs less, but no link can be followed. "
        + "Space stops the scroll: the other half becomes rich."
    case .eager:
      "Every row is rich before its frame, so a key waits for the rows that come in. "
        + "s makes each of them cost 5, 20 or 100 ms."
    case .sync:
      "A frame enriches rows for at most 4 ms; the others wait for rest. On a fast machine "
        + "that looks like eager. Press s: only one slow row fits."
    case .sticky:
      "Rows that became rich stay rich while they are near; lines that scroll back in "
        + "cost more bytes. Space stops, k scrolls back."
    case .idle:
      "Flat while it moves, rich 150 ms after the last scroll. A frame costs as little as "
        + "a flat one. s: only the other half falls behind."
    case .proof:
      "Flat and rich rows have the same characters in the same cells, so nothing moves. "
        + "The last line counts the cells that differ."
    }
  }
}
