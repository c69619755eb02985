import StreamModel
import StreamUI

/// Flags of a source, as many as were asked for at once.
struct StateSlice: Equatable, Sendable {
  /// The position after a slice, for the next one.
  struct Position: Equatable, Sendable {
    let post: Int64
  }

  /// The flags of one post.
  struct Entry: Equatable, Sendable {
    /// As it is stored: see ``PostNaming``.
    let identity: PostIdentity
    let flags: PostFlags
  }

  let entries: [Entry]
  /// The position of the next slice; nil after the last one.
  let next: Position?
}
