/// The lines that add to posts or replace them, indexed by the hash of the id that they name.
struct ActivityTable {
  struct Entry {
    let start: Int
    let length: UInt32
    let kind: ActivityRecord.Kind
    /// The previous activity of the same post; -1 for none.
    fileprivate let previous: Int32
  }

  /// The last line that replaces a post, and how many did.
  struct Replacement {
    let range: Range<Int>
    let kind: ActivityRecord.Kind
    /// The line of the update before it; nil where the post's own record has the text that it replaced.
    let former: Range<Int>?
    fileprivate let count: Int
  }

  private struct Chain {
    var last: Int32
    var count: Int
  }

  private var entries: [Entry] = []
  private var chains: [UInt64: Chain] = [:]
  /// The hashes of posts without a record so far.
  private(set) var unresolved: Set<UInt64> = []
  private var replacements: [UInt64: Replacement] = [:]
  /// The hashes that were named, or whose posts were replaced, for the first time since they were taken.
  private var fresh: Set<UInt64> = []
  private var touched: Set<UInt64> = []

  var isEmpty: Bool { entries.isEmpty && replacements.isEmpty }
  var total: Int { entries.count }
  var hasReplacements: Bool { !replacements.isEmpty }
  var hasFresh: Bool { !fresh.isEmpty }

  mutating func append(_ range: Range<Int>, kind: ActivityRecord.Kind, post: String) {
    guard entries.count < Int(Int32.max) else { return }
    let hash = stableHash(post.utf8)
    if chains[hash] == nil, replacements[hash] == nil {
      unresolved.insert(hash)
      fresh.insert(hash)
    }
    guard !kind.replaces else { return replace(range, kind: kind, post: hash) }
    let chain = chains[hash]
    entries.append(
      Entry(
        start: range.lowerBound,
        length: UInt32(clamping: range.count),
        kind: kind,
        previous: chain?.last ?? -1
      )
    )
    chains[hash] = Chain(last: Int32(entries.count - 1), count: (chain?.count ?? 0) + 1)
  }

  /// Only the last two are kept: a post that is updated a million times costs as much as one.
  private mutating func replace(_ range: Range<Int>, kind: ActivityRecord.Kind, post: UInt64) {
    let last = replacements[post]
    let count = last?.count ?? 0
    let former = last.flatMap { $0.kind == .update ? $0.range : $0.former }
    if count == 0 { fresh.insert(post) }
    touched.insert(post)
    replacements[post] = Replacement(
      range: range,
      kind: kind,
      former: former,
      count: count + 1
    )
  }

  /// Restores an update of an earlier run, which is no change.
  mutating func restore(_ update: KeptIndex.Update) {
    replacements[update.id] = Replacement(
      range: update.last,
      kind: update.isDeletion ? .delete : .update,
      former: update.former,
      count: 1
    )
  }

  /// The posts that were replaced, with their last lines.
  var replaced: some Sequence<(key: UInt64, value: Replacement)> { replacements }

  func replacement(of post: UInt64) -> Replacement? { replacements[post] }

  func count(of post: UInt64) -> Int {
    (chains[post]?.count ?? 0) &+ (replacements[post]?.count ?? 0)
  }

  func activities(of post: UInt64) -> [Entry] {
    guard let chain = chains[post] else { return [] }
    var found: [Entry] = []
    found.reserveCapacity(chain.count)
    var at = chain.last
    while at >= 0, Int(at) < entries.count {
      found.append(entries[Int(at)])
      at = entries[Int(at)].previous
    }
    return found.reversed()
  }

  /// Where activities begin whose post was not found, ascending; of those that replace it only the last.
  var orphans: [Int] {
    unresolved.flatMap { post in
      activities(of: post).map(\.start) + (replacements[post].map { [$0.range.lowerBound] } ?? [])
    }
    .sorted()
  }

  /// Returns the hashes that were named, or whose posts were replaced, for the first time since the last call.
  mutating func takeFresh() -> Set<UInt64> {
    defer { fresh = [] }
    return fresh
  }

  mutating func takeTouched() -> Set<UInt64> {
    defer { touched = [] }
    return touched
  }

  mutating func resolve(_ post: UInt64) { unresolved.remove(post) }
}

/// The rows that lines of their own replace, found by the ids that records state.
///
/// Ids are read once, and their hashes kept: 8 bytes for each row, and only in feeds that have such
/// lines. A line that comes later finds its row among the hashes.
struct NamedRows {
  /// The rows before the others, whose ids are kept.
  private var kept: KeptIndex?
  /// The hashes of ids of the further rows, as far as they were read; 0 for a record without an id.
  private var identities = ChunkedList<UInt64>()
  /// The rows that are replaced, ascending.
  private(set) var replaced: [Int] = []
  private var news: [Int] = []
  private var rowsByIdentity: [UInt64: [Int]] = [:]
  /// The hashes that the pass over the known rows looks for, and how far it has come.
  private var sought: Set<UInt64> = []
  private var passed = 0
  private var found: [Int] = []

  var knownCount: Int { (kept?.count ?? 0) + identities.count }
  var isPassing: Bool { !sought.isEmpty }
  func rows(of post: UInt64) -> [Int] { rowsByIdentity[post] ?? [] }

  /// Begins with rows whose ids are kept, and those among them that were replaced.
  mutating func begin(with kept: KeptIndex) {
    self.kept = kept
    replaced = kept.updates.map(\.row).sorted()
    for update in kept.updates { rowsByIdentity[update.id, default: []].append(update.row) }
  }

  private func identity(of row: Int) -> UInt64 {
    guard let kept, row < kept.count else { return identities[row - (kept?.count ?? 0)] }
    return kept[row].id
  }

  mutating func beginPass(for posts: Set<UInt64>) {
    guard knownCount > 0 else { return }
    sought = posts
    passed = 0
    for post in posts { rowsByIdentity[post] = nil }
  }

  /// Compares the next known row; ends the pass with the last.
  mutating func passNext(_ activities: inout ActivityTable) {
    let row = passed
    passed += 1
    let post = identity(of: row)
    if post != 0, sought.contains(post) {
      activities.resolve(post)
      if activities.replacement(of: post) != nil {
        rowsByIdentity[post, default: []].append(row)
        found.append(row)
        news.append(row)
      }
    }
    if passed >= knownCount { endPass() }
  }

  /// Takes in the hash of the id of the next row; 0 where it states none.
  mutating func append(_ post: UInt64, _ activities: inout ActivityTable) {
    let row = knownCount
    identities.append(post)
    guard post != 0 else { return }
    activities.resolve(post)
    guard activities.replacement(of: post) != nil else { return }
    rowsByIdentity[post, default: []].append(row)
    replaced.append(row)
    news.append(row)
  }

  mutating func takeNews() -> [Int] {
    defer { news = [] }
    return news
  }

  private mutating func endPass() {
    sought = []
    guard !found.isEmpty else { return }
    // Once for a whole pass: many late updates would move the list as often.
    replaced = Array(Set(replaced).union(found)).sorted()
    found = []
  }
}
