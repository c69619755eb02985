/// The word of a network for passing a post on.
public enum ReshareTerm: String, Sendable {
  case reshare, boost, repost

  /// What was done: "boosted".
  public var past: String { self == .reshare ? "reshared" : rawValue + "ed" }

  /// What was done, at the start of a line: "Boosted by".
  public var by: String { past.prefix(1).uppercased() + past.dropFirst() + " by" }
}
