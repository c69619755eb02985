/// A point on a monotonic clock, in nanoseconds from an arbitrary start.
package struct Moment: Hashable, Comparable, Sendable {
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  package func advanced(byMilliseconds milliseconds: Int) -> Moment {
    let (product, over) = Int64(clamping: milliseconds).multipliedReportingOverflow(by: 1_000_000)
    return over ? Moment(nanoseconds: .max) : advanced(byNanoseconds: product)
  }

  package func advanced(byNanoseconds nanoseconds: Int64) -> Moment {
    let (sum, overflow) = self.nanoseconds.addingReportingOverflow(nanoseconds)
    return Moment(nanoseconds: overflow ? .max : sum)
  }

  package func nanoseconds(since earlier: Moment) -> Int64 {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(earlier.nanoseconds)
    return overflow ? .max : difference
  }

  package static func < (lhs: Moment, rhs: Moment) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

/// A source of time; tests and snapshots replace it with their own clock.
package protocol TimeSource: AnyObject {
  var now: Moment { get }
  /// The current wall time, for relative times such as "3h ago".
  var wall: Timestamp { get }
}

/// A clock that moves only when ``advance(to:)`` is called.
package final class ManualTime: TimeSource {
  /// The current time for deadlines, from 0 at the start.
  package private(set) var now: Moment
  private let start: Timestamp

  package init(wall: Timestamp) {
    now = Moment(nanoseconds: 0)
    start = wall
  }

  /// The current wall time: the start plus the elapsed time in whole seconds.
  package var wall: Timestamp {
    Timestamp(secondsSinceEpoch: start.secondsSinceEpoch &+ now.nanoseconds / 1_000_000_000)
  }

  package func advance(to moment: Moment) { now = max(now, moment) }
}
