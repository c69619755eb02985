/// An action of an account, as this program and as the feed names it.
public struct Activity: Equatable, Sendable {
  /// The kind of action, as this program distinguishes them.
  public enum Kind: String, Sendable, CaseIterable {
    case post, reshare, comment, like, dislike, follow, update, delete, add, remove, other
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

/// The circle of readers that a post was written for, as far as the feed states it.
///
/// Ascending: the more restrictive of two is the greater, and the unknown is the greatest.
public enum Visibility: String, Sendable, CaseIterable {
  case `public`
  /// Anybody may read it who has its address; public timelines leave it out.
  case unlisted
  /// Only followers of the author, and those who are mentioned.
  case followers
  case direct
  /// The format states the readers of every post, but this record does not, or in an unknown word.
  case unknown
}

extension Visibility: Comparable {
  /// Whether `one` reaches more readers than `other`.
  public static func < (one: Visibility, other: Visibility) -> Bool { one.rank < other.rank }

  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Visibility {
  /// Reads the word of Mastodon's API, of its forks, or of the native format.
  package init(stated word: String) {
    switch word {
    case "public": self = .public
    case "unlisted", "home", "local": self = .unlisted
    case "private", "followers": self = .followers
    case "direct", "specified", "limited", "list", "mutuals_only": self = .direct
    default: self = .unknown
    }
  }

  /// Returns the more restrictive of two statements; nil where neither is made.
  ///
  /// Only one of an activity and its object may state the readers.
  static func stricter(_ one: Visibility?, _ other: Visibility?) -> Visibility? {
    guard let one, one != .unknown else { return other ?? one }
    guard let other, other != .unknown else { return one }
    return max(one, other)
  }
}

/// GitHub's types of events in words.
///
/// Source: docs.github.com/rest/using-the-rest-api/github-event-types, and the types of earlier years.
package enum GitHubEvent {
  /// The words that rows show for the types that a sign stands before, in the place of the type.
  package static let words = [
    "WatchEvent": "starred", "ForkEvent": "forked", "FollowEvent": "followed",
    "DeleteEvent": "deleted", "MemberEvent": "changed the members",
    "TeamAddEvent": "added to a team", "DiscussionEvent": "discussion",
    "SponsorshipEvent": "sponsorship", "PullRequestReviewThreadEvent": "review thread",
    "DownloadEvent": "uploaded a file", "ForkApplyEvent": "applied a fork",
  ]
}
