package import StreamModel

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
