import StreamModel

struct FlagChange {
  typealias Part = (row: RecordID, key: Timeline.SourceKey)

  let flag: PostFlags
  let isSet: Bool
  let post: KeptPost?
  /// The source whose posts were marked read, because the reader stood on one of them; nil for other changes.
  let source: Int?
  /// The keys whose flag has changed, as they did together: one list of a million would take too long
  /// to grow.
  private var slices: [[Part]] = []
  private(set) var count = 0

  init(
    _ flag: PostFlags,
    _ isSet: Bool,
    _ parts: [Part] = [],
    of post: KeptPost? = nil,
    source: Int? = nil
  ) {
    self.flag = flag
    self.isSet = isSet
    self.post = post
    self.source = source
    add(parts)
  }

  mutating func add(_ parts: [Part]) {
    guard !parts.isEmpty else { return }
    slices.append(parts)
    count += parts.count
  }

  /// Whether an answer to a server was taken back, because the server refused it.
  func isRefused(_ memory: PostMemory) -> Bool {
    count > 0 && !flag.isDisjoint(with: .answers)
      && slices.joined().allSatisfy { memory.states.flags(of: $0.key).contains(flag) != isSet }
  }

  mutating func takeLast() -> [Part] {
    let parts = slices.popLast() ?? []
    count -= parts.count
    return parts
  }
}

extension PageView {
  /// Sets or clears a flag of posts and their copies; the keys whose flag has changed.
  mutating func set(_ flag: PostFlags, _ isSet: Bool, of records: [RecordID]) -> [FlagChange.Part] {
    let feed = feed
    var parts: [FlagChange.Part] = []
    for id in records {
      let isRuled = flag == .read && !isSet && feed.countsAsRead(id)
      // Not by the memo: keys of thousands would drive those of the screen out of it.
      for key in feed.keys(of: id)
      where takes(flag, key.source) && memory.states.set(flag, isSet, of: key) || isRuled {
        parts.append((id, key))
      }
    }
    if flag == .read { count(parts) }
    return parts
  }

  /// Whether a source has posts with a flag: only those of an account have a server that is told of deeds.
  func takes(_ flag: PostFlags, _ source: Int) -> Bool {
    guard !flag.isDisjoint(with: .answers) else { return true }
    guard let account = account(ofSource: source) else { return false }
    return PostDeed(flag).map { !account.lacks.contains($0) } ?? true
  }

  /// The account on the fediverse through which the posts of a source come; nil for another one.
  func account(ofSource source: Int) -> StreamAccount? {
    feed.slot(of: source).flatMap { options.stream.answeredSlots[$0] }
  }

  /// Sets or clears a flag of keys as it was before; lists that these posts have left get them back.
  mutating func put(_ flag: PostFlags, _ isSet: Bool, _ parts: [FlagChange.Part]) {
    for part in parts { _ = memory.states.set(flag, isSet, of: part.key) }
    if flag == .read { count(parts) }
    pages.forEach { _ = $0.content.take(.undone, selection: $0.list.selection) }
  }

  private mutating func count(_ parts: [FlagChange.Part]) {
    var last: RecordID?
    for part in parts where part.row != last {
      last = part.row
      recount(part.row, part.key)
    }
  }

  /// Takes in flags that another stream or viewer has changed, and counts the unread posts of all streams again.
  mutating func take(changesOf states: [PostState]) {
    memory.states.take(changesOf: states)
    guard states.contains(where: { $0.changed.contains(.read) }) else { return }
    recountAll()
  }

  /// The effects that keep the flags of keys for later runs, in pieces of a bounded size.
  mutating func remember(_ keys: [Timeline.SourceKey]) -> [Effect] {
    guard !keys.isEmpty else { return [] }
    return rememberWaiting(and: keys)
  }

  /// The same with the changes that waited until all flags of earlier runs were known.
  mutating func rememberWaiting(and keys: [Timeline.SourceKey] = []) -> [Effect] {
    let states = memory.states.states(of: keys)
    return stride(from: 0, to: states.count, by: Self.statesOfEffect).map { start in
      .remember(Array(states[start..<min(states.count, start + Self.statesOfEffect)]))
    }
  }

  private static let statesOfEffect = 1_000
}
