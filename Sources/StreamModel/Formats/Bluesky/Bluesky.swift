/// Converts Bluesky records and views (docs.bsky.app, lexicons app.bsky.*) to posts.
extension RecordDecoder {
  mutating func blueskyRecord() throws(JSONError) -> Post {
    // A reply is two levels below the post that it answers.
    json.depthLimit = JSONReader.deepest
    let thing = try blueskyThing(level: 0)
    var post = thing.own
    let end = json
    let outer = try blueskyComments(thing.replies)
    post.comments = outer + (try blueskyComments(thing.nested(\.thread)?.replies ?? []))
    json = end
    return post
  }

  /// The most bytes that are read for the replies of a post, those of each once for every level above it.
  private static let mostReplyBytes = 256 << 20

  /// Returns replies and their own replies, each after its parent.
  private mutating func blueskyComments(_ replies: [JSONReader]) throws(JSONError) -> [Comment] {
    var comments: [Comment] = []
    var waiting = replies.reversed().map { (reader: $0, parent: Post.ID?.none) }
    var read = 0
    while let next = waiting.popLast(), comments.count < Limits.comments {
      guard read < Self.mostReplyBytes else {
        note(at: json.offset, "deeper replies left out")
        break
      }
      json = next.reader
      let start = json.offset
      defer { read += json.offset - start }
      let thing = try blueskyThing(level: 0)
      let comment = thing.comment(parent: next.parent)
      comments.append(comment)
      waiting += thing.replies.reversed().map { ($0, comment.id) }
    }
    return comments
  }
}

extension BlueskyThing {
  /// The fields of the post without its replies.
  fileprivate var own: Post {
    if let thread = nested(\.thread) { return thread.own }
    if let inner = nested(\.post) { return view(of: inner) }
    var post = Post.draft
    let said = nested(\.record) ?? self
    post.statedID = uri
    post.type = said.type ?? type
    post.author = author
    post.published = said.createdAt ?? createdAt ?? indexedAt
    post.language = said.languages.first
    post.url = address
    post.likesCount = likeCount
    post.likes = likers
    post.resharesCount = repostCount
    post.commentsCount = replyCount
    post.inReplyTo = said.parentURI
    post.tags = said.tags
    post.contentWarning = warning(with: said)
    let embeds = embed.isEmpty ? said.embed : embed
    post.attachments = embeds.attachments
    if post.contentWarning != nil { post.attachments.markSensitive() }
    post.card = embeds.card
    post.body = said.body(&post)
    if let missing { post.body = .text(missing) }
    if let did, post.author == nil, said.text == nil, said.subject == nil {
      post.statedID = uri ?? did
      post.title = .text(displayName ?? handle ?? did)
      post.author = handle.map { Account(name: nil, handle: "@" + $0) }
      post.url = "https://bsky.app/profile/\(handle ?? did)"
      post.body = description.map { .text($0) } ?? .missing
    } else if said.text == nil, let name = said.displayName ?? said.listName {
      post.title = .text(name)
      if post.body == .missing { post.body = said.description.map { .text($0) } ?? .missing }
    }
    if let kind = said.kind(reason: reason?.type) {
      post.statedActivity = Activity(kind, name: reason?.type ?? said.type)
      post.url = said.subject.map { Self.address(of: $0, handle: nil) } ?? post.url
    }
    guard !embeds.quotes.isEmpty else { return post }
    var text = QuotingText(post)
    for quote in embeds.quotes { text.add(quote.own) }
    text.complete(&post)
    return post
  }

  /// Returns a post of a feed or a thread, with the reason why it is there and its parent.
  private func view(of inner: BlueskyThing) -> Post {
    var post = inner.own
    if let reason, let account = reason.by, reason.type.hasSuffix("reasonRepost") {
      post.resharedBy = account
    }
    guard let parent = nested(\.parent) else { return post }
    let above = parent.own
    post.inReplyTo = post.inReplyTo ?? above.statedID
    return above.body == .missing ? post : post.quoting(above)
  }

  /// Returns the kind of activity; nil for posting.
  private func kind(reason: String?) -> Activity.Kind? {
    switch reason ?? type {
    case "app.bsky.feed.like", "like", "like-via-repost": .like
    case "app.bsky.feed.repost", "repost", "repost-via-repost": .reshare
    case "app.bsky.graph.follow", "follow": .follow
    case "reply": .comment
    case "mention", "quote": .post
    case "app.bsky.graph.block", "app.bsky.graph.listitem", "app.bsky.graph.listblock": .other
    default: nil
    }
  }

  fileprivate func comment(parent: Post.ID?) -> Comment {
    let fields = own
    return Comment(
      id: fields.id,
      parent: parent,
      author: fields.author,
      published: fields.published,
      body: fields.body,
      url: fields.url,
      contentWarning: fields.wholeWarning,
      likesCount: fields.likesCount,
      attachments: fields.attachments
    )
  }

  /// Returns the text with its facets.
  private func body(_ post: inout Post) -> Body {
    let text = text ?? ""
    guard !facets.isEmpty else { return text.isEmpty ? .missing : .text(text) }
    var html = HTMLText()
    let bytes = Array(text.utf8)
    var at = 0
    for facet in facets.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
    where facet.range.lowerBound >= at && facet.range.upperBound <= bytes.count {
      let part = String(decoding: bytes[facet.range], as: UTF8.self)
      html.appendLines(String(decoding: bytes[at..<facet.range.lowerBound], as: UTF8.self))
      html.append(part, link: facet.target)
      at = facet.range.upperBound
      switch facet.kind {
      case .mention: post.mentions.append(Mention(handle: part, url: facet.target))
      case .tag(let tag): post.tags.append(tag)
      case .link: break
      }
    }
    html.appendLines(String(decoding: bytes[at...], as: UTF8.self))
    return html.body
  }

  /// The reason why the post is not available; nil if it is.
  private var missing: String? {
    if isNotFound { return "Post not found" }
    if isDetached { return "Quote removed by the author of the quoted post" }
    return isBlocked ? "Post blocked" : nil
  }

  /// The labels of the view and of its record, those that were taken back aside; nil without any.
  private func warning(with record: BlueskyThing) -> String? {
    let all = labels + (nested(\.record) == nil ? [] : record.labels)
    let words = all.reduce(into: [String]()) { words, label in
      // The last word of each source counts.
      let last = all.last { $0.value == label.value && $0.source == label.source }
      if last?.isNegated == false, !words.contains(label.value) { words.append(label.value) }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private var address: String? {
    uri.map { Self.address(of: $0, handle: author?.handle) }
  }

  /// The page of an at:// address: "at://DID/app.bsky.feed.post/KEY".
  static func address(of uri: String, handle: String?) -> String {
    guard uri.hasPrefix("at://") else {
      return uri.hasPrefix("did:") ? "https://bsky.app/profile/\(uri)" : uri
    }
    let parts = uri.dropFirst(5).split(separator: "/", omittingEmptySubsequences: false)
    guard let did = parts.first else { return uri }
    let account = handle.map { String($0.drop { $0 == "@" }) } ?? String(did)
    let profile = "https://bsky.app/profile/\(account)"
    guard parts.count == 3 else { return profile }
    switch parts[1] {
    case "app.bsky.feed.post": return profile + "/post/\(parts[2])"
    case "app.bsky.feed.generator": return profile + "/feed/\(parts[2])"
    case "app.bsky.graph.list": return profile + "/lists/\(parts[2])"
    default: return profile
    }
  }
}

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

  /// A word that a service or the author puts on a post, or takes back.
  struct Label {
    var value = ""
    /// The account that puts it; nil for the author.
    var source: String?
    var isNegated = false
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
  var labels: [Label] = []
  var facets: [Facet] = []
  var embed = Embed()
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
  var isDetached = false
  var replies: [JSONReader] = []
  var nested = Nested()

  func nested(_ part: KeyPath<Nested, [BlueskyThing]>) -> BlueskyThing? {
    nested[keyPath: part].first
  }

  /// Nil for anything but a profile.
  var account: Account? {
    guard did != nil || handle != nil else { return nil }
    return Account(
      name: displayName ?? handle,
      handle: handle.map { "@" + $0 },
      url: (handle ?? did).map { "https://bsky.app/profile/\($0)" }
    )
  }
}
