import CellGrid
import StreamModel

/// Builds the lines above a post's text: activity, sharer, author, title, content warning.
extension PostRow {
  /// The feed whose name begins the row of a post among several feeds; nil where its author's does.
  ///
  /// Readers know the feed of an article. Accounts that write posts without a title stand for themselves, and so does who
  /// did something, such as a star.
  static func leadingFeed(of post: Post, among sources: [String]) -> String? {
    guard let feed = sources.first, let author = post.author else { return sources.first }
    let isArticle = author.handle == nil || PostTitle.stated(post) != nil
    return isArticle && post.statedActivity?.name == nil ? feed : nil
  }

  func byline(
    _ account: Account?,
    published: Timestamp?,
    visibility: Visibility? = nil,
    notes: [MetaLine.Run] = [],
    feed: String? = nil,
    voice: Role = .accountName,
    full: Bool
  ) -> MetaLine {
    let name =
      feed.map(AccountName.runs(ofFeed:))
      ?? AccountName.runs(account, otherwise: feedTitle, role: voice)
    let privacy = PostLabels.privacy(visibility)
    return MetaLine(
      privacy + name + Self.separated([time(published, full: full)] + notes),
      overflow: Self.overflow(full: full)
    )
  }

  /// Builds the one line of a post that was taken away: nothing of its content is left.
  func deletedLine(
    _ post: Post,
    sources: [String],
    voice: Role = .accountName,
    full: Bool
  ) -> MetaLine {
    let line = byline(
      post.author,
      published: post.shownTime,
      visibility: post.visibility,
      feed: Self.leadingFeed(of: post, among: sources),
      voice: voice,
      full: full
    )
    return MetaLine(
      [Self.deleted, .init(" · ", .faint, rank: .joint)] + line.runs,
      overflow: line.overflow
    )
  }

  static let deleted = MetaLine.Run("× deleted", .faint, rank: .sign)

  static func change(_ post: Post) -> MetaLine.Run? {
    switch post.state {
    case .asPublished: nil
    case .updated: .init("edited", .faint, rank: .label)
    case .deleted: .init("deleted", .faint, rank: .label)
    }
  }

  /// A post's own page leaves out nothing; a list keeps to one line.
  private static func overflow(full: Bool) -> MetaLine.Overflow { full ? .wrap(hang: 2) : .fit }

  static func separated(_ runs: [MetaLine.Run]) -> [MetaLine.Run] {
    runs.flatMap { [MetaLine.Run(" · ", .faint, rank: .joint), $0] }
  }

  private func time(_ time: Timestamp?, full: Bool) -> MetaLine.Run {
    let text = time.map {
      full ? RelativeTime.full($0, zone: zone) : RelativeTime.text($0, now: now, zone: zone)
    }
    return .init(sanitizing: text ?? "no date", .time, rank: .time)
  }

  /// "unlisted", the type of post unless it is an ordinary one, the community, what it replies to, and the feeds, each name once;
  /// `feed` stands first already.
  private func notes(
    _ post: Post,
    sources: [String],
    besides feed: String?,
    full: Bool
  ) -> [MetaLine.Run] {
    let type = post.type.flatMap { type -> String? in
      type == post.activity.name || Self.codes.contains(type) || type.lowercased() == "note"
        ? nil : type
    }
    let words = [
      post.visibility == .unlisted ? "unlisted" : nil, type, post.community, PostLabels.reply(post),
    ]
    // Its own page says when, where that is known.
    let change = full && post.edited != nil ? nil : Self.change(post)
    return [change].compactMap(\.self)
      + words.compactMap(\.self).map { .init(sanitizing: $0, .faint) }
      + names(sources, of: post, besides: feed)
  }

  private func names(_ sources: [String], of post: Post, besides feed: String?) -> [MetaLine.Run] {
    guard !sources.isEmpty else { return [] }
    let shown = feed ?? post.author?.shownName ?? feedTitle
    let authors =
      feed == nil ? [] : [post.author?.shownName ?? ""] + (post.author?.companions ?? [])
    let names = (authors + sources).reduce(into: [String]()) { names, name in
      if name != shown, !name.isEmpty, !names.contains(name) { names.append(name) }
    }
    let text = SafeText(sanitizing: names.joined(separator: ", "))
    return names.isEmpty ? [] : [.init(text, .faint, rank: .source)]
  }

  /// Types of ordinary posts that are no words.
  private static let codes: Set<String> = ["t1", "t3", "app.bsky.feed.post"]

  /// Returns the sign of what was done; nil for posting, commenting and a reshare, which says who did it.
  static func sign(of kind: Activity.Kind) -> StaticString? {
    switch kind {
    case .post, .comment, .reshare: nil
    case .like: "♥ "
    case .dislike: "♡ "
    case .follow: "→ "
    case .update: "± "
    case .delete, .remove: "× "
    case .add: "+ "
    // No dot: that is the sign of an unread post.
    case .other: "◇ "
    }
  }

  private static func done(_ post: Post) -> MetaLine? {
    let activity = post.activity
    // Another line names who reshared the post, if that is known.
    let isNamed = post.resharedBy != nil || post.resharedAddress != nil
    let reshare: StaticString? = activity.kind == .reshare && !isNamed ? "↻ " : nil
    guard let mark = sign(of: activity.kind) ?? reshare else { return nil }
    // A name such as app.bsky.feed.like is an identifier, not a word.
    let word = activity.name.flatMap { $0.contains(".") && !$0.contains(" ") ? nil : $0 }
    let name = SafeText(sanitizing: word.map { GitHubEvent.words[$0] ?? $0 } ?? activity.kind.word)
    return MetaLine([.init(SafeText(mark), .reshared), .init(name, .reshared)])
  }

  /// Returns "↻ Ann boosted · 3h": who passed the post on, in the word of the network, and when.
  private func reshared(
    _ term: ReshareTerm,
    by sharer: Account?,
    at moment: Timestamp?,
    full: Bool
  ) -> [MetaLine.Run] {
    let names = AccountName.runs(sharer).prefix(1)
      .map { MetaLine.Run($0.text, .reshared, rank: .name) }
    let when = moment.map { Self.separated([time($0, full: full)]) } ?? []
    return [.init("↻ ", .reshared, rank: .sign)] + names
      + [.init(sanitizing: " \(term.past)", .reshared, rank: .label)] + when
  }

  func head(
    _ post: Post,
    sources: [String],
    bodyIsFolded: Bool = false,
    voice: Role = .accountName,
    full: Bool
  ) -> [MetaLine] {
    var lines: [MetaLine] = []
    if let done = Self.done(post) { lines.append(done) }
    // Of a reshare whose post is not known, who passed it on stands first.
    let feed = post.resharedAddress == nil ? Self.leadingFeed(of: post, among: sources) : nil
    let notes = notes(post, sources: sources, besides: feed, full: full)
    if post.resharedAddress != nil {
      // Nothing is known of the post itself, so no line names its author.
      let shared = reshared(post.reshareTerm, by: post.author, at: post.shownTime, full: full)
      let runs = PostLabels.privacy(post.visibility) + shared + Self.separated(notes)
      return [MetaLine(runs, overflow: Self.overflow(full: full))]
    }
    if let sharer = post.resharedBy {
      let runs = reshared(post.reshareTerm, by: sharer, at: post.resharedAt, full: full)
      lines.append(MetaLine(runs, overflow: Self.overflow(full: full)))
    }
    lines.append(
      byline(
        post.author,
        published: post.shownTime,
        visibility: post.visibility,
        notes: notes,
        feed: feed,
        voice: voice,
        full: full
      )
    )
    if full, let edited = post.edited {
      let time = RelativeTime.full(edited, zone: zone)
      // A change within the minute of publication would repeat the line above.
      if time != post.shownTime.map({ RelativeTime.full($0, zone: zone) }) {
        lines.append(MetaLine(sanitizing: "edited \(time)", .time))
      }
    }
    return lines + titleAndWarning(post, namesFoldKey: !full, isFolded: bodyIsFolded)
  }

  func foldHint(in body: Body) -> String? { body.mayFold ? warningHint(isFolded: true) : nil }
  func warningHint(isFolded: Bool) -> String { "\(foldKey()) \(isFolded ? "shows" : "hides") it" }

  func titleAndWarning(_ post: Post, namesFoldKey: Bool = true, isFolded: Bool) -> [MetaLine] {
    var lines: [MetaLine] = []
    if let title = PostTitle.shown(post, bodyIsFolded: isFolded) {
      lines.append(MetaLine([.init(title, .title, .bold)], overflow: .wrap(hang: 0)))
    }
    if post.contentWarning != nil, let warning = post.wholeWarning {
      let hint = namesFoldKey ? warningHint(isFolded: isFolded) : nil
      lines.append(warningLine(warning, hint: hint))
    }
    return lines
  }

  func warningLine(_ warning: String, hint: String?) -> MetaLine {
    MetaLine(
      [
        .init("⚠ ", .contentWarning), .init(sanitizing: warning, .contentWarning),
        .init(sanitizing: hint.map { " (\($0))" } ?? "", .faint),
      ],
      overflow: .wrap(hang: 2)
    )
  }
}

extension Activity.Kind {
  /// The kind as a word at the beginning of a line.
  fileprivate var word: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
