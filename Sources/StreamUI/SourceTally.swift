import StreamModel

/// The number of posts of one source, and of those that are unread.
package struct SourceTally: Equatable, Sendable {
  package let slot: Int
  package let posts: Int
  /// nil where they were not counted to the end.
  package let unread: Int?
}
