import StreamUI

@testable import StreamTUI

/// Made-up figures for tests of reports.
extension BenchResult {
  /// A strategy whose frames all take `microseconds`, in rounds that differ by `spread` microseconds
  /// from one quartile to the other.
  static func made(
    _ strategy: Strategy,
    microseconds: Int64,
    slowest: Int64? = nil,
    spread: Int64 = 0,
    bytes: (moving: Int, resting: Int) = (1_000, 500),
    enriched: Int = 40
  ) -> BenchResult {
    let rounds = [-spread, -spread, 0, spread, spread].map { shift in
      [Int64](repeating: (microseconds + shift) * 1_000, count: 98)
        + [Int64](repeating: (slowest ?? microseconds) * 1_000, count: 2)
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

extension BenchReport {
  static func made(_ results: [BenchResult], feed: String = "a.json") -> BenchReport {
    BenchReport(
      feed: feed,
      posts: 1_234,
      size: "80x24",
      lineKeys: 90,
      pageKeys: 10,
      glances: 2,
      rests: 2,
      rounds: 5,
      results: results
    )
  }
}
