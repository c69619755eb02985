/// An answer to a post or to another comment.
public struct Comment: Equatable, Sendable, Identifiable {
  /// What tells it from others in its feed.
  public let id: Post.ID
  /// The comment it answers; nil when it answers the post.
  public let parent: Post.ID?
  /// Who wrote it.
  public let author: Account?
  /// When it was written.
  public let published: Timestamp?
  /// Its text.
  public let body: Body
  /// What relative addresses in the body are relative to.
  public let baseURL: String?
  /// The permanent link, as stated.
  public let url: String?
  /// How many likes the feed counts.
  public let likesCount: Int?
  /// Who likes it, as far as listed.
  public let likes: [Account]
  /// In document order.
  public let attachments: [Attachment]

  /// A comment with what is known of it.
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
    attachments: [Attachment] = []
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
  }
}
