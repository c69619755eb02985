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
    case _ where other.level > 0: try json.skipValue()
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
    default: try json.skipValue()
    }
  }

  /// The deepest nesting of statuses: the status of a notification, its reblog, and a few quotes of quotes.
  private static let deepestStatus = 8

  /// Decodes a status that another record holds, which is at `level`; nil where it is none, or nested too deep.
  mutating func mastodonStatus(inside level: Int) throws(JSONError) -> Post? {
    guard level < Self.deepestStatus else {
      try json.skipValue()
      return nil
    }
    guard try enter(.object) else { return nil }
    var inner = MastodonRecord(level: level + 1)
    return try mastodonStatus(in: &inner)
  }

  /// Decodes a quoted status, either inside Mastodon's quote object or directly.
  private mutating func mastodonQuote(
    inside level: Int
  ) throws(JSONError) -> MastodonRecord.Quote? {
    guard level < Self.deepestStatus else {
      try json.skipValue()
      return MastodonRecord.Quote()
    }
    guard try enterIfAny(.object) else { return nil }
    var quote = MastodonRecord(level: level + 1)
    let direct = try mastodonStatus(in: &quote)
    let isDirect = quote.status == nil && (direct.body != .missing || direct.author != nil)
    return MastodonRecord.Quote(state: quote.quoteState, status: isDirect ? direct : quote.status)
  }

  private mutating func mastodonFilters() throws(JSONError) -> [String] {
    guard try json.peek() == .array else {
      try json.skipValue()
      return []
    }
    return try list { decoder throws(JSONError) in
      guard try decoder.enter(.object) else { return nil }
      var title: String?
      while let key = try decoder.json.nextKey() {
        if key == "filter", try decoder.json.peek() == .object {
          title = try decoder.named("title")
        } else {
          try decoder.json.skipValue()
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
        if let comment = try textIfAny(limit: Limits.body) {
          text.append(markup: "<p>")
          text.append(comment)
          text.append(markup: "</p>")
        }
      case "target_account":
        guard let account = try mastodonAccount() else { continue }
        text.append(markup: "<p>")
        text.append(account.handle ?? account.name ?? "", link: account.url)
        text.append(markup: "</p>")
      default: try json.skipValue()
      }
    }
    return text.body
  }

  /// Decodes the future contents of a scheduled status.
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
      default: try json.skipValue()
      }
    }
    return text
  }
}

/// The fields of Mastodon records that are not statuses, and those of only some statuses.
struct MastodonRecord {
  /// A status quoted by another one.
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
  /// What a group of notifications states; nil for other records.
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

  /// Adds the fields that only some statuses have.
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

  /// Returns a notification: the account, its action and the status concerned.
  func notification(_ type: String, _ outer: Post) -> Post {
    var post = status ?? Post.draft
    let kind: Activity.Kind =
      switch type {
      case "favourite": .like
      case "reblog": .reshare
      case "follow": .follow
      case "update", "quoted_update": .update
      case "mention", "status", "poll", "quote": .post
      default: .other
      }
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

  /// Returns the last status of a conversation under the conversation's id.
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

  /// Returns an account as a record of its own.
  func account(_ outer: Post, handle: (String) -> String) -> Post {
    var post = outer
    post.title = (displayName ?? username ?? acct).map { .text($0) } ?? .missing
    post.author = Account(name: nil, handle: (acct ?? username).map(handle))
    post.body = note.map { .html($0) } ?? .missing
    post.type = "Account"
    return post
  }
}
