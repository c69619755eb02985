import Addresses

/// The properties of an ActivityStreams 2.0 object before it becomes a post.
struct ActivityObject {
  /// The value of a property: another object, or only its address.
  enum Reference {
    case address(String)
    indirect case object(ActivityObject)

    var address: String? {
      switch self {
      case .address(let address): address
      case .object(let object): object.address
      }
    }

    var label: String? {
      switch self {
      case .address(let address): address
      case .object(let object): object.label
      }
    }
  }

  /// An address with the properties of its Link object.
  struct Link {
    let href: String
    let mediaType: String?
    let isPlain: Bool

    var isPage: Bool { isPlain || mediaType == nil || mediaType == "text/html" }

    /// What the link of an object of type `kind` leads to: PeerTube lists torrents and lists of facts beside its films.
    func kind(in kind: String) -> String {
      guard let mediaType, !MediaType.isMedia(mediaType),
        !["mpegurl", "dash+xml"].contains(where: mediaType.lowercased().contains)
      else { return kind }
      return String(mediaType.prefix { $0 != ";" })
    }
  }

  /// A collection: the stated number of its items, and those that it embeds.
  struct Collection {
    var total: Int?
    var items: [Reference] = []

    var count: Int? { total ?? (items.isEmpty ? nil : items.count) }
  }

  /// A collection of replies; each is skipped and read later, because replies may nest to any depth.
  struct Replies {
    var head = CollectionHead()
    var readers: [JSONReader] = []

    /// Nil where further pages have more than those that the object holds.
    var count: Int? { head.total ?? (readers.isEmpty || head.leadsOn ? nil : readers.count) }
  }

  struct CollectionHead {
    var total: Int?
    /// Its own address, else that of its first page, or of the page after the items that are embedded.
    var address: String?
    var leadsOn = false

    /// Takes in the address of a page; it stands for the collection that has none of its own.
    mutating func leadOn(to page: String?) {
      guard let page else { return }
      leadsOn = true
      address = address ?? page
    }
  }

  /// The types as stated, without the vocabulary's own prefix.
  var types: [String] = []
  var verb: String?
  /// Whether a property that only version 1 has is there.
  var isVersion1 = false
  var id: String?
  var name: String?
  var summary: RecordDecoder.LocalizedText?
  var content: RecordDecoder.LocalizedText?
  var mediaType: String?
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
  /// The other properties that refer to objects, such as "target", in document order.
  var relations: [(name: String, reference: Reference)] = []
  var postalAddress: String?
  var details: [(name: String, value: String)] = []
  var inReplyTo: String?
  var quotes: [Reference] = []
  var context: String?
  var audience = ActivityAudience()
  var tags: [String] = []
  var mentions: [Mention] = []
  var customEmoji: [String] = []
  var attachments: [Attachment] = []
  var images: [Attachment] = []
  var properties: [(name: String, value: String)] = []
  var options: [Poll.Option] = []
  var hasOptions = false
  var isMultiple = false
  var votersCount: Int?
  var likes = Collection()
  var shares = Collection()
  var replies = Replies()
  /// Whether it has a JSON-LD context, which makes an object of it even without a type.
  var hasContext = false
  /// A hash of the bytes, for objects without an id.
  var hash: UInt64 = 0

  var type: String? { verb ?? types.first { $0 != "Activity" && $0 != "Object" } ?? types.first }
  var address: String? { (links.first(where: \.isPage) ?? links.first)?.href ?? href ?? id }
  var label: String? { name ?? preferredUsername ?? summary?.text ?? address ?? type }

  var kind: Activity.Kind {
    if let verb { return ActivityVocabulary.kind(ofVerb: verb) }
    let type = type ?? ""
    // An activity of version 1 without a verb is a post.
    return type == "activity" ? .post : ActivityVocabulary.kind(of: type)
  }

  /// The visibility that a post states, itself or by the activity around it.
  ///
  /// ActivityPub delivers a post to those whom it addresses, so one without addresses is not public.
  var visibility: Visibility? {
    if let stated = audience.visibility { return stated }
    if isActivity {
      switch kind {
      case .post, .comment, .update, .reshare: return isVersion1 ? nil : .unknown
      case .like, .dislike, .follow, .delete, .add, .remove, .other: return nil
      }
    }
    return isActor || isVersion1 ? nil : .unknown
  }

  var isActor: Bool { types.contains(where: ActivityVocabulary.actors.contains) }

  var isActivity: Bool {
    if verb != nil || types == ["activity"] { return true }
    if types.contains(where: ActivityVocabulary.activities.contains) { return true }
    let isKnown = types.contains(where: ActivityVocabulary.contains)
    return !isKnown && (!actors.isEmpty || !objects.isEmpty)
  }

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

  /// Returns the host of an address, without user information and port; nil if it names none.
  private static func host(of address: String) -> String? {
    guard let host = AddressParts(Array(address.utf8)[...]).host, !host.isEmpty else { return nil }
    return String(decoding: host, as: UTF8.self)
  }
}

struct ActivityAudience {
  private var isStated = false
  private var isPublic = false
  private var isPublicInCopy = false
  private var hasFollowers = false

  /// The visibility that the addresses mean; nil where the object states none.
  var visibility: Visibility? {
    if isPublic { return .public }
    if isPublicInCopy { return .unlisted }
    if hasFollowers { return .followers }
    return isStated ? .direct : nil
  }

  /// Takes in that "to" or "cc" is there: an empty list names nobody.
  mutating func noteList() { isStated = true }

  mutating func add(_ address: String, isCopy: Bool) {
    switch address {
    case "https://www.w3.org/ns/activitystreams#Public", "as:Public", "Public":
      if isCopy { isPublicInCopy = true } else { isPublic = true }
    default:
      // Servers name the collection of an account's followers so; no standard says how.
      if address.hasSuffix("/followers") { hasFollowers = true }
    }
  }
}

extension ActivityObject {
  /// The properties of an object without text, such as an event, a place or a tombstone.
  var description: Body {
    var text = HTMLText()
    if types.contains("Tombstone") {
      text.append("Deleted" + (formerType.map { ": \($0)" } ?? ""), in: "p")
    }
    let objects = isActivity ? [] : objects.map { (name: "object", reference: $0) }
    text.append(list(details, relations + objects))
    return text.body
  }

  /// The properties of an object that its text seldom repeats: when and where it is, how long, how it was rated.
  var facts: Body {
    // Other objects have a status of another kind.
    let told = details.filter {
      $0.name != "relationship" && ($0.name != "status" || types.contains("Event"))
    }
    return list(told, relations.filter { $0.name == "location" })
  }

  private func list(
    _ details: [(name: String, value: String)],
    _ relations: [(name: String, reference: Reference)]
  ) -> Body {
    var text = HTMLText()
    // A poll says when it ends.
    if !hasOptions, !types.contains(where: { $0.lowercased() == "question" }) {
      text.appendDetail("startTime", startTime?.rfc3339)
      text.appendDetail("endTime", endTime?.rfc3339)
    }
    for detail in details { text.appendDetail(detail.name, detail.value) }
    for relation in relations { text.appendRelation(relation.name, relation.reference) }
    for property in properties {
      text.append(markup: "<p>")
      text.append(property.name + ": ")
      text.append(markup: property.value + "</p>")
    }
    return text.body
  }

  var files: [Attachment] {
    var files = attachments
    if let type, ["Audio", "Document", "Image", "Video"].contains(type) {
      files += links.filter { !$0.isPage }.map { link in
        Attachment(type: link.kind(in: type.lowercased()), url: link.href, alt: link.mediaType)
      }
    }
    var known = Set(files.compactMap(\.url))
    for image in images {
      if let url = image.url, known.insert(url).inserted { files.append(image) }
    }
    if isSensitive { files.markSensitive() }
    return files
  }

  func comment(parent: Post.ID?, root: String?) -> Comment {
    let fields = objectFields
    let stated = inReplyTo == root ? nil : inReplyTo.map { Post.ID($0) }
    let id = Post.ID(id ?? hexDigits(hash))
    var comment = Comment(fields, id: id, parent: parent ?? stated)
    guard case .text(let title) = fields.title else { return comment }
    var text = HTMLText()
    text.append(title, in: "p")
    text.append(fields.body)
    comment.body = text.body
    return comment
  }
}

extension ActivityObject.Collection {
  var accounts: [Account] {
    items.prefix(Limits.likes).map { item in
      switch item {
      case .address(let address): Account(name: nil, handle: nil, url: address)
      case .object(let object): object.actors.first ?? object.account
      }
    }
  }
}

extension HTMLText {
  mutating func appendDetail(_ name: String, _ value: String?) {
    guard let value else { return }
    append("\(Self.words(name)): \(value)", in: "p")
  }

  mutating func appendRelation(_ name: String, _ reference: ActivityObject.Reference) {
    guard let label = reference.label else { return }
    append(markup: "<p>")
    append("\(Self.words(name)): ")
    append(label, link: reference.address)
    if case .object(let object) = reference, let place = object.postalAddress {
      append(", \(place)")
    }
    append(markup: "</p>")
  }

  /// Returns the name of a property as words: "startTime" becomes "start time".
  private static func words(_ name: String) -> String {
    var words = ""
    for letter in name {
      if letter.isUppercase { words += " " }
      words += letter.lowercased()
    }
    return words
  }
}
