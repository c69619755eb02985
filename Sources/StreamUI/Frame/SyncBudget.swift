/// The limit on the work that the strategy `sync` does inside one frame.
package enum SyncBudget: Equatable, Sendable {
  /// Nanoseconds on the clock of the loop.
  case time(nanoseconds: Int64)
  /// Rows that become rich. Their number depends on no clock, so counts of work can be repeated.
  case rows(Int)

  /// The budget of the viewer: 4 ms, a quarter of the time between two frames of a screen.
  package static let standard = SyncBudget.time(nanoseconds: 4_000_000)

  /// Whether nothing is left after `rows` rows became rich in `nanoseconds`.
  func isSpent(rows: Int, nanoseconds: Int64) -> Bool {
    switch self {
    case .time(let limit): nanoseconds >= limit
    case .rows(let limit): rows >= limit
    }
  }
}
