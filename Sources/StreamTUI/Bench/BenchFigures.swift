/// The times of a strategy in tables for programs, in nanoseconds.
enum BenchFigures {
  /// The names of the figures, in the order of ``values(of:)``.
  static let names: [StaticString] = [
    "frame_mean_ns", "frame_spread_ns", "frame_p50_ns", "frame_p95_ns", "frame_p99_ns",
    "frame_max_ns", "rest_p50_ns",
  ]

  /// Returns the figures in the order of ``names``.
  static func values(of times: BenchTimes) -> [Int64] {
    [
      times.mean, times.spread, times.frame(percent: 50), times.frame(percent: 95),
      times.frame(percent: 99), times.longest, times.rest,
    ]
  }
}
