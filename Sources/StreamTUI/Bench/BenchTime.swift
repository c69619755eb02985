import StreamModel
import StreamUI

/// The clock of a play, which can be moved forward to a deadline.
///
/// Its wall time is fixed, so that ages on the screen are the same in every run.
final class BenchTime: TimeSource {
  /// What moves the clock besides ``skip(to:)``.
  enum Kind: Equatable {
    /// Nothing: work takes no time. Counts are the same in every run.
    case manual
    /// The machine's clock.
    case real
  }

  /// 2026-02-01T00:00:00Z.
  static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)

  private let clock: SystemTime?
  private var skipped: Int64 = 0

  init(_ kind: Kind) {
    clock = kind == .real ? SystemTime() : nil
  }

  var now: Moment {
    Moment(nanoseconds: (clock?.now.nanoseconds ?? 0) &+ skipped)
  }

  var wall: Timestamp { Self.wall }

  func skip(to moment: Moment) {
    skipped &+= max(0, moment.nanoseconds(since: now))
  }
}
