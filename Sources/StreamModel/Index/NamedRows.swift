/// The rows that lines of their own replace, found by the ids that records state.
///
/// Ids are read once, and their hashes kept: 8 bytes for each row, and only in feeds that have such
/// lines. A line that comes later finds its row among the hashes.
struct NamedRows {
  /// The hashes of ids by row, as far as they were read; 0 for a record without an id.
  private var identities = ChunkedList<UInt64>()
  /// The rows that are replaced, ascending.
  private(set) var replaced: [Int] = []
  /// Replaced rows that were found since they were taken.
  private var news: [Int] = []
  private var rowsByIdentity: [UInt64: [Int]] = [:]
  /// The hashes that the pass over the known rows looks for, and how far it has come.
  private var sought: Set<UInt64> = []
  private var passed = 0
  /// Replaced rows that the pass has found so far, ascending.
  private var found: [Int] = []

  /// The number of rows whose ids were read.
  var knownCount: Int { identities.count }
  /// Whether a pass over the known rows is going on.
  var isPassing: Bool { !sought.isEmpty }

  /// The rows that are known to state an id.
  func rows(of post: UInt64) -> [Int] { rowsByIdentity[post] ?? [] }

  /// Begins a pass over the known rows, which looks for these hashes.
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
    let post = identities[row]
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

  /// Returns replaced rows that were found since the last call.
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
