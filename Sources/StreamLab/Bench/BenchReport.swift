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

  func text(as format: Bench.Format) -> String {
    switch format {
    case .table: table
    case .json: json
    }
  }

  private var json: String {
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
  private var table: String {
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
