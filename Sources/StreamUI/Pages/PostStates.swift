import StreamModel

/// The flags of posts and comments that are known so far, by source and key.
///
/// A change of this run counts, whatever is recalled for the same flag later.
struct PostStates {
  private struct Known {
    var flags: PostFlags
    /// The flags that were set or cleared in this run.
    var changed: PostFlags = []
  }

  /// The flags of one source, in tables by the last bits of the key: one table of a million flags would
  /// grow in a single step of 60 ms, while a key may be waiting.
  private struct Table {
    private var parts: [[UInt64: Known]] = Array(repeating: [:], count: 256)

    subscript(number: UInt64) -> Known? {
      get { parts[Int(number & 0xFF)][number] }
      set { parts[Int(number & 0xFF)][number] = newValue }
    }
  }

  private var sources: [Int: Table] = [:]
  /// Changes that wait until all flags of earlier runs are known: a state replaces the one that is
  /// kept, so it has to be whole.
  private var waiting: [Timeline.SourceKey] = []
  /// The numbers of sources whose ids change with every fetch: their posts are known by
  /// ``PostIdentity/fallback``.
  private(set) var fallbackSources: Set<Int> = []
  private(set) var isComplete = false
  private(set) var hasCollapsed = false
  private(set) var hasUnfolded = false

  // MARK: Looking

  func flags(of key: Timeline.SourceKey) -> PostFlags {
    sources[key.source]?[number(key)]?.flags ?? []
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

  /// Whether a flag of any of these keys was set or cleared in this run.
  func hasChanged(_ flag: PostFlags, of keys: [Timeline.SourceKey]) -> Bool {
    keys.contains { sources[$0.source]?[number($0)]?.changed.contains(flag) == true }
  }

  /// The flags of a post of which only ``PostIdentity/id`` is known; nil where its source names posts
  /// otherwise.
  func flags(ofID id: UInt64, source: Int) -> PostFlags? {
    fallbackSources.contains(source) ? nil : sources[source]?[id]?.flags ?? []
  }

  // MARK: Changing

  /// Sets or clears a flag; false if it was so before.
  mutating func set(_ flag: PostFlags, _ isSet: Bool, of key: Timeline.SourceKey) -> Bool {
    let number = number(key)
    var known = sources[key.source]?[number] ?? Known(flags: [])
    let hasChanged = known.flags.contains(flag) != isSet
    guard hasChanged || !known.changed.contains(flag) else { return false }
    if isSet { known.flags.formUnion(flag) } else { known.flags.subtract(flag) }
    known.changed.formUnion(flag)
    note(flag)
    sources[key.source, default: Table()][number] = known
    return hasChanged
  }

  /// Takes in flags that were kept; none says that these were all.
  mutating func recall(_ states: [PostState]) {
    guard !states.isEmpty else {
      isComplete = true
      return
    }
    for state in states {
      let number = number(state.key)
      let own = sources[state.key.source]?[number]
      let changed = own?.changed ?? []
      note(state.flags)
      let flags = state.flags.subtracting(changed).union((own?.flags ?? []).intersection(changed))
      sources[state.key.source, default: Table()][number] = Known(flags: flags, changed: changed)
    }
  }

  /// Takes in the flags that another stream or viewer has set or cleared; they go before those that are known.
  mutating func take(changesOf states: [PostState]) {
    for state in states {
      note(state.flags)
      var known = sources[state.key.source]?[number(state.key)] ?? Known(flags: [])
      known.flags = known.flags.subtracting(state.changed).union(
        state.flags.intersection(state.changed)
      )
      sources[state.key.source, default: Table()][number(state.key)] = known
    }
  }

  private mutating func note(_ flags: PostFlags) {
    if flags.contains(.collapsed) { hasCollapsed = true }
    if !flags.isDisjoint(with: [.expanded, .uncovered]) { hasUnfolded = true }
  }

  /// Knows the posts of a source by their fallbacks from now on; its flags are to be recalled once more.
  mutating func nameByFallback(_ source: Int) {
    fallbackSources.insert(source)
  }

  // MARK: Keeping

  /// The states to keep after `keys` have changed; none until all that was kept is known.
  mutating func states(of keys: [Timeline.SourceKey]) -> [PostState] {
    guard isComplete else {
      waiting += keys
      return []
    }
    let all = waiting + keys
    waiting = []
    return all.map { key in
      let known = sources[key.source]?[number(key)]
      return PostState(key: key, flags: known?.flags ?? [], changed: known?.changed ?? [])
    }
  }

  private func number(_ key: Timeline.SourceKey) -> UInt64 {
    fallbackSources.contains(key.source) ? key.identity.fallback : key.identity.id
  }
}
