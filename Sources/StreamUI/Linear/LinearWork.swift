import StreamModel

/// The work of ``LinearReader`` between lines: scans the feed, and goes on with a command that takes longer than a slice.
struct LinearWork {
  enum Task {
    case place(Relocation)
    /// Shows the row at a position once it is known; the last one if there are fewer.
    case row(Int, Purpose)
    /// Lists the posts that the reader wants, from a row on, then shows the first.
    case list(from: Int)
    case search(LinearSearch)
    case comments(ConversationSearch)
  }

  enum Purpose {
    case start, next, jump
  }

  private let timeline: Timeline
  var task: Task?
  /// Whether the sources have no further bytes now, but may get some.
  var isWaiting = false

  init(_ timeline: Timeline, _ task: Task) {
    self.timeline = timeline
    self.task = task
  }

  /// Whether the task cannot go on before bytes come: a run begins with a post, however long it takes.
  var isStalled: Bool {
    guard isWaiting, timeline.recordCount == 0 else { return false }
    switch task {
    case .place?, .row(_, .start)?: return true
    default: return false
    }
  }

  @discardableResult
  mutating func scan() throws(FeedError) -> Bool {
    guard !timeline.isIndexed, !isWaiting else { return false }
    let progress = try timeline.advance(bytes: SliceBudget.bytes)
    // Nothing moves on a screen: the position of the current post is looked up each time.
    _ = timeline.takeChanges()
    isWaiting = progress == .waiting
    return progress == .more
  }

  /// Goes on with the task for one slice; its answer if it is done, nil if it goes on or waits for the first bytes.
  mutating func advance(_ page: inout LinearPage) throws(FeedError) -> LinearReply? {
    switch task {
    case nil: return nil
    case .place(let search)?: return try find(search, &page)
    case .row(let row, let purpose)?: return try reach(row, purpose, &page)
    case .list(let row)?: return try list(from: row, &page)
    case .search(let search)?: return try advance(search, &page)
    case .comments(let search)?: return try advance(search, &page)
    }
  }

  private mutating func finish(_ reply: LinearReply) -> LinearReply {
    task = nil
    return reply
  }

  /// Whether no further row can be known now.
  private var isAtEnd: Bool { timeline.isIndexed || isWaiting }

  private mutating func find(
    _ search: Relocation,
    _ page: inout LinearPage
  ) throws(FeedError) -> LinearReply? {
    var search = search
    guard search.hasWork(in: timeline) else {
      try scan()
      guard isWaiting, timeline.recordCount > 0 else { return nil }
      task = .row(0, .start)
      return LinearReply(sentence: "The place where you stopped has not come yet.")
    }
    var budget = SliceBudget()
    switch search.slice(of: timeline, &budget) {
    case .goesOn:
      task = .place(search)
      return nil
    case .place(let place, let isExact):
      guard case .record(let id) = place.selection else { break }
      let reason = search.isBefore(.record(id), in: timeline) ? "not loaded" : "gone"
      let note = isExact ? nil : "Post \(reason); this is the nearest in time."
      return finish(page.show(id, note: note))
    default: break
    }
    task = .row(0, .start)
    return LinearReply(sentence: "The post where you stopped is gone.")
  }

  private mutating func list(
    from start: Int,
    _ page: inout LinearPage
  ) throws(FeedError) -> LinearReply? {
    // Rows may come in anywhere until all are known.
    if try scan() { return nil }
    var budget = SliceBudget()
    var row = start
    var laps = SliceLaps()
    while laps.goOn(budget), let id = timeline.id(at: row) {
      budget.spend(on: .reading, bytes: timeline.byteCount(of: id))
      page.list(id)
      row += 1
    }
    if timeline.id(at: row) != nil {
      task = .list(from: row)
      return nil
    }
    guard page.rowCount > 0 else { return finish(LinearReply(sentence: "No unread posts.")) }
    task = .row(0, .start)
    return nil
  }

  private mutating func reach(
    _ row: Int,
    _ purpose: Purpose,
    _ page: inout LinearPage
  ) throws(FeedError) -> LinearReply? {
    let goesOn = page.id(at: row) == nil || timeline.isCounting ? try scan() : false
    // A number of comments is printed once, so it is better late than wrong.
    if goesOn, timeline.isCounting { return nil }
    if let id = page.id(at: row) { return finish(page.show(id)) }
    guard !goesOn, isAtEnd else { return nil }
    let count = page.rowCount
    let isOpen = !timeline.isIndexed
    // The first post of a pipe is worth any wait.
    if purpose == .start, isOpen, count == 0 { return nil }
    guard let last = page.id(at: count - 1) else {
      let text = isOpen ? "There is no post so far." : "The feed has no posts."
      return finish(LinearReply(sentence: text))
    }
    switch purpose {
    case .start: return finish(page.show(last))
    case .next:
      let text =
        isOpen ? "No further post so far. The feed is still open." : "This is the last post."
      return finish(LinearReply(sentence: text))
    case .jump:
      let posts = count == 1 ? "1 post" : "\(count) posts"
      let note = row == .max ? nil : "The feed has \(posts)\(isOpen ? " so far" : "")."
      return finish(page.show(last, note: note))
    }
  }

  private mutating func advance(
    _ search: LinearSearch,
    _ page: inout LinearPage
  ) throws(FeedError) -> LinearReply? {
    var search = search
    switch search.advance(in: timeline, rows: page.rows) {
    case .searching: break
    case .needsRows: if try !scan(), isAtEnd { search.wrap() }
    case .found(let id) where page.lists(id):
      let occasion = search.hasWrapped ? ", wrapped to the top" : ""
      return finish(page.show(id, note: "Match: \(search.text)\(occasion)"))
    case .found: break
    case .exhausted:
      let soFar = timeline.isIndexed ? "" : " so far"
      return finish(LinearReply(sentence: "No match\(soFar): \(search.text)"))
    }
    task = .search(search)
    return nil
  }

  private mutating func advance(
    _ search: ConversationSearch,
    _ page: inout LinearPage
  ) throws(FeedError) -> LinearReply? {
    // Replies may stand anywhere in the feed.
    if try scan() { return nil }
    var search = search
    guard search.hasWork(in: timeline) else { return finish(page.show(search)) }
    var budget = SliceBudget()
    _ = search.advance(timeline, within: &budget)
    task = .comments(search)
    return nil
  }
}

/// The search for the next post with a text, in slices, from the post after the current one on.
struct LinearSearch {
  enum Progress: Equatable {
    case searching
    /// The rows that are known are searched: further ones are needed, if there are any.
    case needsRows
    case found(RecordID)
    case exhausted
  }

  let text: String
  private let wanted: SearchText
  private let needle: TextNeedle?
  private var next: Int
  private let start: Int
  private(set) var hasWrapped = false

  init(_ text: String, after position: Int, in timeline: Timeline) {
    self.text = text
    wanted = SearchText(text)
    needle = wanted.needle(besides: timeline.namesBesideRecords)
    start = position
    next = position + 1
  }

  /// Goes on from the first post; to be called when no more rows will come.
  mutating func wrap() {
    hasWrapped = true
    next = 0
  }

  mutating func advance(in timeline: Timeline, rows: PostRow) -> Progress {
    var budget = SliceBudget()
    var laps = SliceLaps()
    while laps.goOn(budget) {
      if hasWrapped, next > start { return .exhausted }
      if let needle {
        let bytes = budget.bytes(for: .scanning)
        switch timeline.search(needle, from: next, bytes: bytes) {
        case .found(let row): next = row
        case .paused(let row):
          next = max(next, row)
          return next < timeline.recordCount ? .searching : hasWrapped ? .exhausted : .needsRows
        case .exhausted:
          next = timeline.recordCount
          return hasWrapped ? .exhausted : .needsRows
        }
        if hasWrapped, next > start { return .exhausted }
      }
      guard let id = timeline.id(at: next) else { return hasWrapped ? .exhausted : .needsRows }
      next += 1
      budget.spend(on: .reading, bytes: timeline.byteCount(of: id))
      if case .post(let post) = timeline.record(id),
        !wanted.matches(in: RowText(rows.fullRow(post, folds: .unfolded)), limit: 1).isEmpty
      {
        return .found(id)
      }
    }
    return .searching
  }
}
