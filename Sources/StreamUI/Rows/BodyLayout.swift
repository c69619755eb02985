import CellGrid
import RichText

/// Lays out blocks at a width; flat and rich rows share this geometry.
struct BodyLayout {
  private let body: BodyText
  private let columns: Int
  /// The number of lines that are built; later lines are only counted.
  private let limit: Int
  /// The first lines, at most as many as requested.
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
    case .paragraph, .heading:
      addText(block.range, margin, room: room, preformatted: false)
    case .preformatted:
      addText(block.range, margin, room: room, preformatted: true)
    case .rule:
      let rule = SafeText(sanitizing: String(repeating: "─", count: min(room, 40)))
      var line = margin.lead.line
      line.pieces.append((margin.width, .mark(rule, .faint)))
      append(line)
    case .table(let table):
      let layout = TableLayout(table, in: body.text, columns: room)
      for (index, line) in layout.lines.enumerated() {
        var shifted = index == 0 ? margin.lead.line : margin.hang.line
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
      var line = isFirst ? margin.lead.line : margin.hang.line
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
  struct Lead {
    let line: BodyLine
  }

  let width: Int
  let lead: Lead
  let hang: Lead

  init(_ block: Block, columns: Int) {
    guard !block.lead.isEmpty else {
      width = 0
      lead = Lead(line: .blank)
      hang = Lead(line: .blank)
      return
    }
    let first = SafeText(sanitizing: block.lead)
    let other = SafeText(sanitizing: block.hang)
    let room = max(0, columns / 2)
    let end = ColumnWidth.prefix(of: first, in: 0..<first.count, fitting: room)
    width = ColumnWidth.columns(of: first, in: 0..<end)
    let otherEnd = ColumnWidth.prefix(of: other, in: 0..<other.count, fitting: width)
    lead = Lead(line: Self.line(first[0..<end]))
    hang = Lead(line: Self.line(other[0..<otherEnd]))
  }

  private static func line(_ text: SafeText) -> BodyLine {
    guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return .blank }
    let role: Role = text.utf8.starts(with: "│".utf8) ? .quoteMark : .listMark
    return BodyLine(pieces: [(0, .mark(text, role))])
  }
}

/// One line of a body after layout: its pieces and their columns.
///
/// Flat and rich rows use the same lines.
struct BodyLine {
  /// A piece of the line.
  enum Piece {
    /// A mark that is not part of the body's text: a quote bar, a bullet, a table border.
    case mark(SafeText, Role)
    /// Bytes of the body's sanitized text.
    case text(Range<Int>)
  }

  /// The pieces, each with its first column, counted from the body's left edge.
  var pieces: [(column: Int, piece: Piece)] = []

  static let blank = BodyLine()
}
