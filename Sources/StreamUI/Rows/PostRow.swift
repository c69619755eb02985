import CellGrid
import StreamModel

/// Builds the row of a post or a malformed record.
struct PostRow {
  /// The folds of a row that the reader has opened or closed.
  struct Folds: Hashable {
    var isExpanded = false
    var isUncovered = false

    /// The folds with these flags.
    init(_ flags: PostFlags) {
      isExpanded = flags.contains(.expanded)
      isUncovered = flags.contains(.uncovered)
    }

    init(isExpanded: Bool = false, isUncovered: Bool = false) {
      self.isExpanded = isExpanded
      self.isUncovered = isUncovered
    }

    var flags: PostFlags {
      PostFlags((isExpanded ? [.expanded] : []) + (isUncovered ? [.uncovered] : []))
    }

    static let unfolded = Folds(isExpanded: true, isUncovered: true)
  }

  /// The usual number of lines of a body on the timeline before "+N lines".
  package static let bodyLimit = 10

  let now: Timestamp
  let zone: TimeZoneRules
  let feedTitle: String?
  /// The number of lines of a body on the timeline before "+N lines".
  let bodyLimit: Int
  /// Nil where none are drawn.
  let pictures: PictureGrid?
  /// Names the key that shows and hides what a warning covers; asked only where a row has one.
  let foldKey: () -> String

  init(
    now: Timestamp,
    zone: TimeZoneRules = .utc,
    feedTitle: String? = nil,
    bodyLimit: Int = Self.bodyLimit,
    pictures: PictureGrid? = nil,
    foldKey: @escaping () -> String = { "x" }
  ) {
    self.now = now
    self.zone = zone
    self.feedTitle = feedTitle
    self.bodyLimit = bodyLimit
    self.pictures = pictures
    self.foldKey = foldKey
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
      let isFolded = post.contentWarning != nil && !folds.isUncovered
      let shown = folds.isUncovered ? post : post.withoutWarnedQuotes
      return Row(
        before: head(
          post,
          sources: sources,
          namesFoldKey: true,
          bodyIsFolded: isFolded,
          full: false
        ),
        body: shown.body,
        baseURL: post.baseURL,
        customEmoji: post.customEmoji,
        bodyIsFolded: isFolded,
        hidesQuotes: hidesQuotes(post, folds),
        foldHint: folds.isUncovered ? nil : foldHint(in: post.body),
        bodyLimit: folds.isExpanded ? nil : density.bodyLimit(bodyLimit),
        after: (isFolded
          ? []
          : hiddenQuotes(post, folds)
            + tail(shown, density == .compact ? nil : listed(shown, folds)))
          + counts(post) + bareAddress(post)
      )
    }
  }

  /// Whether quotes are left out of the text because of their warnings.
  func hidesQuotes(_ post: Post, _ folds: Folds) -> Bool {
    post.contentWarning == nil && post.quotations?.warning != nil && !folds.isUncovered
  }

  /// Builds the line for the quotes that are left out of the text, with the key that shows them.
  func hiddenQuotes(_ post: Post, _ folds: Folds) -> [MetaLine] {
    guard hidesQuotes(post, folds), let warning = post.wholeWarning else { return [] }
    return [warningLine(warning, hint: warningHint(isFolded: true))]
  }

  private func listed(_ post: Post, _ folds: Folds) -> PostPictures? {
    pictures.map { PostPictures.listed($0, post, isUnfolded: folds.isUncovered) }
  }

  /// Builds the row of a post on its own page: the whole text, with numbered links.
  ///
  /// - Parameters:
  ///   - folds: Whether the reader has unfolded the post: its spoilers are hidden at first, and its
  ///     pictures if it is sensitive or has a warning.
  ///   - commentCount: The number of comments where more is known than the post says.
  ///   - notice: Lines above the post, such as a failure.
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
      before: notice + head(post, sources: sources, namesFoldKey: false, voice: voice, full: true),
      body: shown.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      hidesQuotes: hidesQuotes(post, folds),
      // A page with a notice has no key for folds.
      foldHint: folds.isUncovered || !notice.isEmpty ? nil : foldHint(in: post.body),
      numbersLinks: true,
      after: hiddenQuotes(post, folds)
        + tail(shown, pictures.map { .opened($0, shown, isUnfolded: folds.isUncovered) })
        + commentsPage(post) + counts(post, commentCount: commentCount)
        + address(post)
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

  /// Returns "1 like" or "3 likes"; nil if the number is 0 or unknown.
  static func count(_ number: Int?, _ one: String, _ many: String) -> String? {
    guard let number, number != 0 else { return nil }
    return number == 1 ? "1 \(one)" : "\(number.grouped) \(many)"
  }
}
