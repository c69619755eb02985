import CellGrid

struct LineBuilder {
  /// The whole width in columns, gutter included.
  let columns: Int
  var left: Int
  private(set) var lines: [CellLine] = []
  private(set) var slots: [TextSlot] = []
  private(set) var metaLinks: [LaidRow.MetaLink] = []
  private(set) var pictures: [LaidRow.Picture] = []
  private(set) var moreLine: Int?
  var section = RowText.Section.head
  private(set) var lineSlots: [TextSlot] = []
  private var text = RowText()

  /// The number of columns for text, at least 1.
  var room: Int { max(1, min(columns, RowLayout.gutter + RowLayout.widestText) - left) }

  init(columns: Int, left: Int) {
    self.columns = columns
    self.left = left
  }

  func text(with body: BodyText) -> RowText {
    var text = text
    text.body = body.text
    return text
  }

  mutating func addGap() { lines.append(CellLine(columns: columns)) }

  /// Adds a line; `isText` tells whether searches find it, and `number` is that of its link, if it is shown.
  mutating func add(_ meta: MetaLine, isText: Bool = true, number: Int? = nil) {
    let first = lines.count
    if let picture = meta.picture, picture.fillsPage { return add(picture) }
    let start = isText ? text.append(meta, to: section) : nil
    // Beside the text: searches know the line without it.
    let sign = number.map { SafeText(sanitizing: "[\($0)] ") }
    left += sign?.count ?? 0
    switch meta.overflow {
    case .cut: addCut(meta, start, fits: false)
    case .fit: addCut(meta, start, fits: true)
    case .wrap(let hang): addWrapped(meta.runs, hang: hang, start)
    case .entry(let column): addEntry(meta.runs, column: column, start)
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
    if let sign {
      left -= sign.count
      if lines.indices.contains(first) { lines[first].put(sign, at: left, role: .faint) }
    }
    if let picture = meta.picture { add(picture) }
  }

  private mutating func add(_ picture: RowPicture) {
    let indent = picture.fillsPage ? 0 : Self.pictureIndent
    let room = picture.fillsPage ? columns - left : room - indent
    guard let box = picture.box(room: room) else { return }
    let number = picture.number(in: box)
    pictures.append(
      LaidRow.Picture(
        lines: lines.count..<lines.count + box.lines,
        box: box,
        number: number,
        place: picture.place,
        waits: picture.waits,
        fault: picture.fault(of: number)
      )
    )
    if let words = picture.words(of: number) { return add(words, lines: box.lines, indent) }
    let symbols = picture.symbols(of: number)
    for line in 0..<box.lines {
      var cells = CellLine(columns: columns)
      guard !picture.usesSymbols else {
        let made = symbols?.lines ?? []
        if made.indices.contains(line) { cells.put(made[line], at: left) }
        lines.append(cells)
        continue
      }
      cells.put(number, line: line, columns: box.columns, at: left + indent)
      lines.append(cells)
    }
  }

  /// Adds the lines of a picture that is not shown: words, which are no text of the post, and blanks.
  private mutating func add(_ words: SafeText, lines count: Int, _ indent: Int) {
    left += indent
    addCut(MetaLine([.init(words, .faint)]), nil, fits: false)
    left -= indent
    for _ in 1..<max(1, count) { addGap() }
  }

  /// The columns of the sign before an attachment.
  private static let pictureIndent = 2

  /// Adds a line of `head`, fitted from `whole`, followed by a line of a body; `signs` stand at the right edge.
  mutating func add(
    _ head: [FittedLine.Piece],
    of whole: [MetaLine.Run],
    then line: BodyLine,
    of text: SafeText,
    goesOn: Bool,
    signs: [MetaLine.Run]
  ) {
    var cells = CellLine(columns: columns)
    let start = self.text.append(MetaLine(whole), to: section)
    let column = put(head, start, at: left, on: &cells)
    var end = put(line, of: text, at: column, on: &cells)
    if goesOn, end < left + room { end = cells.put("…", at: end, role: .faint) }
    put(signs, after: end, on: &cells)
    lines.append(cells)
  }

  /// Adds a line of `head`, fitted from `whole`, then `rest`, which leaves `reserve` columns to `signs` at the right edge.
  mutating func add(
    _ head: [FittedLine.Piece],
    of whole: [MetaLine.Run],
    then rest: [MetaLine.Run],
    signs: [MetaLine.Run],
    reserve: Int
  ) {
    var cells = CellLine(columns: columns)
    let start = text.append(MetaLine(whole + rest), to: section)
    let column = put(head, start, at: left, on: &cells)
    let restStart = whole.reduce(start) { $0 + $1.text.count }
    let edge = left + room - reserve
    let end = put(WholeLine(rest), restStart, at: column, upTo: edge, on: &cells)
    put(signs, after: end, on: &cells)
    lines.append(cells)
  }

  /// Writes those signs at the right edge for which the text, which ends at `column`, leaves room.
  private func put(_ signs: [MetaLine.Run], after column: Int, on cells: inout CellLine) {
    let fitting = CompactSigns.fitting(signs, into: left + room - column)
    var next = left + room + CompactSigns.gap - CompactSigns.columns(of: fitting)
    for run in fitting {
      next = cells.put(run.text, at: next, role: run.role, emphasis: run.emphasis)
    }
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

  /// Writes a body's line from `column` on, records the positions of its text, and returns the next column.
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
        let first = column + offset
        end = cells.put(text, range, at: first, role: .text)
        slots.append(TextSlot(section: .body, line: lines.count, column: first, range: range))
      }
    }
    return end
  }

  private mutating func addCut(_ meta: MetaLine, _ start: Int?, fits: Bool) {
    var cells = CellLine(columns: columns)
    if fits, FittedLine.isTooLong(meta.runs, columns: room) {
      _ = put(FittedLine.pieces(meta.runs, columns: room), start, at: left, on: &cells)
    } else {
      _ = put(WholeLine(meta.runs), start, at: left, on: &cells)
    }
    lines.append(cells)
  }

  /// Writes pieces from `column` on, cut at `edge`, records the positions of their text, which begins at the byte `start` of the
  /// section (nil if it is no text), and returns the next column.
  private mutating func put(
    _ pieces: some Sequence<FittedLine.Piece>,
    _ start: Int?,
    at column: Int,
    upTo edge: Int? = nil,
    on cells: inout CellLine
  ) -> Int {
    var column = column
    let edge = edge ?? left + room
    for piece in pieces {
      let run = piece.run
      let width = ColumnWidth.columns(of: run.text)
      if column + width <= edge {
        note(piece.range, from: start, column)
        column = cells.put(run.text, at: column, role: run.role, emphasis: run.emphasis)
        continue
      }
      let fitting = max(0, edge - column - 1)
      let end = ColumnWidth.prefix(of: run.text, in: 0..<run.text.count, fitting: fitting)
      note(piece.range.prefix(end), from: start, column)
      column = cells.put(run.text, 0..<end, at: column, role: run.role, emphasis: run.emphasis)
      if column < edge { column = cells.put("…", at: column, role: run.role) }
      break
    }
    return column
  }

  private mutating func note(_ range: Range<Int>, from start: Int?, _ column: Int) {
    guard let start else { return }
    let range = start + range.lowerBound..<start + range.upperBound
    lineSlots.append(TextSlot(section: section, line: lines.count, column: column, range: range))
  }

  /// Adds a name and its explanation, beside it from `column` on, or below it where the screen is too narrow for both.
  private mutating func addEntry(_ runs: [MetaLine.Run], column: Int, _ start: Int?) {
    guard let name = runs.first else { return }
    let width = ColumnWidth.columns(of: name.text)
    let rest = Array(runs.dropFirst())
    let restStart = start.map { $0 + name.text.count }
    let first = lines.count
    guard width < column, room - column >= Self.leastBeside else {
      addWrapped([name], hang: Self.belowName, start)
      left += Self.belowName
      addWrapped(rest, hang: 0, restStart)
      left -= Self.belowName
      return
    }
    note(0..<name.text.count, from: start, left)
    left += column
    addWrapped(rest, hang: 0, restStart)
    left -= column
    lines[first].put(name.text, at: left, role: name.role, emphasis: name.emphasis)
  }

  /// The columns that an explanation needs beside its name.
  private static let leastBeside = 24
  /// The columns by which an explanation is indented below its name.
  private static let belowName = 6

  private mutating func addWrapped(_ runs: [MetaLine.Run], hang: Int, _ start: Int?) {
    var text = SafeText.empty
    var ends: [Int] = []
    for run in runs {
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
      note(range, from: start, column)
      var lower = range.lowerBound
      for (run, end) in zip(runs, ends) where end > lower && lower < range.upperBound {
        let upper = min(end, range.upperBound)
        column = cells.put(text, lower..<upper, at: column, role: run.role, emphasis: run.emphasis)
        lower = upper
      }
      lines.append(cells)
    }
  }
}
