/// The flags of one post or comment of one source.
package struct PostState: Hashable, Sendable {
  package let key: Timeline.SourceKey
  /// All flags of it; none where it is as if never seen.
  package let flags: PostFlags
  /// The flags that this run has set or cleared; the others may be those of another viewer.
  package let changed: PostFlags

  package init(key: Timeline.SourceKey, flags: PostFlags, changed: PostFlags = []) {
    self.key = key
    self.flags = flags
    self.changed = changed
  }
}

/// A post that the reader keeps, with all it says, so that it outlives its feed.
package struct KeptPost: Equatable, Sendable {
  /// The source and key of the post; after it those of its copies in other sources.
  package let keys: [Timeline.SourceKey]
  package let post: Post

  package init(keys: [Timeline.SourceKey], post: Post) {
    self.keys = keys
    self.post = post
  }
}
