package import CellGrid
import StreamModel
import StreamUI

extension Demo {
  package func draw() -> Screen { DemoDrawing(demo: self).screen }
}

/// Draws both halves, their costs and the tour; never changes them.
private struct DemoDrawing {
  let demo: Demo

  private var layout: DemoLayout { DemoLayout(size: demo.size) }

  var screen: Screen {
    var screen = Screen(size: demo.size)
    guard demo.size.columns > 0, demo.size.lines > 0 else { return screen }
    guard layout.hasRoom else {
      let needed = DemoLayout.smallest
      let text =
        "The demo needs \(needed.columns) columns and \(needed.lines) lines; this window has "
        + "\(demo.size.columns) and \(demo.size.lines). Enlarge it, or press q to leave."
      draw(layout.wrapped(text), from: 0, on: &screen)
      return screen
    }
    if demo.showsKeys {
      drawKeys(on: &screen)
    } else {
      for side in Side.allCases { draw(side, on: &screen) }
      if layout.isBeside { drawDivider(on: &screen) }
    }
    draw(tour, from: demo.size.lines - 1 - layout.tourLines, on: &screen)
    screen.set(line: demo.size.lines - 1, to: status)
    return screen
  }

  private func draw(_ side: Side, on screen: inout Screen) {
    let half = demo.halves[side]
    let first = layout.line(of: side)
    let rows = half.shown?.lines.prefix(layout.lines) ?? []
    let all = Array(rows) + Array(repeating: blank, count: max(0, layout.lines - rows.count))
    for (offset, line) in ([heading(of: half)] + all + ledger(of: half)).enumerated() {
      guard screen.lines.indices.contains(first + offset) else { break }
      var whole = screen.lines[first + offset]
      whole.cover(from: layout.column(of: side), with: line)
      screen.set(line: first + offset, to: whole)
    }
  }

  private var blank: CellLine { CellLine(columns: layout.columns) }

  private func drawDivider(on screen: inout Screen) {
    for index in 0..<(layout.lines + DemoLayout.ledgerLines) {
      var line = screen.lines[index]
      line.put("│", at: layout.columns, .faint)
      screen.set(line: index, to: line)
    }
  }

  private func drawKeys(on screen: inout Screen) {
    let room = demo.size.columns - Self.keyColumns
    let entries = DemoKeys.help.map { ($0.keys, layout.wrapped($0.text, columns: room)) }
    let lines = entries.flatMap { keys, texts in
      texts.enumerated().map { ($0.offset == 0 ? keys : "", $0.element) }
    }
    for (index, (keys, text)) in lines.enumerated() where index + 1 < screen.lines.count {
      var line = CellLine(columns: demo.size.columns)
      line.put(keys, at: 2, .helpKey)
      line.put(text, at: Self.keyColumns, .text)
      screen.set(line: index + 1, to: line)
    }
  }

  private static let keyColumns = 26

  private func draw(_ texts: [String], from first: Int, on screen: inout Screen) {
    for (index, text) in texts.enumerated() {
      var line = CellLine(columns: demo.size.columns)
      line.put(text, at: 1, .text)
      screen.set(line: first + index, to: line)
    }
  }

  /// The lines of the tour, or of the strategies that the reader has chosen.
  private var tour: [String] {
    if let step = demo.step { return layout.lines(of: step, demo.simulation) }
    let (left, right) = (demo.halves.left.strategy, demo.halves.right.strategy)
    return [
      "\(layout.names.left), \(left): \(left.sentence)",
      "\(layout.names.right), \(right): \(right.sentence)",
    ]
  }

  // MARK: Costs

  /// The name of a half, which stands above its rows.
  private func heading(of half: DemoHalf) -> CellLine {
    var line = CellLine(columns: layout.columns, role: .status)
    line.put(name(of: half.strategy), at: 1, .status, .bold)
    return line
  }

  /// The costs of a half, which stand below its rows.
  private func ledger(of half: DemoHalf) -> [CellLine] {
    let ledger = half.ledger
    var first = CellLine(columns: layout.columns)
    let isLate = ledger.late > 0
    let frames = "\(ledger.late.grouped) frame\(ledger.late == 1 ? "" : "s")"
    let end = first.put("\(frames) late", at: 1, isLate ? .statusWarning : .text)
    first.put("; longest wait \(CostText.time(ledger.longest))", at: end, .text)
    var second = CellLine(columns: layout.columns)
    let sum =
      "\(bytes(ledger.bytesMoving)) moving + \(bytes(ledger.bytesResting)) at rest"
      + " = \(bytes(ledger.bytes))"
    let pictures = "\(sum); \(ledger.pictures.grouped) pictures"
    second.put(half.drawsPictures ? pictures : "bytes: \(sum)", at: 1, .text)
    return [first, second]
  }

  private func name(of strategy: Strategy) -> String {
    switch strategy {
    case .idle: "streamtui (idle): plain while it moves, then styles"
    case .eager: "most programs (eager): styles at once"
    case .strict, .sync, .flat: "\(strategy): \(strategy.sentence)"
    }
  }

  /// Returns a count of bytes: "61,204", "812 KB", "34.6 MB".
  private func bytes(_ count: Int) -> String {
    switch count {
    case 1_000_000...: "\(count / 1_000_000).\(count / 100_000 % 10) MB"
    case 100_000...: "\(count / 1_000) KB"
    default: count.grouped
    }
  }

  // MARK: The last line

  private var status: CellLine {
    let columns = demo.size.columns
    var line = CellLine(columns: columns, role: .status)
    if let message = demo.message {
      line.put(message, at: 1, .statusWarning)
      return line
    }
    let steps = demo.steps
    let number = demo.step.flatMap { steps.firstIndex(of: $0) }.map { $0 + 1 }
    let step = number.map { "\($0) of \(steps.count) · " } ?? ""
    let waits = demo.simulation.isOn ? " · \(demo.simulation.text)" : ""
    let comparison = demo.comparison
    let isSame = comparison.differingEver == 0
    let ever = isSame ? "" : " (\(comparison.differingEver.grouped) so far)"
    let speed = demo.pace.isRunning ? "\(demo.pace.linesPerSecond) lines/s" : "paused"
    let hint = demo.step == nil ? "n tour  ? keys  q leaves " : "n next  ? keys  q leaves "
    // A half whose frame is late shows its cells later: they are compared where both are.
    let differing =
      " · layout: \(comparison.differing) of \(comparison.cells.grouped) cells differ\(ever)"
    // The simulated waits go first where the line is short: the tour tells those of its steps.
    let room = columns - (step + speed + hint).count - 2
    let isShort = (waits + differing).count > room
    let column = line.put(
      "\(step)\(speed)\(isShort && demo.step != nil ? "" : waits)",
      at: 1,
      .status
    )
    let fits = !isSame || differing.count <= room
    let end = line.put(fits ? differing : "", at: column, isSame ? .status : .statusWarning)
    if end + hint.count < columns { line.put(hint, at: columns - hint.count, .status) }
    return line
  }
}

extension CellLine {
  /// Writes sanitized text from `column` on, and returns the column after it.
  @discardableResult
  fileprivate mutating func put(
    _ text: String,
    at column: Int,
    _ role: Role,
    _ emphasis: Emphasis = []
  ) -> Int {
    put(SafeText(sanitizing: text), at: column, role: role, emphasis: emphasis)
  }
}

struct DemoLayout {
  static let smallest = Size(columns: 60, lines: 20)
  /// The columns from which the halves stand side by side; below, one is above the other.
  static let columnsForBoth = 120
  /// The lines above and below a half: its name and its costs.
  static let ledgerLines = 3

  let size: Size

  var hasRoom: Bool { size.columns >= Self.smallest.columns && size.lines >= Self.smallest.lines }

  var isBeside: Bool { size.columns >= Self.columnsForBoth }

  var names: Pair<String> {
    isBeside ? Pair(left: "Left", right: "Right") : Pair(left: "Above", right: "Below")
  }

  var columns: Int { isBeside ? (size.columns - 1) / 2 : size.columns }

  /// The lines of rows in a half.
  var lines: Int {
    let left = size.lines - tourLines - 1
    return max(1, (isBeside ? left : left / 2) - Self.ledgerLines)
  }

  /// The size of the viewer in a half: its last line, the status line, is not shown.
  var viewer: Size { Size(columns: columns, lines: lines + 1) }

  func line(of side: Side) -> Int { side == .left || isBeside ? 0 : lines + Self.ledgerLines }

  func column(of side: Side) -> Int { side == .left || !isBeside ? 0 : columns + 1 }

  /// The lines of the tour, as many as its longest step needs.
  var tourLines: Int { TourStep.allCases.reduce(2) { max($0, lines(of: $1, $1.simulation).count) } }

  func lines(of step: TourStep, _ simulation: Simulation) -> [String] {
    wrapped(step.sentences(names.left, names.right, simulation))
  }

  /// Breaks a text of narrow characters between words into lines, of the screen unless `columns` are given.
  func wrapped(_ text: String, columns: Int? = nil) -> [String] {
    let room = (columns ?? size.columns) - 2
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
