import CellGrid
import StreamModel

struct CompactRow {
  let clock: RowClock

  /// Builds the row of `post`, with the feeds that contain it if there are several, and signs before the author.
  func row(
    _ post: Post,
    feedTitle: String?,
    sources: [String] = [],
    mark: [MetaLine.Run] = []
  ) -> Row {
    var head = PostLabels.privacy(post.visibility)
    if let sharer = post.resharedBy {
      // As the whole row says first: who passed it on, and when, which is where it stands in the list.
      head += self.head(sharer, post.resharedAt ?? post.shownTime, feedTitle)
    } else {
      let feed = PostRow.leadingFeed(of: post, among: sources)
      head += self.head(post.author, post.shownTime, feedTitle, feed: feed)
    }
    if let change = PostRow.change(post) { head += [change, .init(" · ", .faint, rank: .joint)] }
    if let sign = post.isReshare ? "↻ " : PostRow.sign(of: post.activity.kind) {
      head.insert(.init(SafeText(sign), .reshared, rank: .sign), at: 0)
    }
    head.insert(contentsOf: mark, at: 0)
    return row(of: post, head, isComment: false)
  }

  func row(_ post: Post, mark: SafeText, news: [MetaLine.Run], voice: Role, indent: Int) -> Row {
    let head =
      PostLabels.privacy(post.visibility)
      + self.head(post.author, post.shownTime, nil, voice)
      + (PostRow.change(post).map { [$0, .init(" · ", .faint, rank: .joint)] } ?? [])
    let line = [MetaLine.Run(mark, .commentMark, rank: .sign)] + head + news
    return row(of: post, line, indent: indent, isComment: true)
  }

  /// Builds the row of `post` with what its line says after `head`: the warning, the title of no comment, or the text.
  private func row(
    of post: Post,
    _ head: [MetaLine.Run],
    indent: Int = 0,
    isComment: Bool
  ) -> Row {
    var row = Row(
      indent: indent,
      before: [MetaLine(head)],
      signs: CompactSigns.runs(of: post, isComment: isComment),
      endsWithGap: false
    )
    if post.contentWarning != nil, let warning = post.wholeWarning {
      row.oneLine = [.init(sanitizing: "⚠ \(warning)", .contentWarning)]
    } else if !isComment, let title = PostTitle.shown(post, bodyIsFolded: false) {
      row.oneLine = [.init(title, .title, .bold)]
    } else {
      let shown = post.withoutWarnedQuotes
      row.body = shown.body
      row.baseURL = post.baseURL
      row.customEmoji = post.customEmoji
      row.foldHint = ""
      row.bodyLimit = 1
      row.oneLine = PostRow.attachments(shown.attachments).first?.runs ?? []
      if !isComment, shown.attachments.isEmpty {
        row.oneLine =
          post.quotations?.warning.map { [.init(sanitizing: "⚠ quoted: \($0)", .contentWarning)] }
          ?? post.url.map { [.init(sanitizing: $0, .faint)] } ?? []
      }
    }
    return row
  }

  /// Builds the row of a comment, which begins with `mark`; its author's name has the role `voice`.
  func row(
    _ comment: Comment,
    mark: SafeText,
    news: [MetaLine.Run],
    voice: Role,
    indent: Int
  ) -> Row {
    guard comment.contentWarning == nil else {
      return row(comment.asPost, mark: mark, news: news, voice: voice, indent: indent)
    }
    let head = head(comment.author, comment.published, nil, voice)
    return Row(
      indent: indent,
      before: [MetaLine([.init(mark, .commentMark, rank: .sign)] + head + news)],
      body: comment.body,
      baseURL: comment.baseURL,
      foldHint: "",
      bodyLimit: 1,
      oneLine: PostRow.attachments(comment.attachments).first?.runs ?? [],
      signs: CompactSigns.runs(of: comment),
      endsWithGap: false
    )
  }

  func row(_ problem: FeedProblem) -> Row {
    .lines(MetaLine(sanitizing: problem.description, .problem))
  }

  /// Returns the name of the account, its handle without one, or that of the feed that stands first, and the time.
  private func head(
    _ account: Account?,
    _ published: Timestamp?,
    _ feedTitle: String?,
    _ voice: Role = .accountName,
    feed: String? = nil
  ) -> [MetaLine.Run] {
    let name =
      feed.map(AccountName.runs(ofFeed:))
      ?? AccountName.runs(account, otherwise: feedTitle, role: voice)
    let time = published.map(clock.age) ?? "no date"
    return name.prefix(1) + [
      .init(" · ", .faint, rank: .joint), .init(sanitizing: time, .time, rank: .time),
      .init(" · ", .faint, rank: .joint),
    ]
  }
}

/// The signs at the right edge of a row of one line: attachments, likes, reshares and comments; no text to search.
enum CompactSigns {
  static let gap = 2
  /// Below this width, signs stand only where the text leaves room for them.
  static let leastColumns = 60

  static func runs(of post: Post, isComment: Bool) -> [MetaLine.Run] {
    let hasTitle = !isComment && post.title != .missing
    return runs(
      of: post.attachments,
      isText: post.body != .missing || hasTitle || post.contentWarning != nil,
      likes: post.knownLikesCount,
      reshares: post.knownResharesCount,
      comments: isComment ? nil : post.knownCommentsCount
    )
  }

  static func runs(of comment: Comment) -> [MetaLine.Run] {
    runs(of: comment.attachments, isText: comment.body != .missing, likes: comment.knownLikesCount)
  }

  /// The signs with their numbers, such as "▣ 2", "♥ 12", "↻ 3", "↳ 4".
  private static func runs(
    of attachments: [Attachment],
    isText: Bool,
    likes: Int?,
    reshares: Int? = nil,
    comments: Int? = nil
  ) -> [MetaLine.Run] {
    // The only attachment of a row without a text is its text.
    let shown = isText || attachments.count > 1 ? attachments.count : 0
    let parts: [(StaticString, Int?)] = [
      ("▣ ", shown), ("♥ ", likes), ("↻ ", reshares), ("↳ ", comments),
    ]
    var runs: [MetaLine.Run] = []
    for (sign, number) in parts {
      guard let number, number != 0 else { continue }
      if !runs.isEmpty { runs.append(.init(" ", .rowSign)) }
      runs.append(.init(sanitizing: "\(sign)\(number.grouped)", .rowSign))
    }
    return runs
  }

  /// Returns the columns that a text leaves to `runs`: a quarter of `room` at most, none on a screen of few columns.
  static func reserve(for runs: [MetaLine.Run], room: Int, screen: Int) -> Int {
    screen >= leastColumns ? columns(of: fitting(runs, into: room / 4)) : 0
  }

  /// Returns the last of `runs` that fit into `room` columns: attachments go first, comments last.
  static func fitting(_ runs: [MetaLine.Run], into room: Int) -> ArraySlice<MetaLine.Run> {
    var kept = runs[...]
    // A sign goes with the blank after it.
    while !kept.isEmpty, columns(of: kept) > room { kept.removeFirst(min(2, kept.count)) }
    return kept
  }

  static func columns(of runs: ArraySlice<MetaLine.Run>) -> Int {
    runs.isEmpty ? 0 : runs.reduce(gap) { $0 + ColumnWidth.columns(of: $1.text) }
  }
}
