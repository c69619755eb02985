/// Collects the cells of a table as it is read.
struct TableBuilder {
  private(set) var rows: [[Range<Int>]] = []
  private(set) var headerRows = 0
  /// The start of the current cell.
  private(set) var cellStart = 0
  private(set) var isInCell = false
  /// The start of the first cell; nil while there is none.
  private(set) var start: Int?
  /// The number of open tables inside this one; the text of their cells belongs to our cell.
  var nested = 0
  var isInHead = false
  private var isRowOpen = false
  private var rowIsHeader = false

  mutating func beginRow() {
    isRowOpen = true
    rowIsHeader = true
    rows.append([])
  }

  mutating func beginCellIfNeeded(_ output: inout TextOutput, isHeader: Bool) {
    if !isInCell { beginCell(&output, isHeader: isHeader) }
  }

  mutating func beginCell(_ output: inout TextOutput, isHeader: Bool) {
    if !isRowOpen { beginRow() }
    if start == nil {
      if !output.text.isEmpty { output.append(0x0A) }
      start = output.text.count
    } else {
      output.append(rows.last?.isEmpty == true ? 0x0A : 0x09)
    }
    if !isHeader, !isInHead { rowIsHeader = false }
    cellStart = output.text.count
    output.beginFinding()
    isInCell = true
  }

  mutating func endCell(_ output: TextOutput) {
    guard isInCell, !rows.isEmpty else { return }
    isInCell = false
    rows[rows.count - 1].append(cellStart..<max(cellStart, output.text.count))
  }

  mutating func endRow() {
    guard isRowOpen else { return }
    isRowOpen = false
    if rows.last?.isEmpty == true {
      rows.removeLast()
    } else if rowIsHeader, headerRows == rows.count - 1 {
      headerRows = rows.count
    }
  }
}
