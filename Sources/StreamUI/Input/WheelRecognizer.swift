/// Recognizes the wheel, which scrolls; quick turns scroll further each time.
struct WheelRecognizer: GestureRecognizer {
  /// The number of lines that one turn scrolls.
  static let lines = 3
  /// The longest time between quick turns, in milliseconds.
  static let quickMilliseconds = 40
  /// The number of quick turns before the scrolling accelerates.
  private static let slowStart = 3

  private var way: Gesture.Wheel?
  private var quickUntil: Moment?
  private var quickTurns = 0

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard case .wheel(let way) = gesture.means, way == .up || way == .down,
      gesture.phase == .ended
    else { return .nothing }
    let isQuick = way == self.way && quickUntil.map { gesture.moment < $0 } ?? false
    // The app limits the distance to what a screen allows.
    quickTurns = isQuick ? min(quickTurns + 1, 1_000) : 0
    self.way = way
    quickUntil = gesture.moment.advanced(byMilliseconds: Self.quickMilliseconds)
    let lines = Self.lines + max(0, quickTurns - Self.slowStart)
    return .claim(.scroll(lines: way == .down ? lines : -lines))
  }
}
