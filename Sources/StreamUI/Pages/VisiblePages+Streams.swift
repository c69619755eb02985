import StreamModel

/// The streams that the pages are about: opening and leaving them, what they bring, and their unread posts.
extension VisiblePages {
  /// Begins with the first page of a stream.
  init(of feed: Timeline, _ layout: PageLayout) {
    self.init(PageStack(Self.firstPage(layout.options), of: feed), layout)
    // The rows that are there already are no news.
    _ = feed.takeChanges()
    show()
  }

  private static func firstPage(_ options: ViewOptions) -> any PageContent {
    options.stream.offers.map { OffersPage($0) } ?? options.stream.recent.map { HistoryPage($0) }
      ?? TimelinePage(older: options.shownOlder, failure: options.stream.failure)
  }

  private var feed: Timeline { stack.top.feed }

  mutating func begin() {
    guard let first = rows.row(at: 0), first != stack.top.list.anchor.row else { return }
    stack.top.list = List(first: first)
    show()
  }

  mutating func push(_ opening: StreamOpening, configured: ViewOptions) -> [Effect] {
    let covered = OpenStream.Covered(
      options: layout.options.stream,
      configured: configured,
      keymap: layout.keymap,
      unread: layout.memory.unread
    )
    let effects = stack.push(
      Self.firstPage(opening.options),
      of: opening.timeline,
      over: opening.replaces ? nil : covered
    )
    layout.options.stream = opening.options.stream
    beginAnew()
    return effects
  }

  mutating func popStream() -> [Effect] {
    guard let (covered, effects) = stack.popStream() else { return [] }
    if let covered {
      layout.options.stream = covered.options
      layout.memory.unread = covered.unread
    }
    show()
    return effects
  }

  mutating func startOver() -> [Effect] {
    let options = layout.options
    let effects = stack.startOver(
      TimelinePage(older: options.shownOlder, failure: options.stream.failure)
    )
    beginAnew()
    return effects
  }

  private mutating func beginAnew() {
    layout.memory.unread = UnreadCount()
    // The rows that are there already are no news.
    _ = feed.takeChanges()
    show()
  }

  // MARK: Rows that come

  mutating func holdVisibleRows() {
    guard feed.mayInsertRows else { return }
    guard stack.isFirst else {
      let isCovered = stack.ofStream.dropFirst().contains { $0.content.listsPosts }
      return isCovered ? feed.hold(between: nil, and: nil) : ()
    }
    let seen = stack.top.list.visibleRecords(in: rows)
    feed.hold(between: seen.first, and: seen.last)
  }

  mutating func releaseHeldRows() -> RowID? {
    guard feed.heldCount > 0 else { return nil }
    feed.hold(between: nil, and: nil)
    return takeInGrowth().firstInserted.flatMap { rows.row(at: $0) }
  }

  mutating func takeInGrowth() -> FeedGrowth {
    let changes = TimelineChanges(feed.takeChanges(), count: feed.recordCount)
    let isChanged = stack.take(changes, in: feed)
    if layout.options.stream.tracksReading { layout.memory.unread.take(changes, in: feed) }
    let isShort = stack.top.list.enrichment.overscanIsShort
    // Every row has a line: this many fill the screen.
    let wasFull = feed.recordCount - changes.insertedCount >= layout.pageLines
    let isAppend = changes.isAppendOnly
    let matters =
      isShort || stack.top.list.standpoint.destination != nil || !isAppend || !wasFull
      || feed.isIndexed || !stack.isFirst
    let growth = FeedGrowth(
      isEmpty: changes.isEmpty,
      isReshaped: isChanged && !isAppend,
      firstInserted: changes.inserted.map(\.lowerBound).min()
    )
    guard isChanged || feed.isIndexed, matters else { return growth }
    grow(isAppend: isAppend)
    return growth
  }

  // MARK: Older posts

  /// The news of the posts before the first one of the stream.
  var olderDelivery: Delivery {
    .older(layout.options.shownOlder, isComing: !feed.isIndexed)
  }

  mutating func showOlder() {
    let row = stack.top.list.selection
    let wasOnLine = row == .older && rows.position(of: row) != nil
    let older = olderDelivery
    for page in stack.ofStream { deliver(older, to: page.number) }
    // The post above the line that is gone stands for it.
    guard wasOnLine, stack.top.content.position(of: .older, in: feed) == nil,
      let last = stack.top.content.row(at: rows.count - 1, in: feed)
    else { return }
    stack.top.list.standpoint.select(last)
    show()
  }

  var olderAhead: OlderPosts? {
    guard let older = (stack.top.content as? TimelinePage)?.older,
      [.more, .missed].contains(older.state), feed.order.endsWithOldest
    else {
      return nil
    }
    let rows = rows
    let seen = stack.top.list.visible(in: rows)
    guard let last = seen.last?.row, rows.count - 1 - last <= seen.count else { return nil }
    return older
  }

  // MARK: Unread posts

  mutating func recount(_ id: RecordID, _ key: Timeline.SourceKey) {
    let known = PostMemory(states: layout.memory.states, keys: layout.memory.keys)
    let isUnread = { (row: RecordID, feed: Timeline) in
      known.flags(of: row, in: feed)?.contains(.read) == false
    }
    layout.memory.unread.recount(id, key, in: feed, isUnread: isUnread)
    stack.forEachCovered { feed, covered in
      covered.unread.recount(id, key, in: feed, isUnread: isUnread)
    }
  }

  mutating func recountAll() {
    layout.memory.unread.lookAgain(in: feed)
    stack.forEachCovered { feed, covered in covered.unread.lookAgain(in: feed) }
  }
}
