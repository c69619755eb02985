/// A change of the list of subscriptions that the reader wants.
///
/// Subscriptions are named by their ``FeedEntry/key``.
package enum FeedChange: Equatable, Sendable {
  /// Subscribe to a typed text: an address, an account or a file.
  ///
  /// - Parameter isConfirmed: whether the reader has answered the question about its ``FeedDoubt``.
  case add(String, isConfirmed: Bool)
  /// Subscribe to the source in this slot of the stream that is seen.
  case addSource(slot: Int)
  /// Subscribe no more to the source that is being fetched.
  case stopAdding
  /// End a subscription and delete its fetched posts.
  case remove(String)
  /// Name a subscription; an empty name stands for the feed's own title.
  case rename(String, to: String)
  /// Give a subscription these tags, as one line, in place of those it has.
  case tag(String, as: String)
}

/// An address that the reader must confirm before it is subscribed to.
package struct FeedDoubt: Equatable, Sendable {
  /// The text as it was typed.
  package let typed: String
  /// The address without a password.
  package let shown: String
  /// The reason, such as a host inside the reader's own network.
  package let reason: String

  package init(typed: String, shown: String, reason: String) {
    self.typed = typed
    self.shown = shown
    self.reason = reason
  }
}
