import CellGrid
import StreamModel

struct CommentRow {
  /// The columns by which a reply is indented from its comment.
  static let step = 2
  /// The deepest level of replies that is still indented; below it, the mark before the name shows the level.
  static let deepest = 10

  private let posts: PostRow
  private let compact: CompactRow

  /// - Parameter foldLines: the number of lines of a text before "+N lines".
  init(
    _ clock: RowClock,
    foldLines: Int = PostRow.usualFoldLines,
    foldKey: @escaping () -> String = { "x" }
  ) {
    compact = CompactRow(clock: clock)
    posts = PostRow(now: clock.now, zone: clock.zone, foldLines: foldLines, foldKey: foldKey)
  }

  /// Builds the row of `node`, whose replies may be collapsed, and which may be a post of the feed: that tells more.
  /// - Parameter post: The post that the comment is, if it is one of the feed: it tells more.
  func row(
    _ node: Conversation.Node,
    post: Post? = nil,
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
      let hidden = isCollapsed ? "+\(node.descendantCount.grouped) " : ""
      let mark = SafeText(sanitizing: mark + depth + hidden)
      let news: [MetaLine.Run] =
        isNew ? [.init("new", .more), .init(" · ", .faint, rank: .joint)] : []
      guard let post else {
        return compact.row(comment, mark: mark, news: news, voice: voice, indent: indent)
      }
      return compact.row(post, mark: mark, news: news, voice: voice, indent: indent)
    }
    let post = post ?? (comment.contentWarning == nil ? nil : comment.asPost)
    let visibility = post?.visibility ?? comment.visibility
    let unlisted: MetaLine.Run? = visibility == .unlisted ? .init("unlisted", .faint) : nil
    let byline = posts.byline(
      comment.author,
      published: comment.published,
      visibility: visibility,
      notes: [post.flatMap(PostRow.change), unlisted, isNew ? .init("new", .more) : nil].compactMap(
        \.self
      ),
      voice: voice,
      full: false
    )
    let isFolded = post?.contentWarning != nil && !folds.isUncovered
    let sign = MetaLine.Run(sanitizing: mark + depth, .commentMark, rank: .sign)
    let head = MetaLine([sign] + byline.runs, overflow: .fit)
    let shown = folds.isUncovered ? post : post?.withoutWarnedQuotes
    var after = isFolded ? [] : post.map { posts.hiddenQuotes($0, folds) } ?? []
    // Comments have no pictures: a thread is read for its words.
    if !isFolded {
      after += shown.map { posts.tail($0) } ?? PostRow.attachments(comment.attachments)
    }
    after += post.map { posts.counts($0, comments: nil) } ?? likes(of: comment)
    if isCollapsed, let hidden = PostRow.count(node.descendantCount, "reply", "replies") {
      after.append(MetaLine(sanitizing: "+\(hidden) hidden", .more))
    }
    return Row(
      indent: indent,
      bodyIndent: 2,
      before: [head]
        + (post.map { posts.titleAndWarning($0, isFolded: isFolded) } ?? []).map {
          MetaLine([.init("  ", .text)] + $0.runs, overflow: .wrap(hang: 2))
        },
      body: post.map { posts.hidesQuotes($0, folds) } == true
        ? shown?.body ?? .missing : comment.body,
      baseURL: comment.baseURL,
      customEmoji: post?.customEmoji ?? [],
      bodyIsFolded: isFolded,
      hidesQuotes: post.map { posts.hidesQuotes($0, folds) } ?? false,
      foldHint: folds.isUncovered ? nil : posts.foldHint(in: comment.body),
      bodyLimit: folds.isExpanded ? nil : density.bodyLimit(posts.foldLines),
      after: after
    )
  }

  private func likes(of comment: Comment) -> [MetaLine] {
    PostRow.count(comment.knownLikesCount, "like", "likes").map {
      [MetaLine(sanitizing: $0, .counts)]
    } ?? []
  }
}
