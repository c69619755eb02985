import CellGrid
import RichText

/// Lays rows out at one width.
package struct RowLayout: Sendable {
  /// Columns at the left that content never reaches: the selection bar and a blank.
  package static let gutter = 2
  /// Text wider than this many columns is hard to read; lines end here on wide screens.
  package static let widestText = 100
  /// Bytes of text that are read of a body of which the first lines are shown.
  package static let enoughTextBytes = 4 << 10

  package let columns: Int
  private let enoughTextBytes: Int

  package init(columns: Int, enoughTextBytes: Int = Self.enoughTextBytes) {
    self.columns = columns
    self.enoughTextBytes = enoughTextBytes
  }

  /// Measures `row` and draws its flat lines; at least one line.
  ///
  /// Of a long body that shows its first lines only, not much more is read than those: what a row
  /// costs does not grow with its post.
  package func lay(_ row: Row) -> LaidRow {
    var builder = LineBuilder(columns: columns, left: left(row))
    if let rest = row.oneLine { return layOneLine(row, rest, &builder) }
    for line in row.before { builder.add(line) }
    builder.left += min(row.bodyIndent, max(0, columns / 6))
    let (body, layout) = read(row, room: builder.room)
    addBody(of: row, body, layout, to: &builder)
    if row.numbersLinks { addLinks(body, to: &builder) }
    for line in row.after { builder.add(line) }
    if row.endsWithGap || builder.lines.isEmpty { builder.addGap() }
    return LaidRow(
      flat: builder.lines,
      isMarkedUp: body.isMarkedUp || !builder.metaLinks.isEmpty,
      slots: builder.slots,
      metaLinks: builder.metaLinks,
      body: body.isMarkedUp ? body : .empty,
      isCut: body.isCut,
      moreLine: builder.moreLine
    )
  }

  /// The head, and behind it the beginning of the body, or `rest` where there is none.
  private func layOneLine(
    _ row: Row,
    _ rest: [MetaLine.Run],
    _ builder: inout LineBuilder
  ) -> LaidRow {
    // A long name leaves half of the line.
    let head = builder.cut(row.before.first?.runs ?? [], to: (builder.room + 1) / 2)
    // The last column is for the dots of what goes on.
    let room = max(1, builder.room - head.reduce(0) { $0 + ColumnWidth.columns(of: $1.text) } - 1)
    let (body, layout) = read(row, room: room, lines: Self.linesLookedAt)
    if let line = layout.lines.first(where: { !$0.pieces.isEmpty }) {
      builder.add(head, then: line, of: body.text, goesOn: layout.count > 1 || body.isCut)
    } else {
      builder.add(MetaLine(head + rest))
    }
    return LaidRow(
      flat: builder.lines,
      isMarkedUp: body.isMarkedUp,
      slots: builder.slots,
      metaLinks: [],
      body: body.isMarkedUp ? body : .empty,
      isCut: body.isCut,
      moreLine: nil
    )
  }

  /// Lines of a body among which the first that is not empty stands for all.
  private static let linesLookedAt = 4

  /// The first column of a row's text.
  private func left(_ row: Row) -> Int {
    Self.gutter + min(row.indent, max(0, columns / 3))
  }

  /// The body as far as it has to be read, and its lines as far as they are shown.
  private func read(_ row: Row, room: Int, lines: Int? = nil) -> (BodyText, BodyLayout) {
    guard !row.bodyIsFolded else { return (.empty, BodyLayout(.empty, columns: room)) }
    // "+1 lines" would take the place of the line it hides.
    let most = lines ?? row.bodyLimit.map { $0 + 1 } ?? Int.max
    if row.bodyLimit != nil, !row.numbersLinks {
      let body = body(of: row, enoughTextBytes)
      let layout = BodyLayout(body, columns: room, limit: most)
      // The last lines of what was read may go on, so it must be more than is shown.
      if !body.isCut || layout.count > most { return (body, layout) }
    }
    let body = body(of: row, nil)
    return (body, BodyLayout(body, columns: room, limit: most))
  }

  private func body(of row: Row, _ enoughTextBytes: Int?) -> BodyText {
    // Spans and links are noted at once: to read them later would cost as much as this does.
    BodyText(
      row.body,
      baseURL: row.baseURL,
      customEmoji: row.customEmoji,
      reading: .rich,
      enoughTextBytes: enoughTextBytes
    )
  }

  private func addBody(
    of row: Row,
    _ body: BodyText,
    _ layout: BodyLayout,
    to builder: inout LineBuilder
  ) {
    guard !body.blocks.isEmpty else { return }
    let limit = row.bodyLimit ?? Int.max
    let shown = layout.count > limit &+ 1 ? limit : layout.count
    for line in layout.lines.prefix(shown) { builder.add(line, of: body.text) }
    if shown < layout.count {
      let more = body.isCut ? " or more" : ""
      builder.addMore(SafeText(sanitizing: "+\(layout.count - shown) lines\(more)"))
    }
    if let limit = body.limitHit {
      builder.add(MetaLine([.init(SafeText(sanitizing: limit.sentence), .problem)]))
    }
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
