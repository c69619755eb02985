/// The word of a network for passing a post on.
public enum ReshareTerm: String, Sendable {
  case reshare, boost, repost

  /// The past form, such as "boosted".
  public var past: String { self == .reshare ? "reshared" : rawValue + "ed" }

  /// The past form at the start of a line of names, such as "Boosted by".
  public var by: String { past.prefix(1).uppercased() + past.dropFirst() + " by" }
}
