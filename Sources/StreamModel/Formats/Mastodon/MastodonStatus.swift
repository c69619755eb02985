/// Decodes statuses and accounts of the Mastodon API (docs.joinmastodon.org, entities).
extension RecordDecoder {
  /// Decodes the fields of a status; the object is open.
  ///
  /// A reblog provides its fields to the outer status, which keeps its own id.
  ///
  /// - Parameter other: Receives the fields that are not part of a post.
  mutating func mastodonStatus(in other: inout MastodonRecord) throws(JSONError) -> Post {
    let level = other.level
    var post = Post.draft
    var reblog: Post?
    var uri: String?
    var parentAccount: String?
    var authorID: String?
    var mentioned: [String: Mention] = [:]
    var isSensitive = false
    while let key = try json.nextKey() {
      switch key {
      case "id": post.statedID = try id()
      case "created_at": post.published = try timestamp()
      case "edited_at": post.edited = try timestamp()
      case "content": post.body = try body().map { .html($0) } ?? .missing
      case "account": post.author = try mastodonAccount(id: &authorID)
      case "reblog": reblog = try mastodonStatus(inside: level)
      case "in_reply_to_id": post.inReplyTo = try id()
      case "in_reply_to_account_id": parentAccount = try id()
      case "visibility": post.visibility = try textIfAny().map { Visibility(stated: $0) }
      case "url": post.url = try filledText()
      case "uri": uri = try filledText()
      case "language": post.language = try filledText()
      case "spoiler_text": post.contentWarning = try filledText()
      case "favourites_count": post.likesCount = try count()
      case "reblogs_count": post.resharesCount = try count()
      case "replies_count": post.commentsCount = try count()
      case "media_attachments": post.attachments = try mastodonAttachments()
      case "mentions": post.mentions = try mastodonMentions(byID: &mentioned)
      case "tags": post.tags = try list { decoder throws(JSONError) in try decoder.named("name") }
      case "emojis":
        post.customEmoji = try list { decoder throws(JSONError) in try decoder.named("shortcode") }
      case "card": post.card = try mastodonCard()
      case "poll":
        post.poll = try poll("expires_at") { decoder throws(JSONError) in
          try decoder.mastodonOption()
        }
      case "sensitive": isSensitive = try isTrueIfAny()
      case "favourited", "reblogged", "muted", "bookmarked", "application":
        try json.skipValue()
      default: try readOther(key, into: &other)
      }
    }
    if isSensitive { post.attachments.markSensitive() }
    post.url = post.url ?? uri
    post.aliases = [uri].compactMap(\.self)
    if let parentAccount {
      post.inReplyToAccount =
        parentAccount == authorID
        ? post.author
        : mentioned[parentAccount].map { Account(name: nil, handle: $0.handle, url: $0.url) }
    }
    other.complete(&post)
    // Every status states its readers.
    if post.visibility == nil, post.body != .missing { post.visibility = .unknown }
    guard var shared = reblog else { return post }
    // Others refer to the shared post by its own id.
    shared.aliases = [shared.statedID].compactMap(\.self) + shared.aliases
    shared.statedID = post.statedID
    shared.resharedBy = post.author
    shared.resharedAt = post.published
    shared.visibility = Visibility.stricter(post.visibility, shared.visibility)
    return shared
  }

  mutating func mastodonAccount() throws(JSONError) -> Account? {
    var ignored: String?
    return try mastodonAccount(id: &ignored)
  }

  /// Decodes an account and its id, by which other records name it.
  mutating func mastodonAccount(id accountID: inout String?) throws(JSONError) -> Account? {
    guard try enter(.object) else { return nil }
    var name: String?
    var username: String?
    var acct: String?
    var url: String?
    var note: String?
    while let key = try json.nextKey() {
      switch key {
      case "id": accountID = try id()
      case "display_name": name = try filledText()
      case "username": username = try filledText()
      case "acct": acct = try filledText()
      case "url": url = try filledText()
      case "note": note = try text(limit: Limits.body)
      default: try json.skipValue()
      }
    }
    let bio = note.flatMap { $0.isEmpty ? nil : $0 }
    // The user name replaces a missing display name.
    return Account(
      name: name ?? username,
      handle: acct.map { handle($0) },
      url: url,
      bioHTML: bio
    )
  }

  private mutating func mastodonAttachments() throws(JSONError) -> [Attachment] {
    try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var file = Attachment()
      var remote: String?
      while let key = try decoder.json.nextKey() {
        switch key {
        case "type": file.type = try decoder.filledText()
        case "url": file.url = try decoder.filledText()
        case "remote_url": remote = try decoder.filledText()
        case "description": file.alt = try decoder.filledText()
        case "meta": file.size = try decoder.mastodonSize()
        default: try decoder.json.skipValue()
        }
      }
      file.url = file.url ?? remote
      return file
    }
  }

  /// Decodes the size of a file: that of the original, else that of the preview, which has its shape.
  private mutating func mastodonSize() throws(JSONError) -> PixelSize? {
    guard try enterIfAny(.object) else { return nil }
    var original: PixelSize?
    var small: PixelSize?
    while let key = try json.nextKey() {
      switch key {
      case "original": original = try pixelSizeIfAny()
      case "small": small = try pixelSizeIfAny()
      default: try json.skipValue()
      }
    }
    return original ?? small
  }

  private mutating func mastodonMentions(
    byID mentioned: inout [String: Mention]
  ) throws(JSONError) -> [Mention] {
    var known: [String: Mention] = [:]
    let mentions: [Mention] = try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var id: String?
      var acct: String?
      var url: String?
      while let key = try decoder.json.nextKey() {
        switch key {
        case "id": id = try decoder.id()
        case "acct": acct = try decoder.filledText()
        case "url": url = try decoder.filledText()
        default: try decoder.json.skipValue()
        }
      }
      let mention = Mention(handle: acct.map { decoder.handle($0) }, url: url)
      if let id { known[id] = mention }
      return mention
    }
    mentioned = known
    return mentions
  }

  private mutating func mastodonCard() throws(JSONError) -> Card? {
    guard let texts = try texts("title", "description", "url") else { return nil }
    return Card(title: texts[0], summary: texts[1], url: texts[2])
  }

  private mutating func mastodonOption() throws(JSONError) -> Poll.Option? {
    guard try enter(.object) else { return nil }
    var title: String?
    var votes: Int?
    while let key = try json.nextKey() {
      switch key {
      case "title": title = try filledText()
      case "votes_count": votes = try count()
      default: try json.skipValue()
      }
    }
    return title.map { Poll.Option(title: $0, votes: votes) }
  }

  /// Decodes the text under `wanted` in an object.
  mutating func named(_ wanted: StaticString) throws(JSONError) -> String? {
    guard try enter(.object) else { return nil }
    var name: String?
    while let key = try json.nextKey() {
      if key == wanted {
        name = try filledText()
      } else {
        try json.skipValue()
      }
    }
    return name
  }
}
