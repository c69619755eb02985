import Addresses

/// What an object of ActivityStreams 2.0 says, property by property, not yet made into a post.
struct ActivityObject {
  /// A property's value: another object, or only its address.
  enum Reference {
    case address(String)
    indirect case object(ActivityObject)

    var address: String? {
      switch self {
      case .address(let address): address
      case .object(let object): object.address
      }
    }

    /// How it is called in a sentence.
    var label: String? {
      switch self {
      case .address(let address): address
      case .object(let object): object.label
      }
    }
  }

  /// An address with what a Link object says of it.
  struct Link {
    let href: String
    let mediaType: String?
    let isPlain: Bool

    /// Whether a browser shows it, as far as is said.
    var isPage: Bool { isPlain || mediaType == nil || mediaType == "text/html" }
  }

  /// What a collection says: how many are in it, and those that it embeds.
  struct Collection {
    var total: Int?
    var items: [Reference] = []

    var count: Int? { total ?? (items.isEmpty ? nil : items.count) }
  }

  /// A collection of answers, each passed over for later: they may nest as deep as they like.
  struct Replies {
    var total: Int?
    var readers: [JSONReader] = []

    var count: Int? { total ?? (readers.isEmpty ? nil : readers.count) }
  }

  /// The types as stated, without the vocabulary's own prefix.
  var types: [String] = []
  /// What was done, in version 1.
  var verb: String?
  var id: String?
  var name: String?
  var summary: RecordDecoder.LocalizedText?
  var content: RecordDecoder.LocalizedText?
  /// The media type of `content`.
  var mediaType: String?
  /// What the content was made from.
  var source: Body = .missing
  var links: [Link] = []
  var href: String?
  var published: Timestamp?
  var updated: Timestamp?
  var startTime: Timestamp?
  var endTime: Timestamp?
  var deleted: Timestamp?
  var formerType: String?
  var isClosed = false
  var isSensitive = false
  var preferredUsername: String?
  var attributedTo: [Account] = []
  var actors: [Account] = []
  var objects: [Reference] = []
  /// The other properties that refer to things, such as "target", in document order.
  var relations: [(name: String, reference: Reference)] = []
  /// Properties of a place or a relationship, in words.
  var details: [(name: String, value: String)] = []
  var inReplyTo: String?
  var tags: [String] = []
  var mentions: [Mention] = []
  var customEmoji: [String] = []
  var attachments: [Attachment] = []
  /// Pictures that stand for it.
  var images: [Attachment] = []
  /// Name and value, as HTML, of what an actor says of itself.
  var properties: [(name: String, value: String)] = []
  var options: [Poll.Option] = []
  var hasOptions = false
  var votersCount: Int?
  var likes = Collection()
  var shares = Collection()
  /// The answers, which are read when the post is.
  var replies = Replies()
  /// Whether it says that it is one, were it nothing else.
  var hasContext = false
  /// A hash of its bytes, for what has no id.
  var hash: UInt64 = 0

  /// The most telling of the types; the verb of version 1.
  var type: String? {
    verb ?? types.first { $0 != "Activity" && $0 != "Object" } ?? types.first
  }

  /// Where it is to be seen.
  var address: String? {
    (links.first(where: \.isPage) ?? links.first)?.href ?? href ?? id
  }

  /// How it is called in a sentence.
  var label: String? {
    name ?? preferredUsername ?? summary?.text ?? address ?? type
  }

  /// What this program makes of it, if it is an activity.
  var kind: Activity.Kind {
    if let verb { return ActivityVocabulary.kind(ofVerb: verb) }
    let type = type ?? ""
    // An activity of version 1 without a verb is a post.
    return type == "activity" ? .post : ActivityVocabulary.kind(of: type)
  }

  var isActor: Bool { types.contains(where: ActivityVocabulary.actors.contains) }

  var isActivity: Bool {
    if verb != nil || types == ["activity"] { return true }
    if types.contains(where: ActivityVocabulary.activities.contains) { return true }
    let isKnown = types.contains(where: ActivityVocabulary.contains)
    return !isKnown && (!actors.isEmpty || !objects.isEmpty)
  }

  /// Who it is, for an actor.
  var account: Account {
    let host = id.flatMap(Self.host)
    let handle = preferredUsername.map { user in
      "@" + user + (host.map { user.contains("@") ? "" : "@" + $0 } ?? "")
    }
    return Account(
      name: name ?? preferredUsername,
      handle: handle,
      url: address,
      bioHTML: summary?.text
    )
  }

  /// The host of an address, without user information and port; nil where it names none.
  private static func host(of address: String) -> String? {
    guard let host = AddressParts(Array(address.utf8)[...]).host, !host.isEmpty else { return nil }
    return String(decoding: host, as: UTF8.self)
  }
}
