package import StreamModel

/// A source of time; tests and snapshots replace it with their own clock.
package protocol TimeSource: AnyObject {
  /// The current time for deadlines.
  var now: Moment { get }
  /// The current wall time, for relative times such as "3h ago".
  var wall: Timestamp { get }
}

/// A clock that moves only when ``advance(to:)`` is called.
package final class ManualTime: TimeSource {
  /// The current time for deadlines, from 0 at the start.
  package private(set) var now: Moment
  private let start: Timestamp

  /// Creates a clock that starts at the wall time `wall`.
  package init(wall: Timestamp) {
    now = Moment(nanoseconds: 0)
    start = wall
  }

  /// The current wall time: the start plus the elapsed time in whole seconds.
  package var wall: Timestamp {
    Timestamp(secondsSinceEpoch: start.secondsSinceEpoch &+ now.nanoseconds / 1_000_000_000)
  }

  /// Advances the clock to `moment`; never moves it back.
  package func advance(to moment: Moment) {
    now = max(now, moment)
  }
}
