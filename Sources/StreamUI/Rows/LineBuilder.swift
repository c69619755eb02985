import CellGrid

/// Collects the lines of one row as cells.
struct LineBuilder {
  /// The whole width in columns, gutter included.
  let columns: Int
  /// The first column of text.
  var left: Int
  private(set) var lines: [CellLine] = []
  private(set) var slots: [LaidRow.Slot] = []
  private(set) var metaLinks: [LaidRow.MetaLink] = []
  private(set) var moreLine: Int?
  /// The section that further lines belong to.
  var section = RowText.Section.head
  /// The pieces of the text outside the body.
  private(set) var lineSlots: [TextSlot] = []
  private var text = RowText()

  /// The number of columns for text, at least 1.
  var room: Int { max(1, min(columns, RowLayout.gutter + RowLayout.widestText) - left) }

  init(columns: Int, left: Int) {
    self.columns = columns
    self.left = left
  }

  /// The text of all lines, with that of `body`.
  func text(with body: BodyText) -> RowText {
    var text = text
    text.body = body.text
    return text
  }

  mutating func addGap() {
    lines.append(CellLine(columns: columns))
  }

  /// Adds a line; `isText` tells whether searches find it.
  mutating func add(_ meta: MetaLine, isText: Bool = true) {
    let first = lines.count
    let start = isText ? text.append(meta, to: section) : nil
    switch meta.overflow {
    case .cut: addCut(meta, start)
    case .wrap(let hang): addWrapped(meta, hang: hang, start)
    }
    if let target = meta.target {
      metaLinks.append(
        LaidRow.MetaLink(
          lines: first..<lines.count,
          columns: left..<(left + room),
          target: target,
          label: meta.runs.map(\.text.string).joined()
        )
      )
    }
  }

  /// Adds a line of `head`, cut from `whole`, followed by a line of a body.
  mutating func add(
    _ head: [MetaLine.Run],
    of whole: [MetaLine.Run],
    then line: BodyLine,
    of text: SafeText,
    goesOn: Bool
  ) {
    note(head, of: whole, then: [])
    var cells = CellLine(columns: columns)
    var start = left
    for run in head {
      start = cells.put(run.text, at: start, role: run.role, emphasis: run.emphasis)
    }
    let end = put(line, of: text, at: start, on: &cells)
    if goesOn, end < left + room { cells.put("…", at: end, role: .faint) }
    lines.append(cells)
  }

  /// Adds a line of `head`, cut from `whole`, followed by `rest`.
  mutating func add(
    _ head: [MetaLine.Run],
    of whole: [MetaLine.Run],
    then rest: [MetaLine.Run]
  ) {
    let start = note(head, of: whole, then: rest)
    addCut(MetaLine(head + rest), start, from: head.count)
  }

  /// Notes where the runs of a line stand that were cut from `whole`; returns where `rest` begins.
  @discardableResult
  private mutating func note(
    _ head: [MetaLine.Run],
    of whole: [MetaLine.Run],
    then rest: [MetaLine.Run]
  ) -> Int {
    var offset = text.append(MetaLine(whole + rest), to: .head)
    var column = left
    for (run, uncut) in zip(head, whole) {
      // A run that was cut ends in "…".
      let isCut = run.text.count != uncut.text.count
      let count = isCut ? max(0, run.text.count - "…".utf8.count) : run.text.count
      lineSlots.append(
        TextSlot(section: .head, line: lines.count, column: column, range: offset..<offset + count)
      )
      offset += uncut.text.count
      column += ColumnWidth.columns(of: run.text)
    }
    return offset
  }

  /// The columns that are left of a run that is cut, so that it still says something.
  private static let leastOfCutRun = 4

  /// Shortens `runs` to about `columns`; the longest run is cut, but never a warning about the post.
  func cut(_ runs: [MetaLine.Run], to columns: Int) -> [MetaLine.Run] {
    let widths = runs.map { ColumnWidth.columns(of: $0.text) }
    let sum = widths.reduce(0, +)
    let cuttable = widths.indices.filter { runs[$0].role != .contentWarning }
    guard sum > columns, let long = cuttable.max(by: { widths[$0] < widths[$1] }),
      cuttable.count == widths.count || widths[long] > Self.leastOfCutRun
    else { return runs }
    let run = runs[long]
    let least = cuttable.count == widths.count ? 1 : Self.leastOfCutRun
    let room = max(least, widths[long] - (sum - columns)) - 1
    let end = ColumnWidth.prefix(of: run.text, in: 0..<run.text.count, fitting: room)
    var text = run.text[0..<end]
    text.append("…")
    var cut = runs
    cut[long] = MetaLine.Run(text, run.role, run.emphasis)
    return cut
  }

  mutating func addMore(_ text: SafeText) {
    moreLine = lines.count
    add(MetaLine([MetaLine.Run(text, .more)]), isText: false)
  }

  mutating func add(_ line: BodyLine, of text: SafeText) {
    var cells = CellLine(columns: columns)
    _ = put(line, of: text, at: left, on: &cells)
    lines.append(cells)
  }

  /// Writes a body's line from `column` on, records the positions of its text, and returns the next
  /// column.
  private mutating func put(
    _ line: BodyLine,
    of text: SafeText,
    at column: Int,
    on cells: inout CellLine
  ) -> Int {
    var end = column
    for (offset, piece) in line.pieces {
      switch piece {
      case .mark(let mark, let role): end = cells.put(mark, at: column + offset, role: role)
      case .text(let range):
        end = cells.put(text, range, at: column + offset, role: .text)
        slots.append(LaidRow.Slot(line: lines.count, column: column + offset, range: range))
      }
    }
    return end
  }

  /// Adds a line that is cut; its text from run `noted` on begins at `start` of its section.
  private mutating func addCut(_ meta: MetaLine, _ start: Int?, from noted: Int = 0) {
    var cells = CellLine(columns: columns)
    var column = left
    var offset = start
    let edge = left + room
    for (index, run) in meta.runs.enumerated() {
      let width = ColumnWidth.columns(of: run.text)
      if column + width <= edge {
        if index >= noted { note(run.text.count, at: &offset, column) }
        column = cells.put(run.text, at: column, role: run.role, emphasis: run.emphasis)
        continue
      }
      let fitting = max(0, edge - column - 1)
      let end = ColumnWidth.prefix(of: run.text, in: 0..<run.text.count, fitting: fitting)
      if index >= noted { note(end, at: &offset, column) }
      column = cells.put(run.text, 0..<end, at: column, role: run.role, emphasis: run.emphasis)
      if column < edge { _ = cells.put("…", at: column, role: run.role) }
      break
    }
    lines.append(cells)
  }

  /// Notes that `count` bytes from `offset` on stand at `column` of the next line.
  private mutating func note(_ count: Int, at offset: inout Int?, _ column: Int) {
    guard let start = offset else { return }
    let range = start..<start + count
    lineSlots.append(TextSlot(section: section, line: lines.count, column: column, range: range))
    offset = range.upperBound
  }

  private mutating func addWrapped(_ meta: MetaLine, hang: Int, _ start: Int?) {
    var text = SafeText.empty
    var ends: [Int] = []
    for run in meta.runs {
      text.append(run.text)
      ends.append(text.count)
    }
    // Beside an indent of half the line, text would be a ladder of single words.
    let indent = hang > room / 2 ? min(4, room / 2) : hang
    var isFirst = true
    LineBreaker.forEachLine(
      of: text,
      in: 0..<text.count,
      columns: room,
      then: max(1, room - indent),
      preformatted: false
    ) { range in
      var cells = CellLine(columns: columns)
      var column = isFirst ? left : left + indent
      isFirst = false
      var offset = start.map { $0 + range.lowerBound }
      note(range.count, at: &offset, column)
      var lower = range.lowerBound
      for (run, end) in zip(meta.runs, ends) where end > lower && lower < range.upperBound {
        let upper = min(end, range.upperBound)
        column = cells.put(text, lower..<upper, at: column, role: run.role, emphasis: run.emphasis)
        lower = upper
      }
      lines.append(cells)
    }
  }
}
