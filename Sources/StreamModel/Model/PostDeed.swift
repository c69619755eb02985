/// An action of the reader on a post, or on its author, at the server of an account.
package enum PostDeed: String, CaseIterable, Sendable {
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
  /// The options of a poll that can be voted for.
  package static let mostOptions = 10
  package static let votes = PostFlags((0..<mostOptions).map(vote))
  /// All flags that a server of the fediverse is told of, and those that say that it is still to be told.
  package static let answers: PostFlags = [.deeds, .votes]

  /// A vote for an option of a poll, counted from 0; less than ``mostOptions``.
  package static func vote(_ option: Int) -> PostFlags { PostFlags(rawValue: 1 << (16 + option)) }

  /// The option that was voted for, counted from 0; nil without a vote.
  package var vote: Int? { (0..<Self.mostOptions).first { contains(.vote($0)) } }

  /// The flags that say that the server has not confirmed these flags, be they set or cleared.
  package var waiting: PostFlags {
    let deeds = PostFlags(rawValue: intersection(.deeds).rawValue << 5)
    return isDisjoint(with: .votes) ? deeds : deeds.union(PostFlags(rawValue: 1 << 15))
  }
}

extension Post {
  /// The id of a notification begins with this word, and the server's name of it follows.
  package static let notificationStart = "notification:"

  /// Whether it says what others did, as "likes your post" does: its author is not that of the post that it is about.
  package var isNotice: Bool { id.rawValue.hasPrefix(Self.notificationStart) && title != .missing }

  /// The name that the server of a stream has for the post: inside a boost or a notification, for the one that it is about.
  package var statusID: String? {
    guard resharedBy != nil || id.rawValue.hasPrefix(Self.notificationStart) else {
      return idIsStated ? id.rawValue : nil
    }
    return aliases.first { !$0.contains(":") && !$0.isEmpty }
  }
}
