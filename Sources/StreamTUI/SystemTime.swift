import Glibc
import StreamModel
import StreamUI

/// The machine's clocks.
final class SystemTime: TimeSource {
  /// The wall time for relative times such as "3h ago"; nil uses the machine's clock.
  private let fixedWall: Timestamp?

  init(fixedWall: Timestamp? = nil) {
    self.fixedWall = fixedWall
  }

  var now: Moment {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Moment(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
  }

  var wall: Timestamp {
    if let fixedWall { return fixedWall }
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(secondsSinceEpoch: Int64(time.tv_sec))
  }
}
