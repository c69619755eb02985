package import CellGrid
package import StreamModel
package import StreamUI

/// Plays the same scroll over a feed under each strategy, and reports what it costs.
package struct Bench {
  package enum Format: String, CaseIterable, Sendable {
    case table, json
  }

  package enum Outcome {
    case report(String)
    case nothing(String)
  }

  /// The terminal type whose bytes are counted, whatever the reader's own is.
  package static let terminal = "xterm-256color"

  /// The time from which ages on the screen are counted: 2026-02-01T00:00:00Z.
  package static let wall = Timestamp(secondsSinceEpoch: 1_769_904_000)

  private let play: BenchPlay
  private let makeGauge: () -> (any FrameGauge)?

  /// Creates a bench of the feed in `bytes` on a screen of `size`; `makeGauge` makes a gauge that has seen no frame, nil if the
  /// terminal type is unknown.
  package init(
    bytes: any ByteSource,
    hint: FormatHint?,
    isPublicOnly: Bool,
    size: Size,
    pictures: LabPictures? = nil,
    makeGauge: @escaping () -> (any FrameGauge)?
  ) {
    play = BenchPlay(
      bytes: bytes,
      hint: hint,
      isPublicOnly: isPublicOnly,
      size: size,
      pictures: pictures
    )
    self.makeGauge = makeGauge
  }

  /// Plays a scroll of `lineKeys` line keys under `strategies`; nil plays every pace instead.
  ///
  /// Throws if the feed cannot be read.
  package func outcome(
    of strategies: [Strategy],
    lineKeys: Int?,
    as format: Format
  ) throws(FeedError) -> Outcome {
    let name = play.bytes.name
    let size = "\(play.size.columns)x\(play.size.lines)"
    let posts = try play.postCount()
    guard posts > 0 else { return .nothing("\(name): no posts, so there is nothing to scroll") }
    guard let scroll = try play.scroll(lineKeys: lineKeys ?? 1) else {
      return .nothing(
        "\(name): everything fits on \(size), so there is nothing to scroll; make the screen smaller "
          + "with --size, or name a longer feed"
      )
    }
    let subject = BenchSubject(feed: SafeText(sanitizing: name).string, posts: posts, size: size)
    if lineKeys == nil {
      if let rows = try BenchPaceReport.rows(strategies, of: play, makeGauge: makeGauge) {
        let report = BenchPaceReport(subject: subject, rows: rows)
        return .report(format == .table ? report.table : report.json)
      }
    } else if let results = try play.counts(strategies, scroll, makeGauge) {
      let report = BenchReport(subject: subject, scroll: scroll, results: results)
      return .report(format == .table ? report.table : report.json)
    }
    return .nothing("bench: the terminal type \(Bench.terminal) has no description here (terminfo)")
  }
}

/// The costs of one play, counted under a clock that stands still: the same in every run.
struct BenchCounts: Equatable {
  let strategy: Strategy
  var frames = 0
  var work = WorkCounts()
  /// Bytes to the terminal for the frames that answered keys.
  var bytesMoving = 0
  /// Bytes to the terminal for the first frame and for the frames of rests.
  var bytesResting = 0
  var pictures = 0
  /// Bytes of pictures, in Base64, before the frames that answered keys.
  var pictureBytesMoving = 0
  /// Bytes of pictures, in Base64, at rest.
  var pictureBytesResting = 0

  var bytes: Int { bytesMoving + bytesResting }
}
