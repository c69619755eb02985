import StreamModel
import StreamUI

/// The scroll that the demonstration makes by itself: lines at a steady speed, with a rest after each burst for rich rows.
struct DemoPace {
  /// The speed of the lines, and the rests between them.
  struct Rhythm: Equatable {
    let speed: Int
    /// Lines between two rests.
    let burst: Int
    /// The length of a rest in milliseconds.
    let rest: Int

    static let leafing = Rhythm(speed: 5, burst: 160, rest: 1_500)
    static let scrolling = Rhythm(speed: 5, burst: 80, rest: 1_500)
  }

  private(set) var isRunning = false
  private var rhythm = Rhythm.scrolling
  private var speed = Rhythm.scrolling.speed
  /// The last line of a scroll turns it around; it begins downwards.
  var isUp = false
  private var linesLeft = Rhythm.scrolling.burst
  /// The fewest lines between two rests: rows pass by only where a scroll is of several screens.
  private var fewest = 0
  /// The time of the next line; nil while paused.
  private(set) var next: Moment?

  /// Lines a second.
  static let speeds = [1, 2, 5, 10, 20, 40, 80]

  /// Whether the next line is the first after a rest.
  var beginsBurst: Bool { linesLeft == burst }

  private var burst: Int { max(rhythm.burst, fewest) }

  /// Scrolls by three screens of `lines` at least from the next burst on.
  mutating func fit(to lines: Int) {
    let isFresh = beginsBurst
    fewest = 3 * lines
    if isFresh { linesLeft = burst }
  }

  var linesPerSecond: Int { Self.speeds[speed] }

  mutating func start(at moment: Moment) {
    isRunning = true
    linesLeft = burst
    next = moment.advanced(byMilliseconds: interval)
  }

  mutating func pause() {
    isRunning = false
    next = nil
  }

  /// Goes on with a burst of `rhythm`.
  mutating func change(to rhythm: Rhythm, at moment: Moment) {
    self.rhythm = rhythm
    speed = rhythm.speed
    if isRunning { start(at: moment) }
  }

  mutating func change(by steps: Int, at moment: Moment) {
    speed = min(max(speed + steps, 0), Self.speeds.count - 1)
    if isRunning { next = moment.advanced(byMilliseconds: interval) }
  }

  /// Returns 1 for a line down or -1 for a line up if one is due; nil otherwise.
  mutating func takeLine(at moment: Moment) -> Int? {
    guard let due = next, due <= moment else { return nil }
    linesLeft -= 1
    if linesLeft == 0 {
      linesLeft = burst
      next = moment.advanced(byMilliseconds: rhythm.rest)
    } else {
      next = moment.advanced(byMilliseconds: interval)
    }
    return isUp ? -1 : 1
  }

  private var interval: Int { 1_000 / linesPerSecond }
}

/// A step of the guided tour: two strategies, the pace of the scroll, and the sentences about them.
enum TourStep: CaseIterable {
  case frames, pictures, bytes

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

  /// Explains the step in at most three lines of 80 columns; the halves have names such as "Left" or "Above".
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
