package import StreamModel

/// The time before which a server wants no further request (RFC 9110, section 10.2.3).
package enum RetryAfter: Equatable, Sendable {
  /// This number of seconds after the answer.
  case seconds(Int64)
  /// At this time of the server's clock.
  case date(Timestamp)

  /// The smallest number that is a time since 1970 and not a number of seconds from now.
  private static let epoch: Int64 = 1_000_000_000

  /// Parses seconds, seconds since 1970, or a date; returns nil for anything else.
  package init?(_ value: String) {
    if let seconds = WholeSeconds.read(value) {
      self =
        seconds >= Self.epoch
        ? .date(Timestamp(secondsSinceEpoch: seconds)) : .seconds(seconds)
    } else if let date = Timestamp(feedDate: value) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the time for an answer that came at `now`; never before it.
  package func time(from now: Timestamp) -> Timestamp {
    switch self {
    case .seconds(let seconds): now.advanced(by: seconds)
    case .date(let date): max(now, date)
    }
  }
}
