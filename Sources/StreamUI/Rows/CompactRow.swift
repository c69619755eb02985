import CellGrid
import StreamModel

/// Builds rows of one line: author, time and the beginning of the text.
enum CompactRow {
  /// Builds the row of `post`; its time is relative to `now`.
  ///
  /// - Parameter mark: The signs before the author.
  static func row(
    _ post: Post,
    now: Timestamp,
    feedTitle: String?,
    mark: [MetaLine.Run] = []
  ) -> Row {
    var head = PostLabels.privacy(post.visibility)
    head += self.head(post.author, post.published, now, feedTitle)
    if post.isReshare { head.insert(.init("↻ ", .reshared), at: 0) }
    head.insert(contentsOf: mark, at: 0)
    if let warning = post.contentWarning {
      return row(head, then: [.init(SafeText(sanitizing: "⚠ \(warning)"), .contentWarning)])
    }
    if let title = PostRow.title(post) { return row(head, then: [.init(title, .title, .bold)]) }
    let after = PostRow.attachments(post.attachments).first?.runs
    return Row(
      before: [MetaLine(head)],
      body: post.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      bodyLimit: 1,
      oneLine: after ?? post.url.map { [.init(SafeText(sanitizing: $0), .faint)] } ?? [],
      endsWithGap: false
    )
  }

  /// Builds the row of a comment that is a post of the feed, which begins with `mark`.
  static func row(
    _ post: Post,
    mark: SafeText,
    news: [MetaLine.Run],
    voice: Role,
    indent: Int,
    now: Timestamp
  ) -> Row {
    let head =
      PostLabels.privacy(post.visibility)
      + self.head(post.author, post.published, now, nil, voice)
    let before = [MetaLine([.init(mark, .commentMark)] + head + news)]
    if let warning = post.contentWarning {
      let text = SafeText(sanitizing: "⚠ \(warning)")
      return Row(
        indent: indent,
        before: before,
        oneLine: [.init(text, .contentWarning)],
        endsWithGap: false
      )
    }
    return Row(
      indent: indent,
      before: before,
      body: post.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      bodyLimit: 1,
      oneLine: PostRow.attachments(post.attachments).first?.runs ?? [],
      endsWithGap: false
    )
  }

  /// Builds the row of a comment, which begins with `mark`; its author's name has the role `voice`.
  static func row(
    _ comment: Comment,
    mark: SafeText,
    news: [MetaLine.Run],
    voice: Role,
    indent: Int,
    now: Timestamp
  ) -> Row {
    let head = head(comment.author, comment.published, now, nil, voice)
    return Row(
      indent: indent,
      before: [MetaLine([.init(mark, .commentMark)] + head + news)],
      body: comment.body,
      baseURL: comment.baseURL,
      bodyLimit: 1,
      oneLine: PostRow.attachments(comment.attachments).first?.runs ?? [],
      endsWithGap: false
    )
  }

  /// Builds the row of a malformed record.
  static func row(_ problem: FeedProblem) -> Row {
    Row(
      before: [MetaLine([.init(SafeText(sanitizing: problem.description), .problem)])],
      endsWithGap: false
    )
  }

  private static func row(_ head: [MetaLine.Run], then runs: [MetaLine.Run]) -> Row {
    Row(before: [MetaLine(head)], oneLine: runs, endsWithGap: false)
  }

  /// Returns the name, or the handle without one, and the time.
  private static func head(
    _ account: Account?,
    _ published: Timestamp?,
    _ now: Timestamp,
    _ feedTitle: String?,
    _ voice: Role = .accountName
  ) -> [MetaLine.Run] {
    let time = published.map { RelativeTime.text($0, now: now) } ?? "no date"
    return PostRow.name(account, otherwise: feedTitle, role: voice).prefix(1) + [
      .init(" · ", .faint), .init(SafeText(sanitizing: time), .time), .init(" · ", .faint),
    ]
  }
}
