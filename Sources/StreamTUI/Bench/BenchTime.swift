import Glibc
import StreamModel
import StreamUI

/// The clock of a play, which can be moved forward to a deadline.
///
/// Its wall time is fixed, so that ages on the screen are the same in every run.
final class BenchTime: TimeSource {
  /// The way in which the clock moves, besides ``skip(to:)``.
  enum Kind: Equatable {
    /// Nothing: work takes no time. Counts are the same in every run.
    case manual
    /// The processor time of the process: other programs on the machine do not move it.
    case processor
  }

  /// 2026-02-01T00:00:00Z.
  static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)

  private let kind: Kind
  private var skipped: Int64 = 0

  init(_ kind: Kind) {
    self.kind = kind
  }

  var now: Moment {
    switch kind {
    case .manual: return Moment(nanoseconds: skipped)
    case .processor:
      var time = timespec()
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
      let nanoseconds = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
      return Moment(nanoseconds: nanoseconds &+ skipped)
    }
  }

  var wall: Timestamp { Self.wall }

  func skip(to moment: Moment) {
    skipped &+= max(0, moment.nanoseconds(since: now))
  }
}
