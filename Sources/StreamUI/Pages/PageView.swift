package import CellGrid
package import StreamModel

/// The page that is seen, of its stream: its rows at this size, density and minute, and the pages below it.
///
/// Keys and events come to the pages by it alone.
package struct PageView {
  private var visible: VisiblePages

  init(_ layout: PageLayout, of feed: Timeline) { visible = VisiblePages(of: feed, layout) }

  private var layout: PageLayout {
    _read { yield visible.layout }
  }
  /// The pages from the first one up to the one that is seen.
  package var pages: PageStack {
    _read { yield visible.stack }
  }
  /// The stream that is seen.
  package var feed: Timeline { visible.stack.top.feed }
  package var memo: RowMemo { layout.memo }
  package internal(set) var options: ViewOptions {
    get { layout.options }
    set { visible.layout.options = newValue }
  }
  var memory: PostMemory {
    // In place both ways: it may hold the flags of a million posts.
    _read { yield layout.memory }
    _modify { yield &visible.layout.memory }
  }
  /// The size of the screen in columns and lines, the status line included.
  package var size: Size { layout.size }

  var wantsLinks: Bool {
    get { layout.wantsLinks }
    set { visible.layout.wantsLinks = newValue }
  }

  package var page: Page {
    _read { yield pages.top }
  }
  package var list: List {
    _read { yield pages.top.list }
  }

  /// The work that the rows of all pages have taken since the start.
  package var workCounts: WorkCounts { WorkCounts(memo, pages.enrichmentCounts) }

  var pageLines: Int { layout.pageLines }
  var keymap: PageKeymap { layout.keymap.on(page.content.keyPage) }
  var rows: PageRows { layout.rows(of: pages.top) }

  /// The place of the reader, in the words of the page, and how much of the timeline is unread.
  ///
  /// A narrow line leaves parts out for the unread posts and the key of the help; news leave that the key alone.
  package var status: String {
    let isCounted = pages.isFirst || page.content.keyPage == .unread
    let unread = isCounted && tellsUnread ? memory.unread.words(in: feed) : nil
    let text = narrowedStatus(before: unread ?? "")
    return text
      + (unread ?? OpenPostPlace(in: pages)?.words(after: text, columns: size.columns) ?? "")
  }

  /// The words of the page before others, without the parts that a narrow line has no room for.
  private func narrowedStatus(before words: String) -> String {
    var text = page.content.status(of: list.selection, in: feed, keymap)
    for part in StatusPart.allCases {
      let room = size.columns - (part == .news ? Self.helpKeyColumns : OpenPostPlace.helpColumns)
      // No text has more columns than bytes.
      guard text.utf8.count + words.utf8.count > room,
        ColumnWidth.columns(of: SafeText(sanitizing: text + words)) > room
      else { break }
      text = page.content.status(of: list.selection, in: feed, keymap, without: part)
    }
    return text
  }

  /// The columns of "?" at the right end of the status line, with the blanks around it.
  private static let helpKeyColumns = 5

  /// Whether it is known which posts are unread.
  var tellsUnread: Bool { options.stream.tracksReading && memory.knowsFlags }

  var subject: RowSubject {
    selectedRow.map { page.content.subject(of: $0, in: feed) } ?? .nothing
  }

  /// The record that states the links of the selected row, or of the row whose links are listed.
  var linkedRecord: RecordID? {
    pages.linked.flatMap { $0.content.record(of: $0.list.selection) }
  }

  /// The selected row, if it is on the page.
  var selectedRow: RowID? { rows.position(of: list.selection).map { _ in list.selection } }

  /// Whether the page is that of one post, or of the web page of one.
  var isOnPost: Bool { page.content.opened != nil || page.content.keyPage == .article }

  var focusedLink: RowLink? { list.focusedLink(in: rows) }

  /// The time from which ages are counted.
  var now: Timestamp { layout.now }

  /// The columns of the side panel, whether it is drawn or not.
  var panelColumns: Range<Int> {
    guard let panes else { return SidePanel.columns(of: size.columns, options.panelWidth) }
    return page.pane == .list ? panes.post : panes.list
  }

  /// Whether the side panel is drawn, as far as the page decides.
  var showsPanel: Bool { options.showsPanel && !list.enrichment.isMoving && page.content.hasPanel }

  mutating func note(_ faults: [PictureNumber: SafeText?]) { visible.layout.note(faults) }
  mutating func note(_ picture: SymbolPicture, of number: PictureNumber) {
    visible.layout.note(picture, of: number)
  }

  /// The pictures near the viewport that the terminal should have.
  package var pictureWishes: PictureWishes { visible.pictureWishes }

  /// The rows that searches look at: those of the page, and those that are collapsed.
  var searchRows: PageRows { visible.searchRows }

  // MARK: Pages

  /// Opens a page above the one that is seen; comments that were collapsed in earlier runs are so in its first frame,
  /// and a conversation that was left in this run stands where it did.
  mutating func push(_ content: any PageContent) { visible.push(content) }

  /// Opens the conversation below once more, as it stands there: the page that is seen lists its comments,
  /// and the way back leads to that list.
  mutating func reopenConversationBelow() { visible.reopenConversationBelow() }

  /// The comments to keep of conversations that were left since; none where nothing is remembered.
  mutating func takeSeen() -> [SeenConversation] {
    pages.left.unsaved.isEmpty ? [] : visible.takeSeen()
  }

  /// Notes the comments of the page, before a reload gives other names to its records.
  mutating func noteSeen() { visible.stack.noteSeen() }

  /// Takes in the comments that were seen in earlier runs: others are new on the pages that are open.
  mutating func recall(_ seen: [SeenConversation]) { visible.recall(seen) }

  var recalledStates: PostStates? { layout.recalledStates }

  /// Gives the number of the next page to something that is no page.
  mutating func skipPageNumber() { visible.stack.skipNumber() }

  /// Goes back to the page below, as it was left.
  ///
  /// - Returns: the effects that end what the page waited for; nil on the first page of the stream.
  mutating func pop() -> [Effect]? {
    guard let effects = visible.stack.pop(previews: layout.panes != nil) else { return nil }
    visible.show()
    return effects
  }

  /// Lists the posts that a filter passes, over the page that is seen or in its place, as far as a slice finds them.
  ///
  /// - Parameter line: the line of the screen on which the post that the reader stands on is to begin, or the one that
  ///   is nearest to it.
  mutating func list(_ page: any PageContent, inPlace: Bool, onLine line: Int?) {
    visible.list(page, inPlace: inPlace, onLine: line)
  }

  /// Shows other rows on the page that is seen, with the selection at the same number of them.
  mutating func listAnew(_ page: any PageContent) {
    let position = rows.position(of: list.selection) ?? 0
    visible.list(page, inPlace: true, onLine: nil)
    withList { list, rows in
      _ = list.standpoint.select(min(position, max(0, rows.count - 1)), in: rows)
    }
  }

  mutating func dropPageBelow() { visible.stack.dropPageBelow() }

  /// The line of the screen on which the selected row of the page below a number of others begins; nil if it is out of sight.
  func selectionLine(below count: Int) -> Int? {
    pages.fromTop(count).flatMap { $0.list.lines(in: layout.rows(of: $0))[$0.list.selection] }
  }

  /// Shows pages as they were before a key.
  mutating func restore(_ pages: PageStack) {
    visible.stack = pages
    visible.show()
  }

  /// Leaves all pages but the first of the stream, for a place there; going back from there leads to them again.
  mutating func depart() -> [Effect] {
    guard !pages.isFirst else { return [] }
    let effects = visible.stack.depart()
    visible.show()
    return effects
  }

  /// Goes back to the first page of the stream, for good.
  mutating func popToFirst() -> [Effect] {
    let effects = visible.stack.popToFirst(previews: layout.panes != nil)
    visible.show()
    return effects
  }

  /// Goes back to the pages that were left for the first of the stream; false where there are none.
  mutating func comeBack() -> Bool {
    guard visible.stack.comeBack() else { return false }
    visible.show()
    return true
  }

  /// Opens the first page of another stream.
  ///
  /// - Parameter configured: the configuration for the sources of the stream that is left.
  /// - Returns: the effects that end what the pages of a stream waited for whose place it takes.
  mutating func push(_ opening: StreamOpening, configured: ViewOptions) -> [Effect] {
    visible.push(opening, configured: configured)
  }

  /// Goes back to the stream below, as it was left; nothing on the first of all.
  ///
  /// - Returns: the effects that end what its pages waited for.
  mutating func popStream() -> [Effect] { visible.popStream() }

  /// Counts again whether a record is unread, in every stream that shows it.
  ///
  /// - Parameter key: the key of the record's post whose flag has changed.
  mutating func recount(_ id: RecordID, _ key: Timeline.SourceKey) { visible.recount(id, key) }

  /// Lets all pages look again for posts that an undo has given back to them.
  mutating func lookAgain() { visible.stack.forEach { $0.content.lookAgain() } }

  /// Counts the unread posts of every stream again.
  mutating func recountAll() { visible.recountAll() }

  /// Lets the page answer; its rows may have changed then.
  mutating func ask<Answer>(
    _ question: (inout any PageContent, RowID, Timeline) -> Answer
  ) -> Answer {
    question(&visible.stack.top.content, list.selection, feed)
  }

  /// Rows of the page were hidden or shown; those that are hidden now stand for others.
  mutating func reshape(_ replaced: [RowID: RowID]) {
    visible.stack.top.replace(replaced)
    visible.stack.top.list.flatten()
    visible.show()
  }

  /// Hands a delivery to the page of a number, or to all; each keeps its place.
  mutating func deliver(_ delivery: Delivery, to number: Int? = nil) {
    visible.deliver(delivery, to: number)
  }

  /// Shows the line of older posts, or leaves it out, as the configuration says.
  mutating func showOlder() { visible.showOlder() }

  /// The older posts that come next, where the reader has come to the last screenful of the stream.
  var olderAhead: OlderPosts? { visible.olderAhead }

  /// Rows of the page were narrowed to some, or widened to all.
  mutating func narrow() { visible.stack.top.list.narrow(layout.policy, in: rows) }

  // MARK: Moving

  mutating func move(_ motion: Motion, at moment: Moment) {
    visible.stack.top.move(motion, at: moment, visible.layout)
  }

  /// The words about a number that no post or comment of the page has; nil where one has it, or may come to have it.
  func words(beyond destination: Destination) -> String? {
    guard case .number(let number) = destination, rows.isComplete else { return nil }
    let words: String?
    if let count = page.content.conversation?.thread.commentCount {
      words = number > count ? PostRow.count(count, "comment", "comments") : nil
    } else {
      let count = page.content.listsPosts ? page.content.postCount(in: feed) : number
      words = number > count ? PostRow.count(count, "post", "posts") : nil
    }
    // Below the last one may stand a line that leads to more.
    let isLast =
      switch list.selection {
      case .comment, .record: true
      default: false
      }
    return words.map { $0 + (isLast ? "; this is the last" : " so far") }
  }

  /// Selects `row`; where that scrolls, what follows it is seen, too.
  mutating func select(_ row: RowID, at moment: Moment) {
    visible.stack.top.select(row, at: moment, visible.layout)
  }

  /// Changes the list without moving the stream, as marks, searches and links do.
  mutating func withList<Result>(_ change: (inout List, PageRows) -> Result) -> Result {
    visible.withList(change)
  }

  /// Shows matches, or the page as it was before.
  mutating func changePage(_ change: (inout Page, MatchDisplay) -> Void) {
    visible.changePage(change)
  }

  /// The match that the reader stands on, from which the next search goes on; nil once another row is selected, the
  /// match has left the screen, or a jump has led elsewhere.
  var currentMatch: TextSearch.Match? {
    guard let matches = page.matches, !matches.isLeft, matches.current.row == list.selection
    else { return nil }
    let (rows, match) = (rows, matches.current)
    guard let position = rows.position(of: match.row),
      let seen = list.visible(in: rows).first(where: { $0.row == position })
    else { return nil }
    let line = rows.laid(match.row).line(of: match.passage) - seen.firstLine
    return (0..<seen.lines).contains(line) ? match : nil
  }

  /// Lets the next search begin at the selected row, not at the current match.
  mutating func leaveMatch() { visible.stack.top.matches?.isLeft = true }

  /// Counts matches a little further; whether the count is to be shown.
  mutating func countMatches() -> Bool { visible.countMatches() }

  /// Folds or unfolds the selected row; its top line stays where it was, if it still exists.
  ///
  /// - Parameter withWarning: whether a content warning is folded, if the row has one.
  /// - Returns: false if nothing of the row can be folded.
  mutating func toggleFold(withWarning: Bool = true) -> Bool {
    visible.toggleFold(withWarning: withWarning)
  }

  // MARK: At rest

  mutating func comeToRest() { visible.comeToRest() }

  /// When ``comeDue(at:)`` has something to do; nil never, as long as nothing else happens.
  func deadline(at moment: Moment) -> Moment? { visible.deadline(at: moment) }

  /// Makes the next row rich; first those that are seen, then the post beside the list and its rows.
  mutating func comeDue(at moment: Moment) { visible.comeDue(at: moment) }

  mutating func enrichForFrame() -> Bool { visible.enrichForFrame() }
  mutating func prepareRow() { visible.stack.top.list.prepareRow(in: rows) }

  /// Lays rows out in another way.
  mutating func change(_ change: LayoutChange) { visible.change(change) }

  mutating func showPanel(_ isOpen: Bool) {
    change(.panel(isOpen: isOpen, width: options.panelWidth))
  }

  /// Sets the time that rows show ages by.
  mutating func tellTime(_ wall: Timestamp) { visible.layout.tellTime(wall) }

  /// Keeps the rows of the timeline that are seen together: what belongs between them waits.
  ///
  /// Where a list of some of its posts covers them, nothing waits: the list would not come to know those rows.
  mutating func holdVisibleRows() { visible.holdVisibleRows() }

  /// Lets rows in that were held back; returns the first of them.
  mutating func releaseHeldRows() -> RowID? { visible.releaseHeldRows() }

  /// The line of the screen on which the selected row begins; nil if the row is out of sight.
  var selectionLine: Int? { selectionLine(below: 0) }

  mutating func takeInGrowth() -> FeedGrowth { visible.takeInGrowth() }

  /// Shows the first page of the stream alone, as if it had just been opened.
  ///
  /// - Returns: the effects that end what its pages waited for.
  mutating func startOver() -> [Effect] { visible.startOver() }

  /// Shows the feed from its first row on, as long as nothing has been shown.
  mutating func begin() { visible.begin() }

  /// Changes the content of pages; their places follow rows that are gone.
  mutating func update(_ change: (inout Page, PageRows) -> PageGrowth) { visible.update(change) }

  /// Whether the stream is to be sorted, or a page that is seen looks for further rows.
  var hasBackgroundWork: Bool { feed.wantedOrder != nil || visible.hasWork }

  /// Lets the page, or else the one beside it, look further by a slice; whether rows changed.
  mutating func lookFurther() -> Bool { visible.lookFurther() }

  // MARK: Side by side

  /// The columns of the list and of the post beside it; nil where the page has the screen.
  var panes: Panes? { layout.panes(with: page) }

  var beside: Page? { visible.beside }

  /// Whether the screen has rows that can be denser or fuller: posts of a list, or comments.
  var hasDensity: Bool {
    page.pane == .list || beside != nil
      || page.content.conversation?.thread.commentIDs.isEmpty == false
  }

  /// Whether the page beside is left out, so that a scroll moves whole lines of the terminal.
  ///
  /// That begins with the second key of a movement: at a reader's pace each key is the first one, and nothing comes or goes.
  var hidesBeside: Bool { list.enrichment.keepsMoving }

  var dueBesideIsSeen: Bool { visible.dueBesideIsSeen }

  func columns(of page: Page) -> Range<Int> { layout.columns(of: page) }

  func rows(of page: Page) -> PageRows { layout.rows(of: page) }

  /// The post beside the list that is seen, if all of it is on the screen.
  var wholePreview: RecordID? { BesidePage.whole(in: pages, layout) }

  /// Notes which post belongs beside the list: it comes once the reader has rested on its row.
  mutating func notePreview(at moment: Moment, isFirst: Bool = false) {
    visible.notePreview(at: moment, isFirst: isFirst)
  }
}
