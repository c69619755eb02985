/// The rows' values that were kept last; the oldest make room one by one, so that no key waits for
/// many.
///
/// A ring of entries, found through chains by their keys' numbers. No `Dictionary`: to make its
/// type the runtime looks through every conformance of the program, and a start has no time for
/// that.
struct Recent<Value> {
  private struct Entry {
    let key: RowMemo.Key
    var value: Value?
    var cost: Int
    /// The next entry of the same chain; -1 at its end.
    var next: Int
  }

  private static var chains: Int { 1024 }

  private let limit: Int
  private let bytes: Int
  private var entries: [Entry] = []
  /// The first entry of each chain; -1 where it is empty.
  private var heads: [Int]
  private var cost = 0
  /// How many were ever kept, and how many of these are gone; the n-th is at n modulo the limit.
  private var kept = 0
  private var gone = 0

  init(limit: Int, bytes: Int) {
    self.limit = max(1, limit)
    self.bytes = bytes
    heads = Array(repeating: -1, count: Self.chains)
  }

  mutating func clear() {
    entries.removeAll(keepingCapacity: true)
    heads = Array(repeating: -1, count: Self.chains)
    kept = 0
    gone = 0
    cost = 0
  }

  func value(for key: RowMemo.Key) -> Value? {
    place(of: key).flatMap { entries[$0].value }
  }

  mutating func keep(_ value: Value, for key: RowMemo.Key, cost: Int) {
    if let known = place(of: key) {
      self.cost += cost - entries[known].cost
      entries[known].value = value
      entries[known].cost = cost
    } else {
      if kept - gone == limit { forgetOldest() }
      let chain = Self.chain(of: key)
      let place = kept % limit
      let entry = Entry(key: key, value: value, cost: cost, next: heads[chain])
      if place == entries.count { entries.append(entry) } else { entries[place] = entry }
      heads[chain] = place
      kept += 1
      self.cost += cost
    }
    while self.cost > bytes, kept - gone > 1 { forgetOldest() }
  }

  private static func chain(of key: RowMemo.Key) -> Int {
    Int(key.mixed % UInt(chains))
  }

  private func place(of key: RowMemo.Key) -> Int? {
    var place = heads[Self.chain(of: key)]
    while place >= 0, entries[place].key != key { place = entries[place].next }
    return place < 0 ? nil : place
  }

  private mutating func forgetOldest() {
    let oldest = gone % limit
    gone += 1
    cost -= entries[oldest].cost
    entries[oldest].value = nil
    // It is the last of its chain, for the newest stands first.
    let chain = Self.chain(of: entries[oldest].key)
    guard heads[chain] != oldest else {
      heads[chain] = -1
      return
    }
    var place = heads[chain]
    while entries[place].next != oldest { place = entries[place].next }
    entries[place].next = -1
  }
}
