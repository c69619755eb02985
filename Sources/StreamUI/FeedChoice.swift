/// The subscriptions that a key is for.
package enum FeedChoice: Equatable, Sendable {
  /// The subscription with this ``FeedEntry/key``.
  case one(String)
  /// All subscriptions with this tag.
  case tag(String)
  /// All subscriptions.
  case all
  /// The subscriptions whose posts the timeline shows.
  case shown

  /// Whether a subscription belongs to it.
  func contains(_ entry: FeedEntry) -> Bool {
    switch self {
    case .one(let key): entry.key == key
    case .tag(let tag): entry.tags.contains(tag)
    case .all: true
    case .shown: entry.shownSource != nil
    }
  }
}
