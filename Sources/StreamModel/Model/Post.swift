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

    /// The id as text.
    public var description: String { rawValue }
  }

  /// What tells it from others in its feed.
  public let id: ID
  /// False where the document has no id and `id` is a stable hash of the record.
  public let idIsStated: Bool
  /// Who wrote it.
  public let author: Account?
  /// When it was written.
  public let published: Timestamp?
  /// When it was last changed.
  public let edited: Timestamp?
  /// The permanent link, as stated.
  public let url: String?
  /// The headline, where the feed has such.
  public let title: Body
  /// Its text.
  public let body: Body
  /// What relative addresses in the body are relative to.
  public let baseURL: String?
  /// A BCP 47 tag, as stated.
  public let language: String?
  /// What to warn of before the text is shown.
  public let contentWarning: String?
  /// How many likes the feed counts; may exceed those listed.
  public let likesCount: Int?
  /// Who likes it, as far as listed.
  public let likes: [Account]
  /// How many times it was passed on.
  public let resharesCount: Int?
  /// Who passed it on, as far as listed.
  public let reshares: [Account]
  /// How many comments the feed counts; may exceed those listed.
  public let commentsCount: Int?
  /// In document order; each names its parent.
  ///
  /// ``Conversation`` makes a tree of them.
  public let comments: [Comment]
  /// In document order.
  public let attachments: [Attachment]
  /// Hashtags without "#".
  public let tags: [String]
  /// In document order.
  public let mentions: [Mention]
  /// Shortcodes without colons, as stated in the document.
  public let customEmoji: [String]
  /// The preview of a page that it links to.
  public let card: Card?
  /// The question that it asks.
  public let poll: Poll?
  /// Who passed the post on, where the record is a reshare.
  public let resharedBy: Account?
  /// What was done; most feeds only tell of posting.
  public let activity: Activity
  /// What kind of thing it is, in the feed's own word, such as "Article" or "PushEvent".
  public let type: String?
  /// The id or address of what it answers, as stated.
  public let inReplyTo: String?
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
    title: Body = .missing,
    body: Body = .missing,
    baseURL: String? = nil,
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
    activity: Activity = .posting,
    type: String? = nil,
    inReplyTo: String? = nil,
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
    self.baseURL = baseURL
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
    self.activity = activity
    self.type = type
    self.inReplyTo = inReplyTo
    self.problems = problems
  }
}
