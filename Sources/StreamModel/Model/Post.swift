/// A post as the feed states it; missing facts are nil, never invented.
public struct Post: Equatable, Sendable, Identifiable {
  /// The identity of a post or comment within its feed.
  public struct ID: Hashable, Sendable, CustomStringConvertible {
    /// The id as the document writes it, or a hash of a record without one.
    public let rawValue: String

    /// Makes an identity of an id as the document writes it.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The id as text.
    public var description: String { rawValue }
  }

  /// How a post stands to what was first published, as far as the feed tells by lines of their own.
  public enum State: String, Sendable {
    case asPublished
    /// Its text was replaced; ``Post/edited`` may not say when.
    case updated
    /// It was taken away: what is left of it names it.
    case deleted
  }

  /// The identity within the feed.
  public package(set) var id: ID
  /// Whether the document states the id; otherwise `id` is a stable hash of the record.
  public package(set) var idIsStated = true
  /// The author.
  public package(set) var author: Account?
  /// The time of publication.
  public package(set) var published: Timestamp?
  /// The time of the last change.
  public package(set) var edited: Timestamp?
  /// When the post was first fetched, where it states no time or one in the future; nil for others.
  public package(set) var firstSeen: Timestamp?
  /// The permanent link as stated.
  public package(set) var url: String?
  /// The headline; `missing` if the feed has none.
  public package(set) var title = Body.missing
  /// The text.
  public package(set) var body = Body.missing
  /// The base of relative addresses in the body.
  public package(set) var baseURL: String?
  /// The language as stated, a BCP 47 tag.
  public package(set) var language: String?
  /// The warning to show before the text; nil without one.
  public package(set) var contentWarning: String?
  /// The posts that it quotes where they have warnings or are only named; nil for those that stand in its text.
  public package(set) var quotations: Quotations?
  /// The number of likes stated by the feed, which may exceed the number listed.
  public package(set) var likesCount: Int?
  /// The accounts that like the post, as far as listed.
  public package(set) var likes: [Account] = []
  /// The number of reshares stated by the feed.
  public package(set) var resharesCount: Int?
  /// The accounts that reshared the post, as far as listed.
  public package(set) var reshares: [Account] = []
  /// The number of comments stated by the feed, which may exceed the number listed.
  public package(set) var commentsCount: Int?
  /// The address of the page with its comments, where the feed names one.
  public package(set) var commentsAddress: String?
  /// The address of a feed of its comments, where the feed names one.
  public package(set) var commentsFeed: String?
  /// The address of the collection of its replies in ActivityStreams, where the feed names one.
  public package(set) var repliesAddress: String?
  /// The address of the collection of the whole conversation in ActivityStreams, where the feed names one.
  public package(set) var conversationAddress: String?
  /// The comments in document order; each names its parent.
  ///
  /// ``Conversation`` arranges them in a tree.
  public package(set) var comments: [Comment] = []
  /// The files of the post in document order.
  public package(set) var attachments: [Attachment] = []
  /// The hashtags without "#".
  public package(set) var tags: [String] = []
  /// The mentioned accounts in document order.
  public package(set) var mentions: [Mention] = []
  /// The shortcodes of custom emoji, without colons, as the document states them.
  public package(set) var customEmoji: [String] = []
  /// The preview of a linked page.
  public package(set) var card: Card?
  /// The poll of the post.
  public package(set) var poll: Poll?
  /// The account that reshared the post if the record is a reshare; otherwise nil.
  public package(set) var resharedBy: Account?
  /// The action that the record states; nil for one that only posts or reshares.
  package var statedActivity: Activity?
  /// The feed's own word for the type of post, such as "Article" or "PushEvent".
  public package(set) var type: String?
  /// The id or address of the post that this one replies to, as stated.
  public package(set) var inReplyTo: String?
  /// The account that wrote the post that this one replies to, where the record names it.
  public package(set) var inReplyToAccount: Account?
  /// Further ids and addresses of the post, besides ``id`` and ``url``, by which others refer to it:
  /// the object of an activity, the URI of a status, the id of a status inside a reshare.
  public package(set) var aliases: [String] = []
  /// The time of the reshare if the record is one that holds the post; otherwise nil.
  public package(set) var resharedAt: Timestamp?
  /// The address of the reshared post, if the record is a reshare that holds nothing else of it.
  public package(set) var resharedAddress: String?
  /// The community that it was posted to, as people write it: "r/lakes"; nil without one.
  public package(set) var community: String?
  /// The word for passing it on.
  public package(set) var reshareTerm = ReshareTerm.reshare
  /// The readers it was written for; nil if unknown.
  public package(set) var visibility: Visibility?
  /// Whether the post was replaced or deleted after it was published.
  public package(set) var state = State.asPublished
  /// The problems of the record, whose other parts are valid.
  public package(set) var problems: [FeedProblem] = []
  /// The place of the record that a dump was made of; nil for any other record.
  package var origin: PostOrigin?
}

extension Post {
  /// Makes a post of which nothing but its id is known.
  package init(id: ID, isStated: Bool) { self.init(id: id, idIsStated: isStated) }

  static var draft: Post { Post(id: ID(""), isStated: false) }

  var statedID: String? {
    get { idIsStated ? id.rawValue : nil }
    set {
      id = ID(newValue ?? "")
      idIsStated = newValue != nil
    }
  }

  /// The action that the record reports; most feeds only report posting.
  public var activity: Activity { statedActivity ?? usualActivity }

  private var usualActivity: Activity { resharedBy == nil ? .posting : .resharing }

  package func firstSeen(at time: Timestamp) -> Post {
    var post = self
    post.firstSeen = time
    return post
  }

  package func identified(as id: String) -> Post {
    var post = self
    post.id = ID(id)
    post.idIsStated = true
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
  package func reshared(by reshare: Post) -> Post {
    var post = self
    post.id = reshare.id
    post.idIsStated = reshare.idIsStated
    post.resharedBy = reshare.author
    post.resharedAt = reshare.published
    post.statedActivity = reshare.activity == post.usualActivity ? nil : reshare.activity
    post.aliases = (idIsStated ? [id.rawValue] : []) + aliases
    post.visibility = Visibility.stricter(visibility, reshare.visibility)
    post.problems = reshare.problems
    return post
  }

  func counting(comments count: Int) -> Post {
    guard count > knownCommentsCount ?? 0, commentsCount ?? 0 >= 0 else { return self }
    var post = self
    post.commentsCount = count
    return post
  }

  mutating func finish(as id: ID, problems: [FeedProblem]) {
    self.id = id
    self.problems = problems
    if published?.isUnset == true { published = nil }
    if edited?.isUnset == true { edited = nil }
    if statedActivity == usualActivity { statedActivity = nil }
    // A reference to the post that this one replies to would stand above and below.
    if let inReplyTo { comments.removeAll { $0.kind == .reference && $0.url == inReplyTo } }
  }
}

/// A comment on a post or a reply to another comment.
public struct Comment: Equatable, Sendable, Identifiable {
  /// The way in which a feed has the comment.
  public enum Kind: Equatable, Sendable {
    case written
    /// The feed only names it: ``Comment/url`` is its id or address.
    case reference
    /// A stub for a number of comments that the site holds, at ``Comment/url``; 0 if the feed does not count them.
    case stub(count: Int)
  }

  /// The identity within the feed.
  public package(set) var id: Post.ID
  /// The comment that this one replies to; nil if it comments on the post.
  public package(set) var parent: Post.ID?
  /// The author.
  public package(set) var author: Account?
  /// The time of publication.
  public package(set) var published: Timestamp?
  /// The text.
  public package(set) var body = Body.missing
  /// The base of relative addresses in the body.
  public package(set) var baseURL: String?
  /// The permanent link as stated.
  public package(set) var url: String?
  /// The warning to show before the text; nil without one.
  public package(set) var contentWarning: String?
  /// The number of likes stated by the feed.
  public package(set) var likesCount: Int?
  /// The accounts that like the comment, as far as listed.
  public package(set) var likes: [Account] = []
  /// The files of the comment in document order.
  public package(set) var attachments: [Attachment] = []
  /// The readers it was written for; nil if unknown.
  public package(set) var visibility: Visibility?
  /// Whether the feed holds the comment, or only names or counts it.
  public package(set) var kind = Kind.written
}

extension Comment {
  package init(_ post: Post, id: Post.ID, parent: Post.ID?) {
    self.init(
      id: id,
      parent: parent,
      author: post.author,
      published: post.published,
      body: post.body,
      baseURL: post.baseURL,
      url: post.url,
      contentWarning: post.wholeWarning,
      likesCount: post.likesCount,
      likes: post.likes,
      attachments: post.attachments,
      visibility: post.visibility
    )
  }

  /// Makes a comment that a feed only names.
  package init(named name: String, at address: String?) {
    self.init(id: Post.ID(name), url: address, kind: .reference)
  }
}

/// The text of a post or comment in the form in which it came.
public enum Body: Equatable, Sendable {
  case html(String)
  case text(String)
  case missing
}

/// The posts that a post quotes, as far as its text must keep them apart from its own words.
public final class Quotations: Equatable, Sendable {
  /// The warnings of the quoted posts; nil where none has one.
  public let warning: String?
  /// The beginning of ``Post/body`` that no quoted post warns of; the rest stands behind ``warning``.
  public let openBody: Body
  /// The id or address of a quoted post that the record only names.
  ///
  /// Then ``openBody`` is the text without the link that stands for that post.
  public let address: String?

  package init(warning: String?, openBody: Body, address: String? = nil) {
    self.warning = warning
    self.openBody = openBody
    self.address = address
  }

  /// Whether both say the same.
  public static func == (one: Quotations, other: Quotations) -> Bool {
    one === other
      || one.warning == other.warning && one.openBody == other.openBody
        && one.address == other.address
  }
}

/// Where a record of a dump comes from, which a further dump repeats.
package struct PostOrigin: Equatable, Sendable {
  package let feed: String?
  /// FILE:LINE:COLUMN.
  package let source: String

  package init(feed: String?, source: String) {
    self.feed = feed
    self.source = source
  }

  /// Nil unless `source` ends with a line and a column: other programs have a member of that name, too.
  init?(feed: String?, stated source: String) {
    let parts = source.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count > 2,
      parts.suffix(2).allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    self.init(feed: feed, source: source)
  }
}

/// The word of a network for passing a post on.
public enum ReshareTerm: String, Sendable {
  case reshare, boost, repost

  /// The past form, such as "boosted".
  public var past: String { self == .reshare ? "reshared" : rawValue + "ed" }

  /// The past form at the start of a line of names, such as "Boosted by".
  public var by: String { past.prefix(1).uppercased() + past.dropFirst() + " by" }
}
