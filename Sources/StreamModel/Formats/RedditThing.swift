/// The fields of a Reddit thing before it becomes a post.
struct RedditThing {
  /// The kind: "t1" a comment, "t3" a link, "t5" a subreddit, "more" a stub.
  var kind: String?
  let parent: Int?
  var id: String?
  var name: String?
  var author: String?
  var title: String?
  var linkTitle: String?
  var text: String?
  var html: String?
  var permalink: String?
  var url: String?
  var subreddit: String?
  var flair: String?
  var parentID: String?
  var created: Timestamp?
  var edited: Timestamp?
  var score: Int?
  var commentsCount: Int?
  var count: Int?
  var attachments: [Attachment] = []
  var poll: Poll?
  var crosspost: Quotation?
  var isSpoiler = false
  var isAdult = false

  /// A link that was also posted to another subreddit.
  struct Quotation {
    var author: Account?
    var url: String?
    var body: Body
  }

  init(parent: Int?) {
    self.parent = parent
  }

  var fields: Post {
    var post = Post.draft
    post.statedID = fullName
    post.type = kind
    post.author = account
    post.published = created
    post.edited = edited
    post.title = (title ?? linkTitle).map(Self.title) ?? .missing
    post.likesCount = score
    post.commentsCount = commentsCount
    post.attachments = attachments
    post.poll = poll
    post.tags = [subreddit, flair].compactMap { $0 }
    post.community = community
    post.url = address
    post.baseURL = Self.site
    if let url, let address, url != address, !url.hasSuffix(permalink ?? "-") {
      post.card = Card(title: nil, url: Self.absolute(url))
    }
    if isAdult || isSpoiler {
      post.contentWarning = [isAdult ? "NSFW" : nil, isSpoiler ? "spoiler" : nil].compactMap { $0 }
        .joined(separator: ", ")
    }
    post.body = body
    switch kind {
    case "t1":
      post.statedActivity = Activity(.comment)
      post.inReplyTo = parentID
    case "more":
      let isContinued = (count ?? 0) == 0
      post.title = .text(isContinued ? "This thread goes on" : "\(count ?? 0) more comments")
      post.inReplyTo = parentID
      post.statedActivity = Activity(.other, name: kind)
    case "t2", "t5":
      post.title = (subreddit ?? title ?? name).map { .text($0) } ?? .missing
    default: break
    }
    return post
  }

  /// The base of addresses such as "/r/lakes" in a text.
  private static let site = "https://www.reddit.com/"

  func comment(parent: Post.ID?) -> Comment {
    var text = HTMLText()
    if let title {
      text.append(markup: "<p>")
      text.append(title, link: url.map(Self.absolute))
      text.append(markup: "</p>")
      text.append(body)
    }
    return Comment(
      id: Post.ID(fullName ?? ""),
      parent: parent,
      author: account,
      published: created,
      body: title == nil ? body : text.body,
      baseURL: Self.site,
      url: address,
      likesCount: score,
      attachments: attachments
    )
  }

  /// The comment that stands for those that a stub counts; they are at `page`.
  func stub(parent: Post.ID?, page: String?, number: Int) -> Comment {
    Comment(
      id: Post.ID(fullName ?? "more_\(number)"),
      parent: parent,
      url: page,
      kind: .stub(count: max(0, count ?? 0))
    )
  }

  /// The subreddit as people write it; "u_ann" is the page of a user.
  private var community: String? {
    guard kind == "t1" || kind == "t3", let subreddit, !subreddit.isEmpty else { return nil }
    return subreddit.hasPrefix("u_") ? "u/\(subreddit.dropFirst(2))" : "r/\(subreddit)"
  }

  private var fullName: String? {
    if kind == "t2" || kind == "more" { return id.map { "\(kind ?? "")_\($0)" } }
    return name ?? id.map { "\(kind ?? "")_\($0)" }
  }

  private var address: String? {
    permalink.map(Self.absolute) ?? (kind == "t1" ? nil : url.map(Self.absolute))
  }

  private var account: Account? {
    author.map { name in
      let isGone = name == "[deleted]"
      return Account(
        name: name,
        handle: nil,
        url: isGone ? nil : "https://www.reddit.com/user/\(name)"
      )
    }
  }

  private var body: Body {
    let own: Body
    if let html, !html.isEmpty {
      own = .html(Self.unescaped(html))
    } else {
      own = text.flatMap { $0.isEmpty ? nil : .text($0) } ?? .missing
    }
    guard let crosspost else { return own }
    var text = HTMLText()
    text.append(own)
    text.appendQuotation(of: crosspost.author, link: crosspost.url, crosspost.body)
    return text.body
  }
}

extension RedditThing {
  static func absolute(_ address: String) -> String {
    let text = address.contains("&amp;") ? unescapedOnce(address) : address
    return text.hasPrefix("/") ? "https://www.reddit.com" + text : text
  }

  /// Returns a title: text, whose "&", "<" and ">" are entities unless raw_json was requested.
  static func title(_ text: String) -> Body {
    text.contains("<") || text.contains(">") || !text.contains("&") ? .text(text) : .html(text)
  }

  /// Returns HTML, which is escaped once more unless raw_json was requested.
  static func unescaped(_ html: String) -> String {
    html.contains("<") ? html : unescapedOnce(html)
  }

  /// Returns the text with the entities of markup characters decoded, each once.
  static func unescapedOnce(_ text: String) -> String {
    var out: [UInt8] = []
    let bytes = Array(text.utf8)
    out.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      guard bytes[at] == 0x26,
        let entity = Self.entities.first(where: { bytes[at...].starts(with: $0.0) })
      else {
        out.append(bytes[at])
        at += 1
        continue
      }
      out.append(entity.1)
      at += entity.0.count
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let entities: [([UInt8], UInt8)] = [
    (Array("&amp;".utf8), 0x26), (Array("&lt;".utf8), 0x3C), (Array("&gt;".utf8), 0x3E),
    (Array("&quot;".utf8), 0x22), (Array("&#39;".utf8), 0x27), (Array("&#x27;".utf8), 0x27),
  ]
}
