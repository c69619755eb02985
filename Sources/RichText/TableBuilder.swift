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

/// A table as one block: columns of cells, or the lines of a table of code.
struct TableGrid {
  private(set) var block: Block
  /// The offset from which the text is replaced, and its new bytes.
  let start: Int
  private(set) var bytes: [UInt8] = []
  private var pieces: [(old: Range<Int>, new: Int)] = []

  /// The most columns; a table with more stays the blocks of its cells.
  private static let mostColumns = 1000
  /// The most tabs for columns in which a row has no text.
  private static let mostTabs = 16

  /// Makes the columns of a table that has ended; nil where a cell has more than lines and paragraphs, such as a list,
  /// and where no row has several cells with text.
  init?(columnsOf table: TableBuilder, _ blocks: [Block], in text: [UInt8]) {
    let own = blocks[min(table.mark.blocks, blocks.count)...]
    guard let first = own.first, own.allSatisfy({ Self.isCell($0, table, text) }) else {
      return nil
    }
    start = first.range.lowerBound
    let filled = table.rows.map { row in row.filter { $0.blocks > 0 } }.filter { !$0.isEmpty }
    let columns = Set(filled.joined().map(\.column))
    // A block that is in no cell has no place in the columns.
    guard filled.joined().reduce(0, { $0 + $1.blocks }) == own.count,
      columns.count <= Self.mostColumns, filled.contains(where: { $0.count > 1 })
    else { return nil }
    // A column in which no text begins is none.
    let starts = columns.sorted()
    var rows: [[Table.Cell]] = []
    var headerRows = 0
    var texts = own.makeIterator()
    block = first
    for (index, row) in table.rows.enumerated() where row.contains(where: { $0.blocks > 0 }) {
      if !rows.isEmpty { bytes.append(0x0A) }
      var cells: [Table.Cell] = []
      var (column, written) = (0, 0)
      for cell in row where cell.blocks > 0 {
        let place = max(column, starts.count { $0 < cell.column })
        let end = max(place + 1, starts.count { $0 < cell.column + cell.columns })
        let blank = start + bytes.count
        if place > column {
          cells.append(Table.Cell(range: blank..<blank, columns: place - column))
        }
        for _ in 0..<min(place - written, Self.mostTabs) { bytes.append(0x09) }
        let lower = start + bytes.count
        for number in 0..<cell.blocks {
          guard let block = texts.next() else { break }
          // Paragraphs of a cell are lines of it.
          if number > 0 { bytes += block.spaceBefore > 0 ? [0x0A, 0x0A] : [0x0A] }
          add(block.range, of: text)
        }
        cells.append(Table.Cell(range: lower..<(start + bytes.count), columns: end - place))
        (column, written) = (end, place)
      }
      rows.append(cells)
      if index < table.headerRows { headerRows += 1 }
    }
    let kind = Block.Kind.table(Table(rows: rows, headerRows: headerRows))
    block = first.with(kind, start..<(start + bytes.count))
  }

  /// Joins the lines of a table that has a line of code a row, as Nikola writes it; nil for other tables.
  init?(codeOf table: TableBuilder, _ blocks: [Block], in text: [UInt8]) {
    let own = blocks[min(table.mark.blocks, blocks.count)...]
    guard let first = own.first, own.count > 1,
      own.allSatisfy({ $0.kind == .preformatted && $0.hang == table.hang }),
      table.rows.allSatisfy({ row in row.count > 1 && row.count { $0.blocks > 0 } <= 1 })
    else { return nil }
    start = first.range.lowerBound
    block = first
    var lines = own.makeIterator()
    for row in table.rows {
      // A row without text is an empty line of the code.
      if !pieces.isEmpty { bytes.append(0x0A) }
      guard row.contains(where: { $0.blocks > 0 }), let line = lines.next() else { continue }
      add(line.range, of: text)
    }
    block = first.with(.preformatted, start..<(start + bytes.count))
  }

  private static func isCell(_ block: Block, _ table: TableBuilder, _ text: [UInt8]) -> Bool {
    switch block.kind {
    case .paragraph, .heading: block.hang == table.hang
    case .preformatted: block.hang == table.hang && !text[block.range].contains(0x0A)
    case .rule, .table: false
    }
  }

  private mutating func add(_ old: Range<Int>, of text: [UInt8]) {
    pieces.append((old, start + bytes.count))
    bytes.append(contentsOf: text[old])
  }

  /// Returns the new place of an old offset; one between two pieces becomes the end of the first.
  func moved(_ offset: Int) -> Int {
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].old.lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return start }
    let piece = pieces[low - 1]
    return piece.new + min(offset - piece.old.lowerBound, piece.old.count)
  }
}
