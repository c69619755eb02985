import StreamUI

/// A step of the guided tour: two strategies, the pace of the scroll, and the sentences about them.
enum TourStep: CaseIterable {
  /// Frames that come late where rows are heavy.
  case frames
  /// Pictures, in terminals that draw them.
  case pictures
  /// The bytes for the terminal.
  case bytes

  /// The strategies of the two halves.
  var strategies: Pair<Strategy> { Pair(left: .eager, right: .idle) }

  /// The pace of the scroll.
  var rhythm: DemoPace.Rhythm {
    switch self {
    case .frames: .scrolling
    case .pictures, .bytes: .leafing
    }
  }

  /// The waits that make the difference visible on a fast machine.
  var simulation: Simulation {
    switch self {
    case .frames: Simulation(millisecondsPerRow: 100)
    case .pictures: Simulation(baud: 10_000_000)
    case .bytes: Simulation()
    }
  }

  /// Explains the step in at most three lines of 80 columns.
  ///
  /// - Parameters:
  ///   - left: The name of the first half: "Left" or "Above".
  ///   - right: The name of the second half.
  func sentences(_ left: String, _ right: String) -> String {
    switch self {
    case .frames:
      "\(left): styles are drawn at once, as most programs do. \(right), streamtui: plain while it "
        + "moves, styles when it stops. Both show the same characters. "
        + "Drawing a row's styles takes 100 ms here, as on a slow machine."
    case .pictures:
      "\(left): each picture is sent before the frame that shows it, and the frame comes late. "
        + "\(right), streamtui: no picture is sent while rows move. "
        + "The line to the terminal carries 1 MB a second here."
    case .bytes:
      "The same without slow rows. \(right), streamtui sends fewer bytes while rows pass by, since "
        + "they are plain. Scrolls of a page or less cost both halves the same."
    }
  }
}
