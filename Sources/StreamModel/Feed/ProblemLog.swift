/// The problems of a feed, each once, in order of place.
struct ProblemLog {
  private(set) var problems: [FeedProblem] = []
  private var offsets: [Int] = []
  private var rows: Set<Int> = []

  /// Adds a problem of the document at an offset in bytes.
  mutating func add(_ problem: FeedProblem, at offset: Int) {
    guard problems.count < 2 * Limits.problems else { return }
    let place = offsets.partitioningIndex { $0 > offset }
    offsets.insert(offset, at: place)
    problems.insert(problem, at: place)
  }

  /// Adds the problem of a broken record unless it is there already.
  mutating func add(_ problem: FeedProblem, ofRow row: Int, at offset: Int) {
    guard rows.count < Limits.problems, rows.insert(row).inserted else { return }
    add(problem, at: offset)
  }
}
