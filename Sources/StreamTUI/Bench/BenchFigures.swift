import StreamUI

/// The times of a strategy in tables for programs.
enum BenchFigures {
  /// The names of the figures, in the order of ``values(of:)``.
  static let names: [StaticString] = [
    "mean_us", "spread", "p50_us", "p95_us", "p99_us", "max_us", "rest_p50_us",
  ]

  /// Returns the figures in thousandths, in the order of ``names``: microseconds, and the spread as a part
  /// of the median round.
  static func values(of times: BenchTimes) -> [Int64] {
    [
      times.mean, times.relativeSpread, times.frame(percent: 50), times.frame(percent: 95),
      times.frame(percent: 99), times.longest, times.rest,
    ]
  }

  /// Returns thousandths as a decimal: "12.345".
  static func decimal(_ thousandths: Int64) -> String {
    let digits = String(thousandths.magnitude % 1_000)
    let zeros = String(repeating: "0", count: 3 - digits.count)
    return "\(thousandths < 0 ? "-" : "")\(thousandths.magnitude / 1_000).\(zeros)\(digits)"
  }
}
