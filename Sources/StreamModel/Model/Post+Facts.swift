import RichText

/// The ids and addresses by which other records refer to a post.
extension Post {
  /// Every id and address of the post, each once; empty where the record is not about one post.
  ///
  /// A like or a follow names what it is about, and that is another record.
  public var names: [String] {
    let own = idIsStated ? [id.rawValue] : []
    let all: [String]
    switch activity.kind {
    case .post, .comment, .update, .reshare: all = own + aliases + (url.map { [$0] } ?? [])
    case .like, .dislike, .follow, .delete, .add, .remove, .other: all = own
    }
    var seen: Set<String> = []
    return all.filter { !$0.isEmpty && seen.insert($0).inserted }
  }

  /// Whether the record passes on a post of somebody else, or of the same author.
  public var isReshare: Bool { resharedBy != nil || activity.kind == .reshare }
}

extension Post.ID {
  /// Whether an id is an address, and thus means the same on every server.
  static func isGlobal(_ id: String) -> Bool { id.utf8.contains(0x3A) }
}

extension Post {
  var namesInReplies: [String] {
    // No reply can name a post by the hash of its record.
    names.isEmpty && idIsStated ? [id.rawValue] : names
  }
}

extension Comment {
  var namesInReplies: [String] { [id.rawValue] + (url.map { [$0] } ?? []) }
}

extension Post {
  /// The hash of title, text, attachments and warning: a post with another one says something else.
  package var textHash: UInt64 {
    let parts = [Self.part(title), Self.part(body), contentWarning ?? ""] + shownFiles.joined()
    return stableHash(of: parts.joined(separator: "\u{0}"))
  }

  private static func part(_ body: Body) -> String {
    switch body {
    case .html(let text): "h" + text
    case .text(let text): "t" + text
    case .missing: ""
    }
  }

  /// The time that a row of the post shows; nil where none is known.
  public var shownTime: Timestamp? { firstSeen ?? published }

  /// The seconds by which a stated time may be ahead of the clock: zones are often stated wrongly.
  private static let leeway: Int64 = 86_400

  /// The time that puts the post in its place among others; nil where none is known.
  ///
  /// - Parameter now: A time more than a day after it counts as none, because it would keep the post
  ///   above all others for ever; with nil every time counts.
  public func rankTime(at now: Timestamp?) -> Timestamp? {
    let latest = now?.advanced(by: Self.leeway)
    let come = { (time: Timestamp?) -> Timestamp? in
      guard let time, let latest, time > latest else { return time }
      return nil
    }
    return come(firstSeen) ?? come(resharedAt) ?? come(published) ?? come(edited)
  }
}

extension Comment {
  /// The comment as a post, as far as it says what posts say.
  package var asPost: Post {
    var post = Post(
      id: Post.ID(id.rawValue),
      idIsStated: true,
      author: author,
      published: published,
      url: url,
      body: body,
      contentWarning: contentWarning,
      likesCount: knownLikesCount,
      attachments: attachments,
      visibility: visibility
    )
    post.baseURL = baseURL
    return post
  }
}

extension Post {
  /// Whether everybody may read it, as far as the feed states that.
  public var isPublic: Bool { (visibility ?? .public) == .public }

  /// Returns the post without comments that state that not everybody may read them.
  public func withPublicComments() -> Post {
    let isOpen = { (comment: Comment) in (comment.visibility ?? .public) == .public }
    guard !comments.allSatisfy(isOpen) else { return self }
    var post = self
    post.comments = comments.filter(isOpen)
    return post
  }

  /// The warning before the whole text: that of the post itself, and those of the posts that it quotes.
  public var wholeWarning: String? {
    guard let quoted = quotations?.warning else { return contentWarning }
    return (contentWarning.map { "\($0) · " } ?? "") + "quoted: \(quoted)"
  }

  /// The post without the quotes that have a warning; the post itself where it warns of the whole text, or none has one.
  ///
  /// Sensitive files go with the quotes: they are those of the quoted posts.
  public var withoutWarnedQuotes: Post {
    guard contentWarning == nil, let quotations, quotations.warning != nil else { return self }
    var post = self
    post.body = quotations.openBody
    post.attachments = attachments.filter { !$0.isSensitive }
    return post
  }
}

/// What counts as an edit of a post: the text that is shown, not its markup, its dates or the addresses of its links.
extension Post {
  /// Whether the post shows another text, warning or attachment than `former` did.
  package func isEdited(since former: Post) -> Bool {
    guard textHash != former.textHash else { return false }
    return title.shown != former.title.shown || body.shown != former.body.shown
      || contentWarning != former.contentWarning || shownFiles != former.shownFiles
  }

  /// Whether a link of the text leads elsewhere than in `former`; queries and fragments aside, which many sites write
  /// anew each time.
  package func hasOtherLinks(than former: Post) -> Bool {
    body.linkedPages != former.body.linkedPages
  }

  /// Servers sign the addresses of files anew for each request.
  private var shownFiles: [[String]] {
    attachments.map { file in
      [file.type ?? "", String((file.url ?? "").prefix { $0 != "?" }), file.alt ?? ""]
    }
  }
}

extension Body {
  /// The text as rows show it, with its styles and links if `reading` asks for them.
  func read(_ reading: Reading) -> RichText {
    let reader = RichTextReader(reading: reading)
    return switch self {
    case .html(let html): reader.read(html: html)
    case .text(let text): reader.read(plain: text)
    case .missing: reader.read(plain: "")
    }
  }

  fileprivate var shown: [UInt8] { read(.flat).utf8 }

  fileprivate var linkedPages: [String] {
    read(.rich).links.map { link in String(link.target.prefix { $0 != "?" && $0 != "#" }) }
  }
}

/// How the records of the sources follow each other.
public enum StreamOrder: String, Sendable, CaseIterable {
  /// By time, the newest first; what several sources hold is one row.
  case newest
  case oldest, document, likes, comments
  /// The posts of one source after those of another, in each the newest first.
  case feed

  /// Whether the rows are in order of time.
  public var isByTime: Bool { self == .newest || self == .oldest }

  /// Whether the rows of each source are in order of time.
  var isByTimeInSources: Bool { isByTime || self == .feed }
}

extension CaseIterable where Self: Equatable, AllCases == [Self] {
  /// The case after this one in the list of all, the first after the last.
  package var next: Self {
    let all = Self.allCases
    let index = all.firstIndex(of: self).map { ($0 + 1) % all.count } ?? 0
    return all[index]
  }
}

extension Int {
  /// The number with a comma between thousands: "1,060".
  package var grouped: String {
    var rest = magnitude
    // Status lines ask with every key, and most numbers have one group.
    guard rest >= 1_000 else { return String(self) }
    var groups = ""
    while rest >= 1_000 {
      let group = rest % 1_000
      groups = (group < 10 ? ",00" : group < 100 ? ",0" : ",") + String(group) + groups
      rest /= 1_000
    }
    return (self < 0 ? "-" : "") + String(rest) + groups
  }
}
