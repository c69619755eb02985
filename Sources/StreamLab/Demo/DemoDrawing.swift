package import CellGrid
package import StreamUI

extension Demo {
  /// Returns the screen of the current state; `moment` is the end of the "last second".
  package func draw(at moment: Moment) -> Screen {
    DemoDrawing(self, at: moment).screen
  }
}

/// Draws both halves, their costs and the tour; never changes them.
private struct DemoDrawing {
  private let demo: Demo
  private let moment: Moment
  private let layout: DemoLayout

  init(_ demo: Demo, at moment: Moment) {
    self.demo = demo
    self.moment = moment
    layout = DemoLayout(size: demo.size, isSimulated: demo.simulation.isOn)
  }

  var screen: Screen {
    var screen = Screen(size: demo.size)
    guard demo.size.columns > 0, demo.size.lines > 0 else { return screen }
    guard layout.hasRoom else {
      let needed = DemoLayout.smallest
      let text =
        "The demo needs \(needed.columns) columns and \(needed.lines) lines; this window has "
        + "\(demo.size.columns) and \(demo.size.lines). Enlarge it, or press q to leave."
      let lines = text.wrapped(columns: max(1, demo.size.columns - 2))
      draw(lines, from: 0, on: &screen)
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
    let ledger = LedgerLines(demo, side, layout, at: moment).lines
    for (offset, line) in (all + ledger).enumerated() {
      guard screen.lines.indices.contains(first + offset) else { break }
      var whole = screen.lines[first + offset]
      whole.cover(from: layout.column(of: side), with: line)
      screen.set(line: first + offset, to: whole)
    }
  }

  private var blank: CellLine { CellLine(columns: layout.columns) }

  private func drawDivider(on screen: inout Screen) {
    for index in 0..<(layout.lines + layout.ledgerLines) {
      var line = screen.lines[index]
      line.put("│", at: layout.columns, .faint)
      screen.set(line: index, to: line)
    }
  }

  private func drawKeys(on screen: inout Screen) {
    for (index, entry) in DemoKey.help.enumerated() {
      var line = CellLine(columns: demo.size.columns)
      line.put(entry.keys, at: 2, .helpKey)
      line.put(entry.text, at: Self.keyColumns, .text)
      screen.set(line: index + 1, to: line)
    }
  }

  /// Columns of the keys before their meanings.
  private static let keyColumns = 28

  private func draw(_ texts: [String], from first: Int, on screen: inout Screen) {
    for (index, text) in texts.enumerated() {
      var line = CellLine(columns: demo.size.columns)
      line.put(text, at: 1, .text)
      screen.set(line: first + index, to: line)
    }
  }

  /// The lines of the tour, or of the strategies that the reader has chosen.
  private var tour: [String] {
    if let step = demo.step {
      let reason = step.drawsPictures ? demo.reasonForNoPictures : nil
      return DemoLayout.lines(of: step, instead: reason, columns: demo.size.columns)
    }
    let names = layout.isBeside ? ("left", "right") : ("above", "below")
    let (left, right) = (demo.halves.left.strategy, demo.halves.right.strategy)
    return [
      "\(names.0) \(left): \(left.sentence)", "\(names.1) \(right): \(right.sentence)",
    ]
  }

  // MARK: The last line

  private var status: CellLine {
    let columns = demo.size.columns
    var line = CellLine(columns: columns, role: .status)
    let hint = demo.step == nil ? "n tour  ? keys  q leaves " : "n next  ? keys  q leaves "
    if let message = demo.message {
      line.put(message, at: 1, .statusWarning)
      return line
    }
    var column = line.put("\(scroll) · ", at: 1, .status)
    let comparison = demo.comparison
    let isSame = comparison.differingEver == 0
    let ever = isSame ? "" : " (\(comparison.differingEver.grouped) so far)"
    column = line.put(
      "\(comparison.differing) of \(comparison.cells.grouped) cells differ\(ever)",
      at: column,
      isSame ? .status : .statusWarning
    )
    let place = " · \(demo.halves.left.app.view.status)"
    column = line.put(place, at: column, .status)
    if column + hint.count < columns {
      line.put(hint, at: columns - hint.count, .status)
    }
    return line
  }

  private var scroll: String {
    let speed = demo.pace.linesPerSecond
    return demo.pace.isRunning ? "\(speed) lines/s" : "paused"
  }
}
