import StreamUI

/// The report as text for people, at most 80 columns wide.
struct BenchTable {
  let report: BenchReport

  var text: String {
    let verdict = BenchVerdict(report: report).text
    return """
      \(Self.lines(of: heading, columns: 80).joined(separator: "\n"))

      Rows of a play (counted while the clock stands still; sync: \(BenchPlay.syncRows) a frame)
      \(rows)
      The terminal's part of it (bytes for \(BenchPlay.terminal))
      \(terminal)
      Microseconds of processor time from a key to the last byte of its frame, and of
      a rest until all rows are rich (medians of \(Self.count(report.rounds, "round")))
      \(times)
      \(Self.lines(of: verdict, columns: 80).joined(separator: "\n"))

      """
  }

  private var heading: String {
    "\(report.feed): \(Self.count(report.posts, "post")), \(report.size). A play: "
      + "\(Self.count(report.lineKeys, "line key")), \(Self.count(report.pageKeys, "page")), "
      + "\(Self.count(report.glances, "glance")), \(Self.count(report.rests, "rest"))."
  }

  private var rows: String {
    let heading = ["", "laid out", "enriched", "styled", "cancelled", "spans", "links"]
    return table(heading) { result in
      let work = result.counts.work
      return [
        work.rowsLaidOut, work.rowsEnriched, work.rowsStyled, work.rowsCancelled,
        work.spansPlaced, work.linksPlaced,
      ].map(\.grouped)
    }
  }

  private var terminal: String {
    table(["", "frames", "bytes moving", "bytes at rest", "bytes in all"]) { result in
      let counts = result.counts
      return [counts.frames, counts.bytesMoving, counts.bytesResting, counts.bytes].map(\.grouped)
    }
  }

  private var times: String {
    table(["", "mean", "spread", "p50", "p95", "p99", "max", "rest p50"]) { result in
      let times = result.times
      return [
        BenchUnits.tenths(times.mean), BenchUnits.percent(times.relativeSpread),
        BenchUnits.tenths(times.frame(percent: 50)), BenchUnits.tenths(times.frame(percent: 95)),
        BenchUnits.tenths(times.frame(percent: 99)), BenchUnits.tenths(times.longest),
        BenchUnits.tenths(times.rest),
      ]
    }
  }

  /// A line of headings and a line for each strategy, numbers flush right.
  private func table(_ heading: [String], _ cells: (BenchResult) -> [String]) -> String {
    Self.aligned([heading] + report.results.map { [$0.strategy.rawValue] + cells($0) })
  }

  /// Returns lines of cells in columns: the first one flush left, the others flush right.
  ///
  /// - Parameter lines: Lines of as many cells as the first one.
  static func aligned(_ lines: [[String]]) -> String {
    let columns = lines.first?.indices ?? 0..<0
    let widths = columns.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      columns.map { column in
        let blanks = String(repeating: " ", count: widths[column] - line[column].count)
        return column == 0 ? line[column] + blanks : "  " + blanks + line[column]
      }.joined() + "\n"
    }.joined()
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number.grouped) \(unit)\(number == 1 ? "" : "s")"
  }

  /// Breaks `text` at blanks into lines of at most `columns` characters.
  static func lines(of text: String, columns: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < columns {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
