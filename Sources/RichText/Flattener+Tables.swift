/// Reads the parts of tables; the text of a cell becomes blocks like any other.
///
/// The table is laid out when it ends: only then it is known whether it is one.
extension Flattener {
  mutating func beginTable() {
    endBlock(gap: 1)
    guard tables.count < reader.maxDepth else {
      ignoredTables += 1
      return
    }
    tables.append(TableBuilder(at: output.recorded, hang: context.hang))
  }

  mutating func beginTablePart(_ tag: Tag) {
    guard let last = tables.indices.last, ignoredTables == 0 else { return endBlock() }
    switch tag {
    case .tableRow:
      endRow()
      endBlock()
      tables[last].beginRow(at: output.recorded)
    case .tableHead, .tableSection:
      endRow()
      tables[last].beginSection(isHead: tag == .tableHead)
    case .tableCell, .tableHeaderCell: beginCell(tag)
    default:
      endCell()
      endBlock()
      push(tag, .none)
    }
  }

  private mutating func beginCell(_ tag: Tag) {
    endCell()
    endBlock()
    guard let last = tables.indices.last else { return }
    tables[last].beginCell(
      at: output.recorded,
      isHeader: tag == .tableHeaderCell,
      isCode: tokenizer.attribute("class", has: "code"),
      columns: tokenizer.number("colspan"),
      rows: tokenizer.number("rowspan")
    )
    let sign = tokenizer.attribute("data-marker")
    tables[last].isCellPushed = push(tag, .none)
    // The sign of a line in a diff of MediaWiki; the cell has no text of its own.
    if let sign, !sign.isEmpty, sign.utf8.count <= 4, hidden == 0 { write(sign.utf8) }
  }

  mutating func endTablePart(_ tag: Tag) {
    guard let last = tables.indices.last, ignoredTables == 0 else { return endBlock() }
    switch tag {
    case .tableCell, .tableHeaderCell: endCell()
    case .tableRow: endRow()
    case .tableHead, .tableSection:
      endRow()
      tables[last].beginSection(isHead: false)
    default:
      close(.caption)
      endBlock()
    }
  }

  /// Ends the table: it becomes a block of columns, or stays the blocks of its cells.
  mutating func endTable() {
    guard ignoredTables == 0 else {
      ignoredTables -= 1
      return endBlock()
    }
    endRow()
    endBlock()
    guard let table = tables.popLast() else { return }
    if let grid = TableGrid(table, output.blocks, in: output.text) {
      replaceTable(table, by: grid.text, [grid.block])
    } else if let code = CodeRows(table, output.blocks, in: output.text) {
      replaceTable(table, by: code.text, [code.block])
    }
    context.addSpace(1)
  }

  private mutating func replaceTable(
    _ table: TableBuilder,
    by pieces: TextPieces,
    _ blocks: [Block]
  ) {
    rewrite(from: pieces.start, with: pieces.bytes, since: table.mark, move: pieces.moved)
    output.replaceBlocks(since: table.mark.blocks, with: blocks)
  }

  private mutating func endRow() {
    endCell()
    guard let last = tables.indices.last else { return }
    let row = tables[last].rows.last ?? []
    tables[last].endRow()
    guard row.count > 1, !output.blocks[tables[last].rowMark.blocks...].isEmpty else { return }
    dropLineNumbers(of: row)
    // Where cells stand below each other, an empty line parts the rows.
    if row.count(where: { !$0.blocks.isEmpty }) > 1 { context.addSpace(1) }
  }

  /// Drops the numbers beside preformatted text, as in the tables that Pygments, Rouge and Chroma write for
  /// numbered code.
  private mutating func dropLineNumbers(of row: [TableBuilder.Cell]) {
    guard let first = row.firstIndex(where: { !$0.blocks.isEmpty }),
      output.blocks[row[first].blocks.upperBound...].contains(where: { $0.kind == .preformatted })
    else { return }
    let numbers = output.blocks[row[first].blocks]
    let end = row[first].blocks.upperBound
    guard end < output.blocks.count, let start = numbers.first?.range.lowerBound,
      numbers.allSatisfy({ $0.kind == .preformatted }),
      LineNumbers.areAll(in: numbers.map { output.text[$0.range] })
    else { return }
    var pieces = TextPieces(from: start)
    let rest = output.blocks[end...].enumerated().map { place, block in
      if place > 0 { pieces.append(0x0A) }
      let range = pieces.append(block.range, of: output.text)
      // The first block of the code has the prefix and the empty lines of the numbers.
      let outer = place == 0 ? numbers.first ?? block : block
      return Block(
        kind: block.kind,
        range: range,
        lead: outer.lead,
        hang: block.hang,
        spaceBefore: outer.spaceBefore
      )
    }
    let mark = tables.last.map(\.rowMark) ?? output.recorded
    rewrite(from: start, with: pieces.bytes, since: mark, move: pieces.moved)
    output.replaceBlocks(since: row[first].blocks.lowerBound, with: rest)
    tables[tables.count - 1].dropFromLastRow(numbers.count)
  }

  /// Ends the current cell and everything that was opened in it.
  private mutating func endCell() {
    guard let last = tables.indices.last, tables[last].isInCell else { return }
    if tables[last].isCellPushed {
      while let open = stack.last {
        close(open.tag)
        if open.tag == .tableCell || open.tag == .tableHeaderCell { break }
      }
    }
    endBlock()
    tables[last].endCell(at: output.recorded)
  }
}

/// Tells a column of line numbers.
private enum LineNumbers {
  /// Whether the texts have nothing but numbers, each greater than that before it.
  static func areAll(in texts: [ArraySlice<UInt8>]) -> Bool {
    var last = -1
    var number: Int?
    for text in texts {
      for byte in text + [0x0A] {
        if (0x30...0x39).contains(byte) {
          let (next, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
          guard !isTooLarge, next < Int.max - 10 else { return false }
          number = next + Int(byte - 0x30)
        } else if byte.isHTMLSpace {
          if let value = number {
            guard value > last else { return false }
            last = value
          }
          number = nil
        } else {
          return false
        }
      }
    }
    return last >= 0
  }
}
