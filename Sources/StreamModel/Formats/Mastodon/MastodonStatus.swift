/// Decodes statuses and accounts of the Mastodon API (docs.joinmastodon.org, entities).
extension RecordDecoder {
  /// Decodes the fields of a status; the object is open.
  ///
  /// A reblog provides its fields to the outer status, which keeps its own id.
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
      case "card": post.card = try card("title", "description", "url")
      case "poll": post.poll = try poll("expires_at", votes: "votes_count")
      case "sensitive": isSensitive = try isTrueIfAny()
      case "favourited", "reblogged", "muted", "bookmarked", "application": break
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

  mutating func mastodonAccount(id accountID: inout String?) throws(JSONError) -> Account? {
    guard try enter(.object) else { return nil }
    var account = Account(name: nil, handle: nil)
    var username: String?
    while let key = try json.nextKey() {
      switch key {
      case "id": accountID = try id()
      case "display_name": account.name = try filledText()
      case "username": username = try filledText()
      case "acct": account.handle = try filledText().map { handle($0) }
      case "url": account.url = try filledText()
      case "note": account.bioHTML = try filledText(limit: Limits.body)
      default: break
      }
    }
    // The user name replaces a missing display name.
    account.name = account.name ?? username
    return account
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
        default: break
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
      if key == "original" { original = try pixelSizeIfAny() }
      if key == "small" { small = try pixelSizeIfAny() }
    }
    return original ?? small
  }

  private mutating func mastodonMentions(
    byID mentioned: inout [String: Mention]
  ) throws(JSONError) -> [Mention] {
    mentioned = [:]
    return try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var mention = Mention()
      var id: String?
      while let key = try decoder.json.nextKey() {
        switch key {
        case "id": id = try decoder.id()
        case "acct": mention.handle = try decoder.filledText().map { decoder.handle($0) }
        case "url": mention.url = try decoder.filledText()
        default: break
        }
      }
      if let id { mentioned[id] = mention }
      return mention
    }
  }

  mutating func named(_ wanted: StaticString) throws(JSONError) -> String? {
    guard try enter(.object) else { return nil }
    var name: String?
    while try json.next(wanted) { name = try filledText() }
    return name
  }
}

/// Decodes the entries of the Mastodon API's lists.
///
/// They are statuses, notifications, conversations, scheduled statuses, accounts and hashtags.
extension RecordDecoder {
  mutating func mastodonRecord(_ facts: FeedFacts) throws(JSONError) -> Post {
    try json.open()
    var other = MastodonRecord()
    let post = try mastodonStatus(in: &other)
    if let group = other.group {
      other.status = group.status(facts)
      return other.notification(other.type ?? "", group.head(other.groupKey, facts))
    }
    if let type = other.type, post.author != nil || other.status != nil {
      return other.notification(type, post)
    }
    if other.isConversation { return other.conversation(post) }
    if other.acct != nil || other.username != nil { return other.account(post, handle: handle) }
    if let name = other.name, post.body == .missing, post.author == nil {
      var tag = post
      tag.statedID = post.statedID ?? post.url
      tag.title = .text("#" + name)
      tag.type = "Hashtag"
      return tag
    }
    return post
  }

  /// Decodes a key that no status or only some statuses have.
  mutating func readOther(
    _ key: JSONReader.Text,
    into other: inout MastodonRecord
  ) throws(JSONError) {
    switch key {
    case "quote": other.quote = try mastodonQuote(inside: other.level)
    case "filtered": other.filters = try mastodonFilters()
    // An object that is a quote, which in forks is the status itself.
    case "state": other.quoteState = try textIfAny()
    case "quoted_status": other.status = try mastodonStatus(inside: other.level)
    case _ where other.level > 0: break
    case "type": other.type = try textIfAny()
    case "group_key": other.groupKey = try textIfAny()
    case "sample_account_ids", "status_id", "notifications_count", "latest_page_notification_at":
      try readGroup(key, into: &other.group)
    case "status": other.status = try mastodonStatus(inside: other.level)
    case "last_status":
      other.isConversation = true
      other.status = try mastodonStatus(inside: other.level)
    case "accounts":
      other.isConversation = true
      other.accounts = try list { decoder throws(JSONError) in try decoder.mastodonAccount() }
    case "report": other.report = try mastodonReport()
    case "params": other.text = try mastodonParameters(&other)
    case "scheduled_at", "published_at": other.time = try date()
    case "username": other.username = try textIfAny()
    case "acct": other.acct = try textIfAny()
    case "display_name": other.displayName = try textIfAny()
    case "note": other.note = try textIfAny(limit: Limits.body)
    case "name": other.name = try textIfAny()
    default: break
    }
  }

  /// The deepest nesting of statuses: the status of a notification, its reblog, and a few quotes of quotes.
  private static let deepestStatus = 8

  /// Decodes a status that another record holds, which is at `level`; nil where it is none, or nested too deep.
  mutating func mastodonStatus(inside level: Int) throws(JSONError) -> Post? {
    guard level < Self.deepestStatus, try enter(.object) else { return nil }
    var inner = MastodonRecord(level: level + 1)
    return try mastodonStatus(in: &inner)
  }

  private mutating func mastodonQuote(
    inside level: Int
  ) throws(JSONError) -> MastodonRecord.Quote? {
    guard level < Self.deepestStatus else { return MastodonRecord.Quote() }
    guard try enterIfAny(.object) else { return nil }
    var quote = MastodonRecord(level: level + 1)
    let direct = try mastodonStatus(in: &quote)
    let isDirect = quote.status == nil && (direct.body != .missing || direct.author != nil)
    return MastodonRecord.Quote(state: quote.quoteState, status: isDirect ? direct : quote.status)
  }

  private mutating func mastodonFilters() throws(JSONError) -> [String] {
    guard try isNext(.array) else { return [] }
    return try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var title: String?
      while let key = try decoder.json.nextKey() {
        if key == "filter", try decoder.json.peek() == .object {
          title = try decoder.named("title")
        }
      }
      return title
    }
  }

  private mutating func mastodonReport() throws(JSONError) -> Body {
    guard try enter(.object) else { return .missing }
    var text = HTMLText()
    while let key = try json.nextKey() {
      switch key {
      case "comment":
        if let comment = try textIfAny(limit: Limits.body) { text.append(comment, in: "p") }
      case "target_account":
        guard let account = try mastodonAccount() else { continue }
        text.append(account.handle ?? account.name ?? "", link: account.url, in: "p")
      default: break
      }
    }
    return text.body
  }

  private mutating func mastodonParameters(
    _ other: inout MastodonRecord
  ) throws(JSONError) -> String? {
    guard try enterIfAny(.object) else { return nil }
    var text: String?
    while let key = try json.nextKey() {
      switch key {
      case "text": text = try textIfAny(limit: Limits.body)
      case "spoiler_text": other.warning = try textIfAny()
      case "visibility": other.visibility = try textIfAny().map { Visibility(stated: $0) }
      default: break
      }
    }
    return text
  }
}

/// The fields of Mastodon records that are not statuses, and those of only some statuses.
struct MastodonRecord {
  struct Quote {
    var state: String?
    var status: Post?

    /// Why the quoted status is not shown at once, for the states of API 4.5; nil for one that is.
    var reason: String? {
      switch state {
      case nil, "accepted": nil
      case "pending": "the quoted author has not approved the quote yet"
      case "rejected": "the quoted author has refused the quote"
      case "revoked": "the quoted author has withdrawn the approval"
      case "deleted": "the quoted post was deleted"
      case "unauthorized": "you may not see the quoted post"
      case "blocked_account": "you have blocked the quoted account"
      case "blocked_domain": "you have blocked the server of the quoted account"
      case "muted_account": "you have muted the quoted account"
      case let other?: other.replacing("_", with: " ")
      }
    }
  }

  var level = 0
  var groupKey: String?
  var group: MastodonGroup?
  var quoteState: String?
  var type: String?
  var status: Post?
  var isConversation = false
  var accounts: [Account] = []
  var report = Body.missing
  var text: String?
  var warning: String?
  var visibility: Visibility?
  var time: Timestamp?
  var quote: Quote?
  var filters: [String] = []
  var username: String?
  var acct: String?
  var displayName: String?
  var note: String?
  var name: String?

  func complete(_ post: inout Post) {
    if let text, post.body == .missing { post.body = .text(text) }
    post.published = post.published ?? time
    post.visibility = post.visibility ?? visibility
    post.contentWarning = post.contentWarning ?? warning
    if post.contentWarning == nil, !filters.isEmpty {
      post.contentWarning = "Filtered: " + filters.joined(separator: ", ")
    }
    guard let quote else { return }
    if quote.status != nil { post.body = post.body.withoutInlineQuote }
    var text = QuotingText(post)
    if let status = quote.status {
      text.add(status, behind: quote.reason)
    } else {
      text.add(sentence: "Quoted post not shown" + (quote.reason.map { ": \($0)" } ?? ""))
    }
    text.complete(&post)
  }

  /// The kinds of notifications by their types.
  private static let kinds: [String: Activity.Kind] = [
    "favourite": .like, "reblog": .reshare, "follow": .follow, "update": .update,
    "quoted_update": .update, "mention": .post, "status": .post, "poll": .post, "quote": .post,
  ]

  func notification(_ type: String, _ outer: Post) -> Post {
    var post = status ?? Post.draft
    let kind = Self.kinds[type] ?? .other
    post.statedID = outer.statedID
    post.statedActivity = Activity(kind, name: type)
    post.published = outer.published ?? post.published
    post.url = post.url ?? outer.author?.url
    if kind == .reshare, post.author != nil {
      post.resharedBy = outer.author
    } else if post.resharedBy == nil {
      post.author = outer.author ?? post.author
    }
    if post.body == .missing { post.body = report }
    return post
  }

  func conversation(_ outer: Post) -> Post {
    var post = status ?? Post.draft
    post.statedID = outer.statedID
    for account in accounts where account != post.author {
      let mention = Mention(handle: account.handle, url: account.url)
      if !post.mentions.contains(mention) { post.mentions.append(mention) }
    }
    if post.author == nil { post.author = accounts.first }
    return post
  }

  func account(_ outer: Post, handle: (String) -> String) -> Post {
    var post = outer
    post.title = (displayName ?? username ?? acct).map { .text($0) } ?? .missing
    post.author = Account(name: nil, handle: (acct ?? username).map(handle))
    post.body = note.map { .html($0) } ?? .missing
    post.type = "Account"
    return post
  }
}

/// A group of notifications of one kind about one status, which names accounts and status by their ids (API 2,
/// Mastodon 4.3).
struct MastodonGroup {
  fileprivate var accountIDs: [String] = []
  fileprivate var statusID: String?
  fileprivate var count: Int?
  fileprivate var time: Timestamp?

  /// The status concerned, among those beside the groups.
  func status(_ facts: FeedFacts) -> Post? { statusID.flatMap { facts.namedPosts[$0] } }

  func head(_ key: String?, _ facts: FeedFacts) -> Post {
    var post = Post.draft
    post.statedID = key
    post.published = time
    let known = accountIDs.compactMap { facts.namedAccounts[$0] }
    let others = max(0, min(count ?? accountIDs.count, 1_000_000_000) - known.count)
    let word = (known.isEmpty ? "account" : "other") + (others == 1 ? "" : "s")
    let rest = others == 0 ? [] : [Account(name: "\(others) \(word)", handle: nil)]
    post.author = Account(together: known + rest)
    return post
  }
}

extension RecordDecoder {
  mutating func readGroup(
    _ key: JSONReader.Text,
    into stated: inout MastodonGroup?
  ) throws(JSONError) {
    var group = stated ?? MastodonGroup()
    switch key {
    case "sample_account_ids":
      group.accountIDs = try list { decoder throws(JSONError) in try decoder.id() }
    case "status_id": group.statusID = try id()
    case "notifications_count": group.count = try countIfAny()
    case "latest_page_notification_at": group.time = try timestamp()
    default: break
    }
    stated = group
  }

  mutating func mastodonAccounts() throws(JSONError) -> [String: Account] {
    var accounts: [String: Account] = [:]
    _ = try list(limit: Limits.comments) { decoder throws(JSONError) -> Account? in
      var id: String?
      let account = try decoder.mastodonAccount(id: &id)
      if let id { accounts[id] = account }
      return account
    }
    return accounts
  }

  mutating func mastodonStatuses() throws(JSONError) -> [String: Post] {
    var posts: [String: Post] = [:]
    _ = try list(limit: Limits.comments) { decoder throws(JSONError) -> Post? in
      guard let post = try decoder.mastodonStatus(inside: 0) else { return nil }
      if let id = post.statedID { posts[id] = post }
      return post
    }
    return posts
  }
}
