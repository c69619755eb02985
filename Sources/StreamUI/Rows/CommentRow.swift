import CellGrid
import StreamModel

/// Builds the row of a comment of a conversation.
struct CommentRow {
  /// The columns by which a reply is indented from its comment.
  static let step = 2
  /// The deepest level of replies that is still indented; below it, the mark before the name shows
  /// the level.
  static let deepest = 10

  private let posts: PostRow
  private let now: Timestamp
  private let zone: TimeZoneRules

  init(now: Timestamp, zone: TimeZoneRules = .utc) {
    self.now = now
    self.zone = zone
    posts = PostRow(now: now, zone: zone)
  }

  /// Builds the row of `node`, whose replies may be collapsed; `voice` is the role of its author's
  /// name.
  func row(
    _ node: Conversation.Node,
    isCollapsed: Bool,
    isNew: Bool = false,
    voice: Role = .accountName,
    folds: PostRow.Folds,
    density: Density = .normal
  ) -> Row {
    let comment = node.comment
    let mark = node.descendantCount == 0 ? "· " : isCollapsed ? "▸ " : "▾ "
    let depth = node.depth > Self.deepest ? "(\(node.depth)) " : ""
    let indent = min(node.depth, Self.deepest) * Self.step
    if density == .compact, folds == PostRow.Folds() {
      let hidden = isCollapsed ? "+\(node.descendantCount) " : ""
      let mark = SafeText(sanitizing: mark + depth + hidden)
      return CompactRow.row(
        comment,
        mark: mark,
        news: isNew ? [.init("new", .more), .init(" · ", .faint)] : [],
        voice: voice,
        indent: indent,
        now: now,
        zone: zone
      )
    }
    let byline = posts.byline(
      comment.author,
      published: comment.published,
      voice: voice,
      full: false
    )
    let news: [MetaLine.Run] = isNew ? [.init(" · ", .faint), .init("new", .more)] : []
    var after = PostRow.attachments(comment.attachments)
    if let likes = PostRow.count(comment.likesCount, "like", "likes") {
      after.append(MetaLine([.init(SafeText(sanitizing: likes), .counts)]))
    }
    if isCollapsed, let hidden = PostRow.count(node.descendantCount, "answer", "answers") {
      after.append(MetaLine([.init(SafeText(sanitizing: "+\(hidden) hidden"), .more)]))
    }
    return Row(
      indent: indent,
      bodyIndent: 2,
      before: [
        MetaLine([.init(SafeText(sanitizing: mark + depth), .commentMark)] + byline.runs + news)
      ],
      body: comment.body,
      baseURL: comment.baseURL,
      bodyLimit: folds.isExpanded ? nil : density.bodyLimit,
      after: after
    )
  }
}
