import StreamUI

/// The bytes at each pace as text for people, at most 80 columns wide.
struct BenchPaceTable {
  let report: BenchPaceReport

  var text: String {
    let conclusion = BenchPaceConclusion(report: report).text
    return """
      \(report.feed): \(report.posts.grouped) posts, \(report.size), bytes for \(BenchPlay.terminal).

      All bytes, in multiples of those of eager, by the distance between two rests
      \(table { row, cell in row.ratio(cell).map(BenchUnits.factor) ?? "-" })
      Bytes while rows move
      \(table { $1.moving.grouped })
      Bytes at rest (without the first frame)
      \(table { $1.resting.grouped })
      \(BenchTable.lines(of: conclusion, columns: 80).joined(separator: "\n"))

      """
  }

  /// A line for each pace, a column for each strategy.
  private func table(_ text: (BenchPaceReport.Row, BenchPaceReport.Cell) -> String) -> String {
    let heading = [""] + (report.rows.first?.cells.map(\.strategy.rawValue) ?? [])
    let lines = report.rows.map { row in [row.pace.name] + row.cells.map { text(row, $0) } }
    return BenchTable.aligned([heading] + lines)
  }
}

/// The bytes at each pace as one JSON object.
struct BenchPaceJSON {
  let report: BenchPaceReport

  var text: String {
    var json = JSONText()
    json.open("{")
    json.member("feed", report.feed)
    json.member("posts", report.posts)
    json.member("size", report.size)
    json.member("terminal", BenchPlay.terminal)
    json.key("paces")
    json.open("[")
    for row in report.rows { add(row, to: &json) }
    json.close("]")
    json.member("conclusion", BenchPaceConclusion(report: report).text)
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }

  private func add(_ row: BenchPaceReport.Row, to json: inout JSONText) {
    json.open("{")
    json.member("pace", row.pace.name)
    json.member("keys", row.pace.keyCount)
    json.member("rests", row.pace.rests)
    json.member("unit", row.pace.unit == .line ? "line" : "page")
    json.key("bursts")
    json.open("[")
    for burst in row.pace.bursts { json.value(burst) }
    json.close("]")
    json.key("strategies")
    json.open("[")
    for cell in row.cells {
      json.open("{")
      json.member("strategy", cell.strategy.rawValue)
      json.member("bytes", cell.bytes)
      json.member("bytes_moving", cell.moving)
      json.member("bytes_resting", cell.resting)
      if let ratio = row.ratio(cell) {
        json.member("of_eager", number: BenchFigures.decimal(ratio))
      }
      json.close("}")
    }
    json.close("]")
    json.close("}")
  }
}

/// The bytes at each pace as comma-separated values (RFC 4180): a line for each pace and strategy.
struct BenchPaceCSV {
  let report: BenchPaceReport

  var text: String {
    let lines = report.rows.flatMap { row in
      row.cells.map { cell in
        [
          row.pace.name, String(row.pace.keyCount), String(row.pace.rests), cell.strategy.rawValue,
          String(cell.bytes), String(cell.moving), String(cell.resting),
          row.ratio(cell).map(BenchFigures.decimal) ?? "",
        ]
      }
    }
    let names = [
      "pace", "keys", "rests", "strategy", "bytes", "bytes_moving", "bytes_resting", "of_eager",
    ]
    // Names and numbers need no quotes.
    return ([names] + lines).map { $0.joined(separator: ",") + "\n" }.joined()
  }
}
