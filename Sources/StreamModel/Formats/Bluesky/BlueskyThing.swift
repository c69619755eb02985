/// The fields of a Bluesky record or view before it becomes a post.
struct BlueskyThing {
  /// A range of the text, in bytes of UTF-8, with a meaning.
  struct Facet {
    enum Kind {
      case link
      case mention
      case tag(String)
    }

    let range: Range<Int>
    let kind: Kind
    let target: String
  }

  /// The attachments of a post.
  struct Embed {
    var attachments: [Attachment] = []
    var card: Card?
    var quotes: [BlueskyThing] = []

    var isEmpty: Bool { attachments.isEmpty && card == nil && quotes.isEmpty }

    mutating func add(_ other: Embed) {
      attachments += other.attachments
      card = other.card ?? card
      quotes += other.quotes
    }
  }

  /// The reason why a record is in a feed or among the notifications.
  struct Reason {
    let type: String
    let by: Account?
  }

  /// The nested records, by their relation to the outer one.
  struct Nested {
    var thread: [BlueskyThing] = []
    var post: [BlueskyThing] = []
    var record: [BlueskyThing] = []
    var parent: [BlueskyThing] = []
  }

  var type: String?
  var uri: String?
  var did: String?
  var handle: String?
  var displayName: String?
  var listName: String?
  var description: String?
  var text: String?
  var createdAt: Timestamp?
  var indexedAt: Timestamp?
  var languages: [String] = []
  var tags: [String] = []
  var labels: [String] = []
  var facets: [Facet] = []
  var embed = Embed()
  /// The object of a like, a repost or a follow.
  var subject: String?
  var parentURI: String?
  var author: Account?
  var likeCount: Int?
  var repostCount: Int?
  var replyCount: Int?
  var likers: [Account] = []
  var reason: Reason?
  var isNotFound = false
  var isBlocked = false
  var replies: [JSONReader] = []
  var nested = Nested()

  func nested(_ part: KeyPath<Nested, [BlueskyThing]>) -> BlueskyThing? {
    nested[keyPath: part].first
  }

  /// The account of a profile; nil for anything else.
  var account: Account? {
    guard did != nil || handle != nil else { return nil }
    return Account(
      name: displayName ?? handle,
      handle: handle.map { "@" + $0 },
      url: (handle ?? did).map { "https://bsky.app/profile/\($0)" }
    )
  }
}
