extension Timeline {
  /// How the records of the sources follow each other.
  public enum Order: String, Sendable, CaseIterable {
    /// By time, the newest first; what several sources hold is one row.
    case newest
    /// By time, the oldest first.
    case oldest
    /// One source after the other, each in its own order.
    case document
    /// By the number of likes, most first.
    case likes
    /// By the number of comments, most first.
    case comments

    /// Whether the rows are in order of time.
    public var isByTime: Bool { self == .newest || self == .oldest }

    /// The order after this one in the list of all, the first after the last.
    public var next: Order {
      let all = Self.allCases
      let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
      return all[index]
    }
  }
}

extension Timeline.Order {
  /// Times and counts beyond this say no more, and their sums fit.
  private static let mostTime: Int64 = 1 << 36
  private static let mostCount: Int64 = 1 << 25

  /// The rank of a record: those with more come first; nil for one that goes by its neighbours.
  ///
  /// Posts with as many likes, or comments, follow each other by time, the newest first.
  func rank(of facts: RecordFacts) -> Int64? {
    switch self {
    case .newest, .document: facts.time.map { max(.min + 2, min($0, .max - 1)) }
    case .oldest: facts.time.map { 0 - max(.min + 2, min($0, .max - 1)) }
    case .likes: Self.rank(count: facts.likes, time: facts.time)
    case .comments: Self.rank(count: facts.comments, time: facts.time)
    }
  }

  /// The rank that no row before a time reaches; nil for orders that are not of time.
  func rank(before period: Range<Int64>) -> Int64? {
    switch self {
    case .newest: max(period.upperBound, .min + 3) - 1
    case .oldest: 0 - max(period.lowerBound, .min + 2)
    case .document, .likes, .comments: nil
    }
  }

  /// A count that nobody states comes after every other.
  private static func rank(count: Int?, time: Int64?) -> Int64 {
    let count = count.map { max(-mostCount + 1, min(Int64(clamping: $0), mostCount)) } ?? -mostCount
    let time = max(-mostTime, min(time ?? -mostTime, mostTime))
    return count * (mostTime * 2 + 1) + time
  }
}
