/// A post as the feed states it; missing facts are nil, never invented.
public struct Post: Equatable, Sendable, Identifiable {
  /// The identity of a post or comment within its feed.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The id as the document writes it, or a hash of a record without one.
    public let rawValue: String

    /// Makes an identity of an id as the document writes it.
    public init(_ rawValue: String) {
      self.rawValue = rawValue
    }

    /// The id as text.
    public var description: String { rawValue }
  }

  /// How a post stands to what was first published, as far as the feed tells by lines of their own.
  public enum State: String, Sendable {
    /// As its record says.
    case asPublished
    /// Its text was replaced; ``Post/edited`` may not say when.
    case updated
    /// It was taken away: what is left of it names it.
    case deleted
  }

  /// The identity within the feed.
  public private(set) var id: ID
  /// Whether the document states the id; otherwise `id` is a stable hash of the record.
  public private(set) var idIsStated: Bool
  /// The author.
  public private(set) var author: Account?
  /// The time of publication.
  public let published: Timestamp?
  /// The time of the last change.
  public let edited: Timestamp?
  /// When the post was first fetched, where it states no time or one in the future; nil for others.
  public private(set) var firstSeen: Timestamp?
  /// The permanent link as stated.
  public let url: String?
  /// The headline; `missing` if the feed has none.
  public let title: Body
  /// The text.
  public let body: Body
  /// The base of relative addresses in the body.
  public let baseURL: String?
  /// The language as stated, a BCP 47 tag.
  public let language: String?
  /// The warning to show before the text; nil without one.
  public let contentWarning: String?
  /// The number of likes stated by the feed, which may exceed the number listed.
  public let likesCount: Int?
  /// The accounts that like the post, as far as listed.
  public let likes: [Account]
  /// The number of reshares stated by the feed.
  public let resharesCount: Int?
  /// The accounts that reshared the post, as far as listed.
  public let reshares: [Account]
  /// The number of comments stated by the feed, which may exceed the number listed.
  public private(set) var commentsCount: Int?
  /// The comments in document order; each names its parent.
  ///
  /// ``Conversation`` arranges them in a tree.
  public private(set) var comments: [Comment]
  /// The files of the post in document order.
  public let attachments: [Attachment]
  /// The hashtags without "#".
  public let tags: [String]
  /// The mentioned accounts in document order.
  public let mentions: [Mention]
  /// The shortcodes of custom emoji, without colons, as the document states them.
  public let customEmoji: [String]
  /// The preview of a linked page.
  public let card: Card?
  /// The poll of the post.
  public let poll: Poll?
  /// The account that reshared the post if the record is a reshare; otherwise nil.
  public private(set) var resharedBy: Account?
  /// The action that the record reports; most feeds only report posting.
  public private(set) var activity: Activity
  /// The feed's own word for the type of post, such as "Article" or "PushEvent".
  public let type: String?
  /// The id or address of the post that this one replies to, as stated.
  public let inReplyTo: String?
  /// The account that wrote the post that this one replies to, where the record names it.
  public let inReplyToAccount: Account?
  /// Further ids and addresses of the post, besides ``id`` and ``url``, by which others refer to it:
  /// the object of an activity, the URI of a status, the id of a status inside a reshare.
  public private(set) var aliases: [String]
  /// The time of the reshare if the record is one that holds the post; otherwise nil.
  public private(set) var resharedAt: Timestamp?
  /// The address of the reshared post, if the record is a reshare that holds nothing else of it.
  public let resharedAddress: String?
  /// The community that it was posted to, as people write it: "r/lakes"; nil without one.
  public let community: String?
  /// The readers it was written for; nil if unknown.
  public private(set) var visibility: Visibility?
  /// Whether the post was replaced or deleted after it was published.
  public let state: State
  /// The problems of the record, whose other parts are valid.
  public private(set) var problems: [FeedProblem]
  /// The words of the dump that the record is; nil for any other format.
  public let recorded: Recorded?

  /// Makes a post of the known facts.
  public init(
    id: ID,
    idIsStated: Bool = true,
    author: Account? = nil,
    published: Timestamp? = nil,
    edited: Timestamp? = nil,
    firstSeen: Timestamp? = nil,
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
    inReplyToAccount: Account? = nil,
    aliases: [String] = [],
    resharedAt: Timestamp? = nil,
    resharedAddress: String? = nil,
    community: String? = nil,
    visibility: Visibility? = nil,
    state: State = .asPublished,
    problems: [FeedProblem] = [],
    recorded: Recorded? = nil
  ) {
    self.id = id
    self.idIsStated = idIsStated
    self.author = author
    self.published = published
    self.edited = edited
    self.firstSeen = firstSeen
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
    self.inReplyToAccount = inReplyToAccount
    self.aliases = aliases
    self.resharedAt = resharedAt
    self.resharedAddress = resharedAddress
    self.community = community
    self.visibility = visibility
    self.state = state
    self.problems = problems
    self.recorded = recorded
  }
}

extension Post {
  /// Returns the post with the time at which it was first fetched.
  package func firstSeen(at time: Timestamp) -> Post {
    var post = self
    post.firstSeen = time
    return post
  }

  /// Returns the post with the name of `account` wherever it states that account by its address alone.
  package func naming(_ account: Account) -> Post {
    var post = self
    if let author, author.isAddress(of: account) { post.author = account }
    if let resharedBy, resharedBy.isAddress(of: account) { post.resharedBy = account }
    return post
  }

  /// Returns the post as `reshare` passes it on, under the id of the reshare.
  func reshared(by reshare: Post) -> Post {
    var post = self
    post.id = reshare.id
    post.idIsStated = reshare.idIsStated
    post.resharedBy = reshare.author
    post.resharedAt = reshare.published
    post.activity = reshare.activity
    post.aliases = (idIsStated ? [id.rawValue] : []) + aliases
    post.visibility = Visibility.stricter(visibility, reshare.visibility)
    post.problems = reshare.problems
    return post
  }

  func identified(by id: ID, isStated: Bool) -> Post {
    var post = self
    post.id = id
    post.idIsStated = isStated
    return post
  }

  /// Returns the post with at least this number of comments.
  func counting(comments count: Int) -> Post {
    guard count > knownCommentsCount ?? 0, commentsCount ?? 0 >= 0 else { return self }
    var post = self
    post.commentsCount = count
    return post
  }

  func with(comments: [Comment]) -> Post {
    var post = self
    post.comments = comments
    return post
  }
}

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
  func replying(to parent: Post.ID?) -> Comment {
    var comment = self
    comment.parent = parent
    return comment
  }
}

/// The text of a post or comment in the form in which it came.
public enum Body: Equatable, Sendable {
  case html(String)
  case text(String)
  case missing
}
