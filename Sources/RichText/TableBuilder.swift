/// Collects the cells of a table as it is read: their blocks, and the columns that they take.
struct TableBuilder {
  struct Cell {
    /// The indices of the cell's blocks in the output.
    let blocks: Range<Int>
    /// The first column, from 0.
    let column: Int
    /// The number of columns, at least 1.
    let columns: Int
  }

  /// Columns that a cell of an earlier row takes in further rows.
  private struct Held {
    let columns: Range<Int>
    var rows: Int
  }

  /// The bounds of WHATWG HTML 4.9.11 for colspan and rowspan.
  private static let mostColumns = 1000
  private static let mostRows = 65_534
  /// The most cells that reach into further rows at once; those of others take one row.
  private static let mostHeld = 64

  /// The rows so far; those without cells are dropped.
  private(set) var rows: [[Cell]] = []
  private(set) var headerRows = 0
  /// The records before the table and before the current row.
  private(set) var mark: TextOutput.Mark
  private(set) var rowMark: TextOutput.Mark
  /// The prefix of lines around the table, which a cell without quotes and lists has, too.
  let hang: String
  var isInHead = false
  /// Whether a cell is open, and whether it is on the stack of elements.
  private(set) var isInCell = false
  var isCellPushed = false
  /// Whether `code` in the open cell is preformatted, as in a table of code with a line a row.
  private(set) var isCodeCell = false
  private var cell = Cell(blocks: 0..<0, column: 0, columns: 1)
  private var isRowOpen = false
  private var rowIsHeader = false
  private var held: [Held] = []
  private var nextHeld = 0
  private var nextColumn = 0

  init(at mark: TextOutput.Mark, hang: String) {
    self.mark = mark
    rowMark = mark
    self.hang = hang
  }

  mutating func beginSection(isHead: Bool) {
    isInHead = isHead
    held = []
  }

  mutating func beginRow(at mark: TextOutput.Mark) {
    isRowOpen = true
    rowIsHeader = true
    rowMark = mark
    nextHeld = 0
    nextColumn = 0
    // What comes before the first row, such as a caption, stands before the table.
    if rows.isEmpty { self.mark = mark }
    rows.append([])
  }

  mutating func beginCell(
    at mark: TextOutput.Mark,
    isHeader: Bool,
    isCode: Bool,
    columns: Int?,
    rows rowCount: Int?
  ) {
    if !isRowOpen { beginRow(at: mark) }
    if !isHeader, !isInHead { rowIsHeader = false }
    while nextHeld < held.count, held[nextHeld].columns.lowerBound <= nextColumn {
      nextColumn = max(nextColumn, held[nextHeld].columns.upperBound)
      nextHeld += 1
    }
    let count = max(1, min(columns ?? 1, Self.mostColumns))
    cell = Cell(blocks: mark.blocks..<mark.blocks, column: nextColumn, columns: count)
    nextColumn += count
    // 0 means all rows of the section.
    let reach = rowCount == 0 ? Self.mostRows : rowCount ?? 1
    if reach > 1, held.count < Self.mostHeld {
      // The row that ends counts, too.
      held.append(Held(columns: cell.column..<nextColumn, rows: reach))
      held.sort { $0.columns.lowerBound < $1.columns.lowerBound }
      nextHeld = held.firstIndex { $0.columns.lowerBound >= nextColumn } ?? held.count
    }
    isCodeCell = isCode
    isInCell = true
  }

  mutating func endCell(at mark: TextOutput.Mark) {
    guard isInCell, !rows.isEmpty else { return }
    isInCell = false
    isCodeCell = false
    let blocks = cell.blocks.lowerBound..<max(cell.blocks.lowerBound, mark.blocks)
    rows[rows.count - 1].append(Cell(blocks: blocks, column: cell.column, columns: cell.columns))
  }

  mutating func endRow() {
    guard isRowOpen else { return }
    isRowOpen = false
    for index in held.indices { held[index].rows -= 1 }
    held.removeAll { $0.rows <= 0 }
    if rows.last?.isEmpty == true {
      rows.removeLast()
    } else if rowIsHeader, headerRows == rows.count - 1 {
      headerRows = rows.count
    }
  }

  /// Drops the first `count` blocks of the last row, which were those of line numbers.
  mutating func dropFromLastRow(_ count: Int) {
    guard let row = rows.popLast() else { return }
    rows.append(
      row.map { cell in
        let lower = max(rowMark.blocks, cell.blocks.lowerBound - count)
        let upper = max(lower, cell.blocks.upperBound - count)
        return Cell(blocks: lower..<upper, column: cell.column, columns: cell.columns)
      }
    )
  }
}
