import CellGrid
import RichText
import StreamModel

package struct RowLayout: Sendable {
  /// The columns at the left that content never uses: the selection bar and a blank.
  package static let gutter = 2
  /// The widest text in columns; longer lines are hard to read, so wide screens leave the rest empty.
  package static let widestText = 100
  /// The bytes of text that are read of a body if only its first lines are shown.
  package static let enoughTextBytes = 4 << 10

  /// The width in columns, gutter included.
  package let columns: Int
  /// Where the rows of a list are parted from the post beside it, and the columns of the screen; nil where they end
  /// with it.
  private let edge: (column: Int, columns: Int)?
  /// Whether links that are numbered below the body carry their numbers in it, too; dumps stay as they are.
  private let numbersText: Bool
  private let enoughTextBytes: Int

  package init(
    columns: Int,
    edge: (column: Int, columns: Int)? = nil,
    numbersText: Bool = false,
    enoughTextBytes: Int = Self.enoughTextBytes
  ) {
    self.columns = columns
    self.edge = edge
    self.numbersText = numbersText
    self.enoughTextBytes = enoughTextBytes
  }

  /// Measures `row` and draws its flat lines, at least one; of a long body that shows only its first lines it reads
  /// little more than those, so the cost of a row does not grow with its post.
  package func lay(_ row: Row) -> LaidRow {
    var builder = LineBuilder(columns: columns, left: left(row))
    if let rest = row.oneLine { return layOneLine(row, rest, &builder) }
    let left = builder.left
    builder.left += min(row.bodyIndent, max(0, columns / 6))
    let (body, layout) = read(row, room: builder.room)
    let (inner, links) = (builder.left, row.numbersLinks ? body.links.count : 0)
    builder.left = left
    for line in row.before { add(line, of: row, after: links, to: &builder) }
    builder.section = .tail
    builder.left = inner
    addBody(of: row, body, layout, to: &builder)
    let listed = row.numbersLinks ? addLinks(body, to: &builder) : []
    for line in row.after { add(line, of: row, after: links, to: &builder) }
    if row.endsWithGap || builder.lines.isEmpty { builder.addGap() }
    return LaidRow(
      flat: parted(builder.lines),
      isMarkedUp: body.isMarkedUp || !builder.metaLinks.isEmpty,
      slots: builder.slots,
      metaLinks: builder.metaLinks,
      listedLinks: listed,
      text: row.isNotice ? .empty : builder.text(with: body),
      lineSlots: row.isNotice ? [] : builder.lineSlots,
      body: body.isMarkedUp ? body : .empty,
      isCut: body.isCut,
      moreLine: builder.moreLine,
      pictures: builder.pictures
    )
  }

  /// Whether `row` shows a link, judged by its texts alone; no line is laid out.
  func hasLinks(_ row: Row) -> Bool {
    if row.oneLine == nil, (row.before + row.after).contains(where: { $0.target != nil }) {
      return true
    }
    return !row.bodyIsFolded && body(of: row, enoughTextBytes(of: row)).hasLinks
  }

  /// Lays out the head and, after it, the beginning of the body, or `rest` without a body.
  private func layOneLine(
    _ row: Row,
    _ rest: [MetaLine.Run],
    _ builder: inout LineBuilder
  ) -> LaidRow {
    // A long name leaves half of the line to the text.
    var whole = row.before.first?.runs ?? []
    var share = (builder.room + 1) / 2
    // The blank before the line beside a list is a column of it.
    let screen = edge == nil ? columns : columns + 1
    if edge != nil, screen < CompactSigns.leastColumns {
      if let time = whole.firstIndex(where: { $0.rank == .time }) {
        whole.removeSubrange(time...min(time + 1, whole.count - 1))
      }
      share = min(share, max(Self.narrowHead, builder.room * 2 / 5))
    }
    let head = FittedLine.head(whole, share: share, columns: builder.room)
    let signs = row.signs
    let reserve = CompactSigns.reserve(for: signs, room: builder.room, screen: screen)
    let headColumns = head.reduce(0) { $0 + ColumnWidth.columns(of: $1.run.text) }
    // The last column is reserved for the "…" of a text that continues.
    let room = max(1, builder.room - headColumns - reserve - 1)
    let (body, layout) = read(row, room: room, lines: Self.linesLookedAt)
    if let line = layout.lines.first(where: { !$0.pieces.isEmpty }) {
      let goesOn = layout.count > 1 || body.isCut
      builder.add(head, of: whole, then: line, of: body.text, goesOn: goesOn, signs: signs)
    } else {
      builder.add(head, of: whole, then: rest, signs: signs, reserve: reserve)
    }
    return LaidRow(
      flat: parted(builder.lines),
      isMarkedUp: body.isMarkedUp,
      slots: builder.slots,
      text: builder.text(with: body),
      lineSlots: builder.lineSlots,
      body: body.isMarkedUp ? body : .empty,
      isCut: body.isCut
    )
  }

  /// The columns that the head of a narrow line beside a post may always have: twelve of a name, and what parts it.
  private static let narrowHead = 15

  /// The lines that "+N lines" stands for at least: a fold is worth its key only if it hides more than a glance.
  private static let leastFolded = 4

  private static let linesLookedAt = 4

  /// The lines in the width of the screen, each with the sign that parts it from the page beside; made once, since lines are
  /// compared by their storage to find how far they scrolled.
  private func parted(_ lines: [CellLine]) -> [CellLine] {
    guard let edge else { return lines }
    return lines.map { $0.parted(at: edge.column, columns: edge.columns) }
  }

  private func left(_ row: Row) -> Int { Self.gutter + min(row.indent, max(0, columns / 3)) }

  private func read(_ row: Row, room: Int, lines: Int? = nil) -> (BodyText, BodyLayout) {
    guard !row.bodyIsFolded else { return (.empty, BodyLayout(.empty, columns: room)) }
    let most = lines ?? row.bodyLimit.map { $0 &+ Self.leastFolded } ?? Int.max
    if row.bodyLimit != nil, !row.numbersLinks {
      let body = body(of: row, enoughTextBytes(of: row))
      let layout = BodyLayout(body, columns: room, limit: most)
      // The last lines that were read may be incomplete, so there must be more of them than are
      // shown.
      if !body.isCut || layout.count > most { return (body, layout) }
    }
    let body = body(of: row, nil)
    guard row.numbersLinks, numbersText else {
      return (body, BodyLayout(body, columns: room, limit: most))
    }
    let numbers = LinkNumbers(body)
    var layout = BodyLayout(numbers.body, columns: room, limit: most)
    layout.restore(numbers)
    return (body, layout)
  }

  /// The bytes of text that suffice for the first lines of a body; nil where all are shown.
  private func enoughTextBytes(of row: Row) -> Int? {
    row.bodyLimit.map { max(enoughTextBytes, min($0, Self.mostLines) * Self.bytesOfLine) }
  }

  /// The bytes of a line of ``widestText`` columns with four bytes each.
  private static let bytesOfLine = 400
  private static let mostLines = 1_000

  private func body(of row: Row, _ enoughTextBytes: Int?) -> BodyText {
    // Keep the spans and links now: reading them again later would cost as much as this.
    BodyText(
      row.body,
      baseURL: row.baseURL,
      customEmoji: row.customEmoji,
      reading: .rich,
      enoughTextBytes: enoughTextBytes,
      foldHint: row.foldHint
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
    let shown = layout.count >= limit &+ Self.leastFolded ? limit : layout.count
    for line in layout.lines.prefix(shown) { builder.add(line, of: body.text) }
    if shown < layout.count {
      let more = body.isCut ? " or more" : ""
      builder.addMore(SafeText(sanitizing: "+\((layout.count - shown).grouped) lines\(more)"))
    }
    if let limit = body.limitHit {
      builder.add(MetaLine(sanitizing: limit.sentence, .problem), isText: false)
    }
  }

  /// Adds a line; if it leads somewhere, with its number after those of the `links` in the body.
  private func add(_ line: MetaLine, of row: Row, after links: Int, to builder: inout LineBuilder) {
    let isNumbered = row.numbersLinks && numbersText && line.target != nil
    builder.add(line, number: isNumbered ? links + builder.metaLinks.count + 1 : nil)
  }

  private func addLinks(_ body: BodyText, to builder: inout LineBuilder) -> [LaidRow.MetaLink] {
    body.links.enumerated().map { index, link in
      let first = builder.lines.count
      builder.add(Self.line(of: link.target, number: index + 1))
      return LaidRow.MetaLink(
        lines: first..<builder.lines.count,
        columns: builder.left..<builder.left + builder.room,
        target: link.target,
        label: link.target
      )
    }
  }

  /// The line of a numbered link below the body.
  static func line(of target: String, number: Int) -> MetaLine {
    let number = SafeText(sanitizing: "[\(number)] ")
    return MetaLine(
      [.init(number, .faint), .init(sanitizing: target, .faint)],
      overflow: .wrap(hang: number.count)
    )
  }
}

extension Limit {
  /// The message to the reader when a limit was reached.
  fileprivate var sentence: String {
    switch self {
    case .textBytes(let bytes): "the text goes on; it is cut after \(bytes.grouped) bytes"
    case .links(let count): "there are more than \(count.grouped) links; the others are plain text"
    case .depth(let depth): "nested deeper than \(depth) levels; shown as plain text from there"
    }
  }
}
