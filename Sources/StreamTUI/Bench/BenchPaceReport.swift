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

    /// Bytes in all.
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
  }

  /// The name of the feed, sanitized.
  let feed: String
  /// The posts of the feed.
  let posts: Int
  /// Columns and lines of the screen, as typed: 120x40.
  let size: String
  let rows: [Row]

  /// Plays every pace of `paces` under every strategy; `makeGauge` makes a gauge that has seen no frame.
  ///
  /// - Returns: Nil if there is no gauge, or if no key moves rows.
  static func rows(
    _ paces: [BenchPace],
    _ strategies: [Strategy],
    of play: BenchPlay,
    makeGauge: () -> (any FrameGauge)?
  ) throws(FeedError) -> [Row]? {
    var rows: [Row] = []
    for pace in paces {
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
}
