/// A cache that drops its oldest values, one by one, once it holds too many or they cost too much.
///
/// One by one, so that no key waits for many. Not to be copied: a look-up in a cache that an object holds copied all of it.
struct BoundedCache<Key: Hashable, Value>: ~Copyable {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  private let limit: Int
  private let costLimit: Int
  /// The newest values, which are kept up to ``costLimit``.
  private var newest = Int.max
  /// The cost of all values beyond which only the newest are kept.
  private var olderCostLimit = Int.max
  private var entries: [Key: Entry] = [:]
  /// The keys in the order in which they came: the n-th ever kept is at n modulo the limit.
  private var ring: [Key] = []
  private var keptCount = 0
  private var droppedCount = 0
  private var cost = 0

  /// Keeps at most `limit` values (at least 1), and at most `costLimit` bytes unless one value alone
  /// exceeds that.
  init(limit: Int, costLimit: Int) {
    self.limit = max(1, limit)
    self.costLimit = costLimit
  }

  subscript(key: Key) -> Value? { entries[key]?.value }

  /// Keeps values older than the newest `count` only while all together cost at most `cost` bytes.
  mutating func keepOlder(than count: Int, upTo cost: Int) {
    newest = max(1, count)
    olderCostLimit = cost
    dropOld()
  }

  mutating func clear() {
    entries = [:]
    ring = []
    keptCount = 0
    droppedCount = 0
    cost = 0
  }

  /// Drops the values that `isUnwanted` names.
  mutating func remove(where isUnwanted: (Value) -> Bool) {
    for (key, entry) in entries where isUnwanted(entry.value) {
      entries[key] = nil
      cost -= entry.cost
    }
  }

  mutating func keep(_ value: Value, for key: Key, cost added: Int) {
    cost += added
    if let known = entries.updateValue(Entry(value: value, cost: added), forKey: key) {
      cost -= known.cost
    } else {
      if count == limit { dropOldest() }
      let place = keptCount % limit
      if place == ring.count { ring.append(key) } else { ring[place] = key }
      keptCount += 1
    }
    dropOld()
  }

  private var count: Int { keptCount - droppedCount }

  private mutating func dropOld() {
    while cost > costLimit && count > 1 || cost > olderCostLimit && count > newest { dropOldest() }
  }

  private mutating func dropOldest() {
    let key = ring[droppedCount % limit]
    droppedCount += 1
    if let dropped = entries.removeValue(forKey: key) { cost -= dropped.cost }
  }
}
