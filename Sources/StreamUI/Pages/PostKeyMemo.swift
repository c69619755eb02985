import StreamModel

/// Keeps the keys of records that were asked for lately; clearing it changes no frame.
///
/// A record is decoded once for many frames, but hashing its texts in each frame would cost more than
/// drawing it.
final class PostKeyMemo {
  private struct Known {
    let id: RecordID
    let revision: Int
    let keys: [Timeline.SourceKey]
  }

  /// Several screens of one-line rows; a power of two, because each record has a place by its number.
  private static let count = 1024

  private var known: [Known?] = []

  /// The keys of a record and its copies; none where it is no post.
  func keys(of id: RecordID, in feed: Timeline) -> [Timeline.SourceKey] {
    let revision = feed.revision(of: id)
    if known.isEmpty { known = Array(repeating: nil, count: Self.count) }
    let place = (id.number &+ id.source &* 67) & (Self.count - 1)
    if let known = known[place], known.id == id, known.revision == revision { return known.keys }
    let keys = feed.keys(of: id)
    known[place] = Known(id: id, revision: revision, keys: keys)
    return keys
  }

  /// Forgets all keys.
  func clear() {
    known = []
  }
}
