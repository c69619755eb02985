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

/// Rows in two halves: when the young ones are half of what may be kept, the old ones are forgotten
/// and the young ones are the old. What is used again becomes young again.
private struct Recent<Value> {
  private struct Entry {
    let value: Value
    let cost: Int
  }

  private let limit: Int
  private let bytes: Int
  private var young: [RowMemo.Key: Entry] = [:]
  private var old: [RowMemo.Key: Entry] = [:]
  private var youngBytes = 0

  init(limit: Int, bytes: Int) {
    self.limit = max(1, limit / 2)
    self.bytes = max(1, bytes / 2)
  }

  mutating func clear() {
    young.removeAll(keepingCapacity: true)
    old.removeAll(keepingCapacity: true)
    youngBytes = 0
  }

  mutating func value(for key: RowMemo.Key) -> Value? {
    if let entry = young[key] { return entry.value }
    guard let entry = old.removeValue(forKey: key) else { return nil }
    insert(entry, for: key)
    return entry.value
  }

  mutating func keep(_ value: Value, for key: RowMemo.Key, cost: Int) {
    if let known = young[key] { youngBytes -= known.cost }
    old[key] = nil
    insert(Entry(value: value, cost: cost), for: key)
  }

  private mutating func insert(_ entry: Entry, for key: RowMemo.Key) {
    if young.count >= limit || youngBytes + entry.cost > bytes {
      swap(&young, &old)
      young.removeAll(keepingCapacity: true)
      youngBytes = 0
    }
    young[key] = entry
    youngBytes += entry.cost
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
}
