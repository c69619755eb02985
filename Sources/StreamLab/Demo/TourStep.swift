package import StreamUI

/// A step of the guided tour: two strategies, the pace of the scroll, and the sentences about them.
package enum TourStep: Int, CaseIterable, Sendable {
  case leafing, reading, paging, sync, flat, proof

  /// The number of the step, from 1.
  var number: Int { rawValue + 1 }

  /// The next step; nil after the last.
  var next: TourStep? { TourStep(rawValue: rawValue + 1) }

  /// The step before; nil before the first.
  var previous: TourStep? { TourStep(rawValue: rawValue - 1) }

  /// The name of the step in the tour's line.
  var title: String {
    switch self {
    case .leafing: "leafing"
    case .reading: "reading"
    case .paging: "a page at a time"
    case .sync: "sync"
    case .flat: "flat"
    case .proof: "nothing moves"
    }
  }

  /// The strategies of the two halves.
  package var strategies: Pair<Strategy> {
    switch self {
    case .leafing, .paging: Pair(left: .eager, right: .idle)
    case .reading: Pair(left: .strict, right: .idle)
    case .sync: Pair(left: .sync, right: .idle)
    case .flat: Pair(left: .flat, right: .idle)
    case .proof: Pair(left: .flat, right: .eager)
    }
  }

  /// The pace of the scroll.
  var rhythm: DemoPace.Rhythm {
    switch self {
    case .leafing: .leafing
    case .reading: .reading
    case .paging: .paging
    case .sync, .flat, .proof: .scrolling
    }
  }

  /// Explains the pair of strategies, and says when which of them loses.
  ///
  /// At most two lines of 80 columns.
  var sentences: String {
    switch self {
    case .leafing:
      "Rows that pass by stay flat under idle, and become rich at the rest. eager sends them "
        + "rich, and loses: compare the bytes while rows move."
    case .reading:
      "Five lines, a rest. strict makes the whole screen flat and rich again each time, and "
        + "loses: compare the bytes. idle leaves rich rows alone."
    case .paging:
      "Rows that come in were prepared at the last rest: idle sends what eager sends. "
        + "At about two pages a rest idle loses, by up to 5 %."
    case .sync:
      "A frame enriches rows for at most 4 ms. On a fast machine it loses where eager loses. "
        + "Press s: only one slow row fits, and the others wait."
    case .flat:
      "Rows stay flat, at rest too; Tab, f and numbers enrich those that they need. Nothing "
        + "sends less; flat loses where you want to see styles."
    case .proof:
      "Flat and rich rows have the same characters in the same cells, so nothing moves. "
        + "The last line counts the cells that differ."
    }
  }
}
