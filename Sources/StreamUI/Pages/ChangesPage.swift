import CellGrid
import StreamModel

/// The difference between the last two texts of a post, word by word.
///
/// "[-removed-]" and "{+added+}" say without colours what is struck and underlined, as wdiff and git write it.
struct ChangesPage: SingleRowPage {
  private let post: Post
  private let key: Timeline.SourceKey?
  private let record: RecordID
  /// The difference as HTML; nil if no word has changed.
  private let html: String?

  /// The page about the selected post, or the reason why there is none.
  static func reply(in view: PageView) -> Reply {
    guard let record = view.page.content.record(of: view.list.selection),
      case .post(let post) = view.feed.record(record)
    else { return .say("Works on posts only") }
    guard let former = view.feed.former(of: record) else {
      return .say(
        post.state == .updated || post.edited != nil
          ? "No earlier text is known: the post was edited before it was fetched"
          : "The post has not changed since it was fetched"
      )
    }
    return .show(ChangesPage(of: post, before: former, record, view.feed.key(of: record)))
  }

  init(of post: Post, before former: Post, _ record: RecordID, _ key: Timeline.SourceKey?) {
    self.post = post
    self.key = key
    self.record = record
    let diff = WordDiff(from: Self.text(of: former), to: Self.text(of: post))
    html = diff.isEmpty ? nil : diff.parts.map(Self.html).joined()
  }

  let keyPage = KeyPage.difference

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    let time = post.edited.map {
      "edited \(RelativeTime.full($0, zone: context.zone)) · "
    }
    let head = [
      line("What the last edit has changed", .title, .bold),
      line("\(time ?? "")[-removed-] {+added+}", .faint), MetaLine([]),
    ]
    guard let html else {
      let words = "No word has changed, only markup or an attachment."
      return Row(before: head + [line(words, .text)])
    }
    return Row(before: head, body: .html("<p>\(html)</p>"))
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .post(post) }

  func record(of row: RowID) -> RecordID? { record }

  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? { key }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "last edit · \(keymap.name(of: .leave)) goes back"
  }

  // MARK: Texts

  /// The words of a post: title, content warning, text and the descriptions of its attachments, on lines of their own.
  private static func text(of post: Post) -> String {
    let plain = { (body: Body) in BodyText(body, customEmoji: []).plain }
    let parts = [plain(post.title), post.contentWarning ?? "", plain(post.body)]
    let attachments = post.attachments.compactMap { $0.alt ?? $0.url }
    return (parts + attachments).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func html(_ part: WordDiff.Part) -> String {
    let text = PostHTML.escaped(part.text).replacing("\n", with: "<br>")
    return switch part.kind {
    case .same: text
    case .removed: "<del>[-\(text)-]</del>"
    case .added: "<ins>{+\(text)+}</ins>"
    }
  }

  private func line(_ text: String, _ role: Role, _ emphasis: Emphasis = []) -> MetaLine {
    MetaLine([.init(SafeText(sanitizing: text), role, emphasis)], overflow: .wrap(hang: 0))
  }
}
