/// One thing that somebody did, in the words of this program and of the feed.
public struct Activity: Equatable, Sendable {
  /// What this program makes of it.
  public enum Kind: String, Sendable, CaseIterable {
    case post
    case reshare
    case comment
    case like
    case dislike
    case follow
    case update
    case delete
    case add
    case remove
    /// Anything else: the name says what.
    case other
  }

  /// Posting, in a feed that has no word for it.
  public static let posting = Activity(.post)
  /// Passing on, in a feed that has no word for it.
  public static let resharing = Activity(.reshare)

  /// What this program makes of it.
  public let kind: Kind
  /// The feed's own word, such as "Like", "Travel" or "WatchEvent".
  public let name: String?

  /// An activity with the feed's word for it, where there is one.
  public init(_ kind: Kind, name: String? = nil) {
    self.kind = kind
    self.name = name
  }
}
