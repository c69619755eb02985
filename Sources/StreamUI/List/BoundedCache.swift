/// A cache that drops its oldest values, one by one, once it holds too many or they cost too much.
///
/// One by one, so that no key waits for many.
struct BoundedCache<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  private let limit: Int
  private let costLimit: Int
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

  /// Inlined: a look-up in a cache that an object holds would else copy all of the cache.
  @inline(__always)
  subscript(key: Key) -> Value? { entries[key]?.value }

  mutating func clear() {
    self = BoundedCache(limit: limit, costLimit: costLimit)
  }

  mutating func keep(_ value: Value, for key: Key, cost added: Int) {
    cost += added
    if let known = entries.updateValue(Entry(value: value, cost: added), forKey: key) {
      cost -= known.cost
    } else {
      if keptCount - droppedCount == limit { dropOldest() }
      let place = keptCount % limit
      if place == ring.count { ring.append(key) } else { ring[place] = key }
      keptCount += 1
    }
    while cost > costLimit, keptCount - droppedCount > 1 { dropOldest() }
  }

  private mutating func dropOldest() {
    let key = ring[droppedCount % limit]
    droppedCount += 1
    if let dropped = entries.removeValue(forKey: key) { cost -= dropped.cost }
  }
}
