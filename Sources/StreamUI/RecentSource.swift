package import StreamModel

package struct RecentSource: Equatable, Sendable {
  package let key: String
  package let name: String
  /// The number of the post where the reader stopped, counted from 1; nil where it is not known.
  package let place: Int?
  package let posts: Int
  package let unread: Int?
  package let seen: Timestamp

  package init(key: String, name: String, place: Int?, posts: Int, unread: Int?, seen: Timestamp) {
    self.key = key
    self.name = name
    self.place = place
    self.posts = posts
    self.unread = unread
    self.seen = seen
  }
}
