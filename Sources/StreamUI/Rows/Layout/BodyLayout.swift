import CellGrid
import RichText

/// Lays out blocks at a width; flat and rich rows share this geometry.
struct BodyLayout {
  private let body: BodyText
  private let columns: Int
  /// The number of lines that are built; later lines are only counted.
  private let limit: Int
  private(set) var lines: [BodyLine] = []
  /// The number of lines of the whole body.
  private(set) var count = 0

  /// Lays out `body` at a width of `columns` (at least 1) and builds at most `limit` lines.
  init(_ body: BodyText, columns: Int, limit: Int = .max) {
    self.body = body
    self.limit = limit
    self.columns = max(1, columns)
    var before: Block?
    for block in body.blocks {
      if block.spaceBefore > 0, let before { append(Self.gap(before, block)) }
      add(block)
      before = block
    }
  }

  /// Makes the lines those of the text without the numbers of links.
  mutating func restore(_ numbers: LinkNumbers) { lines = lines.map(numbers.restored) }

  /// Returns the empty line between two blocks; a quote around both continues through it.
  private static func gap(_ above: Block, _ below: Block) -> BodyLine {
    let bars = zip(above.hang, below.lead).prefix { $0 == $1 && ($0 == "│" || $0 == " ") }
    let shared = String(bars.map(\.0))
    guard shared.contains("│") else { return .blank }
    return BodyLine(pieces: [(0, .mark(SafeText(sanitizing: shared), .quoteMark))])
  }

  private mutating func add(_ block: Block) {
    let margin = BlockMargin(block, columns: columns)
    let room = max(1, columns - margin.width)
    switch block.kind {
    case .paragraph, .heading: addText(block.range, margin, room: room, preformatted: false)
    case .preformatted: addText(block.range, margin, room: room, preformatted: true)
    case .rule:
      let rule = SafeText(sanitizing: String(repeating: "─", count: min(room, 40)))
      var line = margin.lead
      line.pieces.append((margin.width, .mark(rule, .faint)))
      append(line)
    case .table(let table):
      for (index, line) in TableLayout(table, in: body.text, columns: room).lines.enumerated() {
        var shifted = index == 0 ? margin.lead : margin.hang
        shifted.pieces += line.pieces.map { ($0.column + margin.width, $0.piece) }
        append(shifted)
      }
    }
  }

  private mutating func addText(
    _ range: Range<Int>,
    _ margin: BlockMargin,
    room: Int,
    preformatted: Bool
  ) {
    var isFirst = true
    LineBreaker.forEachLine(
      of: body.text,
      in: range,
      columns: room,
      then: room,
      preformatted: preformatted
    ) { range in
      count += 1
      guard lines.count < limit else { return }
      var line = isFirst ? margin.lead : margin.hang
      isFirst = false
      if !range.isEmpty { line.pieces.append((margin.width, .text(range))) }
      lines.append(line)
    }
  }

  private mutating func append(_ line: BodyLine) {
    count += 1
    if lines.count < limit { lines.append(line) }
  }
}

/// The prefix of a block's lines, cut so that the text keeps at least half of the columns.
private struct BlockMargin {
  let width: Int
  let lead: BodyLine
  let hang: BodyLine

  init(_ block: Block, columns: Int) {
    guard !block.lead.isEmpty else {
      width = 0
      lead = .blank
      hang = .blank
      return
    }
    let first = SafeText(sanitizing: block.lead)
    let other = SafeText(sanitizing: block.hang)
    let room = max(0, columns / 2)
    let end = ColumnWidth.prefix(of: first, in: 0..<first.count, fitting: room)
    width = ColumnWidth.columns(of: first, in: 0..<end)
    let otherEnd = ColumnWidth.prefix(of: other, in: 0..<other.count, fitting: width)
    lead = Self.line(first[0..<end])
    hang = Self.line(other[0..<otherEnd])
  }

  private static func line(_ text: SafeText) -> BodyLine {
    guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return .blank }
    let role: Role = text.utf8.starts(with: "│".utf8) ? .quoteMark : .listMark
    return BodyLine(pieces: [(0, .mark(text, role))])
  }
}

/// One line of a body after layout, flat or rich: its pieces and their columns.
struct BodyLine {
  enum Piece {
    /// A mark that is not part of the body's text: a quote bar, a bullet, a table border.
    case mark(SafeText, Role)
    case text(Range<Int>)
  }

  /// The pieces, each with its first column, counted from the body's left edge.
  var pieces: [(column: Int, piece: Piece)] = []

  static let blank = BodyLine()
}

/// Lays out a table as aligned columns or, if they are too wide, as rows of fields.
struct TableLayout {
  private(set) var lines: [BodyLine] = []
  private let text: SafeText
  private let columns: Int

  /// The width of the separator " │ " in columns.
  private static let gap = 3

  init(_ table: Table, in text: SafeText, columns: Int) {
    self.text = text
    self.columns = columns
    if let widths = Self.widths(of: table, in: text, columns: columns) {
      addAligned(table, widths)
    } else {
      addFields(table)
    }
  }

  /// The widths of the columns; nil where they do not fit side by side, or a cell has several lines.
  private static func widths(of table: Table, in text: SafeText, columns: Int) -> [Int]? {
    let count = table.columns
    guard count > 0, (count - 1) * gap <= columns else { return nil }
    var widths = Array(repeating: 0, count: count)
    // A cell over several columns widens the last of them by what is missing.
    for isSpanning in [false, true] {
      for row in table.rows {
        var column = 0
        for cell in row {
          let last = column + cell.columns - 1
          if !cell.range.isEmpty, (cell.columns > 1) == isSpanning {
            guard !text.utf8[cell.range].contains(0x0A) else { return nil }
            let others = widths[column..<last].reduce(0, +) + gap * (last - column)
            widths[last] = max(widths[last], ColumnWidth.columns(of: text, in: cell.range) - others)
          }
          column = last + 1
        }
      }
    }
    return widths.reduce(0, +) + gap * (count - 1) <= columns ? widths : nil
  }

  private mutating func addAligned(_ table: Table, _ widths: [Int]) {
    for (index, row) in table.rows.enumerated() {
      var line = BodyLine()
      var column = 0
      var position = 0
      var cells = row.makeIterator()
      while position < widths.count {
        if position > 0 {
          line.pieces.append((column, .mark(" │ ", .faint)))
          column += Self.gap
        }
        let cell = cells.next()
        // A blank keeps the lines between its columns.
        let isText = cell.map { !$0.range.isEmpty } ?? false
        if let cell, isText { line.pieces.append((column, .text(cell.range))) }
        let end = min(position + (cell?.columns ?? 1), widths.count)
        column += widths[position]
        for next in (position + 1)..<max(end, position + 1) {
          if !isText { line.pieces.append((column, .mark(" │ ", .faint))) }
          column += Self.gap + widths[next]
        }
        position = end
      }
      lines.append(line)
      if index + 1 == table.headerRows { lines.append(Self.border(widths)) }
    }
  }

  private static func border(_ widths: [Int]) -> BodyLine {
    let parts = widths.map { String(repeating: "─", count: $0) }
    let border = SafeText(sanitizing: parts.joined(separator: "─┼─"))
    return BodyLine(pieces: [(0, .mark(border, .faint))])
  }

  /// Writes each row as lines of "header: value", without repeating the header lines.
  private mutating func addFields(_ table: Table) {
    // The header of a column is the lowest cell that begins in it.
    var headers: [Int: Range<Int>] = [:]
    let hasRows = table.headerRows < table.rows.count
    for (column, cell) in table.rows.prefix(hasRows ? table.headerRows : 0).flatMap(Self.placed) {
      headers[column] = cell
    }
    for (index, row) in table.rows.dropFirst(hasRows ? table.headerRows : 0).enumerated() {
      if index > 0, hasRows { lines.append(.blank) }
      var sign: Range<Int>?
      for (column, cell) in Self.placed(row) {
        let header = headers[column]
        // A sign or a number stands before the cell that it belongs to.
        if sign == nil, header == nil, columns > 8, ColumnWidth.columns(of: text, in: cell) <= 2 {
          sign = cell
        } else {
          addField(header: header, sign: sign, cell)
          sign = nil
        }
      }
      if let sign { addField(header: nil, sign: nil, sign) }
    }
  }

  private static func placed(_ row: [Table.Cell]) -> [(column: Int, range: Range<Int>)] {
    var column = 0
    return row.compactMap { cell in
      defer { column += cell.columns }
      return cell.range.isEmpty ? nil : (column, cell.range)
    }
  }

  /// A header of up to half the width has its value beside it; a longer one is shown whole, and its value below it.
  private mutating func addField(header: Range<Int>?, sign: Range<Int>?, _ cell: Range<Int>) {
    var line = BodyLine()
    var column = 0
    if let sign {
      line.pieces.append((0, .text(sign)))
      column = ColumnWidth.columns(of: text, in: sign) + 1
    }
    if let header, !header.isEmpty {
      let end = addText(header, to: &line, from: 0, upTo: columns - 1, hang: hang)
      if end <= max(1, columns / 2) {
        line.pieces.append((end, .mark(": ", .faint)))
        column = end + 2
      } else {
        line.pieces.append((end, .mark(":", .faint)))
        lines.append(line)
        line = BodyLine()
        column = hang
      }
    }
    let isList = header == nil && text.utf8[cell].contains(0x0A)
    _ = addText(cell, to: &line, from: column, upTo: columns, hang: isList ? column : hang)
    lines.append(line)
  }

  /// The first column of the second and later lines of a field.
  private var hang: Int { min(2, columns - 1) }

  /// Adds all lines of a field but the last one, which stays in `line`; returns the column behind its text.
  private mutating func addText(
    _ range: Range<Int>,
    to line: inout BodyLine,
    from start: Int,
    upTo end: Int,
    hang: Int
  ) -> Int {
    var column = start
    var behind = start
    var isFirst = true
    LineBreaker.forEachLine(
      of: text,
      in: range,
      columns: max(1, end - start),
      then: max(1, end - hang),
      preformatted: false
    ) { part in
      if !isFirst {
        lines.append(line)
        line = BodyLine()
        column = hang
      }
      line.pieces.append((column, .text(part)))
      behind = column + ColumnWidth.columns(of: text, in: part)
      isFirst = false
    }
    return behind
  }
}
