import StreamUI

/// A step of the guided tour: two strategies, the pace of the scroll, and the sentences about them.
struct TourStep {
  /// The number of the step, from 1.
  let number: Int
  /// The name of the step in the tour's line.
  let title: String
  /// The strategies of the two halves.
  let strategies: Pair<Strategy>
  /// The pace of the scroll.
  let rhythm: DemoPace.Rhythm
  /// Whether posts have lines for their pictures.
  var drawsPictures = false
  /// Explains the pair of strategies, and says when which of them loses, in at most two lines of 80 columns.
  let sentences: String

  /// The next step; nil after the last.
  var next: TourStep? { Self.all.first { $0.number == number + 1 } }

  /// The step before; nil before the first.
  var previous: TourStep? { Self.all.first { $0.number == number - 1 } }

  /// The step with which the demonstration begins.
  static let first = TourStep(
    number: 1,
    title: "leafing",
    strategies: Pair(left: .eager, right: .idle),
    rhythm: .leafing,
    sentences:
      "Rows that pass by stay flat under idle, and become rich at the rest. eager sends them "
      + "rich, and loses: compare the bytes while rows move."
  )

  /// The tour.
  static let all = [
    first,
    TourStep(
      number: 2,
      title: "reading",
      strategies: Pair(left: .strict, right: .idle),
      rhythm: .reading,
      sentences:
        "Five lines, a rest. strict makes the whole screen flat and rich again each time, and "
        + "loses: compare the bytes. idle leaves rich rows alone."
    ),
    TourStep(
      number: 3,
      title: "a page at a time",
      strategies: Pair(left: .eager, right: .idle),
      rhythm: .paging,
      sentences: "Rows that come in were prepared at the last rest: idle sends what eager sends. "
        + "At about two pages a rest idle loses, by up to 5 %."
    ),
    TourStep(
      number: 4,
      title: "sync",
      strategies: Pair(left: .sync, right: .idle),
      rhythm: .scrolling,
      sentences:
        "A frame enriches rows for at most 4 ms. On a fast machine it loses where eager loses. "
        + "Press s: only one slow row fits, and the others wait."
    ),
    TourStep(
      number: 5,
      title: "flat",
      strategies: Pair(left: .flat, right: .idle),
      rhythm: .scrolling,
      sentences:
        "Rows stay flat, at rest too; Tab, f and numbers enrich those that they need. Nothing "
        + "sends less; flat loses where you want to see styles."
    ),
    TourStep(
      number: 6,
      title: "nothing moves",
      strategies: Pair(left: .flat, right: .eager),
      rhythm: .scrolling,
      sentences: "Flat and rich rows have the same characters in the same cells, so nothing moves. "
        + "The last line counts the cells that differ."
    ),
    TourStep(
      number: 7,
      title: "pictures",
      strategies: Pair(left: .eager, right: .idle),
      rhythm: .leafing,
      drawsPictures: true,
      sentences: "Their cells are there from the start. eager sends the pixels with the frame, and "
        + "loses: compare the bytes. idle sends them at rest."
    ),
  ]
}
