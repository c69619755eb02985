import CellGrid
import StreamModel

struct PageTraits: OptionSet {
  let rawValue: Int

  /// Its rows are posts that can be unread or kept.
  static let posts = PageTraits(rawValue: 1)
  /// The status line shows the progress of a refresh.
  static let refresh = PageTraits(rawValue: 2)
  /// New posts wait for a key, because others are listed already.
  static let news = PageTraits(rawValue: 4)
  /// A row goes when it is left.
  static let selection = PageTraits(rawValue: 8)
  static let article = PageTraits(rawValue: 16)
  /// An address to subscribe to is typed here, wherever the reader stands.
  static let addresses = PageTraits(rawValue: 32)
  /// It counts the rows above the viewport that have not been seen.
  static let countsAbove = PageTraits(rawValue: 64)
}

struct ListCondition {
  let title: SafeText
  /// The filter that was typed, in its canonical form.
  var typed: String?
  var filter: Filter?
  /// The part of it that was there before a filter was typed.
  var base: Filter?
  var origin: RecordID?
  var comments: OpenedConversation?
  /// The look for the posts of a typed filter, some of which may pass it no more; nil elsewhere.
  var look: FilterWalk?
  /// The posts that pass, as an earlier run has counted them, while not all are found.
  var expected: Int?
}

/// What a page says about a text that is being typed to narrow or filter it.
struct TypedFinding {
  /// The words after the text.
  let note: String
  /// The row that the text means; nil where none contains it, and on pages that leave the selection to the list.
  var row: RowID?
  /// Whether the row is the only one, which opens once the text is entered.
  var isOnly = false
}

/// A page: which rows it has, what they say, and what keys do on it.
///
/// Scrolling, selecting and becoming rich are the list's, which every page shares. A new page is one type that conforms
/// to this protocol, in one file, a case of ``KeyPage`` and the action that opens it.
protocol PageContent: RowProvider {
  var firstRow: RowID { get }
  /// The row at the top of the screen when the page opens, if that is not the one that is selected.
  var topRow: RowID? { get }
  /// The properties that code outside the page may ask for.
  var traits: PageTraits { get }
  /// The bytes by which a text search can skip rows.
  var searchedBytes: SearchedBytes { get }
  /// The kind of the page: it names the page's own keys, and `Reply.show` opens nothing over its kind.
  var keyPage: KeyPage { get }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject
  /// The record that `row` shows, or that states what it shows; nil for other rows.
  func record(of row: RowID) -> RecordID?
  /// The post with the links of `row`, as it is kept from run to run; nil where there is none.
  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey?
  /// The link that `row` is as a whole; nil for other rows.
  func link(of row: RowID) -> RowLink?
  /// Whether `x` on `row` uncovers what a warning, a quote or a spoiler hides, rather than unfolds a long text.
  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool
  /// Does what Enter means where no link has the focus.
  mutating func enter(_ row: RowID, in feed: Timeline) -> Reply
  /// Does an action that only some pages know; nil on the others.
  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply?
  /// Undoes what narrows the page, as Esc does; nil where nothing does.
  mutating func cancel() -> Reply?
  /// Lists only the rows that contain `text`; nil on pages that list all.
  mutating func narrow(to text: String) -> Reply?
  /// Takes what came from outside, or lists other rows; rows that are gone, each with the one that stands for it. Nil for no
  /// change on the page, as in the next two.
  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]?
  /// Takes an answer to what the page asked for.
  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]?
  /// Takes in what the feed reports; `top` is the row at the top of the viewport.
  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth
  /// Whether it looks through the feed for further rows.
  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool
  /// Looks a little further; what came of it.
  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth
  /// The conversation that the page shows, whose comments collapse and are named from run to run; nil on other pages.
  var conversation: OpenedConversation? { get set }
  /// The text of the status line where nothing else is said, with keys from `keymap`.
  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String
  /// The same without some parts, for a narrow line.
  func status(
    of row: RowID,
    in feed: Timeline,
    _ keymap: PageKeymap,
    without last: StatusPart?
  ) -> String
  /// The part of the stream that the page lists, so that it can be listed again; nil for all of it and for other pages.
  var relisting: Relocation.Listing? { get }
  /// The condition of its posts or comments; nil where it lists all of the stream, and on other pages.
  var condition: ListCondition? { get }
  /// What is known of a text that is being typed to narrow or filter the page.
  func finding(from selection: RowID) -> TypedFinding
}

extension PageContent {
  var name: String { keyPage.rawValue }
  var topRow: RowID? { nil }
  var traits: PageTraits { [] }
  var listsPosts: Bool { traits.contains(.posts) }
  var isArticle: Bool { traits.contains(.article) }
  var searchedBytes: SearchedBytes { .none }
  var typedFilter: String? { condition?.typed }
  var relisting: Relocation.Listing? { nil }
  var condition: ListCondition? { nil }
  /// The conversation whose comments a filter on the page lists; nil where it has none.
  var filteredConversation: OpenedConversation? {
    condition?.comments ?? conversation.flatMap { $0.thread.commentCount > 0 ? $0 : nil }
  }
  var isFilterable: Bool { listsPosts || filteredConversation != nil }
  func finding(from selection: RowID) -> TypedFinding { TypedFinding(note: "") }
  func status(
    of row: RowID,
    in feed: Timeline,
    _ keymap: PageKeymap,
    without last: StatusPart?
  ) -> String { status(of: row, in: feed, keymap) }
  /// The record that the page was opened for, which opening it reads; nil on other pages.
  var opened: RecordID? { conversation?.record }
  /// Whether it shows a post, its web page or a list of its comments: the list of posts lies below it.
  var isOfPost: Bool { opened != nil || isArticle || keyPage == .matches }

  var conversation: OpenedConversation? {
    get { nil }
    set {}
  }
  /// The number of the post in a row, past the headings above it.
  func number(ofRowAt position: Int) -> Int {
    var number = position + 1 - self.position(ofNumber: 1)
    while number > 1, self.position(ofNumber: number) > position { number -= 1 }
    return number
  }
  /// The number of its posts: the line of older posts is none, and no heading is.
  func postCount(in feed: Timeline) -> Int {
    if feed.known != nil, let expected = condition?.expected { return expected }
    let hasOlder = position(of: .older, in: feed) != nil
    return number(ofRowAt: rowCount(in: feed) - 1 - (hasOlder ? 1 : 0))
  }
  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .nothing }
  func record(of row: RowID) -> RecordID? { row.record }
  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? {
    record(of: row).flatMap(feed.key)
  }
  func link(of row: RowID) -> RowLink? { nil }
  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool { false }
  mutating func enter(_ row: RowID, in feed: Timeline) -> Reply { .nothing }
  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? { nil }
  mutating func cancel() -> Reply? { nil }
  mutating func narrow(to text: String) -> Reply? { nil }
  /// The page with all its rows, for searches; nil where none is hidden.
  func expanded() -> (any PageContent)? {
    guard var conversation, conversation.folds.expandAll() else { return nil }
    var page = self
    page.conversation = conversation
    return page
  }
  mutating func take(
    _ changes: TimelineChanges,
    top: RowID,
    in feed: Timeline
  ) -> PageGrowth { .nothing }
  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? { nil }
  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]? { nil }
  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool { false }
  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth { .nothing }
}

/// The parts of a page's status that a narrow line leaves out, in this order; the reader's place is none of them.
enum StatusPart: CaseIterable, Comparable {
  /// Facts that have a page of their own: hidden posts, posts that are left out, and the order.
  case aside
  case title
  /// Changes, and work that goes on: new posts, problems, sorting.
  case news

  /// Whether this is left out of a line that leaves `last` out, and all that goes before it.
  func goes(with last: StatusPart?) -> Bool { last.map { self <= $0 } ?? false }
}

extension Timeline {
  /// " · source changed (r)"; empty where a reload would show nothing else.
  func noteOfChange(_ keymap: PageKeymap) -> String {
    isOutdated ? " · source changed (\(keymap.name(of: .reload)))" : ""
  }
}
