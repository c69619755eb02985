package import CellGrid
package import StreamModel

/// The page that is seen, of its stream: its rows at this size, density and minute, the page beside it, and those below.
///
/// Every change of them ends with rows that belong to the screen, and begins to make these rich.
package struct PageView {
  var layout: PageLayout { didSet { rowsOfMove = nil } }
  package internal(set) var pages: PageStack { didSet { rowsOfMove = nil } }
  /// The post that is to lie beside the list, none or one, and when it comes; nil where nothing is to change.
  var previewWish: (post: RecordID?, due: Moment)?
  /// The rows as the last move saw them, for its frame; nil once that is drawn, or anything else has changed.
  private var rowsOfMove: PageRows?

  init(_ layout: PageLayout, of feed: Timeline) {
    self.layout = layout
    pages = PageStack(Self.firstPage(layout.options), of: feed)
    // The rows that are there already are no news.
    _ = feed.takeChanges()
    show()
  }

  package var feed: Timeline { pages.top.feed }
  package var memo: RowMemo { layout.memo }

  package internal(set) var options: ViewOptions {
    get { layout.options }
    set { layout.options = newValue }
  }

  var memory: PostMemory {
    // In place both ways: it may hold the flags of a million posts.
    _read { yield layout.memory }
    _modify { yield &layout.memory }
  }

  package var size: Size { layout.size }

  package var page: Page { _read { yield pages.top } }
  package var list: List { _read { yield pages.top.list } }
  package var workCounts: WorkCounts { WorkCounts(memo, pages.enrichmentCounts) }
  var pageLines: Int { layout.pageLines }
  var keymap: PageKeymap { layout.keymap.on(page.content.keyPage) }

  /// The place of the reader, in the words of the page, and how much of the timeline is unread.
  ///
  /// A narrow line leaves parts out for the unread posts and the key of the help; news leave that the key alone.
  package var status: String {
    let isCounted = pages.isFirst || page.content.relisting == .unread
    let unread =
      isCounted && tellsUnread
      ? memory.unread.words(in: feed, notifications: options.stream.notificationSlots) : nil
    let text = narrowedStatus(before: unread ?? "")
    return text + (unread ?? placeOfOpenPost(after: text))
  }

  /// The words of the page before others, without the parts that a narrow line has no room for.
  private func narrowedStatus(before words: String) -> String {
    var text = page.content.status(of: list.selection, in: feed, keymap)
    for part in StatusPart.allCases {
      let room = size.columns - (part == .news ? Self.helpKeyColumns : Self.helpColumns)
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
  /// The columns of "? help" there.
  private static let helpColumns = 10

  /// The feed of the open post and its number in the list, as far as there is room for them after the words of the
  /// page: " · Lakes · post 3 of 26".
  ///
  /// Empty where no post is open, where another row of its page is selected, and where the list is not known to its end.
  private func placeOfOpenPost(after text: String) -> String {
    guard let opened = page.content.opened, page.content.keyPage == .detail,
      page.content.subject(of: list.selection, in: feed).post != nil,
      page.content.record(of: list.selection) == opened, feed.isIndexed,
      let below = pages.ofStream.dropLast().last?.content, below.listsPosts,
      let position = below.position(of: .record(opened), in: feed)
    else { return "" }
    let number = below.number(ofRowAt: position)
    let place = " · post \(number.grouped) of \(below.postCount(in: feed).grouped)"
    let title = feed.sources(of: opened).first ?? feed.feedTitle
    let forms = [title.map { " · \($0)\(place)" }, place].compactMap(\.self)
    let room = size.columns - Self.helpColumns - ColumnWidth.columns(of: SafeText(sanitizing: text))
    return forms.first { ColumnWidth.columns(of: SafeText(sanitizing: $0)) <= room } ?? ""
  }

  /// Whether it is known which posts are unread.
  var tellsUnread: Bool { options.stream.tracksReading && memory.knowsFlags }
  var subject: RowSubject { selectedRow.map { page.content.subject(of: $0, in: feed) } ?? .nothing }
  var linkedRecord: RecordID? { pages.linked.flatMap { $0.content.record(of: $0.list.selection) } }
  var selectedRow: RowID? { rows.position(of: list.selection).map { _ in list.selection } }
  var isOnPost: Bool { page.content.opened != nil || page.content.isArticle }
  var focusedLink: RowLink? { list.focusedLink(in: rows) }

  func shows(_ other: any PageContent) -> Bool { page.content.keyPage == other.keyPage }

  var now: Timestamp { layout.now }

  // MARK: Side by side

  var panes: Panes? { layout.panes(with: page) }

  /// Whether the screen has rows that can be denser or fuller: posts of a list, or comments.
  var hasDensity: Bool {
    page.pane == .list || beside != nil
      || page.content.conversation?.thread.commentIDs.isEmpty == false
  }

  /// Whether the page beside is left out, so that a scroll moves whole lines: from the second key of a movement on.
  var hidesBeside: Bool { list.enrichment.keepsMoving }

  func rows(of page: Page) -> PageRows {
    page.number == pages.top.number ? rows : layout.rows(of: page)
  }

  package var pictureWishes: PictureWishes {
    var collector = PictureCollector()
    collector.add(pages.top, rows)
    if let beside { collector.add(beside, layout.rows(of: beside)) }
    var wishes = collector.wishes(lines: layout.pageLines)
    wishes.asSymbols = !layout.options.drawsPictures && !wishes.wanted.isEmpty
    return wishes
  }

  var rows: PageRows { rowsOfMove ?? layout.rows(of: pages.top) }

  // MARK: Changes of rows

  mutating func show() {
    pages.top.list.standpoint.settle(in: rows)
    refill()
  }

  mutating func refill() {
    pages.top.list.refill(in: rows)
    changeBeside { $0.refill(in: $1) }
  }

  /// Takes in rows that have come, or that have been changed by work in the background.
  mutating func grow(isAppend: Bool) {
    pages.top.list.grow(isAppend: isAppend, in: rows)
    changeBeside { $0.grow(isAppend: isAppend, in: $1) }
  }

  mutating func change(_ change: LayoutChange) {
    // Not both in place: each tells ``rowsOfMove`` that it has changed.
    var changed = pages
    change.apply(to: &layout, &changed)
    pages = changed
    if layout.panes == nil { pages.dropPreview() }
  }

  /// Hands a delivery to the page of a number, or to all; each keeps its place.
  mutating func deliver(_ delivery: Delivery, to number: Int? = nil) {
    let layout = layout
    var hasChanged = false
    pages.forEach { page in
      guard number == nil || page.number == number else { return }
      hasChanged = page.take(delivery, layout) || hasChanged
    }
    guard hasChanged else { return }
    if delivery.keepsTop { grow(isAppend: false) } else { show() }
  }

  /// Hands an answer to the page that asked; it keeps its place by the row at the top.
  mutating func take(_ answer: Answer, for number: Int) {
    var hasChanged = false
    let now = now
    pages.forEach { page in
      guard page.number == number, let replaced = page.content.take(answer, at: now) else { return }
      page.replace(replaced)
      hasChanged = true
    }
    if hasChanged { grow(isAppend: false) }
  }

  /// Changes the content of pages; their places follow rows that are gone.
  mutating func update(_ change: (inout Page, PageRows) -> PageGrowth) {
    let layout = layout
    pages.forEach { page in
      let growth = change(&page, layout.rows(of: page))
      if growth.hasChanged { page.replace(growth.replaced) }
    }
    grow(isAppend: false)
  }

  /// Changes the list without moving the stream, as marks, searches and links do.
  mutating func withList<Result>(_ change: (inout List, PageRows) -> Result) -> Result {
    let anchor = pages.top.list.anchor
    let result = change(&pages.top.list, rows)
    if pages.top.list.anchor != anchor {
      refill()
      pages.top.topMoved()
    }
    return result
  }

  mutating func changePage(_ change: (inout Page, PageLayout) -> Void) {
    change(&pages.top, layout)
    comeToRest()
    pages.top.topMoved()
  }

  /// The rows that searches look at: those of the page, and those that are collapsed.
  var searchRows: PageRows { layout.rows(of: pages.top, pages.top.content.expanded()) }

  /// Counts matches a little further; whether the count is to be shown.
  mutating func countMatches() -> Bool {
    let rows = searchRows
    return pages.top.matches?.tally.advance(in: rows) ?? false
  }

  mutating func toggleFold(withWarning: Bool = true) -> Bool {
    let hasChanged = pages.top.toggleFold(withWarning: withWarning, layout)
    show()
    return hasChanged
  }

  // MARK: At rest

  mutating func comeToRest() { pages.top.list.comeToRest(in: rows) }

  mutating func enrichForFrame() -> Bool {
    // Most strategies never do: no rows are made for them.
    guard layout.options.strategy.enrichesFrames(pages.top.list.enrichment) else { return false }
    return pages.top.list.enrichForFrame(in: rows)
  }

  /// When ``comeDue(at:)`` has something to do; nil never, as long as nothing else happens.
  func deadline(at moment: Moment) -> Moment? {
    let enrichment = pages.top.list.enrichment
    let own = enrichment.deadline(at: moment)
    guard !enrichment.isMoving, let other = deadlineBeside(at: moment) else { return own }
    return own.map { min($0, other) } ?? other
  }

  mutating func comeDue(at moment: Moment) {
    let enrichment = pages.top.list.enrichment
    if !enrichment.isMoving, enrichment.waiting.isEmpty, comeDueBeside(at: moment) { return }
    pages.top.list.comeDue(at: moment, in: rows)
  }

  // MARK: Work of pages

  var hasWork: Bool { pages.top.hasWork(layout) || besideHasWork }

  /// Lets the page, or else the one beside it, look further by a slice; whether rows changed.
  mutating func lookFurther() -> Bool {
    guard pages.top.hasWork(layout) || !besideHasWork else { return lookFurtherBeside() }
    let growth = pages.top.content.work(in: pages.top.feed, layout.memory)
    // That the look is over is seen, too: the status line said that it went on.
    guard growth.hasChanged else {
      pages.top.returnToPlace(layout)
      showRowsAbove()
      return !(pages.top.feed.wantedOrder != nil || hasWork)
    }
    pages.top.replace(growth.replaced)
    pages.top.returnToPlace(layout)
    showRowsAbove()
    show()
    return true
  }

  /// Lets the posts of a short list be seen above the one that was found first, once all are found.
  private mutating func showRowsAbove() {
    if pages.top.content is StreamPage { pages.top.showRowsAbove(layout) }
  }

  var selectionLine: Int? { selectionLine(below: 0) }

  /// Whether the stream is to be sorted, or a page that is seen looks for further rows.
  var hasBackgroundWork: Bool { feed.wantedOrder != nil || hasWork }

  // MARK: Moving

  mutating func move(_ motion: Motion, at moment: Moment) {
    let rows = rows
    pages.top.move(motion, at: moment, in: rows)
    rowsOfMove = rows
  }

  /// The frame of the last move is drawn: what comes in from now on changes its rows.
  mutating func forgetRowsOfMove() { rowsOfMove = nil }

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

  mutating func select(_ row: RowID, at moment: Moment) {
    pages.top.select(row, at: moment, layout)
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

  /// Lets the page answer; its rows may have changed then.
  mutating func ask<Answer>(
    _ question: (inout any PageContent, RowID, Timeline) -> Answer
  ) -> Answer {
    question(&pages.top.content, list.selection, feed)
  }

  mutating func reshape(_ replaced: [RowID: RowID]) {
    pages.top.replace(replaced)
    pages.top.list.flatten()
    show()
  }

  mutating func narrow() { pages.top.list.narrow(in: rows) }
}
