import StreamModel

/// Keeps the keys of records that were asked for lately; clearing it changes no frame.
///
/// A record is decoded once for many frames, but hashing its texts in each frame would cost more than
/// drawing it.
final class PostKeyMemo {
  private struct Known {
    let revision: Int
    let keys: [Timeline.SourceKey]
  }

  /// Several screens of one-line rows.
  private static let limit = 4096

  private var known = BoundedCache<RecordID, Known>(limit: limit, costLimit: .max)

  /// The keys of a record and its copies; none where it is no post.
  func keys(of id: RecordID, in feed: Timeline) -> [Timeline.SourceKey] {
    let revision = feed.revision(of: id)
    if let known = known[id], known.revision == revision { return known.keys }
    let keys = feed.keys(of: id)
    known.keep(Known(revision: revision, keys: keys), for: id, cost: 1)
    return keys
  }

  /// Forgets all keys.
  func clear() {
    known.clear()
  }
}
