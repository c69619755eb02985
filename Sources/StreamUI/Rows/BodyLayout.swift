import CellGrid
import RichText

/// Blocks and a width to lines: the one geometry that flat and rich rows share.
struct BodyLayout {
  private let body: BodyText
  private let columns: Int
  /// How many lines are made; those behind are only counted.
  private let limit: Int
  /// The first lines, at most so many as are wanted.
  private(set) var lines: [BodyLine] = []
  /// How many lines there are.
  private(set) var count = 0

  /// Lays `body` out `columns` wide (at least 1); makes no more than `limit` lines.
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

  /// The empty line between two blocks; a quote that both stand in goes on through it.
  private static func gap(_ above: Block, _ below: Block) -> BodyLine {
    let bars = zip(above.hang, below.lead).prefix { $0 == $1 && ($0 == "│" || $0 == " ") }
    let shared = String(bars.map(\.0))
    guard shared.contains("│") else { return .blank }
    return BodyLine(pieces: [(0, .mark(SafeText(sanitizing: shared), .quoteMark))])
  }

  private mutating func add(_ block: Block) {
    let marks = Marks(block, columns: columns)
    let room = max(1, columns - marks.width)
    switch block.kind {
    case .paragraph, .heading:
      addText(block.range, marks, room: room, preformatted: false)
    case .preformatted:
      addText(block.range, marks, room: room, preformatted: true)
    case .rule:
      let rule = SafeText(sanitizing: String(repeating: "─", count: min(room, 40)))
      var line = marks.lead.line
      line.pieces.append((marks.width, .mark(rule, .faint)))
      append(line)
    case .table(let table):
      let layout = TableLayout(table, in: body.text, columns: room)
      for (index, line) in layout.lines.enumerated() {
        var shifted = index == 0 ? marks.lead.line : marks.hang.line
        shifted.pieces += line.pieces.map { ($0.column + marks.width, $0.piece) }
        append(shifted)
      }
    }
  }

  private mutating func addText(
    _ range: Range<Int>,
    _ marks: Marks,
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
      var line = isFirst ? marks.lead.line : marks.hang.line
      isFirst = false
      if !range.isEmpty { line.pieces.append((marks.width, .text(range))) }
      lines.append(line)
    }
  }

  private mutating func append(_ line: BodyLine) {
    count += 1
    if lines.count < limit { lines.append(line) }
  }
}

/// What stands before a block's lines, cut so that text keeps at least half of the columns.
private struct Marks {
  struct Mark {
    let line: BodyLine
  }

  let width: Int
  let lead: Mark
  let hang: Mark

  init(_ block: Block, columns: Int) {
    guard !block.lead.isEmpty else {
      width = 0
      lead = Mark(line: .blank)
      hang = Mark(line: .blank)
      return
    }
    let first = SafeText(sanitizing: block.lead)
    let other = SafeText(sanitizing: block.hang)
    let room = max(0, columns / 2)
    let end = ColumnWidth.prefix(of: first, in: 0..<first.count, fitting: room)
    width = ColumnWidth.columns(of: first, in: 0..<end)
    let otherEnd = ColumnWidth.prefix(of: other, in: 0..<other.count, fitting: width)
    lead = Mark(line: Self.line(first[0..<end]))
    hang = Mark(line: Self.line(other[0..<otherEnd]))
  }

  private static func line(_ text: SafeText) -> BodyLine {
    guard text.utf8.contains(where: { $0 != UInt8(ascii: " ") }) else { return .blank }
    let role: Role = text.utf8.starts(with: "│".utf8) ? .quoteMark : .listMark
    return BodyLine(pieces: [(0, .mark(text, role))])
  }
}
