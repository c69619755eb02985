/// Keeps measured and enriched rows; forgetting all of it changes no frame.
package final class RowMemo {
  /// Everything that a row's lines depend on, besides the feed's bytes.
  struct Key: Equatable {
    let page: Int
    let row: RowID
    let columns: Int
    let shape: RowShape

    /// Rows that stand together are told apart by their numbers; the rest seldom differs.
    var mixed: UInt {
      let factor: UInt = 0x9E37_79B9_7F4A_7C15
      var mixed = UInt(bitPattern: row.code) &* factor
      mixed = (mixed ^ UInt(bitPattern: page)) &* factor
      mixed = (mixed ^ UInt(bitPattern: columns)) &* factor
      mixed = (mixed ^ UInt(bitPattern: shape.revision)) &* factor
      mixed = (mixed ^ UInt(truncatingIfNeeded: shape.minute)) &* factor
      return mixed ^ (mixed >> 29)
    }
  }

  private var laid: Recent<LaidRow>
  private var rich: Recent<RichRow>
  private var targets: Recent<HyperlinkTargets>
  /// Rows measured so far, for the figures that prove that little is measured.
  package private(set) var measuredCount = 0

  /// Keeps at most `limit` rows and `bytes` bytes of each kind.
  package init(limit: Int = 1024, bytes: Int = 16 << 20) {
    laid = Recent(limit: limit, bytes: bytes)
    rich = Recent(limit: limit, bytes: bytes)
    targets = Recent(limit: limit, bytes: bytes)
  }

  /// Forgets all rows.
  package func clear() {
    laid.clear()
    rich.clear()
    targets.clear()
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

  /// Where the links of a row may lead to without a question, as `make` judges them once.
  func targets(_ key: Key, make: () -> HyperlinkTargets) -> HyperlinkTargets {
    if let known = targets.value(for: key) { return known }
    let made = make()
    targets.keep(made, for: key, cost: made.cost)
    return made
  }

  func keep(_ row: RichRow, for key: Key) {
    rich.keep(row, for: key, cost: row.cost)
  }
}

/// The state that a row's lines depend on.
struct RowShape: Equatable {
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
