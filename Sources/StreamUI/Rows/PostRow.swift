import Addresses
import CellGrid
import StreamModel

/// Builds the row of a post or a malformed record.
struct PostRow {
  /// The folds of a row that the reader has opened or closed.
  struct Folds: Hashable {
    var isExpanded = false
    var isUncovered = false

    /// All that can be shown.
    static let unfolded = Folds(isExpanded: true, isUncovered: true)
  }

  /// The number of lines of a body on the timeline before "+N lines".
  static let bodyLimit = 10

  private let now: Timestamp
  private let zone: TimeZoneRules
  /// The title of the feed, shown if a post names no author.
  private let feedTitle: String?

  init(now: Timestamp, zone: TimeZoneRules = .utc, feedTitle: String? = nil) {
    self.now = now
    self.zone = zone
    self.feedTitle = feedTitle
  }

  private var compact: CompactRow { CompactRow(now: now, zone: zone) }

  /// Builds the row of a record on a timeline.
  ///
  /// - Parameter sources: The feeds that contain the record, if there are several feeds.
  func row(
    _ record: Feed.Record,
    sources: [String] = [],
    folds: Folds,
    density: Density = .normal
  ) -> Row {
    switch record {
    case .problem(let problem) where density == .compact: return compact.row(problem)
    case .problem(let problem): return self.row(problem)
    // A row that the reader has unfolded stays unfolded.
    case .post(let post) where density == .compact && folds == Folds():
      return compact.row(post, feedTitle: feedTitle)
    case .post(let post):
      let isFolded = post.contentWarning != nil && !folds.isUncovered
      return Row(
        before: head(
          post,
          sources: sources,
          warningHint: Self.warningHint(isFolded: isFolded),
          full: false
        ),
        body: post.body,
        baseURL: post.baseURL,
        customEmoji: post.customEmoji,
        bodyIsFolded: isFolded,
        bodyLimit: folds.isExpanded ? nil : density.bodyLimit,
        after: (isFolded ? [] : tail(post)) + counts(post) + bareAddress(post)
      )
    }
  }

  /// Builds the row of a post on its own page: the whole text, with numbered links.
  ///
  /// - Parameter commentCount: The number of comments where more is known than the post says.
  func fullRow(
    _ post: Post,
    sources: [String] = [],
    commentCount: Int? = nil,
    voice: Role = .accountName
  ) -> Row {
    Row(
      before: head(post, sources: sources, warningHint: "", voice: voice, full: true),
      body: post.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      numbersLinks: true,
      after: tail(post) + counts(post, commentCount: commentCount) + address(post)
        + problems(post)
    )
  }

  func row(_ problem: FeedProblem) -> Row {
    Row(before: [
      MetaLine(
        [.init(SafeText(sanitizing: problem.description), .problem)],
        overflow: .wrap(hang: 2)
      )
    ])
  }

  /// Builds the line with the name of `account` and the time of its post.
  func byline(
    _ account: Account?,
    published: Timestamp?,
    visibility: Visibility? = nil,
    notes: [MetaLine.Run] = [],
    voice: Role = .accountName,
    full: Bool
  ) -> MetaLine {
    let name = Self.name(account, otherwise: feedTitle, role: voice)
    let privacy = PostLabels.privacy(visibility)
    return MetaLine(privacy + name + Self.separated([time(published, full: full)] + notes))
  }

  /// Returns pieces of a line with a separator before each.
  static func separated(_ runs: [MetaLine.Run]) -> [MetaLine.Run] {
    runs.flatMap { [MetaLine.Run(" · ", .faint), $0] }
  }

  private func time(_ time: Timestamp?, full: Bool) -> MetaLine.Run {
    let text = time.map {
      full ? RelativeTime.full($0, zone: zone) : RelativeTime.text($0, now: now, zone: zone)
    }
    return .init(SafeText(sanitizing: text ?? "no date"), .time)
  }

  /// Returns the name and handle of `account` as runs of a line, or a placeholder without an
  /// account.
  static func name(
    _ account: Account?,
    otherwise: String? = nil,
    role: Role = .accountName
  ) -> [MetaLine.Run] {
    guard let account, account.name != nil || account.handle != nil || account.url != nil else {
      return [.init(SafeText(sanitizing: otherwise ?? "(no author)"), .faint)]
    }
    let name = account.name.map { SafeText(sanitizing: $0) } ?? .empty
    let address = name.isEmpty ? account.url.map(Self.short) : nil
    let handle = SafeText(sanitizing: account.handle ?? address ?? "")
    var runs: [MetaLine.Run]
    if name.isEmpty || handle.isEmpty {
      runs = [.init(name.isEmpty ? handle : name, role, .bold)]
    } else {
      runs = [.init(name, role, .bold), .init(" ", .faint), .init(handle, .handle)]
    }
    for companion in account.companions {
      runs.append(.init(", ", .faint))
      runs.append(.init(SafeText(sanitizing: companion), .accountName, .bold))
    }
    return runs
  }

  /// Returns an account's address as a handle if it has the form of fediverse servers, otherwise
  /// without its scheme.
  private static func short(_ address: String) -> String {
    let bytes = Array(address.utf8)
    let split = AddressParts(AddressParts.trimmed(bytes))
    guard split.scheme != nil, let name = split.authority else { return address }
    let host = String(decoding: name, as: UTF8.self)
    let rest = String(decoding: bytes[name.endIndex...], as: UTF8.self)
    // The path begins with a slash; without a path, a query may follow the host.
    let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.first?.isEmpty == true else { return host + rest }
    if parts.count == 3, parts[1] == "users", !parts[2].isEmpty {
      return "@\(parts[2])@\(host)"
    }
    if parts.count == 2, parts[1].hasPrefix("@"), parts[1].count > 1 {
      return "\(parts[1])@\(host)"
    }
    return host + rest
  }

  /// Returns "1 like" or "3 likes"; nil if the number is 0 or unknown.
  static func count(_ number: Int?, _ one: StaticString, _ many: StaticString) -> String? {
    guard let number, number != 0 else { return nil }
    return number == 1 ? "1 \(one)" : "\(number) \(many)"
  }

  /// Returns the headline as one line of text; nil without one.
  static func title(_ post: Post) -> SafeText? {
    let text: SafeText
    switch post.title {
    case .missing: return nil
    case .text(let title): text = SafeText(sanitizing: title)
    case .html: text = SafeText(sanitizing: BodyText(post.title, customEmoji: []).oneLine)
    }
    return text.isEmpty ? nil : text
  }

  /// Returns "unlisted", the type of post unless it is an ordinary one, what it replies to, and the
  /// feeds.
  private static func notes(_ post: Post, sources: [String], full: Bool) -> [MetaLine.Run] {
    let type = post.type.flatMap { type -> String? in
      if type == post.activity.name { return nil }
      return full || !ordinaryTypes.contains(type) ? type : nil
    }
    let words = [
      post.visibility == .unlisted ? "unlisted" : nil, type, PostLabels.reply(post),
      sources.isEmpty ? nil : sources.joined(separator: ", "),
    ]
    return words.compactMap(\.self).map { .init(SafeText(sanitizing: $0), .faint) }
  }

  private static let ordinaryTypes: Set<String> = [
    "Note", "note", "t1", "t3", "app.bsky.feed.post",
  ]

  /// Returns the line of the activity; nil for posting, commenting and a reshare named elsewhere.
  private static func done(_ post: Post) -> MetaLine? {
    let activity = post.activity
    let mark: StaticString
    switch activity.kind {
    case .post, .comment: return nil
    case .reshare:
      // Another line names who reshared the post.
      guard post.resharedBy == nil, post.resharedAddress == nil else { return nil }
      mark = "↻ "
    case .like: mark = "♥ "
    case .dislike: mark = "♡ "
    case .follow: mark = "→ "
    case .update: mark = "± "
    case .delete, .remove: mark = "× "
    case .add: mark = "+ "
    case .other: mark = "• "
    }
    let name = SafeText(sanitizing: activity.name ?? activity.kind.rawValue)
    return MetaLine([.init(SafeText(mark), .reshared), .init(name, .reshared)])
  }

  /// Returns "↻ Ann boosted · 3h": who passed the post on, in the feed's own word, and when.
  private func reshared(
    by sharer: Account?,
    at moment: Timestamp?,
    _ post: Post,
    full: Bool
  ) -> [MetaLine.Run] {
    let names = Self.name(sharer).prefix(1).map { MetaLine.Run($0.text, .reshared) }
    let verb: SafeText = post.activity.name == "Announce" ? " boosted" : " reshared"
    let when = moment.map { Self.separated([time($0, full: full)]) } ?? []
    return [.init("↻ ", .reshared)] + names + [.init(verb, .reshared)] + when
  }

  private func head(
    _ post: Post,
    sources: [String],
    warningHint: String,
    voice: Role = .accountName,
    full: Bool
  ) -> [MetaLine] {
    var lines: [MetaLine] = []
    if let done = Self.done(post) { lines.append(done) }
    let notes = Self.notes(post, sources: sources, full: full)
    if post.resharedAddress != nil {
      // Nothing is known of the post itself, so no line names its author.
      let shared = reshared(by: post.author, at: post.published, post, full: full)
      return [MetaLine(PostLabels.privacy(post.visibility) + shared + Self.separated(notes))]
    }
    if let sharer = post.resharedBy {
      lines.append(MetaLine(reshared(by: sharer, at: post.resharedAt, post, full: full)))
    }
    lines.append(
      byline(
        post.author,
        published: post.published,
        visibility: post.visibility,
        notes: notes,
        voice: voice,
        full: full
      )
    )
    if full, let edited = post.edited {
      let time = RelativeTime.full(edited, zone: zone)
      lines.append(MetaLine([.init(SafeText(sanitizing: "edited \(time)"), .time)]))
    }
    return lines + titleAndWarning(post, hint: warningHint)
  }

  /// Builds the lines of a reply's title and content warning.
  func titleAndWarning(_ post: Post, isFolded: Bool) -> [MetaLine] {
    titleAndWarning(post, hint: Self.warningHint(isFolded: isFolded))
  }

  private static func warningHint(isFolded: Bool) -> String {
    isFolded ? "x shows it" : "x hides it"
  }

  private func titleAndWarning(_ post: Post, hint warningHint: String) -> [MetaLine] {
    var lines: [MetaLine] = []
    if let title = Self.title(post) {
      lines.append(MetaLine([.init(title, .title, .bold)], overflow: .wrap(hang: 0)))
    }
    if let warning = post.contentWarning {
      let hint = warningHint.isEmpty ? "" : " (\(warningHint))"
      lines.append(
        MetaLine(
          [
            .init("⚠ ", .contentWarning), .init(SafeText(sanitizing: warning), .contentWarning),
            .init(SafeText(sanitizing: hint), .faint),
          ],
          overflow: .wrap(hang: 2)
        )
      )
    }
    return lines
  }
}
