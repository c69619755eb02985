import CellGrid

/// Writes a post as a record of the native format, so that it can be read again without its feed.
///
/// The text keeps its markup as the feed wrote it. Only the problems of the record are left out: a post
/// that is read again equals the one that was written in everything else.
public struct NativeRecord {
  /// The members that a dump adds to the record: plain words and links, the conversation, and the origin.
  package struct Export {
    package typealias Link = (text: String, url: String, kind: String)

    /// A post that the exported one replies to; only its id or address where the sources lack it.
    package enum Parent {
      case post(Post)
      case elsewhere(String)
    }

    let comments: [Comment]
    let parents: [Parent]
    let origin: PostOrigin
    let flags: PostFlags?
    /// Reads the words and links of a body with its base address and its custom emoji.
    let read: (Body, String?, [String]) -> (text: String, links: [Link])
    let title: (Body) -> String?

    package init(
      comments: [Comment],
      parents: [Parent],
      origin: PostOrigin,
      flags: PostFlags?,
      read: @escaping (Body, String?, [String]) -> (text: String, links: [Link]),
      title: @escaping (Body) -> String?
    ) {
      self.comments = comments
      self.parents = parents
      self.origin = origin
      self.flags = flags
      self.read = read
      self.title = title
    }
  }

  /// The record in UTF-8, on one line, without a line feed.
  public var bytes: [UInt8] { json.bytes }
  private var json = JSONText()
  private let export: Export?

  /// Writes `post`.
  public init(_ post: Post) {
    export = nil
    json.open("{")
    if post.idIsStated { member("id", post.id.rawValue) }
    members(of: post, comments: post.comments)
    json.close("}")
  }

  /// Writes `post` with its id, also where its feed states none; all text is safe to print.
  package init(_ post: Post, _ export: Export) {
    self.export = export
    json.open("{")
    member("id", post.id.rawValue)
    var counted = post
    counted.likesCount = post.knownLikesCount
    counted.resharesCount = post.knownResharesCount
    let listed = export.comments.listedCount
    counted.commentsCount = Tally.known(stated: post.knownCommentsCount, listed: listed)
    members(of: counted, comments: export.comments)
    list("parents", export.parents) { $0.parent($1) }
    member("feed", export.origin.feed)
    member("source", export.origin.source)
    if let flags = export.flags {
      member("read", flags.contains(.read))
      member("kept", flags.contains(.kept))
    }
    json.close("}")
  }

  // MARK: Parts

  private mutating func members(of post: Post, comments: [Comment]) {
    member("author", post.author)
    member("published", post.published)
    member("edited", post.edited)
    member("first_seen", post.firstSeen)
    member("url", post.url)
    if let export, case .html = post.title { member("title", export.title(safe(post.title))) }
    member(post.title, html: "title_html", text: "title")
    body(post.body, base: post.baseURL, emoji: post.customEmoji)
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
    list("comments", comments) { $0.comment($1) }
    list("attachments", post.attachments) { $0.attachment($1) }
    list("tags", post.tags) { $0.string($1) }
    list("mentions", post.mentions) { $0.object(("handle", $1.handle), ("url", $1.url)) }
    list("custom_emoji", post.customEmoji) { $0.string($1) }
    if let card = post.card {
      json.key("card")
      object(("title", card.title), ("summary", card.summary), ("url", card.url))
    }
    if let poll = post.poll { self.poll(poll) }
    member("reshared_by", post.resharedBy)
    member("reshared_at", post.resharedAt)
    member("reshared_address", post.resharedAddress)
    if post.reshareTerm != .reshare { member("reshare_term", post.reshareTerm.rawValue) }
    let usual = post.resharedBy == nil ? Activity.posting : .resharing
    if export != nil || post.activity != usual {
      json.key("activity")
      object(("kind", post.activity.kind.rawValue), ("name", post.activity.name))
    }
    member("post_type", post.type)
    member("in_reply_to", post.inReplyTo)
    member("in_reply_to_account", post.inReplyToAccount)
    list("aliases", post.aliases) { $0.string($1) }
    member("community", post.community)
    member("visibility", post.visibility?.rawValue)
    if post.state != .asPublished { member("state", post.state.rawValue) }
  }

  private mutating func body(_ body: Body, base: String?, emoji: [String]) {
    if let export, body != .missing {
      let words = export.read(safe(body), base.map { safe($0) }, emoji.map { safe($0) })
      json.key("text")
      json.value(words.text)
      list("links", words.links) {
        $0.object(("text", $1.text), ("url", $1.url), ("kind", $1.kind))
      }
    }
    member(body, html: "body_html", text: "body_text")
    member("base_url", base)
  }

  private mutating func parent(_ parent: Export.Parent) {
    json.open("{")
    switch parent {
    case .elsewhere(let name): member("id", name)
    case .post(let post):
      member("id", post.id.rawValue)
      members(of: post, comments: [])
    }
    json.close("}")
  }

  private mutating func comment(_ comment: Comment) {
    json.open("{")
    member("id", comment.id.rawValue)
    member("parent", comment.parent?.rawValue)
    member("author", comment.author)
    member("published", comment.published)
    body(comment.body, base: comment.baseURL, emoji: [])
    member("url", comment.url)
    member("content_warning", comment.contentWarning)
    member("likes_count", export == nil ? comment.likesCount : comment.knownLikesCount)
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
    json.close("}")
  }

  private mutating func quotations(_ quotations: Quotations) {
    json.key("quoted")
    json.open("{")
    member("content_warning", quotations.warning)
    member("address", quotations.address)
    member(quotations.openBody, html: "body_html", text: "body_text")
    json.close("}")
  }

  private mutating func poll(_ poll: Poll) {
    json.key("poll")
    json.open("{")
    json.key("options")
    json.open("[")
    for option in poll.options {
      json.open("{")
      member("title", option.title)
      member("votes", option.votes)
      json.close("}")
    }
    json.close("]")
    member("votes_count", poll.votesCount)
    member("voters_count", poll.votersCount)
    if poll.isExpired { member("expired", true) }
    member("expires", poll.expires)
    json.close("}")
  }

  private mutating func account(_ account: Account) {
    json.open("{")
    member("name", account.name)
    member("handle", account.handle)
    member("url", account.url)
    member("bio_html", account.bioHTML)
    list("with", account.companions) { $0.string($1) }
    json.close("}")
  }

  private mutating func attachment(_ attachment: Attachment) {
    json.open("{")
    member("type", attachment.type)
    member("url", attachment.url)
    member("alt", attachment.alt)
    member("width", attachment.size?.width)
    member("height", attachment.size?.height)
    if attachment.isSensitive { member("sensitive", true) }
    json.close("}")
  }

  // MARK: Members, each left out where nothing is known

  private mutating func member(_ name: StaticString, _ text: String?) {
    guard let text, export == nil || !safe(text).isEmpty else { return }
    json.key(name)
    string(text)
  }

  private mutating func member(_ name: StaticString, _ number: Int?) {
    guard let number else { return }
    json.key(name)
    json.value(number)
  }

  private mutating func member(_ name: StaticString, _ flag: Bool) {
    json.key(name)
    json.write(flag ? "true" : "false")
  }

  private mutating func member(_ name: StaticString, _ time: Timestamp?) {
    guard let time else { return }
    json.key(name)
    // A time whose zone is not stated is written without one, and read so.
    string(time.zoneIsStated ? time.rfc3339 : String(time.rfc3339.dropLast()))
  }

  private mutating func member(_ name: StaticString, _ account: Account?) {
    guard let account else { return }
    json.key(name)
    self.account(account)
  }

  private mutating func member(_ body: Body, html: StaticString, text: StaticString) {
    switch safe(body) {
    case .html(let source):
      json.key(html)
      json.value(source)
    case .text(let source):
      json.key(text)
      json.value(source)
    case .missing: break
    }
  }

  private mutating func object(_ members: (name: StaticString, text: String?)...) {
    json.open("{")
    for (name, text) in members { member(name, text) }
    json.close("}")
  }

  private mutating func list<Element>(
    _ name: StaticString,
    _ elements: [Element],
    _ write: (inout NativeRecord, Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    json.key(name)
    json.open("[")
    for element in elements { write(&self, element) }
    json.close("]")
  }

  // MARK: Safe text

  /// The text of a line, in a dump safe to print and no longer than its reader keeps.
  private func safe(_ text: String) -> String {
    export == nil ? text : Self.safe(text, keepingNewlines: false, limit: Limits.text)
  }

  private func safe(_ body: Body) -> Body {
    guard export != nil else { return body }
    return switch body {
    case .html(let text): .html(Self.safe(text, keepingNewlines: true, limit: Limits.body))
    case .text(let text): .text(Self.safe(text, keepingNewlines: true, limit: Limits.body))
    case .missing: .missing
    }
  }

  private static func safe(_ text: String, keepingNewlines: Bool, limit: Int) -> String {
    Sanitizer.sanitize(Array(text.utf8), keepingNewlines: keepingNewlines).text
      .string(in: 0..<limit)
  }

  private mutating func string(_ text: String) { json.value(safe(text)) }
}
