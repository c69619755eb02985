import StreamModel
import StreamSources

/// The end of a subscription's refresh.
struct RefreshOutcome: Equatable {
  let subscription: Subscription
  /// The name that the user gave, else the feed's title, else the address.
  let name: String
  /// The number of posts that were not there before.
  let new: Int
  /// The number of posts whose text has changed.
  let edited: Int
  /// The posts that the feed lists now.
  let listed: Set<PostIdentity>
  /// The feeds that a page offers, if the answer was one.
  let offers: [FeedLink]
  /// Whether the document came whole, but is no feed.
  let isNoFeed: Bool
  /// Why it failed, in a sentence; nil for a success.
  let failure: String?
  /// The address that the feed has just moved to for good; nil for none.
  let moved: FeedAddress?
}

extension RefreshOutcome {
  /// The outcome of a subscription that is not fetched now, because its server asked for a pause.
  static func pause(
    of subscription: Subscription,
    _ record: FetchRecord,
    now: Timestamp
  ) -> RefreshOutcome {
    let end = Schedule.pauseEnd(record.history, now: now)?.rfc3339 ?? "a later time"
    return RefreshOutcome(
      subscription: subscription,
      name: subscription.name ?? record.title ?? subscription.source.shown,
      new: 0,
      edited: 0,
      listed: [],
      offers: [],
      isNoFeed: false,
      failure: "Its server asked for a pause until \(end)",
      moved: nil
    )
  }
}
