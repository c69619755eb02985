/// Writes a post as a record of the native format, so that it can be read again without its feed.
///
/// The text keeps its markup as the feed wrote it. Only the problems of the record are left out: a post
/// that is read again equals the one that was written in everything else.
public struct NativeRecord {
  /// The record in UTF-8, on one line, without a line feed.
  public private(set) var bytes: [UInt8] = []
  private var needsComma = false

  /// Writes `post`.
  public init(_ post: Post) {
    open("{")
    if post.idIsStated { member("id", post.id.rawValue) }
    member("author", post.author)
    member("published", post.published)
    member("edited", post.edited)
    member("first_seen", post.firstSeen)
    member("url", post.url)
    member("title", post.title, html: "title_html", text: "title")
    member("body", post.body, html: "body_html", text: "body_text")
    member("base_url", post.baseURL)
    member("language", post.language)
    member("content_warning", post.contentWarning)
    if let quotations = post.quotations { self.quotations(quotations) }
    member("likes_count", post.likesCount)
    list("likes", post.likes) { $0.account($1) }
    member("reshares_count", post.resharesCount)
    list("reshares", post.reshares) { $0.account($1) }
    member("comments_count", post.commentsCount)
    member("comments_url", post.commentsAddress)
    member("comments_feed", post.commentsFeed)
    member("replies_url", post.repliesAddress)
    member("conversation_url", post.conversationAddress)
    list("comments", post.comments) { $0.comment($1) }
    list("attachments", post.attachments) { $0.attachment($1) }
    list("tags", post.tags) { $0.string($1) }
    list("mentions", post.mentions) { $0.mention($1) }
    list("custom_emoji", post.customEmoji) { $0.string($1) }
    if let card = post.card { self.card(card) }
    if let poll = post.poll { self.poll(poll) }
    member("reshared_by", post.resharedBy)
    member("reshared_at", post.resharedAt)
    member("reshared_address", post.resharedAddress)
    if post.reshareTerm != .reshare { member("reshare_term", post.reshareTerm.rawValue) }
    let usual = post.resharedBy == nil ? Activity.posting : .resharing
    if post.activity != usual { activity(post.activity) }
    member("post_type", post.type)
    member("in_reply_to", post.inReplyTo)
    member("in_reply_to_account", post.inReplyToAccount)
    list("aliases", post.aliases) { $0.string($1) }
    member("community", post.community)
    member("visibility", post.visibility?.rawValue)
    if post.state != .asPublished { member("state", post.state.rawValue) }
    close("}")
  }

  // MARK: Parts

  private mutating func comment(_ comment: Comment) {
    open("{")
    member("id", comment.id.rawValue)
    member("parent", comment.parent?.rawValue)
    member("author", comment.author)
    member("published", comment.published)
    member("body", comment.body, html: "body_html", text: "body_text")
    member("base_url", comment.baseURL)
    member("url", comment.url)
    member("content_warning", comment.contentWarning)
    member("likes_count", comment.likesCount)
    list("likes", comment.likes) { $0.account($1) }
    list("attachments", comment.attachments) { $0.attachment($1) }
    member("visibility", comment.visibility?.rawValue)
    switch comment.kind {
    case .written: break
    case .reference: member("kind", "reference")
    case .stub(let count):
      member("kind", "stub")
      member("count", count)
    }
    close("}")
  }

  private mutating func quotations(_ quotations: Quotations) {
    key("quoted")
    open("{")
    member("content_warning", quotations.warning)
    member("address", quotations.address)
    member("body", quotations.openBody, html: "body_html", text: "body_text")
    close("}")
  }

  private mutating func activity(_ activity: Activity) {
    key("activity")
    open("{")
    member("kind", activity.kind.rawValue)
    member("name", activity.name)
    close("}")
  }

  private mutating func mention(_ mention: Mention) {
    open("{")
    member("handle", mention.handle)
    member("url", mention.url)
    close("}")
  }

  private mutating func card(_ card: Card) {
    key("card")
    open("{")
    member("title", card.title)
    member("summary", card.summary)
    member("url", card.url)
    close("}")
  }

  private mutating func poll(_ poll: Poll) {
    key("poll")
    open("{")
    key("options")
    open("[")
    for option in poll.options {
      open("{")
      member("title", option.title)
      member("votes", option.votes)
      close("}")
    }
    close("]")
    member("votes_count", poll.votesCount)
    member("voters_count", poll.votersCount)
    if poll.isExpired {
      key("expired")
      value("true")
    }
    member("expires", poll.expires)
    close("}")
  }

  private mutating func account(_ account: Account) {
    open("{")
    member("name", account.name)
    member("handle", account.handle)
    member("url", account.url)
    member("bio_html", account.bioHTML)
    list("with", account.companions) { $0.string($1) }
    close("}")
  }

  private mutating func attachment(_ attachment: Attachment) {
    open("{")
    member("type", attachment.type)
    member("url", attachment.url)
    member("alt", attachment.alt)
    member("width", attachment.size?.width)
    member("height", attachment.size?.height)
    if attachment.isSensitive {
      key("sensitive")
      value("true")
    }
    close("}")
  }

  // MARK: Members, each left out where nothing is known

  private mutating func member(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    key(name)
    string(text)
  }

  private mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    key(name)
    value("\(number)")
  }

  private mutating func member(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    key(name)
    // A time whose zone is not stated is written without one, and read so.
    string(time.zoneIsStated ? time.rfc3339 : String(time.rfc3339.dropLast()))
  }

  private mutating func member(_ name: StaticString, _ account: Account?) {
    guard let account else { return }
    key(name)
    self.account(account)
  }

  private mutating func member(
    _ name: StaticString,
    _ body: Body,
    html: StaticString,
    text: StaticString
  ) {
    switch body {
    case .html(let source): member(html, source)
    case .text(let source): member(text, source)
    case .missing: break
    }
  }

  private mutating func list<Element>(
    _ name: StaticString,
    _ elements: [Element],
    _ write: (inout NativeRecord, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    key(name)
    open("[")
    for element in elements { write(&self, element) }
    close("]")
  }

  // MARK: JSON

  private mutating func open(_ bracket: StaticString) {
    separate()
    append(bracket)
    needsComma = false
  }

  private mutating func close(_ bracket: StaticString) {
    append(bracket)
    needsComma = true
  }

  private mutating func key(_ name: StaticString) {
    separate()
    bytes.append(0x22)
    append(name)
    bytes += [0x22, 0x3A]
    needsComma = false
  }

  private mutating func string(_ text: String) {
    separate()
    bytes.append(0x22)
    bytes += JSONEscaping.escape(text.utf8)
    bytes.append(0x22)
    needsComma = true
  }

  private mutating func value(_ text: String) {
    separate()
    bytes += text.utf8
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = false
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes += $0 }
  }
}
