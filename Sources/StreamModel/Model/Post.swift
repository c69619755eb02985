/// A post as a feed states it: what is missing is nil, never invented.
public struct Post: Equatable, Sendable, Identifiable {
  /// A post's or comment's identity inside its feed.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The id as the document writes it, or a hash of the record where it has none.
    public let rawValue: String

    /// Wraps an id as the document writes it.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    public var description: String { rawValue }
  }

  public let id: ID
  /// False where the document has no id and `id` is a stable hash of the record.
  public let idIsStated: Bool
  public let author: Account?
  public let published: Timestamp?
  public let edited: Timestamp?
  /// The permanent link, as stated.
  public let url: String?
  public let title: String?
  public let body: Body
  /// A BCP 47 tag, as stated.
  public let language: String?
  public let contentWarning: String?
  /// How many likes the feed counts; may exceed those listed.
  public let likesCount: Int?
  public let likes: [Account]
  public let resharesCount: Int?
  public let reshares: [Account]
  public let commentsCount: Int?
  /// In document order; each names its parent. See ``Conversation``.
  public let comments: [Comment]
  public let attachments: [Attachment]
  /// Hashtags without "#".
  public let tags: [String]
  public let mentions: [Mention]
  /// Shortcodes without colons, as stated in the document.
  public let customEmoji: [String]
  public let card: Card?
  public let poll: Poll?
  /// Who passed the post on, where the record is a reshare.
  public let resharedBy: Account?
  /// What could not be read in this record; the rest stands.
  public let problems: [FeedProblem]

  /// A post with what is known of it.
  public init(
    id: ID,
    idIsStated: Bool = true,
    author: Account? = nil,
    published: Timestamp? = nil,
    edited: Timestamp? = nil,
    url: String? = nil,
    title: String? = nil,
    body: Body = .missing,
    language: String? = nil,
    contentWarning: String? = nil,
    likesCount: Int? = nil,
    likes: [Account] = [],
    resharesCount: Int? = nil,
    reshares: [Account] = [],
    commentsCount: Int? = nil,
    comments: [Comment] = [],
    attachments: [Attachment] = [],
    tags: [String] = [],
    mentions: [Mention] = [],
    customEmoji: [String] = [],
    card: Card? = nil,
    poll: Poll? = nil,
    resharedBy: Account? = nil,
    problems: [FeedProblem] = []
  ) {
    self.id = id
    self.idIsStated = idIsStated
    self.author = author
    self.published = published
    self.edited = edited
    self.url = url
    self.title = title
    self.body = body
    self.language = language
    self.contentWarning = contentWarning
    self.likesCount = likesCount
    self.likes = likes
    self.resharesCount = resharesCount
    self.reshares = reshares
    self.commentsCount = commentsCount
    self.comments = comments
    self.attachments = attachments
    self.tags = tags
    self.mentions = mentions
    self.customEmoji = customEmoji
    self.card = card
    self.poll = poll
    self.resharedBy = resharedBy
    self.problems = problems
  }
}
