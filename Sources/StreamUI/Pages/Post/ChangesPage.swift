import CellGrid
import RichText
import StreamModel

/// The difference between the last two texts of a post, word by word, and the links whose targets have changed.
///
/// Rows write "[-removed-]" and "{+added+}" around struck and inserted words, so that a change is seen without colours.
struct ChangesPage: SingleRowPage {
  private let post: Post
  private let key: Timeline.SourceKey?
  private let record: RecordID
  /// The difference as HTML; nil if no word has changed.
  private let html: String?
  private let links: [String]

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
    links = Self.changes(
      of: Self.links(of: former),
      to: Self.links(of: post),
      withOthers: diff.isEmpty
    )
  }

  let keyPage = KeyPage.difference

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    let time = post.edited.map { "edited \(RelativeTime.full($0, zone: context.zone)) · " }
    let head = [
      line("What the last edit has changed", .title, .bold),
      line("\(time ?? "")[-removed-] {+added+}", .faint), MetaLine([]),
    ]
    let links = links.map { line($0, .text) }
    if let html {
      let heading = links.isEmpty ? [] : [line("Links that have changed", .title, .bold)]
      return Row(before: head, body: .html("<p>\(html)</p>"), after: heading + links)
    }
    let cause = links.isEmpty ? "markup or an attachment." : "links:"
    return Row(before: head + [line("No word has changed, only \(cause)", .text)] + links)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }
  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .post(post) }
  func record(of row: RowID) -> RecordID? { record }
  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? { key }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    "last edit · \(keymap.name(of: .leave)) goes back"
  }

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
    case .removed: "<del>\(text)</del>"
    case .added: "<ins>\(text)</ins>"
    }
  }

  private typealias NamedLink = (label: String, target: String)

  /// The links of a post with their labels, and the attachments that have descriptions: the words of others say where
  /// they lead.
  private static func links(of post: Post) -> [NamedLink] {
    let body = BodyText(post.body, baseURL: post.baseURL, customEmoji: [])
    let links = body.links.map { (label: body.text[$0.range].string, target: $0.target) }
    return links
      + post.attachments.compactMap { file in
        file.alt.flatMap { alt in file.url.map { (label: alt, target: $0) } }
      }
  }

  /// Pairs the links of two texts by their labels, in their order, and returns a line for each pair with two targets.
  ///
  /// - Parameter withOthers: whether links that came or went have a line, too: changed words show where they stood.
  private static func changes(
    of old: [NamedLink],
    to new: [NamedLink],
    withOthers: Bool
  ) -> [String] {
    var former = Dictionary(grouping: old, by: \.label).mapValues { $0.map(\.target) }
    // A link between others of its label that came or went has changed nothing of theirs.
    let moved = new.filter { link in
      guard let index = former[link.label]?.firstIndex(of: link.target) else { return true }
      former[link.label]?.remove(at: index)
      return false
    }
    let changed = moved.compactMap { link -> String? in
      guard let target = former[link.label]?.first else {
        return withOthers ? "\(link.label): {+\(link.target)+}" : nil
      }
      former[link.label]?.removeFirst()
      return "\(link.label): [-\(target)-] {+\(link.target)+}"
    }
    let gone = old.filter { link in
      guard withOthers, let index = former[link.label]?.firstIndex(of: link.target) else {
        return false
      }
      former[link.label]?.remove(at: index)
      return true
    }
    return changed + gone.map { "\($0.label): [-\($0.target)-]" }
  }
}
