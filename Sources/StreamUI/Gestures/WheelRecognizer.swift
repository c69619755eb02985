/// The wheel scrolls; turns in quick succession scroll further each.
struct WheelRecognizer: GestureRecognizer {
  /// Lines that one turn scrolls.
  static let lines = 3
  /// Turns that come faster than one in so many milliseconds are quick.
  static let quickMilliseconds = 40
  /// Quick turns before they scroll further than slow ones.
  private static let slowStart = 3

  private var way: Gesture.Wheel?
  private var quickUntil: Moment?
  private var quickTurns = 0

  mutating func take(_ gesture: Gesture) -> GestureAnswer {
    guard case .wheel(let way) = gesture.means, way == .up || way == .down,
      gesture.phase == .ended
    else { return .nothing }
    let isQuick = way == self.way && quickUntil.map { gesture.moment < $0 } ?? false
    // The app knows how much of it a screen can take.
    quickTurns = isQuick ? min(quickTurns + 1, 1_000) : 0
    self.way = way
    quickUntil = gesture.moment.advanced(byMilliseconds: Self.quickMilliseconds)
    let lines = Self.lines + max(0, quickTurns - Self.slowStart)
    return .claim(.scroll(lines: way == .down ? lines : -lines))
  }
}
