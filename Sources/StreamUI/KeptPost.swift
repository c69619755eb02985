package import StreamModel

/// A post that the reader keeps, with all it says, so that it outlives its feed.
package struct KeptPost: Equatable, Sendable {
  /// The source and key of the post; after it those of its copies in other sources.
  package let keys: [Timeline.SourceKey]
  /// The post as the timeline shows it.
  package let post: Post

  /// Names a post to keep.
  package init(keys: [Timeline.SourceKey], post: Post) {
    self.keys = keys
    self.post = post
  }
}
