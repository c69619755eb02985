import StreamModel

/// A change of the list of subscriptions that the reader wants.
///
/// Subscriptions are named by their ``FeedEntry/key``.
package enum FeedChange: Equatable, Sendable {
  /// Subscribe to a typed text: an address, an account or a file.
  ///
  /// - Parameter agreedTo: the ``FeedDoubt`` about it that the reader has overruled; nil for none.
  case add(String, agreedTo: FeedDoubt.Kind?)
  case addSource(slot: Int)
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
  package enum Kind: Equatable, Sendable {
    /// The address itself is doubtful: nothing has been asked yet.
    case address
    /// No feed came from it.
    case answer
  }

  package let kind: Kind
  package let typed: String
  /// The address without a password.
  package let shown: String
  /// The reason, such as a host inside the reader's own network.
  package let reason: String

  package init(_ kind: Kind, typed: String, shown: String, reason: String) {
    self.kind = kind
    self.typed = typed
    self.shown = shown
    self.reason = reason
  }
}

extension FeedChoice {
  func contains(_ entry: FeedEntry) -> Bool {
    switch self {
    case .one(let key): entry.key == key
    case .tag(let tag): entry.tags.contains(tag)
    case .all: true
    case .shown: entry.shownSource != nil
    }
  }
}
