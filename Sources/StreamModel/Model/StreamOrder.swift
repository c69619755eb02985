/// How the records of the sources follow each other.
public enum StreamOrder: String, Sendable, CaseIterable {
  /// By time, the newest first; what several sources hold is one row.
  case newest
  case oldest
  case document
  /// By the number of likes, most first.
  case likes
  /// By the number of comments, most first.
  case comments

  /// Whether the rows are in order of time.
  public var isByTime: Bool { self == .newest || self == .oldest }

  /// The order after this one in the list of all, the first after the last.
  public var next: StreamOrder {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
    return all[index]
  }
}
