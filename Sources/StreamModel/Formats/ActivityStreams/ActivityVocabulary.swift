/// The terms of ActivityStreams 2.0 (www.w3.org/TR/activitystreams-vocabulary).
enum ActivityVocabulary {
  static let collections: Set<String> = [
    "Collection", "OrderedCollection", "CollectionPage", "OrderedCollectionPage",
  ]
  static let activities: Set<String> = [
    "Accept", "Activity", "Add", "Announce", "Arrive", "Block", "Create", "Delete", "Dislike",
    "EmojiReact", "Flag", "Follow", "Ignore", "IntransitiveActivity", "Invite", "Join", "Leave",
    "Like", "Listen", "Move", "Offer", "Read", "Reject", "Remove", "TentativeAccept",
    "TentativeReject", "Travel", "Undo", "Update", "View",
  ]
  static let actors: Set<String> = [
    "Application", "Group", "Organization", "Person", "Service", "application", "group",
    "organization", "person", "service",
  ]
  /// The activities that a group passes on to its followers, besides new posts (FEP-1b12).
  static let announced: Set<String> = [
    "Add", "Block", "Delete", "Dislike", "EmojiReact", "Flag", "Like", "Lock", "Remove", "Undo",
    "Update",
  ]
  static let objects: Set<String> = [
    "Article", "Audio", "ChatMessage", "Document", "Event", "Hashtag", "Image", "Link", "Mention",
    "Note", "Object", "Page", "Place", "Profile", "PropertyValue", "Question", "Relationship",
    "Tombstone", "Video",
  ]
  /// The properties that name a quoted post, in FEP-044f, Fedibird, Pleroma and Misskey; several stand side by side.
  static let quotes: Set<String> = [
    "quote", "quoteUri", "quoteUrl", "_misskey_quote", "https://w3id.org/fep/044f#quote",
    "http://fedibird.com/ns#quoteUri", "https://misskey-hub.net/ns#_misskey_quote",
  ]

  static func contains(_ type: String) -> Bool {
    objects.contains(type) || activities.contains(type)
      || (actors.contains(type) && type.first?.isUppercase == true)
  }

  /// Returns a term without the prefix of this vocabulary: "as:Note" becomes "Note".
  static func localName(of term: String) -> String {
    guard term.utf8.contains(0x3A) else { return term }
    for prefix in [
      "as:", "https://www.w3.org/ns/activitystreams#", "http://www.w3.org/ns/activitystreams#",
    ] where term.hasPrefix(prefix) {
      return String(term.dropFirst(prefix.count))
    }
    return term
  }

  static func kind(of type: String) -> Activity.Kind { kindsByType[type] ?? .other }

  private static let kindsByType: [String: Activity.Kind] = [
    "Create": .post, "Announce": .reshare, "Like": .like, "EmojiReact": .like,
    "Dislike": .dislike, "Follow": .follow, "Update": .update, "Delete": .delete, "Add": .add,
    "Remove": .remove,
  ]
}

/// The verbs of ActivityStreams 1.0 (activitystrea.ms/specs/json/1.0).
///
/// Its activities and objects have other names for the properties of version 2, and the same code decodes them.
extension ActivityVocabulary {
  static func kind(ofVerb verb: String) -> Activity.Kind { kindsByVerb[verb] ?? .other }

  private static let kindsByVerb: [String: Activity.Kind] = [
    "post": .post, "create": .post, "send": .post, "share": .reshare, "like": .like,
    "favorite": .like, "react": .like, "dislike": .dislike, "follow": .follow,
    "make-friend": .follow, "update": .update, "delete": .delete, "add": .add, "tag": .add,
    "save": .add, "remove": .remove, "untag": .remove,
  ]
}

extension Account {
  /// Makes the account of an actor that was decoded as a post, as the `actor.json` of an archive is;
  /// nil if the post is of another type.
  ///
  /// The biography holds the summary and the fields of the profile.
  public init?(actor post: Post) {
    guard let type = post.type, ActivityVocabulary.actors.contains(type) else { return nil }
    var text = HTMLText()
    text.append(post.body)
    var name: String?
    if case .text(let title) = post.title { name = title }
    self.init(
      name: name ?? post.author?.name,
      handle: post.author?.handle,
      url: post.url ?? post.id.rawValue,
      bioHTML: text.html.isEmpty ? nil : text.html
    )
  }
}
