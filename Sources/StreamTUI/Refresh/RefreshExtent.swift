import StreamModel
import StreamSources

/// The subscriptions that a refresh fetches.
enum RefreshExtent: Equatable {
  /// Those whose time has come.
  case due
  /// All but those whose servers asked for a pause, or have removed the feed.
  case all
  /// All of them, also those whose servers have removed the feed, but those whose servers asked for a pause.
  case named

  /// Returns the indices of the subscriptions to fetch now, the longest due first.
  ///
  /// - Parameter records: the state of their requests, in the same order.
  func chosen(
    of subscriptions: [Subscription],
    _ records: [FetchRecord],
    now: Timestamp
  ) -> [Int] {
    let times = zip(subscriptions, records).map { time(of: $0, $1, now: now) }
    return times.indices.filter { times[$0].map { $0 <= now } ?? false }
      .sorted { (times[$0] ?? now, $0) < (times[$1] ?? now, $1) }
  }

  /// Returns the time at which the first of the subscriptions is due; nil if none ever is.
  static func wake(
    for subscriptions: [Subscription],
    _ records: [FetchRecord],
    now: Timestamp
  ) -> Timestamp? {
    zip(subscriptions, records).lazy.compactMap { Self.due.time(of: $0, $1, now: now) }.min()
  }

  /// Returns the time from which a subscription may be fetched; nil if it may not.
  func time(of subscription: Subscription, _ record: FetchRecord, now: Timestamp) -> Timestamp? {
    let history = record.history
    switch self {
    case .all, .named:
      guard self == .named || history.course != .never else { return nil }
      // Those that were asked longest ago come first.
      let last = min(history.lastTry ?? now, now)
      return Schedule.pauseEnd(history, now: now).map { max($0, last) } ?? last
    case .due:
      return Schedule.next(subscription.source.text, history, every: subscription.every, now: now)?
        .time
    }
  }
}
