import StreamModel

/// The facts about posts that no record states: their flags, and how many are unread.
struct PostMemory {
  var states = PostStates()
  var unread = UnreadCount()
  /// Whether flags of earlier runs are kept for the posts in view; without, those of this run are all.
  var recallsFlags = true
  /// The keys of rows that were drawn lately.
  private(set) var keys = PostKeyMemo()

  var knowsFlags: Bool { !recallsFlags || states.isComplete }

  /// Whether the flags of a record are known, be it that others are not yet.
  func knowsFlags(of id: RecordID, in feed: Timeline) -> Bool {
    if knowsFlags { return true }
    if let stated = feed.statedKey(of: id) {
      return states.isKnown(stated.id, source: stated.source)
    }
    return keys.keys(of: id, in: feed).allSatisfy {
      states.isKnown($0.identity.id, source: $0.source)
    }
  }

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

  /// Whether a record is a post that was not read; for looks through many records, whose keys are not kept.
  func isUnread(_ id: RecordID, in feed: Timeline) -> Bool {
    let keys = feed.keys(of: id)
    return !keys.isEmpty && !flags(of: id, keys, in: feed).contains(.read)
  }

  /// The flags of a post, for looks through many records.
  func flagsInPassing(of id: RecordID, in feed: Timeline) -> PostFlags {
    probableFlags(of: id, in: feed) ?? []
  }

  /// The flags of a record as far as they can be told without decoding it; nil for none that is a post.
  func probableFlags(of id: RecordID, in feed: Timeline) -> PostFlags? {
    if let flags = statedFlags(of: id, in: feed) { return flags }
    let keys = feed.keys(of: id)
    return keys.isEmpty ? nil : flags(of: id, keys, in: feed)
  }

  /// Whether a post is unread, decoding it only where its index does not tell.
  func isUnreadByIndex(_ id: RecordID, in feed: Timeline) -> Bool {
    let flags = statedFlags(of: id, in: feed) ?? flags(of: id, in: feed)
    return flags?.contains(.read) == false
  }

  /// Tells which posts are known to be read because all were counted; none before.
  func isCountedRead(in feed: Timeline) -> (RecordID) -> Bool {
    // While rows come in, the count would look through all records for the next one.
    let areCounted = feed.isIndexed && !unread.hasWork(in: feed)
    return { [unread] in areCounted && unread.isRead($0) }
  }

  private func statedFlags(of id: RecordID, in feed: Timeline) -> PostFlags? {
    feed.statedKey(of: id).flatMap { states.flags(ofID: $0.id, source: $0.source) }
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

  /// The posts of each source that is shown; with `sharing` an unread post that several hold counts for each of them,
  /// else for one of them, so that the sum is the number of posts.
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

  /// The counts that a later start can use; nil while posts are still counted.
  ///
  /// - Parameter row: the lowest row at which the reader was.
  func counts(of feed: Timeline, downTo row: Int) -> KnownCounts? {
    guard knowsFlags, let total = unread.total(in: feed) else { return nil }
    return feed.counts(unread: total, downTo: row) { isUnread($0, in: feed) }
  }

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

/// Keeps the keys of records that were asked for lately, since hashing texts in each frame costs more than drawing them;
/// clearing it changes no frame.
final class PostKeyMemo {
  private typealias Known = (revision: Int, keys: [Timeline.SourceKey])

  /// Several screens of one-line rows.
  private static let limit = 4096

  private var known = BoundedCache<RecordID, Known>(limit: limit, costLimit: .max)

  func keys(of id: RecordID, in feed: Timeline) -> [Timeline.SourceKey] {
    let revision = feed.revision(of: id)
    if let known = known[id], known.revision == revision { return known.keys }
    let keys = feed.keys(of: id)
    known.keep((revision, keys), for: id, cost: 1)
    return keys
  }

  func clear() { known.clear() }
}

/// The flags of posts and comments that are known so far, by source and key.
///
/// A change of this run counts, whatever is recalled for the same flag later.
struct PostStates {
  private typealias Known = FlagTable.Known

  /// The flags of the sources that have slots of their own, by these, and of the others.
  private var sources: [FlagTable] = []
  private var unnamed: [Int: FlagTable] = [:]

  private subscript(source: Int, number: UInt64) -> Known? {
    get {
      guard source >= 0 else { return unnamed[source]?[number] }
      return source < sources.count ? sources[source][number] : nil
    }
    set {
      guard let newValue else { return }
      guard source >= 0 else {
        unnamed[source, default: FlagTable()][number] = newValue
        return
      }
      makeRoom(for: source)
      sources[source][number] = newValue
    }
  }

  private mutating func makeRoom(for source: Int) {
    while sources.count <= source { sources.append(FlagTable()) }
  }

  /// Changes that wait until all flags of earlier runs are known: a state replaces the one that is
  /// kept, so it has to be whole.
  private var waiting: [Timeline.SourceKey] = []
  /// The sources whose ids change with every fetch: their posts are known by ``PostIdentity/fallback``.
  var fallbackSources: Set<Int> = []
  private(set) var isComplete = false
  private(set) var hasCollapsed = false
  private(set) var hasUnfolded = false
  private(set) var hasDeeds = false

  func flags(of key: Timeline.SourceKey) -> PostFlags {
    self[key.source, number(key)]?.flags ?? []
  }

  /// The flags of a post with its copies: those that any of them has, but read only if each of them is.
  ///
  /// Each source has marks of its own, so that none can mark the posts of another.
  func flags(of keys: [Timeline.SourceKey]) -> PostFlags {
    var all: PostFlags = []
    var common: PostFlags = .read
    for key in keys {
      let flags = flags(of: key)
      all.formUnion(flags)
      common.formIntersection(flags)
    }
    return all.subtracting(.read).union(keys.isEmpty ? [] : common)
  }

  func hasChanged(_ flag: PostFlags, of keys: [Timeline.SourceKey]) -> Bool {
    keys.contains { self[$0.source, number($0)]?.changed.contains(flag) == true }
  }

  /// The flags of a post of which only ``PostIdentity/id`` is known; nil where its source names posts otherwise.
  func flags(ofID id: UInt64, source: Int) -> PostFlags? {
    fallbackSources.contains(source) ? nil : self[source, id]?.flags ?? []
  }

  /// Whether flags of a post were recalled, be it none, before all are; a change of this run tells nothing of the others.
  func isKnown(_ id: UInt64, source: Int) -> Bool {
    !fallbackSources.contains(source) && self[source, id]?.changed.isEmpty == true
  }

  mutating func set(_ flag: PostFlags, _ isSet: Bool, of key: Timeline.SourceKey) -> Bool {
    let number = number(key)
    var known = self[key.source, number] ?? Known(flags: [])
    let hasChanged = known.flags.contains(flag) != isSet
    guard hasChanged || !known.changed.contains(flag) else { return false }
    if isSet { known.flags.formUnion(flag) } else { known.flags.subtract(flag) }
    // Its server has to confirm it.
    known.flags.formUnion(flag.waiting)
    let changed = flag.union(flag.waiting)
    known.changed.formUnion(changed)
    known.unsaved.formUnion(changed)
    note(flag)
    self[key.source, number] = known
    return hasChanged
  }

  /// Takes in flags that were kept; none says that these were all.
  mutating func recall(_ states: [PostState]) {
    guard !states.isEmpty else {
      isComplete = true
      return
    }
    var rest = states[...]
    while let source = rest.first?.key.source {
      // Those of the first rows come before the run of a source, in no order.
      var last = Int64.min
      let run = rest.prefix {
        let next = Int64(bitPattern: number($0.key))
        defer { last = next }
        return $0.key.source == source && next >= last
      }
      for state in run { note(state.flags) }
      let flags = run.map { (number: number($0.key), flags: $0.flags) }
      if source < 0 {
        unnamed[source, default: FlagTable()].recall(flags)
      } else {
        makeRoom(for: source)
        sources[source].recall(flags)
      }
      rest = rest.dropFirst(run.count)
    }
  }

  /// Takes in the flags that another stream or viewer has set or cleared; they go before those that are known.
  mutating func take(changesOf states: [PostState]) {
    for state in states {
      note(state.flags)
      var known = self[state.key.source, number(state.key)] ?? Known(flags: [])
      known.flags = known.flags.subtracting(state.changed).union(
        state.flags.intersection(state.changed)
      )
      self[state.key.source, number(state.key)] = known
    }
  }

  private mutating func note(_ flags: PostFlags) {
    if flags.contains(.collapsed) { hasCollapsed = true }
    if !flags.isDisjoint(with: [.expanded, .uncovered]) { hasUnfolded = true }
    if !flags.isDisjoint(with: .answers) { hasDeeds = true }
  }

  /// The states to keep after `keys` have changed; none until all that was kept is known.
  mutating func states(of keys: [Timeline.SourceKey]) -> [PostState] {
    guard isComplete else {
      waiting += keys
      return []
    }
    let all = waiting + keys
    waiting = []
    return all.map { key in
      let number = number(key)
      let known = self[key.source, number]
      if known != nil { self[key.source, number]?.unsaved = [] }
      return PostState(key: key, flags: known?.flags ?? [], changed: known?.unsaved ?? [])
    }
  }

  private func number(_ key: Timeline.SourceKey) -> UInt64 {
    fallbackSources.contains(key.source) ? key.identity.fallback : key.identity.id
  }
}
