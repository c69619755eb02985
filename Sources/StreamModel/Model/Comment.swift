/// An answer to a post or to another comment.
public struct Comment: Equatable, Sendable, Identifiable {
  public let id: Post.ID
  /// The comment it answers; nil when it answers the post.
  public let parent: Post.ID?
  public let author: Account?
  public let published: Timestamp?
  public let body: Body
  public let url: String?
  public let likesCount: Int?
  public let likes: [Account]
  public let attachments: [Attachment]

  /// A comment with what is known of it.
  public init(
    id: Post.ID,
    parent: Post.ID? = nil,
    author: Account? = nil,
    published: Timestamp? = nil,
    body: Body = .missing,
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
    self.url = url
    self.likesCount = likesCount
    self.likes = likes
    self.attachments = attachments
  }
}
