import CellGrid
import RichText
package import StreamModel

/// Exports posts as text, JSON and lists of links with the viewer's readers and layout, but no
/// terminal.
package struct PostDump {
  private let now: Timestamp
  private var json = JSONText()

  /// Creates an exporter; relative times refer to `now`.
  package init(now: Timestamp) {
    self.now = now
  }

  /// Returns one JSON object, without a newline.
  ///
  /// The "Dump" section of the manual page describes it.
  ///
  /// - Parameters:
  ///   - source: The origin of the record as `file:line:column`.
  ///   - feed: The name of its feed.
  ///   - replies: The conversation below the post; nil takes the comments that the post lists.
  ///   - flags: The flags of the reader; nil tells none.
  package mutating func json(
    _ post: Post,
    source: String,
    feed: String? = nil,
    replies: DumpedReplies? = nil,
    flags: PostFlags? = nil
  ) -> [UInt8] {
    let replies = replies ?? DumpedReplies(post.comments)
    json.clear()
    json.open("{")
    json.member("id", Self.safe(post.id.rawValue))
    json.member("kind", post.activity.kind.rawValue)
    json.member("activity", Self.safe(post.activity.name))
    json.member("type", Self.safe(post.type))
    addAuthor(post.author, published: post.published, edited: post.edited)
    json.member("title", PostTitle.stated(post)?.string)
    json.member("url", Self.safe(post.url))
    addBody(
      post.body,
      baseURL: post.baseURL,
      emoji: post.customEmoji,
      card: post.card,
      attachments: post.attachments,
      recorded: post.recorded
    )
    json.member("content_warning", Self.safe(post.wholeWarning))
    json.member("language", Self.safe(post.language))
    json.member("likes", post.knownLikesCount)
    json.member("reshares", post.knownResharesCount)
    json.key("comments_count")
    let listed = replies.comments.listedCount
    json.value(Tally.known(stated: post.knownCommentsCount, listed: listed))
    json.member("comments_elsewhere", replies.elsewhereCount)
    if let page = post.commentsAddress { json.member("comments_url", Self.safe(page)) }
    addVisibility(post.visibility)
    if post.state != .asPublished { json.member("state", post.state.rawValue) }
    json.member("in_reply_to", Self.safe(post.inReplyTo))
    if let sharer = post.resharedBy {
      json.member("reshared_by", Self.safe(sharer.handle ?? sharer.name ?? sharer.url))
      if let time = post.resharedAt { json.member("reshared_at", time.rfc3339) }
    }
    if !replies.parents.isEmpty { addParents(replies.parents) }
    addComments(replies)
    json.member("feed", Self.safe(post.recorded == nil ? feed : post.recorded?.feed))
    json.member("source", Self.safe(post.recorded?.source ?? source))
    if let flags {
      json.member("read", flags.contains(.read))
      json.member("kept", flags.contains(.kept))
    }
    json.close("}")
    return json.bytes
  }

  /// Returns one line per link of a post and of its comments: id, target and text, separated by tabs.
  package func links(_ post: Post) -> String {
    var rows: [[String]] = []
    func add(_ id: Post.ID, _ body: BodyText, _ attachments: [Attachment]) {
      rows += body.links.map { [id.rawValue, $0.target, body.text[$0.range].string] }
      rows += attachments.compactMap { attachment in
        attachment.url.map { [id.rawValue, $0, attachment.alt ?? ""] }
      }
    }
    let (base, emoji) = (post.baseURL, post.customEmoji)
    let body = BodyText(post.body, baseURL: base, customEmoji: emoji, reading: .rich)
    add(post.id, body, post.attachments)
    for comment in post.comments { add(comment.id, Self.text(of: comment), comment.attachments) }
    return TextTable(rows).tabSeparated
  }

  private static func text(of comment: Comment) -> BodyText {
    BodyText(comment.body, baseURL: comment.baseURL, customEmoji: [], reading: .rich)
  }

  /// Returns the post and its comments as laid out on the post's own page.
  ///
  /// - Parameters:
  ///   - feed: The title of its feed, which stands where it names no author.
  ///   - sources: The feeds that hold the post, if there are several feeds.
  ///   - replies: The conversation below the post; nil takes the comments that it lists.
  package func text(
    _ record: Feed.Record,
    columns: Int,
    feed: String? = nil,
    sources: [String] = [],
    replies: DumpedReplies? = nil
  ) -> String {
    let layout = RowLayout(columns: columns + RowLayout.gutter)
    switch record {
    case .problem(let problem):
      return Self.text(of: layout.lay(PostRow(now: now).row(problem)))
    case .post(let post):
      let replies = replies ?? DumpedReplies(post.comments)
      let listed = replies.comments.listedCount
      let row = PostRow(now: now, feedTitle: feed).fullRow(
        post,
        sources: sources,
        folds: .unfolded,
        commentCount: Tally.known(stated: post.knownCommentsCount, listed: listed)
      )
      var text = replies.parents.map { Self.text(of: layout.lay(parentRow($0))) }.joined()
      text += Self.text(of: layout.lay(row))
      for node in Conversation(comments: replies.comments).nodes {
        let row =
          ElsewhereRow.row(node)
          ?? CommentRow(now: now).row(
            node,
            post: replies.post(node.comment.id),
            isCollapsed: false,
            folds: PostRow.Folds(isExpanded: true, isUncovered: true)
          )
        let lines = Self.text(of: layout.lay(row))
        let indent = String(repeating: " ", count: min(2 * node.depth + 2, columns / 2))
        let links = Self.text(of: node.comment).links.enumerated()
          .map { "\(indent)[\($0.offset + 1)] \(SafeText(sanitizing: $0.element.target).string)\n" }
        // Before the line that ends the comment.
        text += lines.hasSuffix("\n\n") ? "\(lines.dropLast())\(links.joined())\n" : lines
      }
      return text
    }
  }

  private func parentRow(_ parent: DumpedReplies.Parent) -> Row {
    switch parent {
    case .elsewhere(let name): ElsewhereRow.parent(name)
    case .post(let post):
      CompactRow(now: now, zone: .utc).row(
        post,
        feedTitle: nil,
        mark: [MetaLine.Run("↑ ", .commentMark)]
      )
    }
  }

  private mutating func addAuthor(_ author: Account?, published: Timestamp?, edited: Timestamp?) {
    json.key("author")
    // The address replaces a missing name if there is no handle either.
    let address = author?.handle == nil ? author?.url : nil
    json.value(Self.safe(author?.name ?? address))
    if let companions = author?.companions, !companions.isEmpty {
      json.key("with")
      json.open("[")
      for companion in companions { json.value(Self.safe(companion)) }
      json.close("]")
    }
    json.member("handle", Self.safe(author?.handle))
    json.member("published", published?.rfc3339)
    json.member("edited", edited?.rfc3339)
  }

  private mutating func addBody(
    _ body: Body,
    baseURL: String?,
    emoji: [String],
    card: Card?,
    attachments: [Attachment],
    recorded: Recorded?
  ) {
    if let recorded {
      // The record is a dump itself: its own words are exact, those of a layout would not be.
      json.member("text", Self.lines(recorded.text))
      addLinks(recorded.links)
    } else {
      let text = BodyText(body, baseURL: baseURL, customEmoji: emoji, reading: .rich)
      json.member("text", text.plain)
      var links = text.links.map { link in
        let words = text.text[link.range].string
        return Recorded.Link(text: words, url: link.target, kind: link.kind.rawValue)
      }
      if let card, let url = card.url {
        links.append(Recorded.Link(text: card.title ?? url, url: url, kind: "attachment"))
      }
      addLinks(links)
    }
    addAttachments(attachments)
  }

  private mutating func addLinks(_ links: [Recorded.Link]) {
    json.key("links")
    json.open("[")
    for link in links {
      json.open("{")
      json.member("text", Self.safe(link.text))
      json.member("url", Self.safe(link.url))
      json.member("kind", Self.safe(link.kind))
      json.close("}")
    }
    json.close("]")
  }

  private mutating func addAttachments(_ attachments: [Attachment]) {
    json.key("attachments")
    json.open("[")
    for attachment in attachments {
      json.open("{")
      json.member("type", Self.safe(attachment.type))
      json.member("url", Self.safe(attachment.url))
      json.member("alt", Self.safe(attachment.alt))
      if let size = attachment.size {
        json.member("width", size.width)
        json.member("height", size.height)
      }
      if attachment.isSensitive { json.member("sensitive", true) }
      json.close("}")
    }
    json.close("]")
  }

  private mutating func addVisibility(_ visibility: Visibility?) {
    json.member("visibility", visibility == .unknown ? nil : visibility?.rawValue)
    // Null alone stands for a format that says nothing about readers.
    if visibility == .unknown { json.member("unmarked", true) }
  }

  /// Writes the posts above, the first of the conversation first.
  private mutating func addParents(_ parents: [DumpedReplies.Parent]) {
    json.key("parents")
    json.open("[")
    for parent in parents {
      switch parent {
      case .elsewhere(let name):
        json.open("{")
        json.member("id", Self.safe(name))
      case .post(let post):
        let comment = Comment(post, id: post.id, parent: nil)
        addComment(comment, post)
        json.close("]")
      }
      json.close("}")
    }
    json.close("]")
  }

  /// Writes the tree as nested arrays, using the flat list and the number of open levels.
  private mutating func addComments(_ replies: DumpedReplies) {
    json.key("comments")
    json.open("[")
    var depth = -1
    for node in Conversation(comments: replies.comments.filter { $0.kind == .written }).nodes {
      while depth >= node.depth {
        json.close("]")
        json.close("}")
        depth -= 1
      }
      let comment = node.comment
      addComment(comment, replies.post(comment.id) ?? comment.recordedPost)
      depth = node.depth
    }
    while depth >= 0 {
      json.close("]")
      json.close("}")
      depth -= 1
    }
    json.close("]")
  }

  /// Opens a comment's object and its array of replies; the caller closes both.
  ///
  /// - Parameter post: The post of the sources that the comment is; it tells more.
  private mutating func addComment(_ comment: Comment, _ post: Post?) {
    json.open("{")
    json.member("id", Self.safe(post?.id.rawValue ?? comment.id.rawValue))
    json.member("kind", "comment")
    addAuthor(comment.author, published: comment.published, edited: post?.edited)
    json.member("title", post.flatMap(PostTitle.stated)?.string)
    json.member("url", Self.safe(comment.url))
    addBody(
      comment.body,
      baseURL: comment.baseURL,
      emoji: post?.customEmoji ?? [],
      card: post?.card,
      attachments: comment.attachments,
      recorded: post?.recorded
    )
    if let warning = post?.wholeWarning ?? comment.contentWarning {
      json.member("content_warning", Self.safe(warning))
    }
    addVisibility(post?.visibility ?? comment.visibility)
    json.member("likes", comment.knownLikesCount)
    json.key("comments")
    json.open("[")
  }

  /// Returns the lines of a row as text, each with a newline at its end.
  static func text(of row: LaidRow) -> String {
    var utf8: [UInt8] = []
    for line in row.flat {
      line.appendText(from: RowLayout.gutter, to: &utf8)
      utf8.append(0x0A)
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func safe(_ text: String?) -> String? {
    text.map { SafeText(sanitizing: $0).string }
  }

  private static func lines(_ text: String?) -> String? {
    text.map { Sanitizer.sanitize(Array($0.utf8), keepingNewlines: true).text.string }
  }
}
