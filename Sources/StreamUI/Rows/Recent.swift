/// The values that were kept last; the oldest make room one by one, so that no key waits for many.
struct Recent<Key: Hashable, Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  private let limit: Int
  private let bytes: Int
  private var entries: [Key: Entry] = [:]
  private var cost = 0
  /// The keys of the entries in the order in which they came, from `first` on.
  private var order: [Key] = []
  private var first = 0

  init(limit: Int, bytes: Int) {
    self.limit = max(1, limit)
    self.bytes = bytes
  }

  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    order.removeAll(keepingCapacity: true)
    first = 0
    cost = 0
  }

  func value(for key: Key) -> Value? { entries[key]?.value }

  mutating func keep(_ value: Value, for key: Key, cost: Int) {
    if let known = entries.updateValue(Entry(value: value, cost: cost), forKey: key) {
      self.cost += cost - known.cost
    } else {
      self.cost += cost
      order.append(key)
    }
    while entries.count > limit || self.cost > bytes, entries.count > 1 { forgetOldest() }
  }

  private mutating func forgetOldest() {
    if let gone = entries.removeValue(forKey: order[first]) { cost -= gone.cost }
    first += 1
    if first > limit {
      order.removeFirst(first)
      first = 0
    }
  }
}
