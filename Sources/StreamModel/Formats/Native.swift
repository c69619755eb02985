/// Decodes posts, comments and accounts of the native format, version 1.
extension RecordDecoder {
  /// A dump lists whole conversations.
  private static let mostComments = 100_000

  mutating func nativeRecord() throws(JSONError) -> Post {
    try json.open()
    var post = Post.draft
    var html: String?
    var plain: String?
    var namedPost: String?
    var unread: (name: JSONReader.Text, offset: Int)?
    var titleHTML: String?
    var feed: String?
    var source: String?
    while let key = try json.nextKey() {
      switch key {
      case "id": post.statedID = try id()
      case "author": post.author = try nativeAccount()
      case "published": post.published = try timestamp()
      // Keys are compared one by one, so those that every post has come first.
      case "body_html": html = try body()
      case "likes_count": post.likesCount = try score()
      case "likes": post.likes = try nativeAccounts(limit: Limits.likes)
      case "comments":
        post.comments = try list(limit: Self.mostComments) { decoder throws(JSONError) in
          try decoder.nativeComment()
        }
      case "edited": post.edited = try timestamp()
      case "url": post.url = try filledText()
      case "title": post.title = try filledText().map { .text($0) } ?? .missing
      case "title_html": titleHTML = try filledText()
      case "base_url": post.baseURL = try filledText()
      case "custom_emoji": post.customEmoji = try filledTexts()
      case "body_text": plain = try body()
      case "language": post.language = try filledText()
      case "content_warning": post.contentWarning = try filledText()
      case "quoted": post.quotations = try nativeQuotations()
      case "reshares_count": post.resharesCount = try count()
      case "reshares": post.reshares = try nativeAccounts(limit: Limits.reshares)
      case "comments_count": post.commentsCount = try count()
      case "comments_url": post.commentsAddress = try filledText()
      case "comments_feed": post.commentsFeed = try filledText()
      case "conversation_url": post.conversationAddress = try filledText()
      case "replies_url": post.repliesAddress = try filledText()
      case "attachments": post.attachments = try nativeAttachments()
      case "tags": post.tags = try filledTexts()
      case "mentions": post.mentions = try nativeMentions()
      case "card": post.card = try card("title", "summary", "url")
      case "poll": post.poll = try poll("expires", votes: "votes", keepsBlank: true)
      case "reshared_by": post.resharedBy = try nativeAccount()
      case "first_seen": post.firstSeen = try timestamp()
      case "reshared_at": post.resharedAt = try timestamp()
      case "reshared_address": post.resharedAddress = try filledText()
      case "reshare_term":
        post.reshareTerm = try textIfAny().flatMap { ReshareTerm(rawValue: $0) } ?? .reshare
      case "activity": post.statedActivity = try nativeActivity()
      case "post_type": post.type = try filledText()
      case "in_reply_to_account": post.inReplyToAccount = try nativeAccount()
      case "aliases": post.aliases = try filledTexts()
      case "community": post.community = try filledText()
      case "state":
        post.state = try textIfAny().flatMap { Post.State(rawValue: $0) } ?? .asPublished
      case "in_reply_to": post.inReplyTo = try id()
      case "visibility": post.visibility = try filledText().map { Visibility(stated: $0) }
      case "post": namedPost = try isNext(.string) ? filledText() : nil
      case "feed": feed = try textIfAny()
      case "source": source = try textIfAny()
      default: if unread == nil, try json.peek() == .string { unread = (key, json.offset) }
      }
    }
    // The record of an activity of type "post" may identify itself by "post" alone.
    post.statedID = post.statedID ?? namedPost
    post.body = html.map { .html($0) } ?? plain.map { .text($0) } ?? .missing
    post.title = titleHTML.map { .html($0) } ?? post.title
    post.origin = source.flatMap { PostOrigin(feed: feed, stated: $0) }
    if let unread, post.body == .missing, post.title == .missing, post.statedActivity == nil,
      post.state != .deleted
    {
      let name = json.decode(unread.name, limit: 64).string
      note(at: unread.offset, "the text of \"\(name)\" is not read (expected \"body_text\")")
    }
    return post
  }

  mutating func nativeComment() throws(JSONError) -> Comment? {
    guard try json.peek() == .object else {
      _ = try enter(.object)
      return nil
    }
    let start = json.offset
    try json.open()
    var comment = Comment(id: Post.ID(""))
    var id: String?
    var html: String?
    var plain: String?
    var kind: String?
    var stubCount: Int?
    while let key = try json.nextKey() {
      switch key {
      case "id": id = try self.id()
      case "parent": comment.parent = try self.id().map { Post.ID($0) }
      case "author": comment.author = try nativeAccount()
      case "published": comment.published = try timestamp()
      case "body_html": html = try body()
      case "body_text": plain = try body()
      case "url": comment.url = try filledText()
      case "likes_count": comment.likesCount = try score()
      case "likes": comment.likes = try nativeAccounts(limit: Limits.likes)
      case "attachments": comment.attachments = try nativeAttachments()
      case "base_url": comment.baseURL = try filledText()
      case "visibility": comment.visibility = try filledText().map { Visibility(stated: $0) }
      case "content_warning": comment.contentWarning = try textIfAny()
      case "kind": kind = try textIfAny()
      case "count": stubCount = try count()
      default: break
      }
    }
    comment.id = Post.ID(id ?? hexDigits(stableHash(json.bytes[start..<json.offset])))
    comment.body = html.map { .html($0) } ?? plain.map { .text($0) } ?? .missing
    if kind == "reference" { comment.kind = .reference }
    if kind == "stub" { comment.kind = .stub(count: stubCount ?? 0) }
    return comment
  }

  mutating func nativeAccount() throws(JSONError) -> Account? {
    if try json.peek() == .string {
      return try filledText().map { Account(name: nil, handle: self.handle($0)) }
    }
    guard try enter(.object) else { return nil }
    var name: String?
    var handle: String?
    var url: String?
    var biography: String?
    var companions: [String] = []
    while let key = try json.nextKey() {
      switch key {
      case "name": name = try filledText()
      case "handle": handle = try filledText().map { self.handle($0) }
      case "url": url = try filledText()
      case "bio_html": biography = try text(limit: Limits.body)
      case "with": companions = try filledTexts()
      default: break
      }
    }
    let isNamed = name != nil || handle != nil || url != nil || biography != nil
    guard isNamed || !companions.isEmpty else { return nil }
    return Account(
      name: name,
      handle: handle,
      url: url,
      bioHTML: biography,
      companions: companions
    )
  }

  mutating func nativeAccounts(limit: Int) throws(JSONError) -> [Account] {
    try list(limit: limit) { decoder throws(JSONError) in try decoder.nativeAccount() }
  }

  mutating func nativeAttachments() throws(JSONError) -> [Attachment] {
    try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var file = Attachment()
      var width: Int?
      var height: Int?
      while let key = try decoder.json.nextKey() {
        switch key {
        case "type": file.type = try decoder.filledText()
        case "url": file.url = try decoder.filledText()
        case "alt": file.alt = try decoder.filledText()
        case "width": width = try decoder.count()
        case "height": height = try decoder.count()
        case "sensitive": file.isSensitive = try decoder.flag() ?? false
        default: break
        }
      }
      file.size = PixelSize(width: width, height: height)
      return file
    }
  }

  func handle(_ text: String) -> String { text.hasPrefix("@") ? text : "@" + text }
}

extension RecordDecoder {
  mutating func nativeMentions() throws(JSONError) -> [Mention] {
    try list { decoder throws(JSONError) in
      guard let texts = try decoder.texts("handle", "url") else { return nil }
      return Mention(handle: texts[0], url: texts[1])
    }
  }

  mutating func card(
    _ title: StaticString,
    _ summary: StaticString,
    _ url: StaticString
  ) throws(JSONError) -> Card? {
    guard let texts = try texts(title, summary, url) else { return nil }
    return Card(title: texts[0], summary: texts[1], url: texts[2])
  }

  /// Decodes what keeps quoted posts apart from a post's own words.
  private mutating func nativeQuotations() throws(JSONError) -> Quotations? {
    guard try enterIfAny(.object) else { return nil }
    var warning: String?
    var address: String?
    var open = Body.missing
    while let key = try json.nextKey() {
      switch key {
      case "content_warning": warning = try textIfAny()
      case "address": address = try textIfAny()
      case "body_html": open = try body().map { .html($0) } ?? open
      case "body_text": open = try body().map { .text($0) } ?? open
      default: break
      }
    }
    guard warning != nil || address != nil else { return nil }
    return Quotations(warning: warning, openBody: open, address: address)
  }

  /// Decodes a poll of the native format or Mastodon.
  ///
  /// - Parameters:
  ///   - end: the key for the time of its end.
  ///   - votes: the key for the votes of an option.
  ///   - keepsBlank: whether an option may have an empty title.
  mutating func poll(
    _ end: StaticString,
    votes: StaticString,
    keepsBlank: Bool = false
  ) throws(JSONError) -> Poll? {
    guard try enter(.object) else { return nil }
    var poll = Poll()
    while let key = try json.nextKey() {
      switch key {
      case "options":
        poll.options = try list { decoder throws(JSONError) in
          try decoder.option(votes, keepsBlank)
        }
      case "votes_count": poll.votesCount = try count()
      case "voters_count": poll.votersCount = try count()
      case "expired": poll.isExpired = try flag() ?? false
      case end: poll.expires = try timestamp()
      default: break
      }
    }
    return poll
  }

  mutating func nativeActivity() throws(JSONError) -> Activity? {
    // Other formats write a word here.
    guard try isNext(.object) else { return nil }
    guard let texts = try texts("kind", "name") else { return nil }
    return texts[0].flatMap { Activity.Kind(rawValue: $0) }.map { Activity($0, name: texts[1]) }
  }

  private mutating func option(
    _ votesKey: StaticString,
    _ keepsBlank: Bool
  ) throws(JSONError) -> Poll.Option? {
    guard try enter(.object) else { return nil }
    var title: String?
    var votes: Int?
    while let key = try json.nextKey() {
      if key == "title" { title = try keepsBlank ? text() : filledText() }
      if key == votesKey { votes = try count() }
    }
    return title.map { Poll.Option(title: $0, votes: votes) }
  }
}

/// An activity that concerns a post, as a line of its own: it adds to the post, replaces it or deletes it.
enum ActivityRecord {
  enum Kind: String {
    case post, like, reshare, comment, update, delete, other

    /// Whether the line replaces the content of its post, so that only the last one counts.
    var replaces: Bool { self == .update || self == .delete }
  }

  enum Addition {
    case like(Account?)
    case reshare(Account?)
    case comment(Comment)
  }

  enum Line {
    case record
    case activity(Kind, post: String)
    case broken(JSONError, path: String)
  }
}

extension RecordDecoder {
  /// Decodes the parts that make a line an activity: a "type" and a "post", both text.
  static func activityLine(_ bytes: Bytes) -> ActivityRecord.Line {
    var decoder = RecordDecoder(bytes)
    var kind: ActivityRecord.Kind?
    var post: String?
    do throws(JSONError) {
      guard try decoder.json.peek() == .object else { return .record }
      try decoder.json.open()
      while let key = try decoder.json.nextKey() {
        guard try decoder.json.peek() == .string else { continue }
        if key == "type" {
          let text = try decoder.json.text()
          let word = decoder.json.decode(text, limit: 64).string
          kind = ActivityRecord.Kind(rawValue: word) ?? .other
        }
        if key == "post" { post = try decoder.filledText() }
      }
      try decoder.json.end()
      guard let kind, let post, kind != .post else { return .record }
      return .activity(kind, post: post)
    } catch {
      guard let kind, kind != .post, kind != .other else { return .record }
      return .broken(error, path: decoder.json.path)
    }
  }

  /// Decodes the addition of an activity to its post; nil for one that names a post but adds no content.
  mutating func addition(
    _ kind: ActivityRecord.Kind
  ) throws(JSONError) -> ActivityRecord.Addition? {
    if kind == .comment { return try nativeComment().map { .comment($0) } }
    guard try enter(.object) else { return nil }
    var account: Account?
    while let key = try json.nextKey() {
      switch key {
      case "author", "account", "actor", "by": account = try nativeAccount() ?? account
      default: break
      }
    }
    return kind == .like ? .like(account) : kind == .reshare ? .reshare(account) : nil
  }
}
