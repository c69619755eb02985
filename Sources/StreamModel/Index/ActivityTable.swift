/// The lines that add to posts, indexed by the post they name.
struct ActivityTable {
  /// One activity: its kind and its bytes.
  struct Entry {
    let start: Int
    let length: UInt32
    let kind: ActivityRecord.Head.Kind
    /// The previous activity of the same post; -1 for none.
    fileprivate let previous: Int32
  }

  private struct Chain {
    var last: Int32
    var count: Int
  }

  private var entries: [Entry] = []
  private var chains: [UInt64: Chain] = [:]
  /// The hashes of posts without a record so far.
  private(set) var unresolved: Set<UInt64> = []

  var isEmpty: Bool { entries.isEmpty }
  /// The number of activities of all posts together.
  var total: Int { entries.count }

  mutating func append(_ range: Range<Int>, kind: ActivityRecord.Head.Kind, post: String) {
    guard entries.count < Int(Int32.max) else { return }
    let hash = stableHash(post.utf8)
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
    if chain == nil { unresolved.insert(hash) }
  }

  /// Returns the number of activities that name the post.
  func count(of post: UInt64) -> Int { chains[post]?.count ?? 0 }

  /// Returns the activities that name the post, in document order.
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

  /// The activities whose post was not found, in document order.
  var orphans: [Entry] {
    unresolved.flatMap { activities(of: $0) }.sorted { $0.start < $1.start }
  }

  mutating func resolve(_ post: UInt64) {
    unresolved.remove(post)
  }
}
