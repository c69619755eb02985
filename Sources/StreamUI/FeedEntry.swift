package import CellGrid
package import StreamModel

/// A subscription with what is known of its posts and fetches, for the page of subscriptions.
package struct FeedEntry: Equatable, Sendable {
  /// The stable name: the text of the subscription's source, such as its address.
  package let key: String
  package let name: String
  /// The source without a password; what a reader types to subscribe to it.
  package let address: String
  /// The tags as one line, in which a person changes them.
  package let tagLine: String
  /// The tags in the reader's order; a tag is a folder of the page.
  package let tags: [String]
  /// Nil where they were not counted.
  package internal(set) var unread: Int?
  /// Nil where they were not counted.
  package internal(set) var posts: Int?
  /// Its number among the sources that the timeline shows; nil where it is not shown.
  package let shownSource: Int?
  /// When it was last fetched without a failure; nil if it never was.
  package let lastSuccess: Timestamp?
  package let nextFetch: Timestamp?
  /// Why the last fetch failed, as one sentence; nil if it did not fail.
  package let failure: SafeText?

  package init(
    key: String,
    name: String,
    address: String? = nil,
    tagLine: String? = nil,
    tags: [String] = [],
    unread: Int? = nil,
    posts: Int? = 0,
    shownSource: Int? = nil,
    lastSuccess: Timestamp? = nil,
    nextFetch: Timestamp? = nil,
    failure: SafeText? = nil
  ) {
    self.key = key
    self.name = name
    self.address = address ?? key
    self.tagLine = tagLine ?? tags.joined(separator: ",")
    self.tags = tags
    self.unread = unread
    self.posts = posts
    self.shownSource = shownSource
    self.lastSuccess = lastSuccess
    self.nextFetch = nextFetch
    self.failure = failure
  }
}

/// A change of the list of subscriptions that the reader wants; they are named by their ``FeedEntry/key``.
package enum FeedChange: Equatable, Sendable {
  /// Subscribe to a typed text, an address, an account or a file, against a doubt that the reader has overruled.
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
    case answer
    /// A feed that an account may read; a yes subscribes to the second text, a no without the account.
    case account(String)
    /// The reader wants it without an account.
    case here
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
