import CellGrid
import RichText

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
    let widths = Self.widths(of: table, in: text)
    let total = widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
    if total <= columns {
      addAligned(table, widths)
    } else {
      addFields(table)
    }
  }

  private static func widths(of table: Table, in text: SafeText) -> [Int] {
    var widths: [Int] = []
    for row in table.rows {
      for (column, cell) in row.enumerated() {
        let width = ColumnWidth.columns(of: text, in: cell)
        if column < widths.count {
          widths[column] = max(widths[column], width)
        } else {
          widths.append(width)
        }
      }
    }
    return widths
  }

  private mutating func addAligned(_ table: Table, _ widths: [Int]) {
    for (index, row) in table.rows.enumerated() {
      var line = BodyLine()
      var column = 0
      for (position, width) in widths.enumerated() {
        if position > 0 {
          line.pieces.append((column, .mark(" │ ", .faint)))
          column += Self.gap
        }
        if position < row.count, !row[position].isEmpty {
          line.pieces.append((column, .text(row[position])))
        }
        column += width
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

  /// Writes each row as lines of "header: value", without repeating the header line.
  private mutating func addFields(_ table: Table) {
    let headers = table.headerRows > 0 ? table.rows.prefix(table.headerRows).last ?? [] : []
    let rows = table.headerRows < table.rows.count ? table.rows.dropFirst(table.headerRows) : []
    for (index, row) in rows.enumerated() {
      if index > 0 { lines.append(.blank) }
      for (position, cell) in row.enumerated() where !cell.isEmpty {
        addField(header: position < headers.count ? headers[position] : nil, cell)
      }
    }
    if rows.isEmpty {
      for cell in table.rows.joined() where !cell.isEmpty { addField(header: nil, cell) }
    }
  }

  /// A header of up to half the width has its value beside it; a longer one is shown whole, and its value below it.
  private mutating func addField(header: Range<Int>?, _ cell: Range<Int>) {
    var line = BodyLine()
    var column = 0
    if let header, !header.isEmpty {
      let end = addText(header, to: &line, from: 0, upTo: columns - 1)
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
    _ = addText(cell, to: &line, from: column, upTo: columns)
    lines.append(line)
  }

  /// The first column of the second and later lines of a field.
  private var hang: Int { min(2, columns - 1) }

  /// Adds all lines of a field but the last one, which stays in `line`; returns the column behind its text.
  private mutating func addText(
    _ range: Range<Int>,
    to line: inout BodyLine,
    from start: Int,
    upTo end: Int
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
