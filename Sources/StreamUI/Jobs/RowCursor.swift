/// A place among the rows of a page, known by the name of its row: it stays right while rows come and go.
struct RowCursor {
  /// Nil before the first row and after the last.
  private var row: RowID?
  private var index: Int

  /// Begins before the first row.
  init() {
    index = -1
  }

  /// Begins at a position.
  init(at position: Int, in rows: PageRows) {
    row = rows.row(at: position)
    index = position
  }

  /// Begins at `row`, or at `index` where that row is gone.
  init(at row: RowID, else index: Int, in rows: PageRows) {
    self.row = row
    self.index = rows.position(of: row) ?? index
  }

  func position(in rows: PageRows) -> Int {
    guard let row, rows.row(at: index) != row else { return index }
    return rows.position(of: row) ?? index
  }

  func hasNext(in rows: PageRows) -> Bool { position(in: rows) + 1 < rows.count }

  /// Goes one row further, or back with -1; nil, without a step, where there is no row.
  mutating func step(_ way: Int = 1, in rows: PageRows) -> RowID? {
    let next = position(in: rows) + way
    guard let row = rows.row(at: next) else { return nil }
    (self.row, index) = (row, next)
    return row
  }
}
