/// Turns tables into rows of cells, each a range of the text.
extension Flattener {
  mutating func beginTable() {
    guard table == nil else {
      table?.nested += 1
      endBlock()
      return
    }
    endBlock(gap: 1)
    table = TableBuilder()
  }

  mutating func beginTablePart(_ tag: Tag) {
    guard let open = table, open.nested == 0 else {
      endBlock()
      return
    }
    switch tag {
    case .tableRow:
      endCell()
      table?.endRow()
      table?.beginRow()
    case .tableHead, .tableSection:
      endCell()
      table?.endRow()
      table?.isInHead = tag == .tableHead
    case .tableCell, .tableHeaderCell:
      endCell()
      table?.beginCell(&output, isHeader: tag == .tableHeaderCell)
      push(tag, .none)
    case .caption where open.start == nil:
      // The caption becomes a paragraph before the table.
      table = nil
      push(tag, .none)
    default: endBlock()
    }
  }

  mutating func endTablePart(_ tag: Tag) {
    if tag == .caption, table == nil {
      close(.caption)
      endBlock(gap: 0)
      if stack.contains(where: { $0.tag == .caption }) { return }
      table = TableBuilder()
      return
    }
    guard let open = table, open.nested == 0 else {
      endBlock()
      return
    }
    switch tag {
    case .tableCell, .tableHeaderCell: endCell()
    case .tableRow:
      endCell()
      table?.endRow()
    case .tableHead:
      endCell()
      table?.endRow()
      table?.isInHead = false
    default: break
    }
  }

  mutating func endTable() {
    if let open = table, open.nested > 0 {
      table?.nested -= 1
      endBlock()
    } else {
      finishTable()
    }
  }

  /// Ends the table and adds its block; a table with one column becomes paragraphs.
  mutating func finishTable() {
    endCell()
    table?.endRow()
    guard let built = table else { return }
    table = nil
    pendingSpace = false
    guard let start = built.start, !built.rows.isEmpty else { return }
    let (lead, hang) = context.marks()
    let space = context.takeSpace()
    if built.rows.contains(where: { $0.count > 1 }) {
      let content = Table(rows: built.rows, headerRows: built.headerRows)
      output.addBlock(
        .table(content),
        range: start..<output.text.count,
        lead: lead,
        hang: hang,
        space: space
      )
    } else {
      for (index, cell) in built.rows.joined().enumerated() where !cell.isEmpty {
        output.addBlock(
          .paragraph,
          range: cell,
          lead: index == 0 ? lead : hang,
          hang: hang,
          space: index == 0 ? space : 0
        )
      }
    }
    context.addSpace(1)
  }

  /// Ends the current cell and everything that was opened in it.
  private mutating func endCell() {
    guard table?.isInCell == true else { return }
    while let cell = stack.lastIndex(where: { $0.tag == .tableCell || $0.tag == .tableHeaderCell }),
      let last = stack.last
    {
      let isCell = cell == stack.count - 1
      close(last.tag)
      if isCell { break }
    }
    pendingSpace = false
    table?.endCell(output)
    if let cell = table?.rows.last?.last { output.findMarks(in: cell, coveredFrom: coveredStart) }
  }
}
