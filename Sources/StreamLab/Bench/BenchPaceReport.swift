import StreamModel
import StreamUI

/// The bytes that each strategy sends at each pace, counted under a clock that stands still.
struct BenchPaceReport: Equatable {
  /// The bytes of one strategy at one pace, without those of the first frame.
  struct Cell: Equatable {
    let strategy: Strategy
    /// Bytes of frames that answer keys.
    let moving: Int
    /// Bytes of frames that show rows becoming rich.
    let resting: Int

    var bytes: Int { moving + resting }
  }

  /// A pace with a cell for each strategy.
  struct Row: Equatable {
    let pace: BenchPace
    let cells: [Cell]

    /// Returns the bytes of `strategy` in all; nil if it was not played.
    func bytes(_ strategy: Strategy) -> Int? {
      cells.first { $0.strategy == strategy }?.bytes
    }

    /// Returns the bytes of `cell` in thousandths of those of `eager`; nil if that was not played.
    func ratio(_ cell: Cell) -> Int64? {
      guard let eager = bytes(.eager), eager > 0 else { return nil }
      return (Int64(cell.bytes) * 1_000 + Int64(eager) / 2) / Int64(eager)
    }

    /// The figures of `cell` in tables for programs.
    func fields(_ cell: Cell) -> [BenchField] {
      [
        BenchField("strategy", .text(cell.strategy.rawValue)),
        BenchField("bytes", .count(cell.bytes)),
        BenchField("bytes_moving", .count(cell.moving)),
        BenchField("bytes_resting", .count(cell.resting)),
        BenchField("of_eager", .thousandths(ratio(cell))),
      ]
    }
  }

  let subject: BenchSubject
  let rows: [Row]

  /// Plays every pace under every strategy; `makeGauge` makes a gauge that has seen no frame.
  ///
  /// - Returns: Nil if there is no gauge, or if no key moves rows.
  static func rows(
    _ strategies: [Strategy],
    of play: BenchPlay,
    makeGauge: () -> (any FrameGauge)?
  ) throws(FeedError) -> [Row]? {
    var rows: [Row] = []
    for pace in BenchPace.all {
      guard let scroll = try play.scroll(at: pace) else { return nil }
      var cells: [Cell] = []
      for strategy in strategies {
        guard let gauge = makeGauge(), let fresh = makeGauge() else { return nil }
        let counts = try play.count(strategy, scroll, gauge)
        let first = try play.count(strategy, BenchScroll(steps: []), fresh)
        cells.append(
          Cell(
            strategy: strategy,
            moving: counts.bytesMoving,
            resting: counts.bytesResting - first.bytesResting
          )
        )
      }
      rows.append(Row(pace: pace, cells: cells))
    }
    return rows
  }

  /// Returns the report as text; there is no picture of it.
  func text(as format: Bench.Format) -> String {
    switch format {
    case .table, .svg: table
    case .json: json
    case .csv:
      BenchField.csv(rows.flatMap { row in row.cells.map { row.pace.fields + row.fields($0) } })
    }
  }

  private var json: String {
    subject.json { json in
      json.key("paces")
      json.open("[")
      for row in rows { Self.add(row, to: &json) }
      json.close("]")
      json.member("conclusion", BenchPaceConclusion(report: self).text)
    }
  }

  private static func add(_ row: Row, to json: inout JSONText) {
    json.open("{")
    BenchField.add(row.pace.fields, to: &json)
    json.member("unit", row.pace.unit == .line ? "line" : "page")
    json.key("bursts")
    json.open("[")
    for burst in row.pace.bursts { json.value(burst) }
    json.close("]")
    json.key("strategies")
    json.open("[")
    for cell in row.cells {
      json.open("{")
      BenchField.add(row.fields(cell), to: &json)
      json.close("}")
    }
    json.close("]")
    json.close("}")
  }

  // MARK: Text for people, at most 80 columns wide

  private var table: String {
    let conclusion = BenchPaceConclusion(report: self).text
    return """
      \(subject.feed): \(subject.posts.grouped) posts, \(subject.size), bytes for \(Bench.terminal).

      All bytes, in multiples of those of eager, by the distance between two rests
      \(table { row, cell in row.ratio(cell).map(BenchUnits.factor) ?? "-" })
      Bytes while rows move
      \(table { $1.moving.grouped })
      Bytes at rest (without the first frame)
      \(table { $1.resting.grouped })
      \(conclusion.wrapped(columns: 80).joined(separator: "\n"))

      """
  }

  /// A line for each pace, a column for each strategy.
  private func table(_ text: (Row, Cell) -> String) -> String {
    let heading = [""] + (rows.first?.cells.map(\.strategy.rawValue) ?? [])
    let lines = rows.map { row in [row.pace.name] + row.cells.map { text(row, $0) } }
    return TextTable([heading] + lines).aligned(.left, .right)
  }
}

/// The sentences that follow from the bytes at each pace.
///
/// Pure: the same bytes give the same sentences.
private struct BenchPaceConclusion {
  /// Thousandths above those of eager that are no loss.
  private static let tolerance: Int64 = 1_010

  let report: BenchPaceReport

  /// The sentences, separated by spaces.
  var text: String {
    let strategies = report.rows.first?.cells.map(\.strategy) ?? []
    guard strategies.contains(.eager), strategies.count > 1 else {
      return "Without eager and another strategy there is nothing to compare."
    }
    return strategies.compactMap { $0 == .eager ? nil : sentence(about: $0) }
      .joined(separator: " ")
  }

  /// Where `strategy` sends more than eager, and where it sends least.
  private func sentence(about strategy: Strategy) -> String {
    let ratios = report.rows.compactMap { row in
      row.cells.first { $0.strategy == strategy }.flatMap { cell in
        row.ratio(cell).map { (name: row.pace.name, ratio: $0) }
      }
    }
    guard let most = ratios.max(by: { $0.ratio < $1.ratio }),
      let least = ratios.min(by: { $0.ratio < $1.ratio })
    else { return "" }
    let name = strategy.rawValue.prefix(1).uppercased() + strategy.rawValue.dropFirst()
    let best = "\(BenchUnits.factor(least.ratio)) times (\(least.name))"
    guard most.ratio > Self.tolerance else {
      return "\(name) never sends more bytes than eager; at best it sends \(best)."
    }
    return "\(name) sends up to \(BenchUnits.factor(most.ratio)) times the bytes of eager "
      + "(\(most.name)); at best it sends \(best)."
  }
}
