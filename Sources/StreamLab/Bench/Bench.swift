package import CellGrid
package import StreamModel
package import StreamUI

/// Plays the same scroll over a feed under each strategy, and reports what it costs.
package struct Bench {
  /// The form of a report.
  package enum Format: String, Sendable {
    case table, json, csv
    /// A picture; there is none of paces.
    case svg
  }

  /// The outcome of a bench.
  package enum Outcome {
    case report(String)
    /// Nothing could be measured; the reason as a sentence.
    case nothing(String)
  }

  /// The terminal type whose bytes are counted, whatever the reader's own is.
  package static let terminal = "xterm-256color"

  /// The time from which ages on the screen are counted: 2026-02-01T00:00:00Z.
  package static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)

  private let play: BenchPlay
  private let makeGauge: () -> (any FrameGauge)?

  /// Creates a bench of the feed in `bytes` on a screen of `size`.
  ///
  /// - Parameters:
  ///   - pictures: The pictures beside the feed; nil where none are drawn.
  ///   - clock: Measures the times: a clock that runs while the process works.
  ///   - makeGauge: Makes a gauge that has seen no frame; nil if the terminal type is unknown.
  package init(
    bytes: any ByteSource,
    hint: FormatHint?,
    isPublicOnly: Bool,
    size: Size,
    pictures: LabPictures? = nil,
    clock: any TimeSource,
    makeGauge: @escaping () -> (any FrameGauge)?
  ) {
    play = BenchPlay(
      bytes: bytes,
      hint: hint,
      isPublicOnly: isPublicOnly,
      size: size,
      pictures: pictures,
      clock: clock
    )
    self.makeGauge = makeGauge
  }

  /// Plays a scroll of `lineKeys` line keys under `strategies`, `rounds` times each; nil counts the bytes
  /// at every pace instead.
  ///
  /// - Throws: ``FeedError`` if the feed cannot be read.
  package func outcome(
    of strategies: [Strategy],
    lineKeys: Int,
    rounds: Int?,
    as format: Format
  ) throws(FeedError) -> Outcome {
    let name = play.bytes.name
    let size = "\(play.size.columns)x\(play.size.lines)"
    let posts = try play.postCount()
    guard posts > 0 else { return .nothing("\(name): no posts, so there is nothing to scroll") }
    guard let scroll = try play.scroll(lineKeys: lineKeys) else {
      return .nothing(
        "\(name): everything fits on \(size), so there is nothing to scroll; make the screen smaller "
          + "with --size, or name a longer feed"
      )
    }
    let subject = BenchSubject(feed: SafeText(sanitizing: name).string, posts: posts, size: size)
    if let rounds {
      let results = try BenchRounds(strategies: strategies, count: rounds)
        .results(of: play, scroll, makeGauge: makeGauge)
      let report = results.map {
        BenchReport(subject: subject, scroll: scroll, rounds: rounds, results: $0)
      }
      if let report { return .report(report.text(as: format)) }
    } else if let rows = try BenchPaceReport.rows(strategies, of: play, makeGauge: makeGauge) {
      return .report(BenchPaceReport(subject: subject, rows: rows).text(as: format))
    }
    return .nothing(
      "bench: the terminal type \(Bench.terminal) has no description here (terminfo)"
    )
  }
}

/// The feed and the screen of a bench: the head of every report.
struct BenchSubject: Equatable {
  /// The name of the feed, sanitized.
  let feed: String
  /// The posts of the feed.
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
