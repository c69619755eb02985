import StreamModel

/// The relation of a record to an account: what the account did, or that it is mentioned.
enum AccountRelation: Int, CaseIterable {
  case post
  case reshare
  case like
  case bookmark
  /// Anything else that it did, such as to follow.
  case otherActivity
  /// A post of the account that somebody else passed on.
  case reshareByOthers
  case mention

  /// Returns the relation of `post` to the account of `key`; nil for none.
  ///
  /// A post of the account that mentions it, as threads do, is its post and no mention.
  init?(_ post: Post, to key: AccountKey) {
    if key.matches(post.resharedBy) {
      self = .reshare
    } else if key.matches(post.author) {
      self = post.resharedBy == nil ? Self.activity(post.activity) : .reshareByOthers
    } else if post.mentionedAccounts.contains(where: key.matches) {
      self = .mention
    } else {
      return nil
    }
  }

  private static func activity(_ activity: Activity) -> AccountRelation {
    switch activity.kind {
    case .post, .comment, .update: .post
    case .reshare: .reshare
    case .like: .like
    case .other where activity.name == "Bookmark": .bookmark
    case .dislike, .follow, .delete, .add, .remove, .other: .otherActivity
    }
  }

  /// Returns "1 post" or "3 posts"; nil for none, except that "0 posts" is always said.
  func words(_ count: Int) -> String? {
    switch self {
    case .post: PostRow.count(count, "post", "posts") ?? "0 posts"
    case .reshare: PostRow.count(count, "reshare", "reshares")
    case .like: PostRow.count(count, "like", "likes")
    case .bookmark: PostRow.count(count, "bookmark", "bookmarks")
    case .otherActivity: PostRow.count(count, "other activity", "other activities")
    case .reshareByOthers:
      PostRow.count(count, "post reshared by others", "posts reshared by others")
    case .mention: PostRow.count(count, "mention", "mentions")
    }
  }
}
