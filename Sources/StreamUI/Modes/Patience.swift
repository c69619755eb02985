/// Tells when work between keys has lasted long enough to be announced on the status line.
struct Patience {
  /// Milliseconds that pass without a word.
  static let milliseconds = 100

  private let end: Moment
  /// Whether the status line says what is going on.
  private(set) var isOver = false

  init(from start: Moment) {
    end = start.advanced(byMilliseconds: Self.milliseconds)
  }

  /// Looks at the time; true when the work is to be announced from now on.
  mutating func ends(at moment: Moment) -> Bool {
    guard !isOver, moment >= end else { return false }
    isOver = true
    return true
  }
}
