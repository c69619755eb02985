/// Keeps measured and enriched rows; clearing it changes no frame.
package final class RowMemo {
  /// Everything that a row's lines depend on, besides the feed's bytes.
  struct Key: Hashable {
    let page: Int
    let row: RowID
    let columns: Int
    let shape: RowShape

    /// The row tells nearly all keys apart; to hash the rest would cost more than to compare it.
    func hash(into hasher: inout Hasher) {
      hasher.combine(row)
      hasher.combine(page)
    }
  }

  private var laid: BoundedCache<Key, LaidRow>
  private var rich: BoundedCache<Key, RichRow>
  private var targets: BoundedCache<Key, HyperlinkTargets>
  /// Rows measured so far, for the figures that prove that little is measured.
  package private(set) var measuredCount = 0

  /// Keeps at most `limit` rows and `bytes` bytes of each kind.
  package init(limit: Int = 1024, bytes: Int = 16 << 20) {
    laid = BoundedCache(limit: limit, costLimit: bytes)
    rich = BoundedCache(limit: limit, costLimit: bytes)
    targets = BoundedCache(limit: limit, costLimit: bytes)
  }

  /// Forgets all rows.
  package func clear() {
    laid.clear()
    rich.clear()
    targets.clear()
  }

  /// The measured row if it is kept.
  func knownRow(_ key: Key) -> LaidRow? { laid[key] }

  func laidRow(_ key: Key, make: () -> LaidRow) -> LaidRow {
    if let known = laid[key] { return known }
    let row = make()
    measuredCount += 1
    laid.keep(row, for: key, cost: row.cost)
    return row
  }

  func richRow(_ key: Key, make: () -> RichRow) -> RichRow {
    if let known = rich[key] { return known }
    let row = make()
    rich.keep(row, for: key, cost: row.cost)
    return row
  }

  /// Where the links of a row may lead without a question, as `make` judges them once.
  func targets(_ key: Key, make: () -> HyperlinkTargets) -> HyperlinkTargets {
    if let known = targets[key] { return known }
    let made = make()
    targets.keep(made, for: key, cost: made.cost)
    return made
  }
}
