import StreamModel

/// The facts about posts that no record states: their flags, and how many are unread.
struct PostMemory {
  var states = PostStates()
  var unread = UnreadCount()
  /// Whether flags of earlier runs are kept for the posts in view; without, those of this run are all.
  var recallsFlags = true
  /// The keys of rows that were drawn lately.
  let keys: PostKeyMemo

  init(states: PostStates = PostStates(), keys: PostKeyMemo = PostKeyMemo()) {
    self.states = states
    self.keys = keys
  }

  var knowsFlags: Bool { !recallsFlags || states.isComplete }

  /// The flags of a post with its copies; nil where the record is no post.
  func flags(of id: RecordID, in feed: Timeline) -> PostFlags? {
    let keys = keys.keys(of: id, in: feed)
    return keys.isEmpty ? nil : flags(of: id, keys, in: feed)
  }

  /// The flags of a post with its copies, with those that the reader's rules give it.
  private func flags(
    of id: RecordID,
    _ keys: [Timeline.SourceKey],
    in feed: Timeline
  ) -> PostFlags {
    let flags = states.flags(of: keys)
    // The reader's own mark in this run counts.
    guard feed.countsAsRead(id), !states.hasChanged(.read, of: keys) else { return flags }
    return flags.union(.read)
  }

  /// Whether a record is a post that was not read; looks at its copies, too.
  ///
  /// For looks through many records: their keys are not kept.
  func isUnread(_ id: RecordID, in feed: Timeline) -> Bool {
    let keys = feed.keys(of: id)
    return !keys.isEmpty && !flags(of: id, keys, in: feed).contains(.read)
  }

  /// The flags of a post, for looks through many records.
  func flagsInPassing(of id: RecordID, in feed: Timeline) -> PostFlags {
    flags(of: id, feed.keys(of: id), in: feed)
  }

  /// Whether a record is a post that passes a filter; flags alone are told without decoding, as far as that can be.
  func passes(_ filter: Filter, _ id: RecordID, in feed: Timeline) -> Bool {
    guard filter.asksPosts else {
      var passes = false
      forEachProbableFlags(of: [id], in: feed) { passes = $1.map(filter.matches(flags:)) ?? false }
      return passes
    }
    guard
      case .post(let post) = feed.uncounted(
        id,
        inPassing: filter.asksBodies ? .whole : .withoutBodies
      )
    else { return false }
    let flags = filter.asksFlags ? flagsInPassing(of: id, in: feed) : []
    return filter.matches(post, FilterFacts(flags: flags))
  }

  /// The flags of records as far as they can be told without decoding them: one that is malformed may count as a post.
  private func forEachProbableFlags(
    of ids: [RecordID],
    in feed: Timeline,
    _ body: (RecordID, PostFlags?) -> Void
  ) {
    feed.forEachStatedKey(of: ids) { id, stated in
      if let stated, let flags = states.flags(ofID: stated.id, source: stated.source) {
        body(id, flags)
      } else {
        let keys = feed.keys(of: id)
        body(id, keys.isEmpty ? nil : flags(of: id, keys, in: feed))
      }
    }
  }

  /// The posts of each source that is shown.
  ///
  /// - Parameter sharing: whether an unread post that several hold counts for each of them; else for one of them, so that
  ///   the sum is the number of posts.
  func tallies(of feed: Timeline, sharing: Bool) -> [SourceTally] {
    let isCounted = knowsFlags && feed.isIndexed && !unread.hasWork(in: feed)
    let counts = isCounted ? unread.counts(in: feed, sharing: sharing) : [:]
    return feed.slots.compactMap { slot in
      guard let number = feed.number(ofSlot: slot), let source = feed.records(ofSource: number)
      else { return nil }
      return SourceTally(
        slot: slot,
        posts: source.recordCount,
        unread: isCounted ? counts[number, default: 0] : nil
      )
    }
  }

  /// Counts a slice of the timeline; whether the reader is to see how far.
  mutating func countFurther(in feed: Timeline) -> Bool {
    let known = PostMemory(states: states, keys: keys)
    return unread.advance(in: feed) { ids, note in
      known.forEachProbableFlags(of: ids, in: feed) { id, flags in
        note(id, flags.map { !$0.contains(.read) } ?? false)
      }
    } isUnread: { id in
      known.flags(of: id, in: feed)?.contains(.read) == false
    }
  }
}

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

  func clear() {
    known.clear()
  }
}
