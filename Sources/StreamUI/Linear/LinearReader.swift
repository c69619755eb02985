import Addresses
import CellGrid
package import StreamModel

/// The reader for screen readers and terminals that cannot place the cursor: takes a line of input,
/// answers with lines of text, and never repaints anything.
///
/// A command that takes longer than a slice is under way until ``work()`` answers it.
package struct LinearReader {
  private enum Task {
    case place(Relocation)
    /// Shows the row at a position once it is known; the last one if there are fewer.
    case row(Int, Purpose)
    /// Lists the posts that the reader wants, from a row on, then shows the first.
    case list(from: Int)
    case search(LinearSearch)
    case comments(ConversationSearch)
  }

  private enum Purpose {
    case start, next, jump
  }

  private let timeline: Timeline
  private let isSecure: Bool
  private var page: LinearPage
  private var task: Task?
  /// Whether the sources have no further bytes now, but may get some.
  package private(set) var isWaiting = false
  /// The action that waits for "y".
  private var question: Effect?
  private var lastSearch: String?
  /// Whether the prompt has named the commands: it does so once.
  private var hasExplained = false

  /// Creates a reader that is busy until it has a first post to show; ages such as "3h ago" are counted from `now`.
  package init(_ timeline: Timeline, options: LinearOptions, now: Timestamp) {
    self.timeline = timeline
    isSecure = options.isSecure
    page = LinearPage(timeline, options: options, now: now)
    if options.isWanted != nil {
      task = .list(from: 0)
    } else if let place = options.place, !options.beginsAtEnd {
      task = .place(Relocation(of: place, for: .start))
    } else {
      task = .row(options.beginsAtEnd ? .max : 0, .start)
    }
  }

  /// Whether a command is under way, or the first post has not been shown.
  package var isBusy: Bool { task != nil }

  /// Whether the command under way waits for bytes: a run begins with a post, however long it takes.
  ///
  /// ``work()`` does nothing before they come.
  package var isStalled: Bool {
    guard isWaiting, timeline.recordCount == 0 else { return false }
    switch task {
    case .place?, .row(_, .start)?: return true
    default: return false
    }
  }

  package var hasIdleWork: Bool { !timeline.isIndexed && !isWaiting }
  package mutating func noteBytes() { isWaiting = false }

  package mutating func cancel() -> LinearReply {
    task = nil
    return LinearReply(sentence: "Stopped.")
  }

  /// The place of the reader for the next run; nil where no post was shown.
  package var place: SavedPlace? { page.place }

  /// The text that asks for the next line, without a newline.
  package var prompt: String {
    if question != nil { return "Open it? y or n: " }
    guard let position = page.position else { return "n next, q quit ? " }
    let total = "\(page.rowCount)" + (timeline.isIndexed ? "" : " so far")
    let place = "[\(position + 1) of \(total)]"
    guard !hasExplained else { return "\(place) ? " }
    let order = timeline.order == timeline.usualOrder ? "" : " \(timeline.order.name),"
    return
      "\(place)\(order) n next, p previous, o open, c comments, / search, h help, q quit, a number opens "
      + "its link ? "
  }

  package mutating func take(_ line: String) -> LinearReply {
    hasExplained = page.position != nil
    if let effect = question {
      question = nil
      let isYes = ["y", "yes"].contains(line.lowercased())
      return isYes ? LinearReply("", effect) : LinearReply(sentence: "Not opened.")
    }
    switch LinearCommand(line) {
    case .quit: return LinearReply("", .quit)
    case .help: return LinearReply(LinearCommand.listing)
    case .unknown(let text):
      return LinearReply(sentence: "Unknown command: \(text). Type h for the list of commands.")
    case .again: return page.current.map { page.show($0) } ?? go(to: 0, .next)
    case .uncover: return page.uncover()
    case .next: return go(to: (page.position ?? -1) + 1, .next)
    case .previous:
      guard let position = page.position, position > 0 else {
        return LinearReply(sentence: "This is the first post.")
      }
      return go(to: position - 1, .jump)
    case .go(let number):
      guard number > 0 else { return LinearReply(sentence: "Posts are numbered from 1.") }
      return go(to: number - 1, .jump)
    case .last: return go(to: .max, .jump)
    case .link(let number): return open(link: number)
    case .open: return openPost()
    case .comments: return readComments()
    case .search(let text): return search(text)
    }
  }

  private mutating func go(to row: Int, _ purpose: Purpose) -> LinearReply {
    if let id = page.id(at: row) { return page.show(id) }
    task = .row(row, purpose)
    return LinearReply()
  }

  private mutating func readComments() -> LinearReply {
    if page.hasComments { return page.showMoreComments() }
    guard let current = page.current, let post = page.post else {
      return LinearReply(sentence: "There is no post to comment on.")
    }
    let search = ConversationSearch(below: post, record: current, in: timeline, reach: .page)
    task = .comments(search)
    return LinearReply()
  }

  private mutating func search(_ text: String?) -> LinearReply {
    guard let text = text ?? lastSearch else {
      return LinearReply(sentence: "Type a text after the slash, such as /lake.")
    }
    lastSearch = text
    task = .search(
      LinearSearch(text, after: page.current.flatMap { timeline.row(of: $0) } ?? -1, in: timeline)
    )
    return LinearReply()
  }

  /// Opens a link of the post; that of an attachment may name a file beside the feed.
  private mutating func open(link number: Int) -> LinearReply {
    guard number > 0, number <= page.links.count else {
      let count = page.links.count
      let links = count == 0 ? "no links" : count == 1 ? "1 link" : "\(count) links"
      return LinearReply(sentence: "This post has \(links). Type g \(number) for a post.")
    }
    let link = page.links[number - 1]
    guard link.kind == .attachment,
      let source = page.current.flatMap({ timeline.sourceName(of: $0) })
    else { return open(link.target, label: link.label) }
    switch FileReference.judge(link.target) {
    case .address: return open(link.target, label: link.label)
    case .refuse(let reason): return carryOut("Not opened: \(reason): \(link.target)")
    case .file(let reference):
      let isPlain = reference.path == link.target.drop(while: { $0 == "/" })
      return carryOut(
        isPlain
          ? "opens the file \(reference.path)"
          : "the file \(reference.path) (the feed writes it as \(link.target))",
        .openFile(FileTarget(reference: reference, source: source)),
        asks: !isPlain
      )
    }
  }

  private mutating func openPost() -> LinearReply {
    guard let address = page.post?.url else {
      return LinearReply(sentence: "This post has no address.")
    }
    return open(address, label: "")
  }

  private mutating func open(_ address: String, label: String) -> LinearReply {
    switch LinkGate.judge(address, label: label) {
    case .open(let target): carryOut("opens \(target.text)", .open(target))
    case .ask(let target, let doubt):
      carryOut("\(target.text) (\(doubt.reason))", .open(target), asks: true)
    case .refuse(let reason): carryOut("Not opened: \(reason): \(address)")
    }
  }

  /// Does what the judges of the viewer have decided, ``LinkGate`` and ``FileReference``; the target is always printed before
  /// it opens, so only their doubts lead to a question.
  private mutating func carryOut(
    _ sentence: String,
    _ effect: Effect? = nil,
    asks: Bool = false
  ) -> LinearReply {
    guard !isSecure else { return LinearReply(sentence: Effect.secure("Not opened")) }
    if asks { question = effect }
    return LinearReply(sentence: sentence, asks ? nil : effect)
  }

  // MARK: Work between lines

  /// Scans a slice, for the number of posts in the prompt.
  package mutating func workIdly() throws(FeedError) { try scan() }

  @discardableResult
  private mutating func scan() throws(FeedError) -> Bool {
    guard !timeline.isIndexed, !isWaiting else { return false }
    let progress = try timeline.advance(bytes: SliceBudget.bytes)
    // Nothing moves on a screen: the position of the current post is looked up each time.
    _ = timeline.takeChanges()
    isWaiting = progress == .waiting
    return progress == .more
  }

  /// Goes on with the command that is under way for one slice; its answer if it is done, nil if it goes on or waits for
  /// the first bytes.
  package mutating func work() throws(FeedError) -> LinearReply? {
    switch task {
    case nil: nil
    case .place(let search)?: try find(search)
    case .row(let row, let purpose)?: try reach(row, purpose)
    case .list(let row)?: try list(from: row)
    case .search(let search)?: try advance(search)
    case .comments(let search)?: try advance(search)
    }
  }

  private mutating func finish(_ reply: LinearReply) -> LinearReply {
    task = nil
    return reply
  }

  /// Whether no further row can be known now.
  private var isAtEnd: Bool { timeline.isIndexed || isWaiting }

  private mutating func find(_ search: Relocation) throws(FeedError) -> LinearReply? {
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

  private mutating func list(from start: Int) throws(FeedError) -> LinearReply? {
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

  private mutating func reach(_ row: Int, _ purpose: Purpose) throws(FeedError) -> LinearReply? {
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

  private mutating func advance(_ search: LinearSearch) throws(FeedError) -> LinearReply? {
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

  private mutating func advance(_ search: ConversationSearch) throws(FeedError) -> LinearReply? {
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

/// The answer of ``LinearReader`` to a line: text to print, and an action outside.
package struct LinearReply: Equatable {
  /// Sanitized lines, each with a newline at its end; empty for none.
  package let text: String
  /// The action after the text is printed; nil for none.
  package let effect: Effect?

  init(_ text: String = "", _ effect: Effect? = nil) {
    self.text = text
    self.effect = effect
  }

  /// Makes a reply of one line, which is sanitized.
  init(sentence: String, _ effect: Effect? = nil) {
    self.init(SafeText(sanitizing: sentence).string + "\n", effect)
  }
}

/// The choices of a ``LinearReader`` that hold from start to end.
package struct LinearOptions {
  package var columns = 80
  package var zone = TimeZoneRules.utc
  package var isSecure = false
  /// The place where an earlier run ended; nil to begin at the first post.
  package var place: SavedPlace?
  package var beginsAtEnd = false
  package var isWanted: ((Post, RecordID) -> Bool)?

  package init() {}
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
