/// The things that the reader did to a post or comment, kept from run to run.
package struct PostFlags: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A set of several flags.
  ///
  /// The protocol's own initializer is generic, and in other modules it is looked up at run time: 4,000
  /// instructions for two flags.
  package init(arrayLiteral flags: PostFlags...) { self.init(flags) }

  package init(_ flags: [PostFlags]) { self.init(rawValue: flags.reduce(0) { $0 | $1.rawValue }) }

  package static let read = PostFlags(rawValue: 1)
  package static let kept = PostFlags(rawValue: 2)
  package static let expanded = PostFlags(rawValue: 4)
  package static let uncovered = PostFlags(rawValue: 8)
  package static let collapsed = PostFlags(rawValue: 16)
  /// Those of ``PostDeed``; the next five bits are theirs, too, and one for a vote: see ``waiting``.
  package static let favourite = PostFlags(rawValue: 32)
  package static let boost = PostFlags(rawValue: 64)
  package static let bookmark = PostFlags(rawValue: 128)
  package static let follow = PostFlags(rawValue: 256)
  package static let mute = PostFlags(rawValue: 512)
}

/// Numbers that a feed states and lists.
public enum Tally {
  /// Returns the larger of a stated number and the number of listed things; nil where neither is known.
  ///
  /// A score below 0 counts votes against and stays as it is: it cannot be compared with a list.
  public static func known(stated: Int?, listed: Int) -> Int? {
    guard let stated else { return listed > 0 ? listed : nil }
    return stated < 0 ? stated : max(stated, listed)
  }
}

extension Post {
  /// The number of likes: the larger of stated and listed; nil where neither is known.
  public var knownLikesCount: Int? { Tally.known(stated: likesCount, listed: likes.count) }

  /// The number of reshares: the larger of stated and listed; nil where neither is known.
  public var knownResharesCount: Int? { Tally.known(stated: resharesCount, listed: reshares.count) }

  /// The number of comments: the larger of stated and listed; nil where neither is known.
  ///
  /// Comments that the feed only names, and those that a stub stands for, are listed too.
  public var knownCommentsCount: Int? {
    Tally.known(stated: commentsCount, listed: comments.listedCount)
  }
}

extension Comment {
  /// The number of likes: the larger of stated and listed; nil where neither is known.
  public var knownLikesCount: Int? { Tally.known(stated: likesCount, listed: likes.count) }

  /// The number of comments that this stands for: 1, or as many as a stub states.
  public var listedCount: Int {
    switch kind {
    case .written, .reference: 1
    case .stub(let count): count
    }
  }
}

extension [Comment] {
  /// The number of comments that all together stand for.
  public var listedCount: Int { reduce(0) { $0.saturatingAdd($1.listedCount) } }
}
