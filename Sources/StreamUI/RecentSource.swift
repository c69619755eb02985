package import StreamModel

package struct RecentSource: Equatable, Sendable {
  package let key: String
  /// The name to show, such as "~/feed.json".
  package let name: String
  /// The number of the post where the reader stopped, counted from 1; nil where it is not known.
  package let place: Int?
  package let posts: Int
  /// The number of those that were unread; nil where they were not counted.
  package let unread: Int?
  package let seen: Timestamp

  package init(
    key: String,
    name: String,
    place: Int?,
    posts: Int,
    unread: Int?,
    seen: Timestamp
  ) {
    self.key = key
    self.name = name
    self.place = place
    self.posts = posts
    self.unread = unread
    self.seen = seen
  }
}
