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
}
