/// What a record or a view of Bluesky says, not yet made into a post.
struct BlueskyThing {
  /// A range of the text, in bytes of UTF-8, that means something.
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

  /// What is attached.
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

  /// Why something is in a feed or among the notifications.
  struct Reason {
    let type: String
    let by: Account?
  }

  /// The things in a thing, by what they are to it.
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
  /// What a like, a repost or a follow is of.
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
  /// Where the answers to it stand.
  var replies: [JSONReader] = []
  var nested = Nested()

  func nested(_ part: KeyPath<Nested, [BlueskyThing]>) -> BlueskyThing? {
    nested[keyPath: part].first
  }

  /// Who it is, for a profile.
  var account: Account? {
    guard did != nil || handle != nil else { return nil }
    return Account(
      name: displayName ?? handle,
      handle: handle.map { "@" + $0 },
      url: (handle ?? did).map { "https://bsky.app/profile/\($0)" }
    )
  }
}
