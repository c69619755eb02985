/// Converts Bluesky records and views (docs.bsky.app, lexicons app.bsky.*) to posts.
extension RecordDecoder {
  mutating func blueskyRecord() throws(JSONError) -> Post {
    // A reply is two levels below the post that it answers.
    json.depthLimit = JSONReader.deepest
    let thing = try blueskyThing(level: 0)
    var post = thing.own
    let end = json
    let outer = try blueskyComments(thing.replies)
    post.comments = outer + (try blueskyComments(thing.thread.first?.replies ?? []))
    json = end
    return post
  }

  /// The most bytes that are read for the replies of a post, those of each once for every level above it.
  private static let mostReplyBytes = 256 << 20

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
  fileprivate var own: Post {
    if let thread = thread.first { return thread.own }
    if let inner = self.post.first { return view(of: inner) }
    var post = Post.draft
    let said = record.first ?? self
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
    if let kind = (reason?.type ?? said.type).flatMap({ Self.kinds[$0] }) {
      post.statedActivity = Activity(kind, name: reason?.type ?? said.type)
      post.url = said.subject.map { Self.address(of: $0, handle: nil) } ?? post.url
    }
    guard !embeds.quotes.isEmpty else { return post }
    var text = QuotingText(post)
    for quote in embeds.quotes { text.add(quote.own) }
    text.complete(&post)
    return post
  }

  private func view(of inner: BlueskyThing) -> Post {
    var post = inner.own
    if let reason, let account = reason.by, reason.type.hasSuffix("reasonRepost") {
      post.resharedBy = account
    }
    guard let parent = parent.first else { return post }
    let above = parent.own
    post.inReplyTo = post.inReplyTo ?? above.statedID
    return above.body == .missing ? post : post.quoting(above)
  }

  /// The kinds of activities by the types of records and the reasons of notifications.
  private static let kinds: [String: Activity.Kind] = [
    "app.bsky.feed.like": .like, "like": .like, "like-via-repost": .like,
    "app.bsky.feed.repost": .reshare, "repost": .reshare, "repost-via-repost": .reshare,
    "app.bsky.graph.follow": .follow, "follow": .follow, "reply": .comment, "mention": .post,
    "quote": .post, "app.bsky.graph.block": .other, "app.bsky.graph.listitem": .other,
    "app.bsky.graph.listblock": .other,
  ]

  fileprivate func comment(parent: Post.ID?) -> Comment {
    let fields = own
    var comment = Comment(fields, id: fields.id, parent: parent)
    comment.likes = []
    return comment
  }

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
    let all = labels + (self.record.isEmpty ? [] : record.labels)
    let words = all.reduce(into: [String]()) { words, label in
      // The last word of each source counts.
      let last = all.last { $0.value == label.value && $0.source == label.source }
      if last?.isNegated == false, !words.contains(label.value) { words.append(label.value) }
    }
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private var address: String? { uri.map { Self.address(of: $0, handle: author?.handle) } }

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

struct BlueskyThing {
  /// A range of the text, in bytes of UTF-8, with a meaning.
  struct Facet {
    enum Kind {
      case link, mention
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

  struct Reason {
    let type: String
    let by: Account?
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
  // The nested records, by their relation to this one; at most one each.
  var thread: [BlueskyThing] = []
  var post: [BlueskyThing] = []
  var record: [BlueskyThing] = []
  var parent: [BlueskyThing] = []

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

extension RecordDecoder {
  /// The deepest nesting of records: a post in a thread, its record, the post that it quotes.
  ///
  /// Replies do not count: they are read one after the other at any depth.
  private static let depthLimit = 12

  /// Decodes a record or view; the reader is before its brace.
  ///
  /// - Parameter isAbove: Whether another post replies to it; then its own parent is skipped.
  mutating func blueskyThing(level: Int, isAbove: Bool = false) throws(JSONError) -> BlueskyThing {
    var thing = BlueskyThing()
    guard level < Self.depthLimit else {
      note(at: json.offset, "nested too deep (expected \(Self.depthLimit) levels)")
      return thing
    }
    guard try enter(.object) else { return thing }
    while let key = try json.nextKey() {
      if isAbove, key == "parent" || key == "replies" { continue }
      if try !readText(key, of: &thing) { try readNested(key, of: &thing, level + 1) }
    }
    return thing
  }

  private mutating func readText(
    _ key: JSONReader.Text,
    of thing: inout BlueskyThing
  ) throws(JSONError) -> Bool {
    switch key {
    case "$type": thing.type = try textIfAny()
    case "uri": thing.uri = try textIfAny()
    case "did": thing.did = try textIfAny()
    case "handle": thing.handle = try textIfAny()
    case "displayName": thing.displayName = try textIfAny()
    case "name": thing.listName = try textIfAny()
    case "description": thing.description = try textIfAny(limit: Limits.body)
    case "text": thing.text = try text(limit: Limits.body)
    case "createdAt": thing.createdAt = try date()
    case "indexedAt": thing.indexedAt = try date()
    case "langs": thing.languages = try filledTexts()
    case "tags": thing.tags += try filledTexts()
    case "likeCount": thing.likeCount = try count()
    case "repostCount": thing.repostCount = try count()
    case "replyCount": thing.replyCount = try count()
    case "notFound": thing.isNotFound = try flag() ?? false
    case "blocked": thing.isBlocked = try flag() ?? false
    case "detached": thing.isDetached = try flag() ?? false
    default: return false
    }
    return true
  }

  private mutating func readNested(
    _ key: JSONReader.Text,
    of thing: inout BlueskyThing,
    _ level: Int
  ) throws(JSONError) {
    switch key {
    case "thread": thing.thread = [try blueskyThing(level: level)]
    case "post": thing.post = [try blueskyThing(level: level)]
    case "record", "value": thing.record = [try blueskyThing(level: level)]
    case "parent": thing.parent = [try blueskyThing(level: level, isAbove: true)]
    case "author", "creator": thing.author = try blueskyThing(level: level).account
    case "replies":
      thing.replies = try list(limit: Limits.comments) { decoder throws(JSONError) in
        try decoder.passedOver()
      }
    case "likes", "repostedBy":
      thing.likers = try list(limit: Limits.likes) { decoder throws(JSONError) in
        try decoder.blueskyThing(level: level).author
      }
    case "actor": thing.author = try blueskyThing(level: level).account ?? thing.author
    case "reply": try readReply(of: &thing, level)
    case "reason": thing.reason = try blueskyReason(level)
    case "subject": thing.subject = try blueskySubject()
    case "facets":
      thing.facets = try list { decoder throws(JSONError) in try decoder.blueskyFacet() }
    case "labels": thing.labels = try blueskyLabels()
    case "embed": thing.embed.add(try blueskyEmbed(level))
    case "embeds":
      guard try json.peek() == .array else { return }
      try json.open()
      while try json.nextElement() { thing.embed.add(try blueskyEmbed(level)) }
    default: break
    }
  }

  // MARK: Parts

  private mutating func readReply(of thing: inout BlueskyThing, _ level: Int) throws(JSONError) {
    guard try enter(.object) else { return }
    while try json.next("parent") {
      let parent = try blueskyThing(level: level, isAbove: true)
      thing.parentURI = parent.uri
      if parent.author != nil || parent.isNotFound || parent.isBlocked {
        thing.parent = [parent]
      }
    }
  }

  /// Decodes a reason: an object in a feed, a word in a notification.
  private mutating func blueskyReason(_ level: Int) throws(JSONError) -> BlueskyThing.Reason? {
    guard try json.peek() == .object else {
      return try textIfAny().map { .init(type: $0, by: nil) }
    }
    try json.open()
    var type = ""
    var account: Account?
    while let key = try json.nextKey() {
      switch key {
      case "$type": type = try textIfAny() ?? ""
      case "by":
        account = try blueskyThing(level: level).account
        // Old responses do not state the type.
        if type.isEmpty { type = "reasonRepost" }
      default: break
      }
    }
    return .init(type: type, by: account)
  }

  private mutating func blueskySubject() throws(JSONError) -> String? {
    guard try json.peek() == .object else { return try textIfAny() }
    try json.open()
    var uri: String?
    while let key = try json.nextKey() {
      if key == "uri" || key == "did" { uri = try textIfAny() ?? uri }
    }
    return uri
  }

  /// Decodes the labels of a view, or those that a record gives itself under "values".
  private mutating func blueskyLabels() throws(JSONError) -> [BlueskyThing.Label] {
    if try json.peek() == .object {
      var labels: [BlueskyThing.Label] = []
      try json.open()
      while try json.next("values") {
        if try json.peek() == .array { labels = try blueskyLabels() }
      }
      return labels
    }
    guard try isNext(.array) else { return [] }
    return try list { decoder throws(JSONError) in try decoder.blueskyLabel() }
  }

  private mutating func blueskyLabel() throws(JSONError) -> BlueskyThing.Label? {
    var label = BlueskyThing.Label()
    guard try json.peek() == .object else {
      label.value = try textIfAny() ?? ""
      return label.value.isEmpty ? nil : label
    }
    try json.open()
    while let key = try json.nextKey() {
      switch key {
      case "val": label.value = try textIfAny() ?? ""
      case "src": label.source = try textIfAny()
      case "neg": label.isNegated = try isTrueIfAny()
      default: break
      }
    }
    return label.value.isEmpty ? nil : label
  }

  private mutating func blueskyFacet() throws(JSONError) -> BlueskyThing.Facet? {
    guard try enter(.object) else { return nil }
    var start: Int?
    var end: Int?
    var found: (kind: BlueskyThing.Facet.Kind, target: String)?
    while let key = try json.nextKey() {
      switch key {
      case "index":
        guard try enter(.object) else { continue }
        while let key = try json.nextKey() {
          if key == "byteStart" { start = try count() }
          if key == "byteEnd" { end = try count() }
        }
      case "features":
        found = try list { decoder throws(JSONError) in try decoder.blueskyFeature() }.first
      default: break
      }
    }
    guard let start, let end, start < end, let found else { return nil }
    return .init(range: start..<end, kind: found.kind, target: found.target)
  }

  private mutating func blueskyFeature() throws(JSONError) -> (
    kind: BlueskyThing.Facet.Kind, target: String
  )? {
    guard try enter(.object) else { return nil }
    var found: (kind: BlueskyThing.Facet.Kind, target: String)?
    while let key = try json.nextKey() {
      switch key {
      case "uri": found = try textIfAny().map { (.link, $0) } ?? found
      case "did":
        found = try textIfAny().map { (.mention, "https://bsky.app/profile/\($0)") } ?? found
      case "tag":
        found = try textIfAny().map { (.tag($0), "https://bsky.app/hashtag/\($0)") } ?? found
      default: break
      }
    }
    return found
  }
}

extension RecordDecoder {
  mutating func blueskyEmbed(_ level: Int) throws(JSONError) -> BlueskyThing.Embed {
    var embed = BlueskyThing.Embed()
    guard level < 40, try enter(.object) else { return embed }
    var video = Attachment(type: "video")
    var isVideo = false
    while let key = try json.nextKey() {
      switch key {
      case "$type": isVideo = try textIfAny()?.hasPrefix("app.bsky.embed.video") ?? false
      case "images":
        embed.attachments += try list { decoder throws(JSONError) in try decoder.blueskyImage() }
      case "external": embed.card = try card("title", "description", "uri")
      case "media": embed.add(try blueskyEmbed(level + 1))
      case "record": embed.quotes += try blueskyQuote(level + 1)
      case "playlist": video.url = try textIfAny()
      case "alt": video.alt = try textIfAny()
      case "aspectRatio": video.size = try pixelSizeIfAny()
      default: break
      }
    }
    if video.url != nil || isVideo { embed.attachments.append(video) }
    return embed
  }

  /// Decodes a quoted record; together with media it is nested in another object.
  private mutating func blueskyQuote(_ level: Int) throws(JSONError) -> [BlueskyThing] {
    let thing = try blueskyThing(level: level)
    // A view has its text in "value"; the outer object of a record with media has no address.
    if thing.uri == nil, thing.author == nil, let inner = thing.record.first { return [inner] }
    return thing.uri == nil && thing.text == nil ? [] : [thing]
  }

  private mutating func blueskyImage() throws(JSONError) -> Attachment? {
    guard try enter(.object) else { return nil }
    var image = Attachment(type: "image")
    var thumb: String?
    while let key = try json.nextKey() {
      switch key {
      case "fullsize": image.url = try filledText()
      case "thumb": thumb = try filledText()
      case "alt": image.alt = try filledText()
      case "aspectRatio": image.size = try pixelSizeIfAny()
      default: break
      }
    }
    image.url = image.url ?? thumb
    return image
  }
}
