/// The fields of a post that a decoder has found so far.
struct PostFields {
  var id: String?
  var author: Account?
  var published: Timestamp?
  var edited: Timestamp?
  var firstSeen: Timestamp?
  var url: String?
  var title = Body.missing
  var body = Body.missing
  var baseURL: String?
  var language: String?
  var contentWarning: String?
  var likesCount: Int?
  var likes: [Account] = []
  var resharesCount: Int?
  var reshares: [Account] = []
  var commentsCount: Int?
  var comments: [Comment] = []
  var attachments: [Attachment] = []
  var tags: [String] = []
  var mentions: [Mention] = []
  var customEmoji: [String] = []
  var card: Card?
  var poll: Poll?
  var resharedBy: Account?
  var activity: Activity?
  var type: String?
  var inReplyTo: String?
  var inReplyToAccount: Account?
  var aliases: [String] = []
  var resharedAt: Timestamp?
  var resharedAddress: String?
  var community: String?
  var visibility: Visibility?
  var state = Post.State.asPublished
  var recorded: Recorded?

  /// The comments without a reference to the post that this one replies to: nothing is above and below.
  private var commentsBelow: [Comment] {
    guard let inReplyTo, !comments.isEmpty else { return comments }
    return comments.filter { $0.kind != .reference || $0.url != inReplyTo }
  }

  /// Returns the post with its final id and problems.
  func post(id: Post.ID, problems: [FeedProblem]) -> Post {
    Post(
      id: id,
      idIsStated: self.id != nil,
      author: author,
      published: published,
      edited: edited,
      firstSeen: firstSeen,
      url: url,
      title: title,
      body: body,
      baseURL: baseURL,
      language: language,
      contentWarning: contentWarning,
      likesCount: likesCount,
      likes: likes,
      resharesCount: resharesCount,
      reshares: reshares,
      commentsCount: commentsCount,
      comments: commentsBelow,
      attachments: attachments,
      tags: tags,
      mentions: mentions,
      customEmoji: customEmoji,
      card: card,
      poll: poll,
      resharedBy: resharedBy,
      activity: activity ?? (resharedBy == nil ? .posting : .resharing),
      type: type,
      inReplyTo: inReplyTo,
      inReplyToAccount: inReplyToAccount,
      aliases: aliases,
      resharedAt: resharedAt,
      resharedAddress: resharedAddress,
      community: community,
      visibility: visibility,
      state: state,
      problems: problems,
      recorded: recorded
    )
  }
}

/// A kind of fact about the feed that a document states outside its records.
enum FeedFact: Equatable {
  case version
  case title
  /// A title in ActivityStreams' form: text, or texts by language.
  case names
  /// The description of the feed, which replaces a missing title.
  case summary
  case total
  case homePage
  case icon
  case language
  /// The default author of records, in JSON Feed's form.
  case author
  case authors
  /// A JSON-LD context, which may state the language.
  case context
}

/// The facts about the feed that a document states outside its records.
///
/// Records are decoded with them, so a fact after the list applies to all of them.
public struct FeedFacts: Equatable, Sendable {
  /// The description of the feed.
  public internal(set) var summary: String?
  /// The page that the feed belongs to.
  public internal(set) var homePage: String?
  /// The address of a picture for the feed.
  public internal(set) var icon: String?
  /// The language of records that state none, as a BCP 47 tag.
  public internal(set) var language: String?
  /// The author of records that name none.
  public internal(set) var author: Account?
  var authorIsListed = false
  /// The number of changes that affect records since the first of them was found.
  var revision = 0
}
