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

  /// Whether a block can stand in a column.
  private static func isCell(_ block: Block, _ table: TableBuilder, _ text: [UInt8]) -> Bool {
    switch block.kind {
    case .paragraph, .heading: block.hang == table.hang
    case .preformatted: block.hang == table.hang && !text[block.range].contains(0x0A)
    case .rule, .table: false
    }
  }

  /// Adds a piece of the old text after those before it.
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
