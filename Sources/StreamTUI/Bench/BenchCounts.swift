import StreamUI

/// The work of one play, counted under a clock that stands still: the same in every run.
struct BenchCounts: Equatable {
  /// Frames that the terminal was given, the first one included.
  var frames = 0
  /// The work on rows, from the first frame to the last.
  var work = WorkCounts()
  /// Bytes to the terminal for the frames that answered keys.
  var bytesMoving = 0
  /// Bytes to the terminal for the first frame and for the frames of rests.
  var bytesResting = 0

  /// Bytes to the terminal in all.
  var bytes: Int { bytesMoving + bytesResting }

  /// The names of the counts in tables for programs, in the order of ``values``.
  static let names: [StaticString] = [
    "frames", "rows_laid_out", "rows_enriched", "rows_styled", "rows_cancelled", "spans", "links",
    "bytes", "bytes_moving", "bytes_resting",
  ]

  /// The counts in the order of ``names``.
  var values: [Int] {
    [
      frames, work.rowsLaidOut, work.rowsEnriched, work.rowsStyled, work.rowsCancelled,
      work.spansPlaced, work.linksPlaced, bytes, bytesMoving, bytesResting,
    ]
  }
}
