import StreamUI

@testable import StreamLab

/// Made-up figures for tests of reports.
extension BenchResult {
  /// A strategy whose frames take `microseconds` in the mean and at most about `slowest`, in rounds
  /// whose quartiles lie `spread` microseconds beside that.
  static func made(
    _ strategy: Strategy,
    microseconds: Int64,
    slowest: Int64? = nil,
    spread: Int64 = 0,
    bytes: (moving: Int, resting: Int) = (1_000, 500),
    enriched: Int = 40
  ) -> BenchResult {
    let slow = (slowest ?? microseconds) * 1_000
    let rounds = [-spread, -spread, 0, spread, spread].map { shift in
      // The others make up for the two slow frames, so that the mean is as stated.
      let other = ((microseconds + shift) * 100_000 - 2 * slow) / 98
      return [Int64](repeating: other, count: 98) + [slow, slow]
    }
    var counts = BenchCounts()
    counts.frames = 102
    counts.work.rowsLaidOut = 60
    counts.work.rowsEnriched = strategy == .flat ? 0 : enriched
    counts.bytesMoving = bytes.moving
    counts.bytesResting = bytes.resting
    return BenchResult(
      strategy: strategy,
      counts: counts,
      times: BenchTimes(frames: rounds, rests: rounds.map { _ in [2_000_000] })
    )
  }
}

extension BenchResult {
  /// The same with pictures.
  func with(pictures: Int, moving: Int, resting: Int) -> BenchResult {
    var counts = counts
    counts.pictures = pictures
    counts.pictureBytesMoving = moving
    counts.pictureBytesResting = resting
    return BenchResult(strategy: strategy, counts: counts, times: times)
  }
}

extension BenchReport {
  static func made(
    _ results: [BenchResult],
    feed: String = "a.json",
    rounds: Int = 5
  ) -> BenchReport {
    BenchReport(
      subject: BenchSubject(feed: feed, posts: 1_234, size: "80x24"),
      scroll: BenchScroll(steps: [.key(.character("j")), .rest]),
      rounds: rounds,
      results: results
    )
  }
}
