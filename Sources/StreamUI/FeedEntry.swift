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
  /// Nil where no fetch is planned.
  package let nextFetch: Timestamp?
  /// Why the last fetch failed, as one sentence; nil if it did not fail.
  package let failure: SafeText?
  package let isFetching: Bool

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
    failure: SafeText? = nil,
    isFetching: Bool = false
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
    self.isFetching = isFetching
  }
}
