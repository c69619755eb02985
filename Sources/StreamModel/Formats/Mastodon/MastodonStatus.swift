/// Decodes statuses and accounts of the Mastodon API (docs.joinmastodon.org, entities).
extension RecordDecoder {
  /// Decodes the fields of a status; the object is open.
  ///
  /// A reblog provides its fields to the outer status, which keeps its own id.
  ///
  /// - Parameters:
  ///   - isNested: Whether the status is inside another one; then no status inside it is read.
  ///   - other: Receives the fields that are not part of a post.
  mutating func mastodonStatus(
    isNested: Bool = false,
    in other: inout MastodonRecord
  ) throws(JSONFault) -> PostFields {
    var quote = MastodonRecord.Quote()
    return try mastodonStatus(isNested: isNested, in: &other, quote: &quote)
  }

  /// Decodes an object that may also be a quote, which contains a status itself.
  mutating func mastodonStatus(
    isNested: Bool,
    in other: inout MastodonRecord,
    quote: inout MastodonRecord.Quote
  ) throws(JSONFault) -> PostFields {
    var post = PostFields()
    var reblog: PostFields?
    var uri: String?
    var parentAccount: String?
    var authorID: String?
    var mentioned: [String: Mention] = [:]
    while let key = try json.nextKey() {
      if json.matches(key, "id") {
        post.id = try id()
      } else if json.matches(key, "created_at") {
        post.published = try timestamp()
      } else if json.matches(key, "edited_at") {
        post.edited = try timestamp()
      } else if json.matches(key, "content") {
        post.body = try text(limit: Limits.body).map { .html($0) } ?? .missing
      } else if json.matches(key, "account") {
        post.author = try mastodonAccount(id: &authorID)
      } else if json.matches(key, "reblog"), !isNested {
        if try enter(.object) {
          var inner = MastodonRecord()
          reblog = try mastodonStatus(isNested: true, in: &inner)
        }
      } else if json.matches(key, "in_reply_to_id") {
        post.inReplyTo = try id()
      } else if json.matches(key, "in_reply_to_account_id") {
        parentAccount = try id()
      } else if json.matches(key, "visibility") {
        post.visibility = try textIfAny().map { Visibility(stated: $0) }
      } else if isNested, json.matches(key, "state") {
        quote.state = try textIfAny()
      } else if isNested, json.matches(key, "quoted_status") {
        if try enter(.object) {
          var inner = MastodonRecord()
          quote.status = try mastodonStatus(isNested: false, in: &inner)
        }
      } else if json.matches(key, "url") {
        post.url = try filledText()
      } else if json.matches(key, "uri") {
        uri = try filledText()
      } else if json.matches(key, "language") {
        post.language = try filledText()
      } else if json.matches(key, "spoiler_text") {
        post.contentWarning = try filledText()
      } else if json.matches(key, "favourites_count") {
        post.likesCount = try count()
      } else if json.matches(key, "reblogs_count") {
        post.resharesCount = try count()
      } else if json.matches(key, "replies_count") {
        post.commentsCount = try count()
      } else if json.matches(key, "media_attachments") {
        post.attachments = try mastodonAttachments()
      } else if json.matches(key, "mentions") {
        post.mentions = try mastodonMentions(byID: &mentioned)
      } else if json.matches(key, "tags") {
        post.tags = try list { decoder throws(JSONFault) in try decoder.named("name") }
      } else if json.matches(key, "emojis") {
        post.customEmoji = try list { decoder throws(JSONFault) in
          try decoder.named("shortcode")
        }
      } else if json.matches(key, "card") {
        post.card = try mastodonCard()
      } else if json.matches(key, "poll") {
        post.poll = try mastodonPoll()
      } else if isNested || json.matches(key, "sensitive")
        || json.matches(key, "favourited") || json.matches(key, "reblogged")
        || json.matches(key, "muted") || json.matches(key, "bookmarked")
        || json.matches(key, "application")
      {
        try json.skipValue()
      } else {
        try readOther(key, into: &other)
      }
    }
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
    shared.aliases = [shared.id].compactMap(\.self) + shared.aliases
    shared.id = post.id
    shared.resharedBy = post.author
    shared.resharedAt = post.published
    shared.visibility = Visibility.stricter(post.visibility, shared.visibility)
    return shared
  }

  mutating func mastodonAccount() throws(JSONFault) -> Account? {
    var ignored: String?
    return try mastodonAccount(id: &ignored)
  }

  /// Decodes an account and its id, by which other records name it.
  private mutating func mastodonAccount(id accountID: inout String?) throws(JSONFault) -> Account? {
    guard try enter(.object) else { return nil }
    var name: String?
    var username: String?
    var acct: String?
    var url: String?
    var note: String?
    while let key = try json.nextKey() {
      if json.matches(key, "id") {
        accountID = try id()
      } else if json.matches(key, "display_name") {
        name = try filledText()
      } else if json.matches(key, "username") {
        username = try filledText()
      } else if json.matches(key, "acct") {
        acct = try filledText()
      } else if json.matches(key, "url") {
        url = try filledText()
      } else if json.matches(key, "note") {
        note = try text(limit: Limits.body)
      } else {
        try json.skipValue()
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

  private mutating func mastodonAttachments() throws(JSONFault) -> [Attachment] {
    try list { decoder throws(JSONFault) in
      guard try decoder.enter(.object) else { return nil }
      var type: String?
      var url: String?
      var remote: String?
      var alt: String?
      while let key = try decoder.json.nextKey() {
        if decoder.json.matches(key, "type") {
          type = try decoder.filledText()
        } else if decoder.json.matches(key, "url") {
          url = try decoder.filledText()
        } else if decoder.json.matches(key, "remote_url") {
          remote = try decoder.filledText()
        } else if decoder.json.matches(key, "description") {
          alt = try decoder.filledText()
        } else {
          try decoder.json.skipValue()
        }
      }
      return Attachment(type: type, url: url ?? remote, alt: alt)
    }
  }

  private mutating func mastodonMentions(
    byID mentioned: inout [String: Mention]
  ) throws(JSONFault) -> [Mention] {
    var known: [String: Mention] = [:]
    let mentions: [Mention] = try list { decoder throws(JSONFault) in
      guard try decoder.enter(.object) else { return nil }
      var id: String?
      var acct: String?
      var url: String?
      while let key = try decoder.json.nextKey() {
        if decoder.json.matches(key, "id") {
          id = try decoder.id()
        } else if decoder.json.matches(key, "acct") {
          acct = try decoder.filledText()
        } else if decoder.json.matches(key, "url") {
          url = try decoder.filledText()
        } else {
          try decoder.json.skipValue()
        }
      }
      let mention = Mention(handle: acct.map { decoder.handle($0) }, url: url)
      if let id { known[id] = mention }
      return mention
    }
    mentioned = known
    return mentions
  }

  private mutating func mastodonCard() throws(JSONFault) -> Card? {
    guard try enter(.object) else { return nil }
    var title: String?
    var summary: String?
    var url: String?
    while let key = try json.nextKey() {
      if json.matches(key, "title") {
        title = try filledText()
      } else if json.matches(key, "description") {
        summary = try filledText()
      } else if json.matches(key, "url") {
        url = try filledText()
      } else {
        try json.skipValue()
      }
    }
    return Card(title: title, summary: summary, url: url)
  }

  private mutating func mastodonPoll() throws(JSONFault) -> Poll? {
    guard try enter(.object) else { return nil }
    var options: [Poll.Option] = []
    var votesCount: Int?
    var isExpired = false
    var expires: Timestamp?
    while let key = try json.nextKey() {
      if json.matches(key, "options") {
        options = try mastodonOptions()
      } else if json.matches(key, "votes_count") {
        votesCount = try count()
      } else if json.matches(key, "expired") {
        isExpired = try flag() ?? false
      } else if json.matches(key, "expires_at") {
        expires = try timestamp()
      } else {
        try json.skipValue()
      }
    }
    return Poll(options: options, votesCount: votesCount, isExpired: isExpired, expires: expires)
  }

  private mutating func mastodonOptions() throws(JSONFault) -> [Poll.Option] {
    try list { decoder throws(JSONFault) in
      guard try decoder.enter(.object) else { return nil }
      var title: String?
      var votes: Int?
      while let key = try decoder.json.nextKey() {
        if decoder.json.matches(key, "title") {
          title = try decoder.filledText()
        } else if decoder.json.matches(key, "votes_count") {
          votes = try decoder.count()
        } else {
          try decoder.json.skipValue()
        }
      }
      return title.map { Poll.Option(title: $0, votes: votes) }
    }
  }

  /// Decodes the text under `wanted` in an object.
  mutating func named(_ wanted: StaticString) throws(JSONFault) -> String? {
    guard try enter(.object) else { return nil }
    var name: String?
    while let key = try json.nextKey() {
      if json.matches(key, wanted) {
        name = try filledText()
      } else {
        try json.skipValue()
      }
    }
    return name
  }
}
