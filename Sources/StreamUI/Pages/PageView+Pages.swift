import StreamModel

/// The pages and streams that open and go, what they bring, and their unread posts.
extension PageView {
  mutating func pop() -> Bool {
    guard pages.pop(previews: layout.panes != nil) else { return false }
    show()
    return true
  }

  /// Shows other rows on the page that is seen, with the selection at the same number of them.
  mutating func listAnew(_ page: any PageContent) {
    let position = rows.position(of: list.selection) ?? 0
    list(page, inPlace: true, onLine: nil)
    withList { list, rows in
      _ = list.standpoint.select(min(position, max(0, rows.count - 1)), in: rows)
    }
  }

  func selectionLine(below count: Int) -> Int? {
    pages.fromTop(count).flatMap { $0.list.lines(in: layout.rows(of: $0))[$0.list.selection] }
  }

  mutating func restore(_ pages: PageStack) {
    self.pages = pages
    show()
  }

  /// Leaves all pages but the first of the stream, for a place there; going back from there leads to them again.
  mutating func depart() {
    guard !pages.isFirst else { return }
    pages.depart()
    show()
  }

  mutating func popToFirst() {
    pages.popToFirst(previews: layout.panes != nil)
    show()
  }

  mutating func comeBack() -> Bool {
    guard pages.comeBack() else { return false }
    show()
    return true
  }

  /// Lists the posts that a filter passes, over the page that is seen or in its place, as far as a slice finds them; the post
  /// that the reader stands on, or the nearest to it, begins on `line` of the screen.
  mutating func list(_ page: any PageContent, inPlace: Bool, onLine line: Int?) {
    if inPlace { pages.replaceTop(by: page) } else { pages.push(page) }
    _ = pages.top.content.work(in: pages.top.feed, layout.memory)
    if let line, let nearest = (pages.top.content as? StreamPage)?.nearest(in: pages.top.feed) {
      pages.top.list.standpoint.select(nearest)
      pages.top.list.keepSelection(onLine: line, in: rows)
    }
    show()
  }

  /// Opens a page above the one that is seen; comments that were collapsed in earlier runs are so in its first frame,
  /// and a conversation that was left in this run stands where it did.
  mutating func push(_ content: any PageContent) {
    if layout.panes(with: pages.top) == nil
      || content.opened.map({ pages.openPreview(of: $0) }) != true
    {
      let (content, left) = pages.left.reopening(content, in: pages.top.feed, layout)
      pages.push(content)
      if layout.options.shownOlder != nil { deliver(olderDelivery, to: pages.top.number) }
      if let view = left?.view {
        pages.top.awaited = (view, pages.top.list.standpoint.place)
        pages.top.returnToPlace(layout)
      } else {
        pages.top.showRowsAbove(layout)
      }
    }
    show()
  }

  /// Opens the conversation below once more, as it stands there: the page that is seen lists its comments,
  /// and the way back leads to that list.
  mutating func reopenConversationBelow() {
    guard let below = pages.ofStream.last(where: { $0.content.conversation != nil }),
      let conversation = below.content.conversation
    else { return }
    var content = below.content
    content.conversation = conversation.atRest
    pages.push(content)
    pages.top.list.stand(as: below.list)
    show()
  }

  /// The comments to keep of conversations that were left since; none where nothing is remembered.
  mutating func takeSeen() -> [SeenConversation] {
    guard !pages.left.unsaved.isEmpty else { return [] }
    let seen = pages.left.takeUnsaved()
    return layout.options.stream.remembersPosts ? seen : []
  }

  /// Takes in the comments that were seen in earlier runs: others are new on the pages that are open.
  mutating func recall(_ seen: [SeenConversation]) {
    pages.left.recall(seen)
    guard pages.count > 1 else { return }
    let left = pages.left
    update { page, _ in
      guard let name = page.content.conversation?.name(in: page.feed), let seen = left[name]?.seen
      else { return .nothing }
      return page.content.conversation?.recall(seen) ?? .nothing
    }
  }

  // MARK: Streams

  static func firstPage(_ options: ViewOptions) -> any PageContent {
    options.stream.offers.map { OffersPage($0) } ?? options.stream.recent.map { HistoryPage($0) }
      ?? TimelinePage(older: options.shownOlder, failure: options.stream.failure)
  }

  /// Shows the feed from its first row on, as long as nothing has been shown.
  mutating func begin() {
    guard let first = rows.row(at: 0), first != pages.top.list.anchor.row else { return }
    pages.top.list = List(first: first)
    show()
  }

  /// Opens the first page of another stream; `configured` is for the sources of the one that is left.
  mutating func push(_ opening: StreamOpening, configured: ViewOptions) {
    let covered = OpenStream.Covered(
      options: layout.options.stream,
      configured: configured,
      keymap: layout.keymap,
      unread: layout.memory.unread
    )
    pages.push(
      Self.firstPage(opening.options),
      of: opening.timeline,
      over: opening.replaces ? nil : covered
    )
    layout.options.stream = opening.options.stream
    beginAnew()
  }

  mutating func popStream() {
    let (isPopped, covered) = pages.popStream()
    guard isPopped else { return }
    if let covered {
      layout.options.stream = covered.options
      layout.memory.unread = covered.unread
    }
    show()
  }

  mutating func startOver() {
    pages.startOver(TimelinePage(older: options.shownOlder, failure: options.stream.failure))
    beginAnew()
  }

  private mutating func beginAnew() {
    layout.memory.unread = UnreadCount()
    // The rows that are there already are no news.
    _ = feed.takeChanges()
    show()
  }

  // MARK: Rows that come

  /// Keeps the rows of the timeline that are seen together: what belongs between them waits.
  ///
  /// Where a list of some of its posts covers them, nothing waits: the list would not come to know those rows.
  mutating func holdVisibleRows() {
    guard feed.mayInsertRows else { return }
    guard pages.isFirst else {
      let isCovered = pages.ofStream.dropFirst().contains { $0.content.listsPosts }
      return isCovered ? feed.hold(between: nil, and: nil) : ()
    }
    let seen = pages.top.list.visibleRecords(in: rows)
    feed.hold(between: seen.first, and: seen.last)
  }

  /// Lets rows in that were held back; returns the first of them.
  mutating func releaseHeldRows() -> RowID? {
    guard feed.heldCount > 0 else { return nil }
    feed.hold(between: nil, and: nil)
    return takeInGrowth().firstInserted.flatMap { rows.row(at: $0) }
  }

  mutating func takeInGrowth() -> (isEmpty: Bool, isReshaped: Bool, firstInserted: Int?) {
    let changes = TimelineChanges(feed.takeChanges(), count: feed.recordCount)
    let isChanged = pages.take(changes, in: feed)
    if layout.options.stream.tracksReading { layout.memory.unread.take(changes, in: feed) }
    let isShort = pages.top.list.enrichment.overscanIsShort
    // Every row has a line: this many fill the screen.
    let wasFull = feed.recordCount - changes.insertedCount >= layout.pageLines
    let isAppend = changes.isAppendOnly
    let matters =
      isShort || pages.top.list.standpoint.destination != nil || !isAppend || !wasFull
      || feed.isIndexed || !pages.isFirst
    let growth = (
      isEmpty: changes.isEmpty,
      isReshaped: isChanged && !isAppend,
      firstInserted: changes.inserted.map(\.lowerBound).min()
    )
    guard isChanged || feed.isIndexed, matters else { return growth }
    grow(isAppend: isAppend)
    return growth
  }

  // MARK: Older posts

  var olderDelivery: Delivery { .older(layout.options.shownOlder, isComing: !feed.isIndexed) }

  mutating func showOlder() {
    let row = pages.top.list.selection
    let wasOnLine = row == .older && rows.position(of: row) != nil
    let older = olderDelivery
    for page in pages.ofStream { deliver(older, to: page.number) }
    // The post above the line that is gone stands for it.
    guard wasOnLine, pages.top.content.position(of: .older, in: feed) == nil,
      let last = pages.top.content.row(at: rows.count - 1, in: feed)
    else { return }
    pages.top.list.standpoint.select(last)
    show()
  }

  /// The older posts that come next, where the reader has come to the last screenful of the stream.
  var olderAhead: OlderPosts? {
    guard let older = (pages.top.content as? TimelinePage)?.older,
      [.more, .missed].contains(older.state), feed.order.endsWithOldest
    else { return nil }
    let rows = rows
    let seen = pages.top.list.visible(in: rows)
    guard let last = seen.last?.row, rows.count - 1 - last <= seen.count else { return nil }
    return older
  }

  // MARK: Unread posts

  /// Counts again whether a record is unread, in every stream that shows it.
  mutating func recount(_ id: RecordID, _ key: Timeline.SourceKey) {
    let known = PostMemory(states: layout.memory.states, keys: layout.memory.keys)
    layout.memory.unread.recount(id, key, in: feed, isUnread: known.isUnreadByIndex)
    pages.forEachCovered { feed, covered in
      covered.unread.recount(id, key, in: feed, isUnread: known.isUnreadByIndex)
    }
  }

  mutating func recountAll() {
    layout.memory.unread.lookAgain(in: feed)
    pages.forEachCovered { feed, covered in covered.unread.lookAgain(in: feed) }
  }
}
