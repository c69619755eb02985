package import StreamModel

/// The flags of one post or comment of one source.
package struct PostState: Hashable, Sendable {
  /// The number of the source among those that are shown, counted from 0 in the order they were named.
  package let source: Int
  /// The key of the post or comment.
  package let key: PostIdentity
  /// All flags of it; none where it is as if never seen.
  package let flags: PostFlags
  /// The flags that this run has set or cleared; the others may be those of another viewer.
  package let changed: PostFlags

  package init(source: Int, key: PostIdentity, flags: PostFlags, changed: PostFlags = []) {
    self.source = source
    self.key = key
    self.flags = flags
    self.changed = changed
  }
}
