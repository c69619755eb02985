/// Collects the cells of a table as it is read: the numbers of their blocks, and the columns that they take.
struct TableBuilder {
  struct Cell {
    var blocks = 0
    /// The first column, from 0, and the number of columns.
    let column: Int
    let columns: Int
  }

  /// The bounds of WHATWG HTML 4.9.11 for colspan and rowspan.
  private static let mostColumns = 1000
  private static let mostRows = 65_534
  /// The most cells that reach into further rows at once; those of others take one row.
  private static let mostHeld = 64

  private(set) var rows: [[Cell]] = []
  private(set) var headerRows = 0
  private(set) var mark: TextOutput.Mark
  private(set) var rowMark: TextOutput.Mark
  /// The prefix of lines around the table, which a cell without quotes and lists has, too.
  let hang: String
  private(set) var isRowOpen = false
  private(set) var isInCell = false
  var isCellPushed = false
  /// Whether `code` in the open cell is preformatted, as in a table of code with a line a row.
  private(set) var isCodeCell = false
  private var cell = Cell(column: 0, columns: 1)
  private var cellMark = 0
  private var isInHead = false
  private var rowIsHeader = false
  /// The columns that cells of earlier rows take, and the numbers of rows that they still do.
  private var held: [(columns: Range<Int>, rows: Int)] = []
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
    rows: Int?
  ) {
    if !isRowOpen { beginRow(at: mark) }
    if !isHeader, !isInHead { rowIsHeader = false }
    for (taken, _) in held where taken.contains(nextColumn) { nextColumn = taken.upperBound }
    let count = max(1, min(columns ?? 1, Self.mostColumns))
    cell = Cell(column: nextColumn, columns: count)
    nextColumn += count
    // 0 means all rows of the section. The row that is open counts, too.
    let reach = rows == 0 ? Self.mostRows : rows ?? 1
    if reach > 1, held.count < Self.mostHeld {
      held.append((cell.column..<nextColumn, reach))
      held.sort { $0.columns.lowerBound < $1.columns.lowerBound }
    }
    cellMark = mark.blocks
    isCodeCell = isCode
    isInCell = true
  }

  mutating func endCell(at mark: TextOutput.Mark) {
    guard isInCell, !rows.isEmpty else { return }
    isInCell = false
    isCodeCell = false
    cell.blocks = max(0, mark.blocks - cellMark)
    rows[rows.count - 1].append(cell)
  }

  mutating func emptyCell(_ place: Int) {
    if !rows.isEmpty { rows[rows.count - 1][place].blocks = 0 }
  }

  /// Ends the row; one without cells is dropped.
  mutating func endRow() {
    isRowOpen = false
    for index in held.indices { held[index].rows -= 1 }
    held.removeAll { $0.rows <= 0 }
    if rows.last?.isEmpty == true {
      rows.removeLast()
    } else if rowIsHeader, headerRows == rows.count - 1 {
      headerRows = rows.count
    }
  }
}
