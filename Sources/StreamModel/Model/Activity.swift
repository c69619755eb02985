/// An action of an account, as this program and as the feed names it.
public struct Activity: Equatable, Sendable {
  /// The kind of action, as this program distinguishes them.
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
    /// Any other action, which the name describes.
    case other
  }

  /// A post in a feed that has no word for posting.
  public static let posting = Activity(.post)
  /// A reshare in a feed that has no word for resharing.
  public static let resharing = Activity(.reshare)

  /// The kind of action.
  public let kind: Kind
  /// The feed's own word, such as "Like", "Travel" or "WatchEvent"; nil without one.
  public let name: String?

  /// Makes an activity.
  public init(_ kind: Kind, name: String? = nil) {
    self.kind = kind
    self.name = name
  }
}
