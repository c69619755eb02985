/// A table whose cells have a paragraph each at most, as columns.
struct TableGrid {
  let block: Block
  let text: TextPieces

  /// Makes the columns of a table that has ended; nil where its cells stay blocks: one of them has several or a
  /// list, or no row has several cells with text.
  init?(_ table: TableBuilder, _ blocks: [Block], in old: [UInt8]) {
    let own = blocks[min(table.mark.blocks, blocks.count)...]
    guard let first = own.first, let last = own.last else { return nil }
    var columns: Set<Int> = []
    var isGrid = false
    var count = 0
    for row in table.rows {
      let filled = row.filter { !$0.blocks.isEmpty }
      isGrid = isGrid || filled.count > 1
      for cell in filled {
        guard cell.blocks.count == 1, Self.isCell(blocks[cell.blocks.lowerBound], table, old) else {
          return nil
        }
        columns.insert(cell.column)
      }
      count += filled.count
    }
    // A block that is in no cell has no place in the columns.
    guard isGrid, count == own.count else { return nil }
    // A column in which no text begins is none.
    let starts = columns.sorted()
    var text = TextPieces(from: first.range.lowerBound)
    // Blanks at most double the text, whatever a table says of its columns.
    var blanks = last.range.upperBound - first.range.lowerBound
    var rows: [[Table.Cell]] = []
    var headerRows = 0
    for (index, row) in table.rows.enumerated() where row.contains(where: { !$0.blocks.isEmpty }) {
      if !rows.isEmpty { text.append(0x0A) }
      rows.append(Self.cells(of: row, starts, blocks, in: old, &text, &blanks))
      if index < table.headerRows { headerRows += 1 }
    }
    self.text = text
    block = Block(
      kind: .table(Table(rows: rows, headerRows: headerRows)),
      range: text.start..<text.end,
      lead: first.lead,
      hang: first.hang,
      spaceBefore: first.spaceBefore
    )
  }

  /// Whether a block can stand in a column.
  private static func isCell(_ block: Block, _ table: TableBuilder, _ text: [UInt8]) -> Bool {
    guard block.hang == table.hang else { return false }
    switch block.kind {
    case .paragraph, .heading: return true
    case .preformatted: return !text[block.range].contains(0x0A)
    case .rule, .table: return false
    }
  }

  /// Returns the cells of a row with the blanks between them, and adds their text, with a tab for each column.
  private static func cells(
    of row: [TableBuilder.Cell],
    _ starts: [Int],
    _ blocks: [Block],
    in old: [UInt8],
    _ text: inout TextPieces,
    _ blanks: inout Int
  ) -> [Table.Cell] {
    var cells: [Table.Cell] = []
    var column = 0
    var written = 0
    for cell in row {
      let place = max(column, rank(of: cell.column, in: starts))
      let end = max(rank(of: cell.column + cell.columns, in: starts), place)
      guard end > place || !cell.blocks.isEmpty else { continue }
      if place > column {
        cells.append(Table.Cell(range: text.end..<text.end, columns: place - column))
      }
      let tabs = min(place - written, blanks + 1)
      for _ in 0..<tabs { text.append(0x09) }
      blanks -= max(0, tabs - 1)
      written = place
      let range = cell.blocks.first.map { text.append(blocks[$0].range, of: old) }
      cells.append(
        Table.Cell(range: range ?? text.end..<text.end, columns: max(1, end - place))
      )
      column = max(end, place + 1)
    }
    return cells
  }

  /// Returns the number of elements of `starts` below `column`.
  private static func rank(of column: Int, in starts: [Int]) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] < column { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// A table of code with a line a row, as Nikola writes it, as preformatted text.
struct CodeRows {
  let block: Block
  let text: TextPieces

  /// Joins the lines of a table; nil where a row has anything but a line of code beside a cell without text.
  init?(_ table: TableBuilder, _ blocks: [Block], in old: [UInt8]) {
    let own = blocks[min(table.mark.blocks, blocks.count)...]
    guard own.count > 1, let first = own.first,
      own.allSatisfy({ $0.kind == .preformatted && $0.hang == table.hang }),
      table.rows.allSatisfy({ row in row.count > 1 && row.count { !$0.blocks.isEmpty } <= 1 })
    else { return nil }
    var text = TextPieces(from: first.range.lowerBound)
    var next = own.startIndex
    // A row without text is an empty line of the code.
    for row in table.rows where next > own.startIndex || row.contains(where: { !$0.blocks.isEmpty })
    {
      if next > own.startIndex { text.append(0x0A) }
      guard row.contains(where: { !$0.blocks.isEmpty }), next < own.endIndex else { continue }
      _ = text.append(own[next].range, of: old)
      next += 1
    }
    self.text = text
    block = Block(
      kind: .preformatted,
      range: text.start..<text.end,
      lead: first.lead,
      hang: first.hang,
      spaceBefore: first.spaceBefore
    )
  }
}
