import StreamModel
import StreamUI

/// The flags of one post that this viewer has set and cleared.
///
/// A change says nothing about other flags. Two viewers of one source therefore never undo flags that
/// they have not seen: each bit has the value that was last given to it.
struct StateChange: Hashable, Sendable {
  let source: SourceID
  let identity: PostIdentity
  let set: PostFlags
  /// Disjoint from `set`.
  let cleared: PostFlags

  /// The difference between two values of the flags.
  init(source: SourceID, identity: PostIdentity, from before: PostFlags, to after: PostFlags) {
    self.source = source
    self.identity = identity
    set = after.subtracting(before)
    cleared = before.subtracting(after)
  }

  /// A change of single flags; one that is both set and cleared is set.
  init(source: SourceID, identity: PostIdentity, set: PostFlags = [], cleared: PostFlags = []) {
    self.source = source
    self.identity = identity
    self.set = set
    self.cleared = cleared.subtracting(set)
  }
}
