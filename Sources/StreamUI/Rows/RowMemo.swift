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

  private let limit: Int
  private var laid: [Key: LaidRow] = [:]
  private var rich: [Key: RichRow] = [:]
  /// Rows measured so far, for the figures that prove that little is measured.
  package private(set) var measuredCount = 0

  /// Keeps at most `limit` rows of each kind.
  package init(limit: Int = 1024) {
    self.limit = limit
  }

  /// Forgets all rows.
  package func clear() {
    laid.removeAll(keepingCapacity: true)
    rich.removeAll(keepingCapacity: true)
  }

  func laidRow(_ key: Key, make: () -> LaidRow) -> LaidRow {
    if let known = laid[key] { return known }
    let row = make()
    measuredCount += 1
    if laid.count >= limit { laid.removeAll(keepingCapacity: true) }
    laid[key] = row
    return row
  }

  func richRow(_ key: Key, make: () -> RichRow) -> RichRow {
    if let known = rich[key] { return known }
    let row = make()
    keep(row, for: key)
    return row
  }

  func keep(_ row: RichRow, for key: Key) {
    if rich.count >= limit { rich.removeAll(keepingCapacity: true) }
    rich[key] = row
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
