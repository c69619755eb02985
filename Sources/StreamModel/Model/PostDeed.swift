/// What a reader does to a post, or to its author, on the server of an account.
package enum PostDeed: CaseIterable, Sendable {
  case favourite, boost, bookmark, follow, mute

  /// The flag of a post to which it was done.
  package var flag: PostFlags {
    switch self {
    case .favourite: .favourite
    case .boost: .boost
    case .bookmark: .bookmark
    case .follow: .follow
    case .mute: .mute
    }
  }

  package init?(_ flag: PostFlags) {
    guard let deed = Self.allCases.first(where: { $0.flag == flag }) else { return nil }
    self = deed
  }

  /// Whether it is done to the author, and thereby means all posts of theirs.
  package var isAboutAuthor: Bool { self == .follow || self == .mute }
}

extension PostFlags {
  package static let deeds = PostFlags(PostDeed.allCases.map(\.flag))

  /// For the flags of deeds, those that say that the server has not confirmed what was done or taken back.
  package var waiting: PostFlags { PostFlags(rawValue: intersection(.deeds).rawValue << 5) }
}

extension Post {
  /// The id of a notification begins with this word, and the server's name of it follows.
  package static let notificationStart = "notification:"

  /// The name that the server of a stream has for the post: inside a boost or a notification, for the one that it is about.
  package var statusID: String? {
    guard resharedBy != nil || id.rawValue.hasPrefix(Self.notificationStart) else {
      return idIsStated ? id.rawValue : nil
    }
    return aliases.first { !$0.contains(":") && !$0.isEmpty }
  }
}
