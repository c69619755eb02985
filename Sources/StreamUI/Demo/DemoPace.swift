/// The scroll that the demonstration makes by itself: lines at a steady speed, with a rest after
/// each burst so that rows can become rich.
struct DemoPace {
  /// Whether the demonstration scrolls.
  private(set) var isRunning = false
  private var speed = 4
  private var isUp = false
  private var linesLeft = DemoPace.burst
  /// The time of the next line; nil while paused.
  private(set) var next: Moment?

  /// Lines a second.
  static let speeds = [1, 2, 5, 10, 20, 40, 80]
  /// Lines between two rests.
  static let burst = 40
  /// The length of a rest in milliseconds: ten times the usual idle delay.
  static let rest = 1_500

  /// The speed in lines a second.
  var linesPerSecond: Int { Self.speeds[speed] }

  mutating func start(at moment: Moment) {
    isRunning = true
    linesLeft = Self.burst
    next = moment.advanced(byMilliseconds: interval)
  }

  mutating func pause() {
    isRunning = false
    next = nil
  }

  /// Changes the speed by `steps`, within its limits.
  mutating func change(by steps: Int, at moment: Moment) {
    speed = min(max(speed + steps, 0), Self.speeds.count - 1)
    if isRunning { next = moment.advanced(byMilliseconds: interval) }
  }

  /// Returns 1 for a line down or -1 for a line up if one is due; nil otherwise.
  mutating func takeLine(at moment: Moment) -> Int? {
    guard let due = next, due <= moment else { return nil }
    linesLeft -= 1
    if linesLeft == 0 {
      linesLeft = Self.burst
      next = moment.advanced(byMilliseconds: Self.rest)
    } else {
      next = moment.advanced(byMilliseconds: interval)
    }
    return isUp ? -1 : 1
  }

  /// Scrolls the other way from now on: the last line did not move anything.
  mutating func turnAround() {
    isUp.toggle()
  }

  /// Scrolls down first, as at the start.
  mutating func turnDown() {
    isUp = false
  }

  private var interval: Int { 1_000 / linesPerSecond }
}
