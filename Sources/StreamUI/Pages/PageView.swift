package import CellGrid
package import StreamModel

/// The page that is seen, of its stream: its rows at this size, density and minute, and the pages
/// below it.
package struct PageView {
  private var layout: PageLayout
  /// The pages from the first one up to the one that is seen.
  package private(set) var pages: PageStack
  /// Whether a key waits for the links of the rows that are seen.
  var wantsLinks = false
  /// The post that is to be shown beside the list, and when; nil where nothing is to change.
  private var wish: (post: RecordID?, due: Moment)?

  init(_ layout: PageLayout, of feed: Timeline) {
    self.layout = layout
    pages = PageStack(Self.firstPage(layout.options), of: feed)
    _ = feed.takeChanges()
    show()
  }

  private static func firstPage(_ options: ViewOptions) -> any PageContent {
    options.stream.offers.map { OffersPage($0) } ?? options.stream.recent.map { HistoryPage($0) }
      ?? TimelinePage(older: options.shownOlder, failure: options.stream.failure)
  }

  /// The stream that is seen.
  package var feed: Timeline { pages.top.feed }
  /// Measured rows of all pages.
  package var memo: RowMemo { layout.memo }
  /// How pages are shown.
  package internal(set) var options: ViewOptions {
    get { layout.options }
    set { layout.options = newValue }
  }
  /// The flags of posts, and how many are unread.
  var memory: PostMemory {
    // In place both ways: it may hold the flags of a million posts.
    _read { yield layout.memory }
    _modify { yield &layout.memory }
  }
  /// The size of the screen in columns and lines, the status line included.
  package var size: Size { layout.size }

  /// The page that is seen.
  package var page: Page {
    _read { yield pages.top }
  }
  /// The list of the page that is seen.
  package var list: List {
    _read { yield pages.top.list }
  }

  /// The work that the rows of all pages have taken since the start.
  package var workCounts: WorkCounts { WorkCounts(memo, pages.enrichmentCounts) }

  /// Lines of the screen that belong to the page; the last one is the status line.
  var pageLines: Int { layout.pageLines }
  /// The keys as they are on the page that is seen.
  var keymap: PageKeymap { layout.keymap.on(page.content.keyPage) }
  /// The rows of the page that is seen.
  var rows: PageRows { layout.rows(of: pages.top) }

  /// The place of the reader, in the words of the page, and how much of the timeline is unread.
  ///
  /// A narrow line leaves parts out for the unread posts and the key of the help; news leave that the key alone.
  package var status: String {
    let isCounted = pages.isFirst || page.content.keyPage == .unread
    let unread = isCounted && tellsUnread ? memory.unread.words(in: feed) : nil
    var text = page.content.status(of: list.selection, in: feed, keymap)
    for part in StatusPart.allCases {
      let room = size.columns - (part == .news ? Self.helpKeyColumns : Self.helpColumns)
      let whole = SafeText(sanitizing: text + (unread ?? ""))
      guard ColumnWidth.columns(of: whole) > room else { break }
      text = page.content.status(of: list.selection, in: feed, keymap, without: part)
    }
    return text + (unread ?? placeInList(besides: text))
  }

  /// Where the open post stands: " · Lakes · post 3 of 26", its feed and its number in the list below, as far as there is room.
  private func placeInList(besides text: String) -> String {
    guard let opened = page.content.opened, page.content.keyPage == .detail,
      subject.post != nil, page.content.record(of: list.selection) == opened, feed.isIndexed,
      let list = pages.ofStream.dropLast().last, list.content.listsPosts,
      let position = list.content.position(of: .record(opened), in: feed)
    else { return "" }
    // The line of older posts is no post, and no heading is.
    let hasOlder = list.content.position(of: .older, in: feed) != nil
    let headings = list.content.position(ofNumber: 1)
    let count = list.content.rowCount(in: feed) - headings - (hasOlder ? 1 : 0)
    let number = " · post \((position + 1 - headings).grouped) of \(count.grouped)"
    let title = feed.sources(of: opened).first ?? feed.feedTitle
    let forms = [title.map { " · \($0)\(number)" }, number].compactMap(\.self)
    let room = size.columns - Self.helpColumns - ColumnWidth.columns(of: SafeText(sanitizing: text))
    return forms.first { ColumnWidth.columns(of: SafeText(sanitizing: $0)) <= room } ?? ""
  }

  /// The columns of "? help" at the right end of the status line, with the blanks around it.
  private static let helpColumns = 10
  /// The same without the word.
  private static let helpKeyColumns = 5

  /// Whether it is known which posts are unread.
  var tellsUnread: Bool { options.stream.tracksReading && memory.states.isComplete }

  /// The subject of the selected row.
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

  /// Whether the rows fill the screen.
  var isFull: Bool { list.visible(in: rows).reduce(0) { $0 + $1.lines } >= pageLines }

  /// The last row that is known.
  var lastRow: RowID? { page.content.row(at: rows.count - 1, in: feed) }

  /// The link in focus, if its row is rich.
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

  /// Lets rows say why pictures are not shown; nothing moves, since the lines stay.
  mutating func note(_ faults: [PictureNumber: SafeText?]) {
    var known = drawn
    let news = faults.filter { known?.note($0.value, of: $0.key) == true }
    guard !news.isEmpty else { return }
    drawn = known
    memo.forget(with: Set(news.keys))
  }

  /// Lays the rows out again whose pictures wait for the reader, or did; nothing moves, since the lines stay.
  mutating func showAllowedPictures() {
    memo.forgetPicturesOfNetwork()
    // Rows ahead are measured again, so that their pictures come before they are seen.
    withList { list, rows in list.beginPreparation(in: rows) }
  }

  /// Whether the selected row has lines for pictures of the network.
  var showsPictures: Bool {
    let shows = { (rows: PageRows, row: RowID) in
      rows.position(of: row).map { position in
        rows.laid(at: position).pictures.contains {
          if case .web = $0.place { true } else { false }
        }
      } ?? false
    }
    if shows(rows, list.selection) { return true }
    guard let beside, let record = page.content.record(of: list.selection) else { return false }
    let besideRows = layout.rows(of: beside)
    return beside.content.opened == record && shows(besideRows, beside.list.selection)
  }

  /// Shows a picture of blocks on its page.
  mutating func note(_ picture: SymbolPicture, of number: PictureNumber) {
    drawn?.note(picture, of: number)
    memo.forget(with: [number])
  }

  /// How pictures are drawn now.
  private var drawn: PictureGrid? {
    get { options.drawsPictures ? options.pictures : options.symbols }
    set {
      if options.drawsPictures { options.pictures = newValue } else { options.symbols = newValue }
    }
  }

  /// The pictures near the viewport that the terminal should have.
  package var pictureWishes: PictureWishes {
    var collector = PictureCollector()
    collector.add(page, rows)
    if let beside { collector.add(beside, layout.rows(of: beside)) }
    var wishes = collector.wishes(lines: pageLines)
    wishes.asSymbols = !options.drawsPictures && !wishes.wanted.isEmpty
    return wishes
  }

  var policy: EnrichmentPolicy { options.policy(wantsLinks: wantsLinks) }

  /// The rows that searches look at: those of the page, and those that are collapsed.
  var searchRows: PageRows { layout.rows(of: page, page.content.expanded()) }

  // MARK: Pages

  /// Opens a page above the one that is seen; comments that were collapsed in earlier runs are so in its first frame,
  /// and a conversation that was left in this run stands where it did.
  mutating func push(_ content: any PageContent) {
    if panes == nil || content.opened.map({ pages.openPreview(of: $0) }) != true {
      let (content, left) = recalling(content)
      pages.push(content)
      if let view = left?.view {
        pages.top.awaited = (view, list.standpoint.place)
        returnToPlace()
      }
    }
    show()
  }

  /// A page that is opened, with the comments that were collapsed, and its conversation as it was left in this run.
  private func recalling(
    _ content: any PageContent
  ) -> (content: any PageContent, left: LeftConversation?) {
    var content = content
    let left = content.conversation?.name(in: feed).flatMap { pages.left[$0] }
    if !options.discussions.isEmpty {
      content.conversation?.look(at: options.discussions, in: feed)
    }
    if let left { content.conversation?.resume(left) }
    _ = content.conversation?.recall(recalledStates, sparing: [], isLate: false, in: feed)
    return (content, left)
  }

  /// The comments to keep of conversations that were left since; none where nothing is remembered.
  mutating func takeSeen() -> [SeenConversation] {
    guard !pages.left.unsaved.isEmpty else { return [] }
    let seen = pages.takeSeen()
    return options.stream.remembersPosts ? seen : []
  }

  /// Takes in the comments that were seen in earlier runs: others are new on the pages that are open.
  mutating func recall(_ seen: [SeenConversation]) {
    pages.recall(seen)
    guard pages.count > 1 else { return }
    let left = pages.left
    update { page, _ in
      guard let name = page.content.conversation?.name(in: page.feed), let seen = left[name]?.seen
      else { return .nothing }
      return page.content.conversation?.recall(seen) ?? .nothing
    }
  }

  /// The flags of earlier runs, once all are known; nil where none are remembered.
  var recalledStates: PostStates? {
    options.stream.remembersPosts && memory.states.isComplete ? memory.states : nil
  }

  private mutating func returnToPlace() {
    let layout = layout
    let isLast = !page.content.hasWork(in: feed, layout.memory)
    pages.top.returnToPlace(isLast: isLast) { layout.rows(of: $0) }
  }

  /// Gives the number of the next page to something that is no page.
  mutating func skipPageNumber() { pages.skipNumber() }

  /// Goes back to the page below, as it was left.
  ///
  /// - Returns: the effects that end what the page waited for; nil on the first page of the stream.
  mutating func pop() -> [Effect]? {
    guard let effects = pages.pop(previews: layout.panes != nil) else { return nil }
    show()
    return effects
  }

  /// Whether the page is the one that its stream was opened for from a page below: the way back leads there.
  var isOpening: Bool {
    let stream = options.stream
    guard pages.below != nil, pages.ofStream.count == 2, page.content.listsPosts else {
      return false
    }
    return stream.firstPage == .unread || stream.filter != nil && page.content.typedFilter != nil
  }

  /// Whether the page below a number of others lists the posts of a typed filter.
  func isFiltered(below count: Int) -> Bool {
    pages.fromTop(count)?.content.typedFilter != nil
  }

  /// Lists the posts that a filter passes, over the page that is seen or in its place, as far as a slice finds them.
  ///
  /// - Parameter line: the line of the screen on which the post that the reader stands on is to begin, or the one that
  ///   is nearest to it.
  mutating func list(_ page: any PageContent, inPlace: Bool, onLine line: Int?) {
    if inPlace {
      pages.replaceTop(by: page)
    } else {
      pages.push(page)
    }
    _ = pages.top.content.work(in: feed, layout.memory)
    if let line, let nearest = (pages.top.content as? StreamPage)?.nearest(in: feed) {
      pages.top.list.standpoint.select(nearest)
      pages.top.list.keepSelection(onLine: line, in: rows)
    }
    show()
  }

  mutating func dropPageBelow() { pages.dropPageBelow() }

  /// The line of the screen on which the selected row of the page below a number of others begins; nil if it is out of sight.
  func selectionLine(below count: Int) -> Int? {
    pages.fromTop(count).flatMap { $0.list.lines(in: layout.rows(of: $0))[$0.list.selection] }
  }

  /// Shows pages as they were before a key.
  mutating func restore(_ pages: PageStack) {
    self.pages = pages
    show()
  }

  /// Leaves all pages but the first of the stream, for a place there; going back from there leads to them again.
  mutating func depart() -> [Effect] {
    guard !pages.isFirst else { return [] }
    let effects = pages.depart()
    show()
    return effects
  }

  /// Goes back to the first page of the stream, for good.
  mutating func popToFirst() -> [Effect] {
    let effects = pages.popToFirst(previews: layout.panes != nil)
    show()
    return effects
  }

  /// Goes back to the pages that were left for the first of the stream; false where there are none.
  mutating func comeBack() -> Bool {
    guard pages.comeBack() else { return false }
    show()
    return true
  }

  /// Opens the first page of another stream.
  ///
  /// - Parameter configured: the configuration for the sources of the stream that is left.
  /// - Returns: the effects that end what the pages of a stream waited for whose place it takes.
  mutating func push(_ opening: StreamOpening, configured: ViewOptions) -> [Effect] {
    let covered = OpenStream.Covered(
      options: options.stream,
      configured: configured,
      keymap: layout.keymap,
      unread: memory.unread
    )
    let first = Self.firstPage(opening.options)
    let effects = pages.push(
      first,
      of: opening.timeline,
      over: opening.replaces ? nil : covered
    )
    memory.unread = UnreadCount()
    options.stream = opening.options.stream
    // The rows that are there already are no news.
    _ = feed.takeChanges()
    show()
    return effects
  }

  /// Goes back to the stream below, as it was left; nothing on the first of all.
  ///
  /// - Returns: the effects that end what its pages waited for.
  mutating func popStream() -> [Effect] {
    guard let (covered, effects) = pages.popStream() else { return [] }
    if let covered {
      options.stream = covered.options
      memory.unread = covered.unread
    }
    show()
    return effects
  }

  /// Counts again whether a record is unread, in every stream that shows it.
  ///
  /// - Parameter key: the key of the record's post whose flag has changed.
  mutating func recount(_ id: RecordID, _ key: Timeline.SourceKey) {
    let known = PostMemory(states: memory.states, keys: memory.keys)
    let isUnread = { (row: RecordID, feed: Timeline) in
      known.flags(of: row, in: feed)?.contains(.read) == false
    }
    memory.unread.recount(id, key, in: feed, isUnread: isUnread)
    pages.forEachCovered { feed, covered in
      covered.unread.recount(id, key, in: feed, isUnread: isUnread)
    }
  }

  /// Counts the unread posts of every stream again.
  mutating func recountAll() {
    memory.unread.lookAgain(in: feed)
    pages.forEachCovered { feed, covered in covered.unread.lookAgain(in: feed) }
  }

  /// Lets the page answer; its rows may have changed then.
  mutating func ask<Answer>(
    _ question: (inout any PageContent, RowID, Timeline) -> Answer
  ) -> Answer {
    question(&pages.top.content, list.selection, feed)
  }

  /// Rows of the page were hidden or shown; those that are hidden now stand for others.
  mutating func reshape(_ replaced: [RowID: RowID]) {
    pages.top.replace(replaced)
    pages.top.list.flatten()
    show()
  }

  /// Hands a delivery to the page of a number, or to all; each keeps its place.
  mutating func deliver(_ delivery: Delivery, to number: Int? = nil) {
    let layout = layout
    var hasChanged = false
    pages.forEach { page in
      guard number == nil || page.number == number else { return }
      hasChanged = page.take(delivery, { layout.rows(of: $0) }) || hasChanged
    }
    guard hasChanged else { return }
    if delivery.isAnswer { grow(isAppend: false) } else { show() }
  }

  /// Takes in what is known about the posts before the first one of the stream that is seen.
  mutating func take(older: OlderPosts?) {
    options.stream.older = older
    showOlder()
  }

  /// Shows the line of older posts, or leaves it out, as the configuration says.
  mutating func showOlder() {
    let number = pages.ofStream.first?.number
    let wasOnLine = selectedRow == .older
    deliver(.older(options.shownOlder, isComing: !feed.isIndexed), to: number)
    // The post above the line that is gone stands for it.
    let isGone = page.content.position(of: .older, in: feed) == nil
    guard wasOnLine, isGone, let last = lastRow else { return }
    pages.top.list.standpoint.select(last)
    show()
  }

  /// The older posts that come next, where the reader has come to the last screenful of the stream.
  var olderAhead: OlderPosts? {
    guard let older = (page.content as? TimelinePage)?.older,
      [.more, .missed].contains(older.state), feed.order.endsWithOldest
    else {
      return nil
    }
    let rows = rows
    let seen = list.visible(in: rows)
    guard let last = seen.last?.row, rows.count - 1 - last <= seen.count else { return nil }
    return older
  }

  /// Rows of the page were narrowed to some, or widened to all.
  mutating func narrow() {
    pages.top.list.narrow(policy, in: rows)
  }

  // MARK: Moving

  mutating func move(_ motion: Motion, at moment: Moment) {
    let rows = rows
    switch motion {
    case .lines(let lines): pages.top.list.scroll(by: lines, at: moment, policy, in: rows)
    case .rows(let step): pages.top.list.selectRow(by: step, at: moment, policy, in: rows)
    case .to(let destination): pages.top.list.jump(to: destination, policy, in: rows)
    case .place(let part): pages.top.list.place(in: part, policy, in: rows)
    case .onScreen(let part, let number): pages.top.list.select(part, number, in: rows)
    }
    topMoved()
  }

  /// Selects `row`; where that scrolls, what follows it is seen, too.
  mutating func select(_ row: RowID, at moment: Moment) {
    let rows = rows
    guard let position = rows.position(of: row) else { return }
    pages.top.list.select(position, showsMore: true, at: moment, policy, in: rows)
    topMoved()
  }

  /// Changes the list without moving the stream, as marks, searches and links do.
  mutating func withList<Result>(_ change: (inout List, PageRows) -> Result) -> Result {
    let anchor = list.anchor
    let result = change(&pages.top.list, rows)
    if list.anchor != anchor {
      refill()
      topMoved()
    }
    return result
  }

  /// Shows matches, or the page as it was before.
  mutating func changePage(_ change: (inout Page, MatchDisplay) -> Void) {
    let layout = layout
    change(&pages.top, MatchDisplay { layout.rows(of: $0, $1) })
    comeToRest()
    topMoved()
  }

  /// Lets the next search begin at the selected row, not at the current match.
  mutating func leaveMatch() { pages.top.matches?.isLeft = true }

  /// Counts matches a little further; whether the count is to be shown.
  mutating func countMatches() -> Bool {
    let rows = searchRows
    return pages.top.matches?.tally.advance(in: rows) ?? false
  }

  /// Folds or unfolds the selected row; its top line stays where it was, if it still exists.
  ///
  /// - Parameter withWarning: whether a content warning is folded, if the row has one.
  /// - Returns: false if nothing of the row can be folded.
  mutating func toggleFold(withWarning: Bool = true) -> Bool {
    guard let row = selectedRow else { return false }
    let hasWarning =
      withWarning && (page.content.foldsWarning(of: row, in: feed) || hidesPictures(of: row))
    let layout = layout
    let hasChanged = pages.top.toggleFold(of: row, hasWarning: hasWarning) { layout.rows(of: $0) }
    show()
    return hasChanged
  }

  /// Whether pictures of the row wait for the reader to unfold it, though its text may be shown.
  private func hidesPictures(of row: RowID) -> Bool {
    guard options.drawsPictures else { return false }
    switch row {
    case .record, .post:
      let post = page.content.subject(of: row, in: feed).post
      return post.map { PostPictures.areHidden(of: $0) } ?? false
    default: return false
    }
  }

  /// Shows rows that have changed.
  private mutating func show() {
    pages.top.list.standpoint.settle(in: rows)
    refill()
  }

  private mutating func refill() {
    pages.top.list.refill(policy, in: rows)
    changeBeside { $0.refill($1, in: $2) }
  }

  private mutating func grow(isAppend: Bool) {
    pages.top.list.grow(isAppend: isAppend, policy, in: rows)
    changeBeside { $0.grow(isAppend: isAppend, $1, in: $2) }
  }

  mutating func comeToRest() { pages.top.list.comeToRest(policy, in: rows) }

  /// When ``comeDue(at:)`` has something to do; nil never, as long as nothing else happens.
  func deadline(at moment: Moment) -> Moment? {
    let own = list.enrichment.deadline(at: moment)
    guard panes != nil, !list.enrichment.isMoving else { return own }
    return [own, wish?.due, beside?.list.enrichment.deadline(at: moment)].compactMap(\.self).min()
  }

  /// Makes the next row rich; first those that are seen, then the post beside the list and its rows.
  mutating func comeDue(at moment: Moment) {
    let enrichment = list.enrichment
    if panes != nil, !enrichment.isMoving, enrichment.waiting.isEmpty {
      if let wish, wish.due <= moment { return showPreview(of: wish.post) }
      if let due = beside?.list.enrichment.deadline(at: moment), due <= moment {
        return changeBeside { $0.comeDue(at: moment, $1, in: $2) }
      }
    }
    pages.top.list.comeDue(at: moment, policy, in: rows)
  }

  mutating func enrichForFrame() -> Bool {
    // Most strategies never do: no rows are made for them.
    let strategy = options.strategy
    guard strategy == .eager || (strategy == .sync && list.enrichment.isMoving) else {
      return false
    }
    return pages.top.list.enrichForFrame(in: rows)
  }
  mutating func prepareRow() { pages.top.list.prepareRow(in: rows) }

  /// Lays rows out in another way.
  mutating func change(_ change: LayoutChange) {
    change.apply(to: &layout, &pages, wantsLinks: wantsLinks)
    if layout.panes == nil { pages.dropPreview() }
  }

  /// Sets the time that rows show ages by.
  mutating func tellTime(_ wall: Timestamp) { layout.tellTime(wall) }

  /// Keeps the rows of the timeline that are seen together: what belongs between them waits.
  ///
  /// Where a list of some of its posts covers them, nothing waits: the list would not come to know those rows.
  mutating func holdVisibleRows() {
    guard feed.mayInsertRows else { return }
    guard pages.isFirst else {
      let isCovered = pages.ofStream.dropFirst().contains { $0.content.listsPosts }
      return isCovered ? feed.hold(between: nil, and: nil) : ()
    }
    let seen = list.visibleRecords(in: rows)
    feed.hold(between: seen.first, and: seen.last)
  }

  /// Lets rows in that were held back; returns the first of them.
  mutating func releaseHeldRows() -> RowID? {
    guard feed.heldCount > 0 else { return nil }
    feed.hold(between: nil, and: nil)
    return takeInGrowth().firstInserted.flatMap { rows.row(at: $0) }
  }

  /// The line of the screen on which the selected row begins; nil if the row is out of sight.
  var selectionLine: Int? { selectionLine(below: 0) }

  /// Whether of the row at the top nothing but blank lines is on the screen.
  var topIsBlank: Bool {
    guard let top = list.visible(in: rows).first else { return false }
    let lines = rows.laid(at: top.row).flat.dropFirst(top.firstLine)
    return lines.allSatisfy { line in line.cells.allSatisfy { $0 == .blank } }
  }

  /// Takes in what the feed has reported.
  mutating func takeInGrowth() -> FeedGrowth {
    let changes = TimelineChanges(feed.takeChanges(), count: feed.recordCount)
    let isChanged = pages.take(changes, in: feed)
    if options.stream.tracksReading { memory.unread.take(changes, in: feed) }
    let isShort = list.enrichment.overscanIsShort
    // Every row has a line: this many fill the screen.
    let wasFull = feed.recordCount - changes.insertedCount >= pageLines
    let isAppend = changes.isAppendOnly
    let matters =
      isShort || list.standpoint.destination != nil || !isAppend || !wasFull || feed.isIndexed
      || !pages.isFirst
    let growth = FeedGrowth(
      isEmpty: changes.isEmpty,
      isReshaped: isChanged && !isAppend,
      firstInserted: changes.inserted.map(\.lowerBound).min()
    )
    guard isChanged || feed.isIndexed, matters else { return growth }
    grow(isAppend: isAppend)
    return growth
  }

  /// Shows the first page of the stream alone, as if it had just been opened.
  ///
  /// - Returns: the effects that end what its pages waited for.
  mutating func startOver() -> [Effect] {
    let effects = pages.startOver(
      TimelinePage(older: options.shownOlder, failure: options.stream.failure)
    )
    memory.unread = UnreadCount()
    // The rows that are there already are no news.
    _ = feed.takeChanges()
    show()
    return effects
  }

  /// Shows the feed from its first row on, as long as nothing has been shown.
  mutating func begin() {
    guard let first = rows.row(at: 0), first != list.anchor.row else { return }
    pages.top.list = List(first: first)
    show()
  }

  /// Changes the content of pages; their places follow rows that are gone.
  mutating func update(_ change: (inout Page, PageRows) -> PageGrowth) {
    let layout = layout
    pages.update { change(&$0, layout.rows(of: $0)) }
    grow(isAppend: false)
  }

  var hasBackgroundWork: Bool {
    feed.wantedOrder != nil || page.content.hasWork(in: feed, layout.memory) || besideHasWork
  }

  private var besideHasWork: Bool {
    beside.map { $0.content.hasWork(in: $0.feed, layout.memory) } == true
  }

  /// Lets the page, or else the one beside it, look further by a slice; whether rows changed.
  mutating func lookFurther() -> Bool {
    guard page.content.hasWork(in: feed, layout.memory) || !besideHasWork else {
      return lookFurtherBeside()
    }
    let growth = pages.top.content.work(in: feed, layout.memory)
    // That the look is over is seen, too: the status line said that it went on.
    guard growth.hasChanged else {
      returnToPlace()
      return !hasBackgroundWork
    }
    pages.top.replace(growth.replaced)
    returnToPlace()
    show()
    return true
  }

  private mutating func topMoved() { pages.top.content.topMoved(to: list.anchor.row, in: feed) }

  // MARK: Side by side

  /// The columns of the list and of the post beside it; nil where the page has the screen.
  var panes: Panes? { page.pane == .whole ? nil : layout.panes }

  /// The page beside the one that is seen: the list of an open post, or the post that is selected in a list.
  var beside: Page? { panes == nil ? nil : pages.beside }

  /// Whether the screen has rows that can be denser or fuller: posts of a list, or comments.
  var hasDensity: Bool {
    page.pane == .list || beside != nil
      || page.content.conversation?.thread.commentIDs.isEmpty == false
  }

  /// Whether the page beside is left out, so that a scroll moves whole lines of the terminal.
  ///
  /// That begins with the second key of a movement: at a reader's pace each key is the first one, and nothing comes or goes.
  var hidesBeside: Bool { list.enrichment.keepsMoving }

  /// Whether the work that is due beside the page changes the frame.
  var dueBesideIsSeen: Bool {
    panes != nil && (wish != nil || beside?.list.enrichment.waiting.isEmpty == false)
  }

  /// The columns of the screen that a page has.
  func columns(of page: Page) -> Range<Int> { layout.columns(of: page) }

  /// The rows of a page that is seen.
  func rows(of page: Page) -> PageRows { layout.rows(of: page) }

  /// The post that belongs beside the list that is seen; nil where none is selected.
  private var wantedPreview: RecordID? {
    guard page.pane == .list, case .record(let id)? = selectedRow else { return nil }
    return id
  }

  /// Whether the selected post shows its links only beside the list.
  var linksAreBeside: Bool {
    wantedPreview != nil && panes != nil && rows.context.density == .compact
  }

  /// The post beside the list that is seen, if all of it is on the screen.
  var wholePreview: RecordID? {
    guard panes != nil, page.pane == .list, let preview = pages.preview,
      let post = preview.content.opened
    else { return nil }
    let rows = layout.rows(of: preview)
    let isWhole = preview.list.visible(in: rows).contains { seen in
      seen.isWhole && rows.row(at: seen.row) == .post
    }
    return isWhole ? post : nil
  }

  /// Notes which post belongs beside the list: it comes once the reader has rested on its row.
  mutating func notePreview(at moment: Moment, isFirst: Bool = false) {
    wish = wish(at: moment, isFirst: isFirst)
  }

  private func wish(at moment: Moment, isFirst: Bool) -> (post: RecordID?, due: Moment)? {
    guard panes != nil, page.pane == .list else { return nil }
    let wanted = wantedPreview
    guard wanted != pages.preview?.content.opened else { return nil }
    if let wish, wish.post == wanted { return wish }
    return (wanted, moment.advanced(byMilliseconds: isFirst ? 0 : policy.idleDelay))
  }

  private mutating func showPreview(of post: RecordID?) {
    guard let post else { return pages.dropPreview() }
    let (content, left) = recalling(DetailPage(of: post, in: feed))
    pages.preview(content)
    let layout = layout
    pages.changeBeside { page in
      page.awaited = left?.view.map { ($0, page.list.standpoint.place) }
      let isLast = !page.content.hasWork(in: page.feed, layout.memory)
      page.returnToPlace(isLast: isLast) { layout.rows(of: $0) }
    }
    changeBeside { list, policy, rows in
      list.standpoint.settle(in: rows)
      list.refill(policy, in: rows)
    }
  }

  private mutating func changeBeside(_ change: (inout List, EnrichmentPolicy, PageRows) -> Void) {
    guard panes != nil else { return }
    let (layout, policy) = (layout, policy)
    pages.changeBeside { change(&$0.list, policy, layout.rows(of: $0)) }
  }

  private mutating func lookFurtherBeside() -> Bool {
    let layout = layout
    var hasChanged = false
    pages.changeBeside { page in
      let growth = page.content.work(in: page.feed, layout.memory)
      let isLast = !page.content.hasWork(in: page.feed, layout.memory)
      hasChanged = growth.hasChanged || isLast
      if growth.hasChanged { page.replace(growth.replaced) }
      page.returnToPlace(isLast: isLast) { layout.rows(of: $0) }
    }
    if hasChanged { changeBeside { $0.grow(isAppend: false, $1, in: $2) } }
    return hasChanged
  }
}
