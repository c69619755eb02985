/// A comment on a post or a reply to another comment.
public struct Comment: Equatable, Sendable, Identifiable {
  /// The way in which a feed has the comment.
  public enum Kind: Equatable, Sendable {
    /// The feed holds it.
    case written
    /// The feed only names it: ``Comment/url`` is its id or address.
    case reference
    /// A stub for a number of comments that the site holds, at ``Comment/url``; 0 if the feed does
    /// not count them.
    case stub(count: Int)
  }

  /// The identity within the feed.
  public let id: Post.ID
  /// The comment that this one replies to; nil if it comments on the post.
  public private(set) var parent: Post.ID?
  /// The author.
  public let author: Account?
  /// The time of publication.
  public let published: Timestamp?
  /// The text.
  public let body: Body
  /// The base of relative addresses in the body.
  public let baseURL: String?
  /// The permanent link as stated.
  public let url: String?
  /// The number of likes stated by the feed.
  public let likesCount: Int?
  /// The accounts that like the comment, as far as listed.
  public let likes: [Account]
  /// The files of the comment in document order.
  public let attachments: [Attachment]
  /// The readers it was written for; nil if unknown.
  public let visibility: Visibility?
  /// Whether the feed holds the comment, or only names or counts it.
  public let kind: Kind
  /// The words of the dump that the comment is from; nil for any other format.
  public let recorded: Recorded?

  /// Makes a comment of the known facts.
  public init(
    id: Post.ID,
    parent: Post.ID? = nil,
    author: Account? = nil,
    published: Timestamp? = nil,
    body: Body = .missing,
    baseURL: String? = nil,
    url: String? = nil,
    likesCount: Int? = nil,
    likes: [Account] = [],
    attachments: [Attachment] = [],
    visibility: Visibility? = nil,
    kind: Kind = .written,
    recorded: Recorded? = nil
  ) {
    self.id = id
    self.parent = parent
    self.author = author
    self.published = published
    self.body = body
    self.baseURL = baseURL
    self.url = url
    self.likesCount = likesCount
    self.likes = likes
    self.attachments = attachments
    self.visibility = visibility
    self.kind = kind
    self.recorded = recorded
  }
}

extension Comment {
  /// Returns the same comment below another.
  func replying(to parent: Post.ID?) -> Comment {
    var comment = self
    comment.parent = parent
    return comment
  }
}
