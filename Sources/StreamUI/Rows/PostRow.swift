import Addresses
import CellGrid
import StreamModel

struct PostRow {
  struct Folds: Hashable {
    var isExpanded = false
    var isUncovered = false

    var flags: PostFlags {
      PostFlags((isExpanded ? [.expanded] : []) + (isUncovered ? [.uncovered] : []))
    }

    static let unfolded = Folds(isExpanded: true, isUncovered: true)
  }

  /// The usual number of lines of a body on the timeline before "+N lines".
  package static let usualFoldLines = 10

  let now: Timestamp
  var zone = TimeZoneRules.utc
  var feedTitle: String?
  /// The number of lines of a body on the timeline before "+N lines".
  var foldLines = Self.usualFoldLines
  /// Nil where none are drawn.
  var pictures: PictureGrid?
  var foldKey: () -> String = { "x" }

  private var compact: CompactRow { CompactRow(clock: RowClock(now: now, zone: zone)) }

  func row(
    _ record: Feed.Record,
    sources: [String] = [],
    folds: Folds,
    density: Density = .normal
  ) -> Row {
    switch record {
    case .post(let post) where post.state == .deleted:
      return Row(
        before: [deletedLine(post, sources: sources, full: false)],
        endsWithGap: density != .compact
      )
    case .problem(let problem) where density == .compact: return compact.row(problem)
    case .problem(let problem): return self.row(problem)
    // A row that the reader has unfolded stays unfolded.
    case .post(let post) where density == .compact && folds == Folds():
      return compact.row(post, feedTitle: feedTitle, sources: sources)
    case .post(let post):
      return hidesQuotes(post, folds)
        ? row(post, showing: post.withoutWarnedQuotes, sources, folds, density)
        : row(post, showing: post, sources, folds, density)
    }
  }

  /// - Parameter shown: the post without the quotes that are hidden.
  private func row(
    _ post: Post,
    showing shown: Post,
    _ sources: [String],
    _ folds: Folds,
    _ density: Density
  ) -> Row {
    let isFolded = post.contentWarning != nil && !folds.isUncovered
    let files = density == .compact ? nil : shownPictures(of: shown, folds)
    return Row(
      before: head(post, sources: sources, bodyIsFolded: isFolded, full: false),
      body: shown.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      bodyIsFolded: isFolded,
      hidesQuotes: hidesQuotes(post, folds),
      foldHint: folds.isUncovered ? nil : foldHint(in: post.body),
      bodyLimit: folds.isExpanded ? nil : density.bodyLimit(foldLines),
      after: (isFolded ? [] : hiddenQuotes(post, folds) + tail(shown, files))
        + counts(post, comments: post.knownCommentsCount) + bareAddress(post)
    )
  }

  /// Whether quotes are left out of the text because of their warnings.
  func hidesQuotes(_ post: Post, _ folds: Folds) -> Bool {
    post.contentWarning == nil && post.quotations?.warning != nil && !folds.isUncovered
  }

  func hiddenQuotes(_ post: Post, _ folds: Folds) -> [MetaLine] {
    guard hidesQuotes(post, folds), let warning = post.wholeWarning else { return [] }
    return [warningLine(warning, hint: warningHint(isFolded: true))]
  }

  private func shownPictures(
    of post: Post,
    _ folds: Folds,
    isOpened: Bool = false
  ) -> PostPictures? {
    pictures.map { PostPictures($0, post, isOpened: isOpened, isUnfolded: folds.isUncovered) }
  }

  /// Builds the row of a post on its own page: the whole text, with numbered links, below a notice such as a failure.
  ///
  /// Spoilers are hidden at first, and pictures if the post is sensitive or has a warning. `commentCount` is known where
  /// more is than it says.
  func fullRow(
    _ post: Post,
    sources: [String] = [],
    folds: Folds = Folds(),
    commentCount: Int? = nil,
    notice: [MetaLine] = [],
    voice: Role = .accountName
  ) -> Row {
    guard post.state != .deleted else {
      let line = deletedLine(post, sources: sources, voice: voice, full: true)
      return Row(before: notice + [line], after: address(post) + problems(post))
    }
    // Its reader has seen the warning of the post itself, but not those of the posts that it quotes.
    let shown = folds.isUncovered ? post : post.withoutWarnedQuotes
    return Row(
      before: notice + head(post, sources: sources, voice: voice, full: true),
      body: shown.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      hidesQuotes: hidesQuotes(post, folds),
      // A page with a notice has no key for folds.
      foldHint: folds.isUncovered || !notice.isEmpty ? nil : foldHint(in: post.body),
      numbersLinks: true,
      after: hiddenQuotes(post, folds)
        + tail(shown, shownPictures(of: shown, folds, isOpened: true))
        + commentsPage(post) + counts(post, comments: commentCount ?? post.knownCommentsCount)
        + address(post)
        + problems(post)
    )
  }

  func row(_ problem: FeedProblem) -> Row {
    Row(before: [MetaLine(sanitizing: problem.description, .problem, overflow: .wrap(hang: 2))])
  }

  /// Returns "1 like" or "3 likes"; nil if the number is 0 or unknown.
  static func count(_ number: Int?, _ one: String, _ many: String) -> String? {
    guard let number, number != 0 else { return nil }
    return number == 1 ? "1 \(one)" : "\(number.grouped) \(many)"
  }
}

extension PostRow.Folds {
  init(_ flags: PostFlags) {
    isExpanded = flags.contains(.expanded)
    isUncovered = flags.contains(.uncovered)
  }
}

/// Builds the lines below a post's text: poll, card, attachments, counts, address, problems.
extension PostRow {
  func tail(_ post: Post, _ pictures: PostPictures? = nil) -> [MetaLine] {
    var lines = post.poll.map(Self.poll) ?? []
    if let card = post.card, let title = card.title ?? card.url {
      lines.append(Self.card(title, card.url))
    }
    return lines + Self.attachments(post.attachments, pictures, hint: warningHint(isFolded: true))
  }

  /// The page with the comments, unless the post's text or its address leads there.
  func commentsPage(_ post: Post) -> [MetaLine] {
    guard let target = post.commentsAddress, target != post.url,
      !post.body.source.contains(target),
      let address = WebAddress(target), !address.host.isEmpty
    else { return [] }
    return [Self.card("comments: \(address.host)", target)]
  }

  private static func card(_ words: String, _ target: String?) -> MetaLine {
    let runs = [cardSign, words].map { MetaLine.Run(sanitizing: $0, .attachment) }
    return MetaLine(runs, target: target)
  }

  /// The sign at the start of a card's or an attachment's lines.
  static let cardSign = "⧉ "
  static let attachmentSign = "▣ "

  static func attachments(
    _ attachments: [Attachment],
    _ pictures: PostPictures? = nil,
    hint: @autoclosure () -> String = ""
  ) -> [MetaLine] {
    // Some feeds name one file several times.
    var known: Set<String> = []
    let distinct = attachments.filter { attachment in
      guard let url = attachment.url else { return true }
      return known.insert("\(attachment.type ?? "") \(attachment.alt ?? "") \(url)").inserted
    }
    let drawn = pictures?.choice(of: distinct) ?? [:]
    return distinct.enumerated().map { index, attachment in
      let place = drawn[index]
      let picture = place.flatMap { pictures?.picture(of: attachment, index, $0) }
      let kind = attachment.type ?? "attachment"
      let words = attachment.alt ?? attachment.url.flatMap(Self.fileName)
      let text = words.map { "\(kind): \($0)" } ?? "\(kind) (no description)"
      return MetaLine(
        [.init(sanitizing: attachmentSign, .attachment), .init(sanitizing: text, .attachment)]
          + (place != nil && picture == nil
            ? [.init(sanitizing: " (\(hint()))", .faint)] : []),
        overflow: .wrap(hang: 2),
        target: attachment.url,
        picture: picture
      )
    }
  }

  private static func fileName(_ address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    guard let name = path.split(separator: "/").last, name.contains("."), path.contains("/") else {
      return nil
    }
    if path.hasSuffix("//\(name)") { return nil }
    // The host says more than a name that a machine has made.
    return isTelling(name) ? String(name) : WebAddress(address)?.host ?? String(name)
  }

  /// Whether a file's name has a word, or is short.
  private static func isTelling(_ name: Substring) -> Bool {
    let stem = name.prefix { $0 != "." }
    guard stem.count > 12 else { return true }
    return stem.split { !$0.isLetter && !$0.isNumber }.contains { part in
      part.count > 2 && part.allSatisfy(\.isLetter)
    }
  }

  private static func poll(_ poll: Poll) -> [MetaLine] {
    var lines = poll.options.map { option in
      // "no votes" says it once, below the options.
      let share = poll.result(of: option).map { " \($0.percentage)% (\($0.votes.grouped))" } ?? ""
      return MetaLine(
        [
          .init("○ ", .listMark), .init(sanitizing: option.title, .text),
          .init(sanitizing: share, .counts),
        ],
        overflow: .wrap(hang: 2)
      )
    }
    let count =
      poll.voters.flatMap { Self.count($0, "person", "people") }
      ?? Self.count(poll.total, "vote", "votes") ?? "no votes"
    lines.append(MetaLine(sanitizing: poll.isExpired ? "\(count), poll closed" : count, .counts))
    return lines
  }

  /// The line of counts; no comments are counted where the post stands as a comment, above its replies.
  func counts(_ post: Post, comments: Int?) -> [MetaLine] {
    let term = post.reshareTerm.rawValue
    let parts = [
      Self.count(post.knownLikesCount, "like", "likes"),
      Self.count(post.knownResharesCount, term, term + "s"),
      Self.count(comments, "comment", "comments"),
    ]
    var text = ""
    for case .some(let part) in parts { text += text.isEmpty ? part : " · \(part)" }
    return text.isEmpty ? [] : [MetaLine(sanitizing: text, .counts)]
  }

  func bareAddress(_ post: Post) -> [MetaLine] {
    let isBare = post.body == .missing && post.title == .missing && post.attachments.isEmpty
    return isBare && post.card == nil && post.poll == nil ? address(post) : []
  }

  func address(_ post: Post) -> [MetaLine] {
    guard let url = post.url else { return [] }
    return [MetaLine(sanitizing: url, .faint, overflow: .wrap(hang: 2), target: url)]
  }

  func problems(_ post: Post) -> [MetaLine] {
    post.problems.map { problem in
      MetaLine(sanitizing: problem.description, .problem, overflow: .wrap(hang: 2))
    }
  }
}
