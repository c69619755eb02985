/// Decodes posts, comments and accounts of the native format, version 1.
extension RecordDecoder {
  /// Decodes a native post.
  mutating func nativeRecord() throws(JSONFault) -> PostFields {
    try json.open()
    var post = PostFields()
    var html: String?
    var plain: String?
    var namedPost: String?
    while let key = try json.nextKey() {
      if json.matches(key, "id") {
        post.id = try id()
      } else if json.matches(key, "author") {
        post.author = try nativeAccount()
      } else if json.matches(key, "published") {
        post.published = try timestamp()
      } else if json.matches(key, "edited") {
        post.edited = try timestamp()
      } else if json.matches(key, "url") {
        post.url = try filledText()
      } else if json.matches(key, "title") {
        post.title = try filledText().map { .text($0) } ?? .missing
      } else if json.matches(key, "title_html") {
        post.title = try filledText().map { .html($0) } ?? .missing
      } else if json.matches(key, "base_url") {
        post.baseURL = try filledText()
      } else if json.matches(key, "custom_emoji") {
        post.customEmoji = try list { decoder throws(JSONFault) in try decoder.filledText() }
      } else if json.matches(key, "body_html") {
        html = try text(limit: Limits.body)
      } else if json.matches(key, "body_text") {
        plain = try text(limit: Limits.body)
      } else if json.matches(key, "language") {
        post.language = try filledText()
      } else if json.matches(key, "content_warning") {
        post.contentWarning = try filledText()
      } else if json.matches(key, "likes_count") {
        post.likesCount = try score()
      } else if json.matches(key, "likes") {
        post.likes = try nativeAccounts(limit: Limits.likes)
      } else if json.matches(key, "reshares_count") {
        post.resharesCount = try count()
      } else if json.matches(key, "reshares") {
        post.reshares = try nativeAccounts(limit: Limits.reshares)
      } else if json.matches(key, "comments_count") {
        post.commentsCount = try count()
      } else if json.matches(key, "comments") {
        post.comments = try list(limit: Limits.comments) { decoder throws(JSONFault) in
          try decoder.nativeComment()
        }
      } else if json.matches(key, "attachments") {
        post.attachments = try nativeAttachments()
      } else if json.matches(key, "tags") {
        post.tags = try list { decoder throws(JSONFault) in try decoder.filledText() }
      } else if json.matches(key, "mentions") {
        post.mentions = try nativeMentions()
      } else if json.matches(key, "card") {
        post.card = try nativeCard()
      } else if json.matches(key, "poll") {
        post.poll = try nativePoll()
      } else if json.matches(key, "reshared_by") {
        post.resharedBy = try nativeAccount()
      } else if json.matches(key, "first_seen") {
        post.firstSeen = try timestamp()
      } else if json.matches(key, "reshared_at") {
        post.resharedAt = try timestamp()
      } else if json.matches(key, "reshared_address") {
        post.resharedAddress = try filledText()
      } else if json.matches(key, "activity") {
        post.activity = try nativeActivity()
      } else if json.matches(key, "post_type") {
        post.type = try filledText()
      } else if json.matches(key, "in_reply_to_account") {
        post.inReplyToAccount = try nativeAccount()
      } else if json.matches(key, "aliases") {
        post.aliases = try list { decoder throws(JSONFault) in try decoder.filledText() }
      } else if json.matches(key, "community") {
        post.community = try filledText()
      } else if json.matches(key, "state") {
        post.state = try textIfAny().flatMap { Post.State(rawValue: $0) } ?? .asPublished
      } else if json.matches(key, "in_reply_to") {
        post.inReplyTo = try id()
      } else if json.matches(key, "visibility") {
        post.visibility = try filledText().map { Visibility(stated: $0) }
      } else if json.matches(key, "post") {
        namedPost = try json.peek() == .string ? filledText() : skipped()
      } else {
        try json.skipValue()
      }
    }
    // The record of an activity of type "post" may identify itself by "post" alone.
    post.id = post.id ?? namedPost
    post.body = html.map { .html($0) } ?? plain.map { .text($0) } ?? .missing
    return post
  }

  /// Decodes one comment; notes anything but an object and returns nil.
  mutating func nativeComment() throws(JSONFault) -> Comment? {
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
    while let key = try json.nextKey() {
      if json.matches(key, "id") {
        id = try self.id()
      } else if json.matches(key, "parent") {
        parent = try self.id()
      } else if json.matches(key, "author") {
        author = try nativeAccount()
      } else if json.matches(key, "published") {
        published = try timestamp()
      } else if json.matches(key, "body_html") {
        html = try text(limit: Limits.body)
      } else if json.matches(key, "body_text") {
        plain = try text(limit: Limits.body)
      } else if json.matches(key, "url") {
        url = try filledText()
      } else if json.matches(key, "likes_count") {
        likesCount = try score()
      } else if json.matches(key, "likes") {
        likes = try nativeAccounts(limit: Limits.likes)
      } else if json.matches(key, "attachments") {
        attachments = try nativeAttachments()
      } else if json.matches(key, "base_url") {
        baseURL = try filledText()
      } else if json.matches(key, "visibility") {
        visibility = try filledText().map { Visibility(stated: $0) }
      } else if json.matches(key, "kind") {
        kind = try textIfAny()
      } else if json.matches(key, "count") {
        stubCount = try count()
      } else {
        try json.skipValue()
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
      likesCount: likesCount,
      likes: likes,
      attachments: attachments,
      visibility: visibility,
      kind: kind == "reference"
        ? .reference : kind == "stub" ? .stub(count: stubCount ?? 0) : .written
    )
  }

  /// Decodes an account: an object, or only a handle.
  mutating func nativeAccount() throws(JSONFault) -> Account? {
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
      if json.matches(key, "name") {
        name = try filledText()
      } else if json.matches(key, "handle") {
        handleText = try filledText()
      } else if json.matches(key, "url") {
        url = try filledText()
      } else if json.matches(key, "bio_html") {
        bio = try text(limit: Limits.body)
      } else if json.matches(key, "with") {
        companions = try list { decoder throws(JSONFault) in try decoder.filledText() }
      } else {
        try json.skipValue()
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

  mutating func nativeAccounts(limit: Int) throws(JSONFault) -> [Account] {
    try list(limit: limit) { decoder throws(JSONFault) in try decoder.nativeAccount() }
  }

  mutating func nativeAttachments() throws(JSONFault) -> [Attachment] {
    try list { decoder throws(JSONFault) in
      guard let texts = try decoder.texts("type", "url", "alt") else { return nil }
      return Attachment(type: texts[0], url: texts[1], alt: texts[2])
    }
  }

  /// Returns the handle with a leading "@".
  func handle(_ text: String) -> String {
    text.hasPrefix("@") ? text : "@" + text
  }

  private mutating func skipped() throws(JSONFault) -> String? {
    try json.skipValue()
    return nil
  }
}
