/// Counts of several subscriptions.
struct FeedTally {
  /// The number of subscriptions.
  private(set) var count = 0
  /// The number of unread posts as far as they were counted; nil where none were.
  private(set) var unread: Int?
  /// The number of subscriptions whose last fetch failed.
  private(set) var failed = 0
  /// The number of subscriptions that are being fetched.
  private(set) var fetching = 0

  mutating func add(_ entry: FeedEntry) {
    count += 1
    if entry.failure != nil { failed += 1 }
    if entry.isFetching { fetching += 1 }
    guard let more = entry.unread else { return }
    let (sum, overflow) = (unread ?? 0).addingReportingOverflow(more)
    unread = overflow ? .max : sum
  }
}
