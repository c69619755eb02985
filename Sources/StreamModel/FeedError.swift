/// The reason why a feed cannot be shown, or not beyond a point.
public enum FeedError: Error, Equatable, Sendable {
  /// The operating system reported an error; `reason` is its message.
  case unreadable(name: String, reason: String)
  /// The bytes have no supported format.
  case unknownFormat(FeedProblem)
  /// The feed has no content.
  case empty(name: String)
}
