/// The subscriptions that a key is for.
package enum FeedChoice: Equatable, Sendable {
  /// The subscription with this key: the text of its source.
  case one(String)
  case tag(String)
  case all
  /// The subscriptions whose posts the timeline shows.
  case shown
}
