import StreamUI

/// What one strategy costs on a feed.
struct BenchResult: Equatable {
  let strategy: Strategy
  let counts: BenchCounts
  let times: BenchTimes
}
