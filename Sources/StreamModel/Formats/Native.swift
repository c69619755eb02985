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
      case "edited": post.edited = try timestamp()
      case "url": post.url = try filledText()
      case "title": post.title = try filledText().map { .text($0) } ?? .missing
      case "title_html": titleHTML = try filledText()
      case "base_url": post.baseURL = try filledText()
      case "custom_emoji":
        post.customEmoji = try list { decoder throws(JSONError) in try decoder.filledText() }
      case "body_html": html = try body()
      case "body_text": plain = try body()
      case "language": post.language = try filledText()
      case "content_warning": post.contentWarning = try filledText()
      case "quoted": post.quotations = try nativeQuotations()
      case "likes_count": post.likesCount = try score()
      case "likes": post.likes = try nativeAccounts(limit: Limits.likes)
      case "reshares_count": post.resharesCount = try count()
      case "reshares": post.reshares = try nativeAccounts(limit: Limits.reshares)
      case "comments_count": post.commentsCount = try count()
      case "comments_url": post.commentsAddress = try filledText()
      case "comments_feed": post.commentsFeed = try filledText()
      case "conversation_url": post.conversationAddress = try filledText()
      case "replies_url": post.repliesAddress = try filledText()
      case "comments":
        post.comments = try list(limit: Self.mostComments) { decoder throws(JSONError) in
          try decoder.nativeComment()
        }
      case "attachments": post.attachments = try nativeAttachments()
      case "tags": post.tags = try list { decoder throws(JSONError) in try decoder.filledText() }
      case "mentions": post.mentions = try nativeMentions()
      case "card": post.card = try nativeCard()
      case "poll":
        post.poll = try poll("expires") { decoder throws(JSONError) in try decoder.nativeOption() }
      case "reshared_by": post.resharedBy = try nativeAccount()
      case "first_seen": post.firstSeen = try timestamp()
      case "reshared_at": post.resharedAt = try timestamp()
      case "reshared_address": post.resharedAddress = try filledText()
      case "reshare_term":
        post.reshareTerm = try textIfAny().flatMap { ReshareTerm(rawValue: $0) } ?? .reshare
      case "activity": post.statedActivity = try nativeActivity()
      case "post_type": post.type = try filledText()
      case "in_reply_to_account": post.inReplyToAccount = try nativeAccount()
      case "aliases":
        post.aliases = try list { decoder throws(JSONError) in try decoder.filledText() }
      case "community": post.community = try filledText()
      case "state":
        post.state = try textIfAny().flatMap { Post.State(rawValue: $0) } ?? .asPublished
      case "in_reply_to": post.inReplyTo = try id()
      case "visibility": post.visibility = try filledText().map { Visibility(stated: $0) }
      case "post": namedPost = try isNext(.string) ? filledText() : nil
      case "feed": feed = try textIfAny()
      case "source": source = try textIfAny()
      default:
        if unread == nil, try json.peek() == .string { unread = (key, json.offset) }
        try json.skipValue()
      }
    }
    // The record of an activity of type "post" may identify itself by "post" alone.
    post.statedID = post.statedID ?? namedPost
    post.body = html.map { .html($0) } ?? plain.map { .text($0) } ?? .missing
    post.title = titleHTML.map { .html($0) } ?? post.title
    post.origin = source.flatMap { PostOrigin(feed: feed, stated: $0) }
    if let unread, post.body == .missing, post.title == .missing, post.statedActivity == nil {
      let name = json.decode(unread.name, limit: 64).string
      note(at: unread.offset, "the text of \"\(name)\" is not read (expected \"body_text\")")
    }
    return post
  }

  /// Decodes one comment; notes anything but an object and returns nil.
  mutating func nativeComment() throws(JSONError) -> Comment? {
    guard try json.peek() == .object else {
      _ = try enter(.object)
      return nil
    }
    let start = json.offset
    try json.open()
    var id: String?
    var parent: String?
    var author: Account?
    var published: Timestamp?
    var html: String?
    var plain: String?
    var url: String?
    var likesCount: Int?
    var likes: [Account] = []
    var attachments: [Attachment] = []
    var baseURL: String?
    var visibility: Visibility?
    var kind: String?
    var stubCount: Int?
    var contentWarning: String?
    while let key = try json.nextKey() {
      switch key {
      case "id": id = try self.id()
      case "parent": parent = try self.id()
      case "author": author = try nativeAccount()
      case "published": published = try timestamp()
      case "body_html": html = try body()
      case "body_text": plain = try body()
      case "url": url = try filledText()
      case "likes_count": likesCount = try score()
      case "likes": likes = try nativeAccounts(limit: Limits.likes)
      case "attachments": attachments = try nativeAttachments()
      case "base_url": baseURL = try filledText()
      case "visibility": visibility = try filledText().map { Visibility(stated: $0) }
      case "content_warning": contentWarning = try textIfAny()
      case "kind": kind = try textIfAny()
      case "count": stubCount = try count()
      default: try json.skipValue()
      }
    }
    return Comment(
      id: Post.ID(id ?? hexDigits(stableHash(json.bytes[start..<json.offset]))),
      parent: parent.map { Post.ID($0) },
      author: author,
      published: published,
      body: html.map { .html($0) } ?? plain.map { .text($0) } ?? .missing,
      baseURL: baseURL,
      url: url,
      contentWarning: contentWarning,
      likesCount: likesCount,
      likes: likes,
      attachments: attachments,
      visibility: visibility,
      kind: kind == "reference"
        ? .reference : kind == "stub" ? .stub(count: stubCount ?? 0) : .written
    )
  }

  /// Decodes an account: an object, or only a handle.
  mutating func nativeAccount() throws(JSONError) -> Account? {
    if try json.peek() == .string {
      return try filledText().map { Account(name: nil, handle: handle($0)) }
    }
    guard try enter(.object) else { return nil }
    var name: String?
    var handleText: String?
    var url: String?
    var bio: String?
    var companions: [String] = []
    while let key = try json.nextKey() {
      switch key {
      case "name": name = try filledText()
      case "handle": handleText = try filledText()
      case "url": url = try filledText()
      case "bio_html": bio = try text(limit: Limits.body)
      case "with": companions = try list { decoder throws(JSONError) in try decoder.filledText() }
      default: try json.skipValue()
      }
    }
    let isNamed = name != nil || handleText != nil || url != nil || bio != nil
    guard isNamed || !companions.isEmpty else { return nil }
    return Account(
      name: name,
      handle: handleText.map { handle($0) },
      url: url,
      bioHTML: bio,
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
        default: try decoder.json.skipValue()
        }
      }
      file.size = PixelSize(width: width, height: height)
      return file
    }
  }

  /// Returns the handle with a leading "@".
  func handle(_ text: String) -> String {
    text.hasPrefix("@") ? text : "@" + text
  }
}

/// Decodes the parts of a native post that other vocabularies have, too: mentions, card, poll, activity.
extension RecordDecoder {
  mutating func nativeMentions() throws(JSONError) -> [Mention] {
    try list { decoder throws(JSONError) in
      guard let texts = try decoder.texts("handle", "url") else { return nil }
      return Mention(handle: texts[0], url: texts[1])
    }
  }

  mutating func nativeCard() throws(JSONError) -> Card? {
    guard let texts = try texts("title", "summary", "url") else { return nil }
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
      default: try json.skipValue()
      }
    }
    guard warning != nil || address != nil else { return nil }
    return Quotations(warning: warning, openBody: open, address: address)
  }

  /// Decodes a poll of the native format or Mastodon: `end` is the key for the time of its end.
  mutating func poll(
    _ end: StaticString,
    of option: (inout RecordDecoder) throws(JSONError) -> Poll.Option?
  ) throws(JSONError) -> Poll? {
    guard try enter(.object) else { return nil }
    var options: [Poll.Option] = []
    var votesCount: Int?
    var votersCount: Int?
    var isExpired = false
    var expires: Timestamp?
    while let key = try json.nextKey() {
      switch key {
      case "options": options = try list(option)
      case "votes_count": votesCount = try count()
      case "voters_count": votersCount = try count()
      case "expired": isExpired = try flag() ?? false
      case end: expires = try timestamp()
      default: try json.skipValue()
      }
    }
    return Poll(
      options: options,
      votesCount: votesCount,
      votersCount: votersCount,
      isExpired: isExpired,
      expires: expires
    )
  }

  /// Decodes the action that the record reports: an object with its kind and the feed's own word.
  mutating func nativeActivity() throws(JSONError) -> Activity? {
    // Other formats write a word here.
    guard try isNext(.object) else { return nil }
    guard let texts = try texts("kind", "name") else { return nil }
    return texts[0].flatMap { Activity.Kind(rawValue: $0) }.map { Activity($0, name: texts[1]) }
  }

  private mutating func nativeOption() throws(JSONError) -> Poll.Option? {
    guard try enter(.object) else { return nil }
    var title: String?
    var votes: Int?
    while let key = try json.nextKey() {
      switch key {
      case "title": title = try text()
      case "votes": votes = try count()
      default: try json.skipValue()
      }
    }
    return title.map { Poll.Option(title: $0, votes: votes) }
  }
}
