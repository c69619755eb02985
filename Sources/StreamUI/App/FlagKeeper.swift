import StreamModel

/// Sets and clears the flags of posts, and says what is to be kept of them.
enum FlagKeeper {
  /// States that one effect carries at most.
  static let statesOfEffect = 1_000

  /// Sets or clears a flag of posts and their copies.
  ///
  /// - Returns: the keys whose flag has changed.
  static func set(
    _ flag: PostFlags,
    _ isSet: Bool,
    of records: [RecordID],
    on desk: inout Desk
  ) -> [FlagChange.Part] {
    let feed = desk.view.feed
    var parts: [FlagChange.Part] = []
    for id in records {
      let keys = desk.view.memory.keys.keys(of: id, in: feed)
      for key in keys where desk.view.memory.states.set(flag, isSet, of: key) {
        parts.append(FlagChange.Part(row: id, key: key))
      }
    }
    if flag == .read { count(parts, on: &desk) }
    return parts
  }

  /// Sets or clears flags of keys; the effects that keep those that have changed.
  static func set(
    _ changes: [(flag: PostFlags, isSet: Bool, key: Timeline.SourceKey)],
    on desk: inout Desk
  ) -> [Effect] {
    var keys: [Timeline.SourceKey] = []
    for change in changes
    where desk.view.memory.states.set(change.flag, change.isSet, of: change.key)
      && keys.last != change.key
    {
      keys.append(change.key)
    }
    return keys.isEmpty ? [] : effects(desk.view.memory.states.states(of: keys))
  }

  /// Reads posts without a key for it: those that were scrolled past, or opened.
  static func read(_ records: [RecordID], on desk: inout Desk) -> [Effect] {
    remember(set(.read, true, of: records, on: &desk), on: &desk)
  }

  /// The effects that keep the flags of keys for later runs.
  static func remember(_ parts: [FlagChange.Part], on desk: inout Desk) -> [Effect] {
    guard !parts.isEmpty else { return [] }
    return effects(desk.view.memory.states.states(of: parts.map(\.key)))
  }

  /// Takes in flags of earlier runs.
  static func recall(_ states: [PostState], on desk: inout Desk, at moment: Moment) -> [Effect] {
    let wasComplete = desk.view.memory.states.isComplete
    let shown = FoldKeeper.shown(on: desk)
    desk.view.memory.states.recall(states)
    FoldKeeper.keep(shown, on: &desk)
    // Any row may have been read.
    if !states.isEmpty, wasComplete { desk.view.memory.unread = UnreadCount() }
    let renamed = wasComplete ? [] : evidence(in: states, on: &desk)
    guard desk.view.memory.states.isComplete, !wasComplete else { return [] }
    FoldKeeper.recallComments(isLate: desk.reading.hasFrames, on: &desk)
    UnreadFollower.begin(on: &desk, at: moment)
    return effects(desk.view.memory.states.states(of: [])) + renamed.map { .nameByFallback($0) }
  }

  /// Takes in what flags tell of the ids of their sources; the sources whose ids change, once all flags
  /// are known.
  private static func evidence(in states: [PostState], on desk: inout Desk) -> [Int] {
    guard !states.isEmpty else {
      defer { desk.reading.evidence = nil }
      let known = desk.view.memory.states.fallbackSources
      return desk.reading.evidence?.changing.filter { !known.contains($0) } ?? []
    }
    var evidence = desk.reading.evidence ?? NamingEvidence(in: desk.view)
    evidence.take(states)
    desk.reading.evidence = evidence
    return []
  }

  /// Knows the posts of a source by their fallbacks from now on.
  static func nameByFallback(_ source: Int, on desk: inout Desk) {
    desk.view.memory.states.nameByFallback(source)
    desk.view.memory.unread = UnreadCount()
  }

  /// Sets or clears a flag of keys as it was before; what must be done outside.
  static func put(
    _ flag: PostFlags,
    _ isSet: Bool,
    _ parts: [FlagChange.Part],
    on desk: inout Desk
  ) -> [Effect] {
    for part in parts { _ = desk.view.memory.states.set(flag, isSet, of: part.key) }
    if flag == .read { count(parts, on: &desk) }
    return remember(parts, on: &desk)
  }

  /// Counts the rows again whose flags have changed.
  private static func count(_ parts: [FlagChange.Part], on desk: inout Desk) {
    var last: RecordID?
    for part in parts where part.row != last {
      last = part.row
      desk.view.recount(part.row, part.key)
    }
  }

  private static func effects(_ states: [PostState]) -> [Effect] {
    stride(from: 0, to: states.count, by: statesOfEffect).map { start in
      .remember(Array(states[start..<min(states.count, start + statesOfEffect)]))
    }
  }
}
