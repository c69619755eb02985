import StreamUI

/// The measured costs of one strategy on a feed.
struct BenchResult: Equatable {
  let strategy: Strategy
  let counts: BenchCounts
  let times: BenchTimes
}
