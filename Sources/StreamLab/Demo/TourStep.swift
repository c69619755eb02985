import StreamUI

/// A step of the guided tour: two strategies, the pace of the scroll, and the sentences about them.
enum TourStep: CaseIterable {
  case frames
  case pictures
  case bytes

  var strategies: Pair<Strategy> { Pair(left: .eager, right: .idle) }

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
  ///   - simulation: The waits that are added now.
  func sentences(_ left: String, _ right: String, _ simulation: Simulation) -> String {
    switch self {
    case .frames:
      "The same feed twice. \(left): styles at once, as most programs do. \(right), streamtui, a feed "
        + "reader: plain while it moves, styles when it stops, for a screen ahead too. "
        + (simulation.isOn ? "Added to make it visible: \(simulation.text)." : "No wait is added.")
    case .pictures:
      "\(left): each picture is sent before the frame that shows it, and the frame comes late. "
        + "\(right), streamtui: no picture is sent while rows move. "
        + (simulation.baud == nil
          ? "" : "Added: \(simulation.text).")
    case .bytes:
      "\(right), streamtui sends fewer bytes while posts pass by, and more when they stop. Where a "
        + "reader stops after each screen, both halves cost the same. "
        + (simulation.isOn ? "Added: \(simulation.text)." : "No wait is added.")
    }
  }
}
