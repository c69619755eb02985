import CellGrid
import RichText

/// Lays rows out at one width.
package struct RowLayout: Sendable {
  /// Columns at the left that content never reaches: the selection bar and a blank.
  package static let gutter = 2
  /// Text wider than this many columns is hard to read; lines end here on wide screens.
  package static let widestText = 100

  package let columns: Int

  package init(columns: Int) {
    self.columns = columns
  }

  /// Measures `row` and draws its flat lines; at least one line.
  package func lay(_ row: Row) -> LaidRow {
    // Numbered links are part of the geometry, so both readings must know them.
    let body =
      row.bodyIsFolded
      ? BodyText.empty
      : BodyText(
        row.body,
        baseURL: row.baseURL,
        customEmoji: row.customEmoji,
        reading: row.numbersLinks ? .rich : .flat
      )
    var builder = LineBuilder(columns: columns, left: left(row))
    for line in row.before { builder.add(line) }
    builder.left += min(row.bodyIndent, max(0, columns / 6))
    let isMarkedUp = addBody(of: row, body, to: &builder)
    if row.numbersLinks { addLinks(body, to: &builder) }
    for line in row.after { builder.add(line) }
    if row.endsWithGap || builder.lines.isEmpty { builder.addGap() }
    return LaidRow(
      flat: builder.lines,
      isMarkedUp: isMarkedUp || !builder.metaLinks.isEmpty,
      slots: builder.slots,
      metaLinks: builder.metaLinks,
      moreLine: builder.moreLine
    )
  }

  /// The first column of a row's text.
  private func left(_ row: Row) -> Int {
    Self.gutter + min(row.indent, max(0, columns / 3))
  }

  private func addBody(of row: Row, _ body: BodyText, to builder: inout LineBuilder) -> Bool {
    guard !body.blocks.isEmpty else { return false }
    let lines = BodyLayout(body, columns: builder.room).lines
    let limit = row.bodyLimit ?? Int.max
    // "+1 lines" would take the place of the line it hides.
    let shown = lines.count > limit &+ 1 ? limit : lines.count
    for line in lines.prefix(shown) { builder.add(line, of: body.text) }
    if shown < lines.count {
      builder.addMore(SafeText(sanitizing: "+\(lines.count - shown) lines"))
    }
    if let limit = body.limitHit {
      builder.add(MetaLine([.init(SafeText(sanitizing: limit.sentence), .problem)]))
    }
    return body.isMarkedUp
  }

  private func addLinks(_ body: BodyText, to builder: inout LineBuilder) {
    for (index, link) in body.links.enumerated() {
      let number = SafeText(sanitizing: "[\(index + 1)] ")
      builder.add(
        MetaLine(
          [.init(number, .faint), .init(SafeText(sanitizing: link.target), .faint)],
          overflow: .wrap(hang: number.count)
        )
      )
    }
  }
}

extension Limit {
  /// What the reader is told when a limit was hit.
  fileprivate var sentence: String {
    switch self {
    case .textBytes(let bytes): "the text goes on; it is cut after \(bytes) bytes"
    case .links(let count): "there are more than \(count) links; the others are plain text"
    case .depth(let depth): "nested deeper than \(depth) levels; shown as plain text from there"
    }
  }
}
