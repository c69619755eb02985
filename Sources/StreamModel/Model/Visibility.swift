/// The circle of readers that a post was written for, as far as the feed states it.
///
/// Ascending: the more restrictive of two is the greater.
public enum Visibility: String, Sendable, CaseIterable {
  /// Anybody may read it.
  case `public`
  /// Anybody may read it who has its address; public timelines leave it out.
  case unlisted
  /// Only followers of the author, and those who are mentioned.
  case followers
  /// Only those who are mentioned.
  case direct
}

extension Visibility: Comparable {
  /// Whether `one` reaches more readers than `other`.
  public static func < (one: Visibility, other: Visibility) -> Bool { one.rank < other.rank }

  private var rank: Int {
    switch self {
    case .public: 0
    case .unlisted: 1
    case .followers: 2
    case .direct: 3
    }
  }
}

extension Visibility {
  /// Reads the word of Mastodon's API, of its forks, or of the native format; nil for others.
  init?(stated word: String) {
    switch word {
    case "public": self = .public
    case "unlisted", "home", "local": self = .unlisted
    case "private", "followers": self = .followers
    case "direct", "specified", "limited", "list", "mutuals_only": self = .direct
    default: return nil
    }
  }

  /// Returns the more restrictive of two statements; nil where neither is made.
  static func stricter(_ one: Visibility?, _ other: Visibility?) -> Visibility? {
    guard let one, let other else { return one ?? other }
    return max(one, other)
  }
}
