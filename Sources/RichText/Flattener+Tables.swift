/// Reads the parts of tables; the text of a cell becomes blocks like any other.
///
/// The table is laid out when it ends: only then it is known whether it is one.
extension Flattener {
  mutating func beginTable() {
    endBlock(gap: 1)
    guard tables.count < RichTextReader.maxDepth else {
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
    if tables[last].rows.last?.contains(where: { $0.blocks > 0 }) == true {
      _ = context.takeSpace()
      context.isTight = true
    }
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

  mutating func endTable() {
    guard ignoredTables == 0 else {
      ignoredTables -= 1
      return endBlock()
    }
    endRow()
    guard let table = tables.popLast() else { return }
    if let grid = TableGrid(columnsOf: table, output.blocks, in: output.text)
      ?? TableGrid(codeOf: table, output.blocks, in: output.text)
    {
      rewrite(from: grid.start, with: grid.bytes, since: table.mark, move: grid.moved)
      output.replaceBlocks(since: table.mark.blocks, with: [grid.block])
    }
    context.addSpace(1)
  }

  private mutating func endRow() {
    endCell()
    endBlock()
    guard let last = tables.indices.last, tables[last].isRowOpen else { return }
    if tables[last].rows.last?.count ?? 0 > 1 { dropLineNumbers() }
    context.isTight = false
    // Where cells stand below each other, an empty line parts the rows.
    if tables[last].rows.last?.count(where: { $0.blocks > 0 }) ?? 0 > 1 { context.addSpace(1) }
    tables[last].endRow()
  }

  /// Drops the numbers beside preformatted text, as in the tables that Pygments, Rouge and Chroma write for
  /// numbered code.
  private mutating func dropLineNumbers() {
    guard let last = tables.indices.last, let row = tables[last].rows.last,
      let cell = row.firstIndex(where: { $0.blocks > 0 })
    else { return }
    let mark = tables[last].rowMark
    let own = output.blocks[min(mark.blocks, output.blocks.count)...]
    let (numbers, code) = (own.prefix(row[cell].blocks), own.dropFirst(row[cell].blocks))
    guard own.count == row.reduce(0, { $0 + $1.blocks }), let head = numbers.first,
      let first = code.first, code.contains(where: { $0.kind == .preformatted }),
      numbers.allSatisfy({ $0.kind == .preformatted })
    else { return }
    let words = output.text[head.range.lowerBound..<first.range.lowerBound]
      .split(whereSeparator: \.isHTMLSpace).map { Int(String(decoding: $0, as: UTF8.self)) ?? -1 }
    guard words.first ?? -1 >= 0, zip(words, words.dropFirst()).allSatisfy(<) else { return }
    let start = head.range.lowerBound
    let length = first.range.lowerBound - start
    let rest = Array(output.text[first.range.lowerBound...])
    rewrite(from: start, with: rest, since: mark) { max(start, $0 - length) }
    // The code takes the prefix and the empty lines of the numbers.
    output.replaceBlocks(
      since: mark.blocks,
      with: code.enumerated().map { index, block in
        let moved = block.moved { ($0.lowerBound - length)..<($0.upperBound - length) }
        return index == 0 ? head.with(moved.kind, moved.range) : moved
      }
    )
    tables[last].emptyCell(cell)
  }

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
