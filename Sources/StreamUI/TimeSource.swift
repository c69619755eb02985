package import StreamModel

/// Where time comes from; tests and snapshots put a clock of their own in its place.
package protocol TimeSource: AnyObject {
  /// Now, for deadlines.
  var now: Moment { get }
  /// Now, for "3h ago".
  var wall: Timestamp { get }
}

/// A clock that stands still until it is told to go on.
package final class ManualTime: TimeSource {
  package private(set) var now: Moment
  private let start: Timestamp

  package init(wall: Timestamp) {
    now = Moment(nanoseconds: 0)
    start = wall
  }

  package var wall: Timestamp {
    Timestamp(secondsSinceEpoch: start.secondsSinceEpoch &+ now.nanoseconds / 1_000_000_000)
  }

  /// Lets time pass up to `moment`; never back.
  package func advance(to moment: Moment) {
    now = max(now, moment)
  }
}
