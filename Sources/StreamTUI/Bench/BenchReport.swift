import StreamUI

/// Everything that a bench found out, for tables, charts and its closing sentences.
struct BenchReport: Equatable {
  /// The name of the feed, sanitized.
  let feed: String
  /// The posts of the feed.
  let posts: Int
  /// Columns and lines of the screen, as typed: 120x40.
  let size: String
  /// The keys and rests of a play.
  let lineKeys: Int
  let pageKeys: Int
  let glances: Int
  let rests: Int
  /// Plays of each strategy that were timed.
  let rounds: Int
  /// The strategies in the order of the user's manual.
  let results: [BenchResult]

  /// Returns the result of `strategy`; nil if it was not played.
  func result(_ strategy: Strategy) -> BenchResult? {
    results.first { $0.strategy == strategy }
  }
}
