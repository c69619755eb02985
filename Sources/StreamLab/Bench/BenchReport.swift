import StreamModel
import StreamUI

/// The feed and the screen of a bench: the head of every report.
struct BenchSubject: Equatable {
  let feed: String
  let posts: Int
  /// Columns and lines of the screen, as typed: 120x40.
  let size: String

  /// Returns a JSON object of the head and the members that `add` writes, as a line.
  func json(adding add: (inout JSONText) -> Void) -> String {
    var json = JSONText()
    json.open("{")
    json.member("feed", feed)
    json.member("posts", posts)
    json.member("size", size)
    json.member("terminal", Bench.terminal)
    add(&json)
    json.close("}")
    return String(decoding: json.bytes, as: UTF8.self) + "\n"
  }
}

/// The costs of one scroll under each strategy, as a table or as JSON.
struct BenchReport: Equatable {
  let subject: BenchSubject
  let scroll: BenchScroll
  let results: [BenchCounts]

  var json: String {
    subject.json { json in
      json.member("line_keys", scroll.lineCount)
      json.member("page_keys", scroll.pageCount)
      json.member("rests", scroll.restCount)
      json.member("sync_rows_a_frame", BenchPlay.syncRows)
      json.key("strategies")
      json.open("[")
      for result in results {
        json.open("{")
        json.member("strategy", result.strategy.rawValue)
        for (name, count) in Self.members(of: result) { json.member(name, count) }
        json.close("}")
      }
      json.close("]")
    }
  }

  private static func members(of result: BenchCounts) -> KeyValuePairs<StaticString, Int> {
    [
      "frames": result.frames, "rows_laid_out": result.work.rowsLaidOut,
      "rows_enriched": result.work.rowsEnriched, "rows_styled": result.work.rowsStyled,
      "spans": result.work.spansPlaced, "links": result.work.linksPlaced, "bytes": result.bytes,
      "bytes_moving": result.bytesMoving, "bytes_resting": result.bytesResting,
      "pictures": result.pictures, "picture_bytes_moving": result.pictureBytesMoving,
      "picture_bytes_resting": result.pictureBytesResting,
    ]
  }

  /// A line for each strategy, at most 80 columns wide.
  var table: String {
    let hasPictures = results.contains { $0.pictures > 0 }
    let heading = ["", "rich rows", "spans", "links", "bytes moving", "at rest", "in all"]
    let pictures = ["", "pictures", "their bytes moving", "at rest", "others", "at rest"]
    let lines = results.map { result in
      let counts =
        hasPictures
        ? [
          result.pictures, result.pictureBytesMoving, result.pictureBytesResting,
          result.bytesMoving, result.bytesResting,
        ]
        : [
          result.work.rowsEnriched, result.work.spansPlaced, result.work.linksPlaced,
          result.bytesMoving, result.bytesResting, result.bytes,
        ]
      return [result.strategy.rawValue] + counts.map(\.grouped)
    }
    return """
      \(subject.feed): \(Self.count(subject.posts, "post")), \(subject.size), \
      bytes for \(Bench.terminal)
      \(Self.count(scroll.lineCount, "line key")), \(Self.count(scroll.pageCount, "page")), \
      \(Self.count(scroll.restCount, "rest")); \
      sync: \(BenchPlay.syncRows) rows a frame

      \(TextTable([hasPictures ? pictures : heading] + lines).aligned(.left, .right))
      """
  }

  private static func count(_ number: Int, _ unit: String) -> String {
    "\(number.grouped) \(unit)\(number == 1 ? "" : "s")"
  }
}

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

  /// Plays every pace under every strategy; nil if there is no gauge, or if no key moves rows.
  static func rows(
    _ strategies: [Strategy],
    of play: BenchPlay,
    makeGauge: () -> (any FrameGauge)?
  ) throws(FeedError) -> [Row]? {
    let still = BenchScroll(steps: [])
    guard let first = try play.counts(strategies, still, makeGauge) else { return nil }
    var rows: [Row] = []
    for pace in BenchPace.all {
      guard let scroll = try play.scroll(at: pace),
        var results = try play.counts(strategies, scroll, makeGauge)
      else { return nil }
      for index in results.indices { results[index].bytesResting -= first[index].bytes }
      rows.append(Row(pace: pace, results: results))
    }
    return rows
  }

  var json: String {
    subject.json { json in
      json.key("paces")
      json.open("[")
      for row in rows { Self.add(row, to: &json) }
      json.close("]")
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
        json.key("of_eager")
        json.write(Self.decimal(ratio, digits: 3))
      }
      json.close("}")
    }
    json.close("]")
    json.close("}")
  }

  /// A line for each pace, a column for each strategy.
  var table: String {
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
