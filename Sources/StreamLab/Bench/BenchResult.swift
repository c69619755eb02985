import StreamUI

/// The measured costs of one strategy on a feed.
struct BenchResult: Equatable {
  let strategy: Strategy
  let counts: BenchCounts
  let times: BenchTimes

  /// The result in tables for programs.
  var fields: [BenchField] {
    [BenchField("strategy", .text(strategy.rawValue))] + counts.fields + times.fields
  }
}

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
  /// Pictures that were sent to their ends.
  var pictures = 0
  /// Bytes of pictures, in Base64, before the frames that answered keys.
  var pictureBytesMoving = 0
  /// Bytes of pictures, in Base64, at rest.
  var pictureBytesResting = 0

  /// Bytes to the terminal in all.
  var bytes: Int { bytesMoving + bytesResting }

  /// The counts in tables for programs.
  var fields: [BenchField] {
    [
      BenchField("frames", .count(frames)),
      BenchField("rows_laid_out", .count(work.rowsLaidOut)),
      BenchField("rows_enriched", .count(work.rowsEnriched)),
      BenchField("rows_styled", .count(work.rowsStyled)),
      BenchField("rows_cancelled", .count(work.rowsCancelled)),
      BenchField("spans", .count(work.spansPlaced)),
      BenchField("links", .count(work.linksPlaced)),
      BenchField("bytes", .count(bytes)),
      BenchField("bytes_moving", .count(bytesMoving)),
      BenchField("bytes_resting", .count(bytesResting)),
      BenchField("pictures", .count(pictures)),
      BenchField("picture_bytes_moving", .count(pictureBytesMoving)),
      BenchField("picture_bytes_resting", .count(pictureBytesResting)),
    ]
  }
}

/// The times of one strategy over all rounds, in nanoseconds.
///
/// The frames of two rounds answer the same keys. So the time of a frame is the median of its rounds,
/// and a pause of the machine in one of them counts in none.
struct BenchTimes: Equatable {
  /// The time of each frame, sorted.
  let frames: [Int64]
  /// The time of each rest until all rows are rich, sorted.
  let rests: [Int64]
  /// The mean of the frames of each round.
  let roundMeans: [Int64]

  /// - Parameters:
  ///   - frames: The times of the frames of each round, in order of the keys.
  ///   - rests: The times of the rests of each round, in order.
  init(frames: [[Int64]], rests: [[Int64]]) {
    self.frames = Self.medians(frames).sorted()
    self.rests = Self.medians(rests).sorted()
    roundMeans = frames.map(Self.mean)
  }

  /// The mean time of a frame.
  var mean: Int64 { Self.mean(frames) }

  /// The time that `percent` of a hundred frames do not exceed.
  func frame(percent: Int) -> Int64 { Self.quantile(percent, of: frames) }

  var longest: Int64 { frames.last ?? 0 }

  /// The median rest.
  var rest: Int64 { Self.quantile(50, of: rests) }

  /// Half the distance between the quartiles of the rounds' means.
  var spread: Int64 {
    let sorted = roundMeans.sorted()
    return (Self.quantile(75, of: sorted) - Self.quantile(25, of: sorted)) / 2
  }

  /// The spread in thousandths of the median round.
  var relativeSpread: Int64 {
    let middle = Self.quantile(50, of: roundMeans.sorted())
    return middle > 0 ? spread * 1_000 / middle : 0
  }

  /// The times in tables for programs: microseconds, and the spread as a part of the median round.
  var fields: [BenchField] {
    [
      BenchField("mean_us", .thousandths(mean)),
      BenchField("spread", .thousandths(relativeSpread)),
      BenchField("p50_us", .thousandths(frame(percent: 50))),
      BenchField("p95_us", .thousandths(frame(percent: 95))),
      BenchField("p99_us", .thousandths(frame(percent: 99))),
      BenchField("max_us", .thousandths(longest)),
      BenchField("rest_p50_us", .thousandths(rest)),
    ]
  }

  /// The value below which `percent` of a hundred lie; 0 of none.
  static func quantile(_ percent: Int, of sorted: [Int64]) -> Int64 {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  private static func mean(_ values: [Int64]) -> Int64 {
    values.isEmpty ? 0 : values.reduce(0, +) / Int64(values.count)
  }

  /// The median of each place over all lists, as far as every list reaches.
  private static func medians(_ lists: [[Int64]]) -> [Int64] {
    let count = lists.map(\.count).min() ?? 0
    return (0..<count).map { index in
      quantile(50, of: lists.map { $0[index] }.sorted())
    }
  }
}
