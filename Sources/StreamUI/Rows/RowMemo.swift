import CellGrid

/// Keeps measured and enriched rows; forgetting all of it changes no frame.
package final class RowMemo {
  /// Everything that a row's lines depend on, besides the feed's bytes.
  struct Key: Hashable {
    let page: Int
    let row: RowID
    let columns: Int
    let shape: RowShape
  }

  private var laid: Recent<LaidRow>
  private var rich: Recent<RichRow>
  /// Rows measured so far, for the figures that prove that little is measured.
  package private(set) var measuredCount = 0

  /// Keeps at most `limit` rows and `bytes` bytes of each kind.
  package init(limit: Int = 1024, bytes: Int = 16 << 20) {
    laid = Recent(limit: limit, bytes: bytes)
    rich = Recent(limit: limit, bytes: bytes)
  }

  /// Forgets all rows.
  package func clear() {
    laid.clear()
    rich.clear()
  }

  func laidRow(_ key: Key, make: () -> LaidRow) -> LaidRow {
    if let known = laid.value(for: key) { return known }
    let row = make()
    measuredCount += 1
    laid.keep(row, for: key, cost: row.cost)
    return row
  }

  func richRow(_ key: Key, make: () -> RichRow) -> RichRow {
    if let known = rich.value(for: key) { return known }
    let row = make()
    keep(row, for: key)
    return row
  }

  func keep(_ row: RichRow, for key: Key) {
    rich.keep(row, for: key, cost: row.cost)
  }
}

/// The rows that were kept last; the oldest make room one by one, so that no key waits for many.
private struct Recent<Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  private let limit: Int
  private let bytes: Int
  private var entries: [RowMemo.Key: Entry] = [:]
  private var cost = 0
  /// The keys of the entries in the order in which they came, from `first` on.
  private var order: [RowMemo.Key] = []
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

  func value(for key: RowMemo.Key) -> Value? { entries[key]?.value }

  mutating func keep(_ value: Value, for key: RowMemo.Key, cost: Int) {
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

/// The state that a row's lines depend on.
struct RowShape: Hashable {
  var folds = PostRow.Folds()
  var isCollapsed = false
  /// Grows when later records add to the row's post.
  var revision = 0
  /// The wall clock's minute, for "5m".
  var minute: Int64 = 0
  var density = Density.normal
  /// Whether it is what the side panel says of the row.
  var isPanel = false
}
