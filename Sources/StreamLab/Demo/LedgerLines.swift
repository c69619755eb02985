import CellGrid
import StreamUI

/// The lines below a half: its strategy and its costs.
struct LedgerLines {
  private let half: DemoHalf
  private let simulation: Simulation
  private let layout: DemoLayout
  private let moment: Moment
  /// The longest measured frame of both halves, which is the highest bar, in nanoseconds.
  private let most: Int64
  /// The same with simulated waits.
  private let mostSimulated: Int64

  private static let titles = [
    "rich", "spans", "links", "B moving", "B at rest", "longest", "late",
  ]
  private static let titlesWithPictures = [
    "rich", "links", "pictures", "B moving", "B at rest", "longest", "late",
  ]
  private static let widths = [6, 7, 7, 9, 10, 8, 5]
  /// The same sum, with room for the pictures.
  private static let widthsWithPictures = [5, 6, 9, 9, 10, 8, 5]
  private static let tableColumns = widths.reduce(0, +)

  init(_ demo: Demo, _ side: Side, _ layout: DemoLayout, at moment: Moment) {
    half = demo.halves[side]
    simulation = demo.simulation
    self.layout = layout
    self.moment = moment
    let ledgers = Side.allCases.map { demo.halves[$0].ledger }
    // A scale of less than a millisecond would make a mountain of noise.
    most = ledgers.flatMap(\.measured).reduce(1_000_000) { max($0, $1) }
    mostSimulated = ledgers.flatMap(\.simulated).reduce(1_000_000) { max($0, $1) }
  }

  var lines: [CellLine] {
    let ledger = half.ledger
    var lines = [heading]
    if layout.isBeside { lines.append(titles(CellLine(columns: layout.columns))) }
    lines.append(costs(ledger.lastSecond(at: moment), label: "last s"))
    lines.append(costs(ledger.all, label: "all"))
    if layout.isBeside {
      var line = CellLine(columns: layout.columns)
      let start = line.put("frames ", at: 1, .faint)
      let end = "up to \(CostText.time(most))"
      let room = layout.columns - start - end.count - 2
      line.put(Self.sparkline(ledger.measured, most: most, columns: room), at: start)
      line.put(end, at: layout.columns - end.count - 1, .faint)
      lines.append(line)
    } else {
      let room = layout.columns - Self.tableColumns - 9
      let bars = Self.sparkline(ledger.measured, most: most, columns: room)
      lines[1].put(bars, at: 8)
    }
    if simulation.isOn { lines.append(simulated) }
    return lines
  }

  /// The line with the strategy, which is also the border below the rows.
  private var heading: CellLine {
    var line = CellLine(columns: layout.columns, role: .status)
    let strategy = half.strategy
    let number = (DemoKey.strategies.firstIndex(of: strategy) ?? 0) + 1
    let name = line.put("\(number) \(strategy)", at: 1, .status, .bold)
    let room = layout.columns - name - (layout.isBeside ? 1 : Self.tableColumns + 1)
    let text = ": " + strategy.sentence
    if text.count <= room { line.put(text, at: name, .status) }
    return layout.isBeside ? line : titles(line, role: .status)
  }

  /// The line about simulated waits, which are no part of the measured times above it.
  private var simulated: CellLine {
    var line = CellLine(columns: layout.columns)
    let ledger = half.ledger
    let longest = CostText.time(ledger.longestSimulated)
    var text = "simulated \(simulation.text): longest \(longest), \(ledger.lateSimulated) late "
    if half.isDelayed { text += "… " }
    let end = line.put(text, at: 1, .statusWarning)
    let room = layout.columns - end - 2
    let bars = Self.sparkline(ledger.simulated, most: mostSimulated, columns: room)
    line.put(bars, at: end + 1)
    return line
  }

  /// Adds the titles of the table at the right end of `line`.
  private func titles(_ line: CellLine, role: Role = .faint) -> CellLine {
    table(half.drawsPictures ? Self.titlesWithPictures : Self.titles, on: line, role: role)
  }

  private func costs(_ costs: Ledger.Costs, label: String) -> CellLine {
    var line = CellLine(columns: layout.columns)
    line.put(label, at: 1, .faint)
    let (spans, links) = (costs.work.spansPlaced, costs.work.linksPlaced)
    let placed = half.drawsPictures ? [links, costs.pictures] : [spans, links]
    let counts =
      [costs.work.rowsEnriched] + placed + [costs.bytesMoving, costs.bytesResting]
    let cells =
      counts.map(Self.count) + [CostText.time(costs.longest), Self.count(costs.late)]
    return table(cells, on: line, role: .text)
  }

  private func table(_ cells: [String], on line: CellLine, role: Role) -> CellLine {
    var line = line
    var end = layout.columns - Self.tableColumns
    if layout.isBeside { end = min(end, Self.labelColumns) }
    let widths = half.drawsPictures ? Self.widthsWithPictures : Self.widths
    for (cell, width) in zip(cells, widths) {
      end += width
      line.put(cell, at: end - cell.count - (layout.isBeside ? 0 : 1), role)
    }
    return line
  }

  /// The columns of the labels before the table where the halves stand side by side.
  private static let labelColumns = 7

  /// Returns a count in at most seven columns: "1,234", "123k", "12M".
  private static func count(_ number: Int) -> String {
    switch number {
    case 10_000_000...: "\(number / 1_000_000)M"
    case 100_000...: "\(number / 1_000)k"
    default: number.grouped
    }
  }

  /// Returns the last `columns` of `costs` as bars, the highest for `most` nanoseconds.
  private static func sparkline(_ costs: [Int64], most: Int64, columns: Int) -> String {
    let bars = Array("▁▂▃▄▅▆▇█")
    let top = max(1, most)
    return String(
      costs.suffix(max(0, columns)).map { cost in
        // An eighth for each started eighth of the highest.
        let level = min(max(0, cost), top) * 8 / top
        return bars[Int(clamping: min(level, 7))]
      }
    )
  }
}
