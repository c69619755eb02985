/// Decodes the entries of the Mastodon API's lists.
///
/// They are statuses, notifications, conversations, scheduled statuses, accounts and hashtags.
extension RecordDecoder {
  mutating func mastodonRecord() throws(JSONError) -> PostFields {
    try json.open()
    var other = MastodonRecord()
    let post = try mastodonStatus(in: &other)
    if let type = other.type, post.author != nil || other.status != nil {
      return other.notification(type, post)
    }
    if other.isConversation { return other.conversation(post) }
    if other.acct != nil || other.username != nil { return other.account(post, handle: handle) }
    if let name = other.name, post.body == .missing, post.author == nil {
      var tag = post
      tag.id = post.id ?? post.url
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
    case "type": other.type = try textIfAny()
    case "status": other.status = try nestedStatus()
    case "last_status":
      other.isConversation = true
      other.status = try nestedStatus()
    case "accounts":
      other.isConversation = true
      other.accounts = try list { decoder throws(JSONError) in try decoder.mastodonAccount() }
    case "report": other.report = try mastodonReport()
    case "params": other.text = try mastodonParameters(&other)
    case "scheduled_at", "published_at": other.time = try date()
    case "quote": other.quote = try mastodonQuote()
    case "filtered": other.filters = try mastodonFilters()
    case "username": other.username = try textIfAny()
    case "acct": other.acct = try textIfAny()
    case "display_name": other.displayName = try textIfAny()
    case "note": other.note = try textIfAny(limit: Limits.body)
    case "name": other.name = try textIfAny()
    default: try json.skipValue()
    }
  }

  private mutating func nestedStatus() throws(JSONError) -> PostFields? {
    guard try enter(.object) else { return nil }
    var ignored = MastodonRecord()
    return try mastodonStatus(isNested: true, in: &ignored)
  }

  /// Decodes a quoted status, either inside Mastodon's quote object or directly.
  private mutating func mastodonQuote() throws(JSONError) -> MastodonRecord.Quote? {
    guard try enterIfAny(.object) else { return nil }
    var quote = MastodonRecord.Quote()
    var direct = MastodonRecord()
    // The same object may be a quote or, in forks, the status itself.
    let status = try mastodonStatus(isNested: true, in: &direct, quote: &quote)
    if quote.status == nil, status.body != .missing || status.author != nil {
      quote.status = status
    }
    return quote
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
    var status: PostFields?
  }

  var type: String?
  var status: PostFields?
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
  func complete(_ post: inout PostFields) {
    if let text, post.body == .missing { post.body = .text(text) }
    post.published = post.published ?? time
    post.visibility = post.visibility ?? visibility
    post.contentWarning = post.contentWarning ?? warning
    if post.contentWarning == nil, !filters.isEmpty {
      post.contentWarning = "Filtered: " + filters.joined(separator: ", ")
    }
    guard let quote else { return }
    var text = HTMLText()
    text.append(post.body)
    if let status = quote.status {
      text.appendQuotation(of: status.author, link: status.url, status.body)
    } else {
      text.appendQuotation(of: nil, link: nil, .text("Quote: \(quote.state ?? "not shown")"))
    }
    post.body = text.body
  }

  /// Returns a notification: the account, its action and the status concerned.
  func notification(_ type: String, _ outer: PostFields) -> PostFields {
    var post = status ?? PostFields()
    let kind: Activity.Kind =
      switch type {
      case "favourite": .like
      case "reblog": .reshare
      case "follow": .follow
      case "update", "quoted_update": .update
      case "mention", "status", "poll", "quote": .post
      default: .other
      }
    post.id = outer.id
    post.activity = Activity(kind, name: type)
    post.published = outer.published ?? post.published
    post.url = post.url ?? outer.author?.url
    if kind == .reshare, post.author != nil {
      post.resharedBy = outer.author
    } else {
      post.author = outer.author ?? post.author
    }
    if post.body == .missing { post.body = report }
    return post
  }

  /// Returns the last status of a conversation under the conversation's id.
  func conversation(_ outer: PostFields) -> PostFields {
    var post = status ?? PostFields()
    post.id = outer.id
    for account in accounts where account != post.author {
      let mention = Mention(handle: account.handle, url: account.url)
      if !post.mentions.contains(mention) { post.mentions.append(mention) }
    }
    if post.author == nil { post.author = accounts.first }
    return post
  }

  /// Returns an account as a record of its own.
  func account(_ outer: PostFields, handle: (String) -> String) -> PostFields {
    var post = outer
    post.title = (displayName ?? username ?? acct).map { .text($0) } ?? .missing
    post.author = Account(name: nil, handle: (acct ?? username).map(handle))
    post.body = note.map { .html($0) } ?? .missing
    post.type = "Account"
    return post
  }
}
