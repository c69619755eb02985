import StreamModel
import StreamUI

/// The bytes that each strategy sends at each pace, counted under a clock that stands still.
struct BenchPaceReport: Equatable {
  /// A pace with the costs of each strategy, without those of the first frame.
  struct Row: Equatable {
    let pace: BenchPace
    let results: [BenchCounts]

    /// Returns the bytes of `result` in thousandths of those of `eager`; nil if that was not played.
    func ratio(_ result: BenchCounts) -> Int? {
      guard let eager = results.first(where: { $0.strategy == .eager })?.bytes, eager > 0
      else { return nil }
      return (result.bytes * 1_000 + eager / 2) / eager
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
    var first: [Strategy: Int] = [:]
    for strategy in strategies {
      guard let gauge = makeGauge() else { return nil }
      first[strategy] = try play.count(strategy, BenchScroll(steps: []), gauge).bytes
    }
    var rows: [Row] = []
    for pace in BenchPace.all {
      guard let scroll = try play.scroll(at: pace) else { return nil }
      var results: [BenchCounts] = []
      for strategy in strategies {
        guard let gauge = makeGauge() else { return nil }
        var counts = try play.count(strategy, scroll, gauge)
        counts.bytesResting -= first[strategy] ?? 0
        results.append(counts)
      }
      rows.append(Row(pace: pace, results: results))
    }
    return rows
  }

  func text(as format: Bench.Format) -> String {
    switch format {
    case .table: table
    case .json:
      subject.json { json in
        json.key("paces")
        json.open("[")
        for row in rows { Self.add(row, to: &json) }
        json.close("]")
      }
    }
  }

  private static func add(_ row: Row, to json: inout JSONText) {
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
    for result in row.results {
      json.open("{")
      json.member("strategy", result.strategy.rawValue)
      json.member("bytes", result.bytes)
      json.member("bytes_moving", result.bytesMoving)
      json.member("bytes_resting", result.bytesResting)
      if let ratio = row.ratio(result) {
        json.member("of_eager", number: Self.decimal(ratio, digits: 3))
      }
      json.close("}")
    }
    json.close("]")
    json.close("}")
  }

  /// A line for each pace, a column for each strategy.
  private var table: String {
    let hasEager = rows.first.map { row in row.results.contains { $0.strategy == .eager } } == true
    let heading = [""] + (rows.first?.results.map(\.strategy.rawValue) ?? [])
    let lines = rows.map { row in
      [row.pace.name] + row.results.map { row.ratio($0).map(Self.factor) ?? $0.bytes.grouped }
    }
    return """
      \(subject.feed): \(subject.posts.grouped) posts, \(subject.size), bytes for \(Bench.terminal)
      All bytes\(hasEager ? ", in multiples of those of eager" : ""), by the distance \
      between two rests

      \(TextTable([heading] + lines).aligned(.left, .right))
      """
  }

  /// Returns thousandths as a factor: "1.02", and with one decimal from 10 on: "31.4".
  static func factor(_ thousandths: Int) -> String {
    thousandths < 9_995
      ? decimal((thousandths + 5) / 10, digits: 2) : decimal((thousandths + 50) / 100, digits: 1)
  }

  /// Returns a number of tenths, hundredths or thousandths, as `digits` says, as a decimal.
  private static func decimal(_ number: Int, digits: Int) -> String {
    let text =
      String(repeating: "0", count: max(0, digits + 1 - String(number).count)) + "\(number)"
    return "\(text.dropLast(digits)).\(text.suffix(digits))"
  }
}
