import StreamUI

/// Everything that a bench found out: tables, charts and closing sentences.
struct BenchReport: Equatable {
  let subject: BenchSubject
  /// The scroll of each play.
  let scroll: BenchScroll
  /// Plays of each strategy that were timed.
  let rounds: Int
  /// The strategies in the order of the user's manual.
  let results: [BenchResult]

  /// Returns the result of `strategy`; nil if it was not played.
  func result(_ strategy: Strategy) -> BenchResult? {
    results.first { $0.strategy == strategy }
  }

  /// The sentences that follow from the figures.
  var verdict: BenchVerdict { BenchVerdict(report: self) }

  /// Returns the report as text.
  func text(as format: Bench.Format) -> String {
    switch format {
    case .table: table
    case .json: json
    case .csv: BenchField.csv(results.map(\.fields))
    case .svg: BenchChart(report: self).text
    }
  }

  private var json: String {
    subject.json { json in
      json.member("line_keys", scroll.lineCount)
      json.member("page_keys", scroll.pageCount)
      json.member("glances", scroll.glanceCount)
      json.member("rests", scroll.restCount)
      json.member("rounds", rounds)
      json.member("sync_rows_a_frame", BenchPlay.syncRows)
      json.key("strategies")
      json.open("[")
      for result in results {
        json.open("{")
        BenchField.add(result.fields, to: &json)
        json.close("}")
      }
      json.close("]")
      json.member("noise_percent", Int(clamping: verdict.noisePercent))
      json.member("conclusion", verdict.text)
    }
  }

  // MARK: Text for people, at most 80 columns wide

  private var table: String {
    """
    \(heading.wrapped(columns: 80).joined(separator: "\n"))

    Rows of a play (counted while the clock stands still; sync: \(BenchPlay.syncRows) a frame)
    \(rowTable)
    The terminal's part of it (bytes for \(Bench.terminal))
    \(byteTable)\(pictureTable)
    Microseconds of processor time from a key to the last byte of its frame, and of
    \(restWords) (medians of \(Self.count(rounds, "round")))
    \(timeTable)
    \(verdict.text.wrapped(columns: 80).joined(separator: "\n"))

    """
  }

  private var heading: String {
    "\(subject.feed): \(Self.count(subject.posts, "post")), \(subject.size). A play: "
      + "\(Self.count(scroll.lineCount, "line key")), \(Self.count(scroll.pageCount, "page")), "
      + "\(Self.count(scroll.glanceCount, "glance")), \(Self.count(scroll.restCount, "rest"))."
  }

  private var rowTable: String {
    let heading = ["", "laid out", "enriched", "styled", "cancelled", "spans", "links"]
    return table(heading) { result in
      let work = result.counts.work
      return [
        work.rowsLaidOut, work.rowsEnriched, work.rowsStyled, work.rowsCancelled,
        work.spansPlaced, work.linksPlaced,
      ].map(\.grouped)
    }
  }

  private var byteTable: String {
    table(["", "frames", "bytes moving", "bytes at rest", "bytes in all"]) { result in
      let counts = result.counts
      return [counts.frames, counts.bytesMoving, counts.bytesResting, counts.bytes].map(\.grouped)
    }
  }

  /// Whether a strategy sent pictures.
  private var hasPictures: Bool { results.contains { $0.counts.pictures > 0 } }

  private var restWords: String {
    hasPictures
      ? "a rest until all rows are rich and all pictures sent" : "a rest until all rows are rich"
  }

  /// The table about pictures, after a line break; empty where there are none.
  private var pictureTable: String {
    guard hasPictures else { return "" }
    let heading = ["", "pictures", "bytes moving", "bytes at rest"]
    let table = table(heading) { result in
      let counts = result.counts
      return [counts.pictures, counts.pictureBytesMoving, counts.pictureBytesResting].map(\.grouped)
    }
    return "\nPictures beside the feed (bytes in Base64; eager: before the frame)\n\(table)"
  }

  private var timeTable: String {
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

  /// A line of headings and a line for each strategy.
  private func table(_ heading: [String], _ cells: (BenchResult) -> [String]) -> String {
    TextTable([heading] + results.map { [$0.strategy.rawValue] + cells($0) })
      .aligned(.left, .right)
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number.grouped) \(unit)\(number == 1 ? "" : "s")"
  }
}
