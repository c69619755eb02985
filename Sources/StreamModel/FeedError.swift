/// Why a feed cannot be shown at all, or not further.
public enum FeedError: Error, Equatable, Sendable {
  /// The operating system refused; `reason` is its sentence.
  case unreadable(name: String, reason: String)
  /// The bytes are of no format that is read here.
  case unknownFormat(FeedProblem)
  /// There is nothing in it.
  case empty(name: String)
}
