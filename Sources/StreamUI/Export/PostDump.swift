import CellGrid
import RichText
package import StreamModel

/// Exports posts as text, JSON and lists of links with the viewer's readers and layout, but no
/// terminal.
package struct PostDump {
  private let now: Timestamp

  /// Creates an exporter; relative times refer to `now`.
  package init(now: Timestamp) {
    self.now = now
  }

  /// Returns the record of a post, without a newline.
  ///
  /// The "Dump" section of the manual page describes it.
  ///
  /// - Parameters:
  ///   - source: The origin of the record as `file:line:column`.
  ///   - feed: The name of its feed.
  ///   - replies: The conversation below the post; nil takes the comments that the post lists.
  ///   - flags: The flags of the reader; nil tells none.
  package func json(
    _ post: Post,
    source: String,
    feed: String? = nil,
    replies: DumpedReplies? = nil,
    flags: PostFlags? = nil
  ) -> [UInt8] {
    let replies = replies ?? DumpedReplies(post.comments)
    let export = NativeRecord.Export(
      comments: replies.named,
      parents: replies.parents,
      origin: post.origin ?? PostOrigin(feed: feed, source: source),
      flags: flags,
      read: { body, base, emoji in
        let text = BodyText(body, baseURL: base, customEmoji: emoji, reading: .rich)
        return (
          text.plain, text.links.map { (text.text[$0.range].string, $0.target, $0.kind.rawValue) }
        )
      },
      title: { PostTitle.stated($0)?.string }
    )
    return NativeRecord(post, export).bytes
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

  /// Returns the lines of a row as text, each with a newline at its end.
  static func text(of row: LaidRow) -> String {
    var utf8: [UInt8] = []
    for line in row.flat {
      line.appendText(from: RowLayout.gutter, to: &utf8)
      utf8.append(0x0A)
    }
    return String(decoding: utf8, as: UTF8.self)
  }
}
