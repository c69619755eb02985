package import CellGrid
package import StreamModel

/// The whole state of the viewer and the one switch that changes it.
///
/// Reads no clock, no environment and no file: time comes in with every event, bytes come from
/// the feed that it was given. ``draw()`` never changes it.
package struct App {
  /// What the command line chose.
  package struct Options: Equatable, Sendable {
    package var strategy = Strategy.idle
    /// Milliseconds without a scroll until the stream is at rest.
    package var idleDelay = 150
    package var showsHUD = false
    /// Nothing is opened or copied.
    package var isSecure = false
    /// Whether frames at rest say which cells lead where: for terminals that know hyperlinks.
    package var hasHyperlinks = false

    package init() {}
  }

  /// What the status line says until the next key.
  struct Message {
    let text: SafeText
    let isWarning: Bool
  }

  package let feed: Timeline
  package let memo = RowMemo()
  package private(set) var isFinished = false
  package internal(set) var strategy: Strategy
  package internal(set) var pages: [Page]
  package internal(set) var size: Size
  let keymap = Keymap.standard
  let idleDelay: Int
  let isSecure: Bool
  let hasHyperlinks: Bool
  var now: Timestamp
  var router = Router()
  /// The link that the mouse holds down.
  var pressed: PressedLink?
  /// The link whose target the last frame named that was shown.
  var shownLink: NamedLink?
  /// Whether the side panel lies open where the stream is at rest.
  var panelIsUncovered = false
  /// How much rows show.
  package internal(set) var density = Density.normal
  var showsHUD: Bool
  var message: Message?
  /// What waits for a second key.
  var question: Question? { didSet { stamp &+= 1 } }
  /// When the stream comes to rest; nil when it is at rest.
  var restDeadline: Moment?
  var queue = EnrichmentQueue()
  /// Rows out of sight that become rich once all visible ones are.
  var overscan: [Overscan] = []
  /// Whether the overscan ended with the rows that are known so far.
  var overscanIsShort = false
  /// Which way to go on through the links once the rows at hand are rich.
  var pendingLinkStep: LinkStep?
  /// The way of the last scroll: what lies ahead is prepared first.
  var movesUp = false
  var preparation = Preparation()
  /// The labels over links, while they are shown.
  var hints: Hints? { didSet { stamp &+= 1 } }
  /// Tells a frame that shows question and labels as they are from older ones.
  private(set) var stamp = 0
  /// The line that is being typed.
  var prompt: Prompt?
  /// What the next key names a place for.
  var pendingMark: MarkAct?
  /// What was done last, and how often.
  var lastAct: (action: Action, count: Int?)?
  /// Addresses that were opened in this run.
  var visited: Set<String> = []
  /// The number that was typed before a key.
  var count: Int?
  /// What is being looked for, and what was last.
  var search: TextSearch?
  var lastSearch: SearchText?
  /// Whether what was found is marked wherever it is seen.
  var marksHits = false
  /// Nanoseconds that the last frame took; told by the run loop, shown by the HUD.
  package var lastFrameNanoseconds: Int64 = 0
  private var pageNumber = 0
  /// The feed's changes that rows show already.
  private var changesTaken = 0

  package init(feed: Feed, size: Size, wall: Timestamp, options: Options) {
    self.init(timeline: Timeline(feed), size: size, wall: wall, options: options)
  }

  package init(timeline feed: Timeline, size: Size, wall: Timestamp, options: Options) {
    self.feed = feed
    self.size = size
    now = wall
    strategy = options.strategy
    idleDelay = max(0, options.idleDelay)
    isSecure = options.isSecure
    hasHyperlinks = options.hasHyperlinks
    showsHUD = options.showsHUD
    pages = [Page(number: 0, content: .timeline, list: ListState(first: .record(0)))]
    settleViewport()
    refillQueue()
  }

  /// When the app wants ``Event/due``: nil never, as long as nothing else happens.
  ///
  /// - Parameter moment: the time now.
  package func deadline(at moment: Moment) -> Moment? {
    if let restDeadline { return restDeadline }
    return queue.hasWork || (queue.inWork == nil && !overscan.isEmpty) ? moment : nil
  }

  /// Whether the stream moves: its last scroll is less than the idle delay ago.
  package var isMoving: Bool { restDeadline != nil }

  /// How many rows were enriched, cancelled and thrown away so far.
  package var enrichmentCounts: (enriched: Int, cancelled: Int, thrownAway: Int) {
    (queue.enrichedCount, queue.cancelledCount, queue.thrownAwayCount)
  }

  /// How many rows wait for their turn.
  package var queuedCount: Int { queue.waiting.count }

  /// Whether what the feed has grown by can matter to the page as it is: to what is seen or looked
  /// ahead at, to a place that the reader waits for, or to what rows say that were there before.
  package var wantsGrowth: Bool {
    overscanIsShort || !isTimeline || page.list.destination != nil || feed.changes != changesTaken
      || feed.isIndexed
  }

  /// Takes in one event; returns what must be done outside.
  package mutating func handle(_ event: Event, at moment: Moment, wall: Timestamp) -> [Effect] {
    tellTime(wall)
    switch event {
    case .input(let input):
      return handle(input, at: moment)
    case .resized(let size):
      cancelGesture(at: moment)
      resize(to: size)
      return []
    case .due:
      return comeDue(at: moment)
    case .feedGrew:
      takeInGrowth()
      return []
    case .enriched(let token, let outcome):
      finish(token, outcome)
      return takeEarlyKeys(at: moment)
    case .message(let text, let isWarning):
      // Of several that one key opened, good news does not cover what went wrong.
      if isWarning || message?.isWarning != true {
        message = Message(text: text, isWarning: isWarning)
      }
      return []
    case .resumed:
      cancelGesture(at: moment)
      return [.redraw]
    }
  }

  /// The page on top of the stack.
  package var page: Page {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  /// Lines of the screen that belong to the page; the last one is the status line.
  var pageLines: Int { max(0, size.lines - 1) }

  /// The rows of the page on top.
  var rows: PageRows {
    PageRows(
      page: page,
      feed: feed,
      memo: memo,
      columns: size.columns,
      now: now,
      keymap: keymap,
      density: density
    )
  }

  func viewport(of rows: PageRows) -> Viewport {
    Viewport(lines: pageLines, count: rows.count, height: rows.height)
  }

  func place(in rows: PageRows) -> Viewport.Place {
    let anchor = page.list.anchor
    return Viewport.Place(row: rows.index(of: anchor.row) ?? 0, line: anchor.line)
  }

  /// Rows that are seen now.
  func visibleRows() -> [Viewport.Visible] {
    let rows = rows
    return viewport(of: rows).visible(from: place(in: rows))
  }

  mutating func setPlace(_ place: Viewport.Place, in rows: PageRows) {
    page.list.anchor = ListState.Anchor(row: rows.id(at: place.row), line: place.line)
  }

  mutating func push(_ content: Page.Content, first: RowID) {
    leavePage()
    pageNumber += 1
    pages.append(Page(number: pageNumber, content: content, list: ListState(first: first)))
    settleViewport()
    refillQueue()
  }

  /// Back to the page below, as it was left; false on the first page.
  mutating func pop() -> Bool {
    guard pages.count > 1 else { return false }
    leavePage()
    pages.removeLast()
    settleViewport()
    refillQueue()
    return true
  }

  mutating func finish() {
    isFinished = true
  }

  /// Puts the viewport where it shows as much as it can from the anchor on.
  mutating func settleViewport() {
    let rows = rows
    let viewport = viewport(of: rows)
    guard rows.count > 0, pageLines > 0 else { return }
    let place = viewport.settled(self.place(in: rows))
    setPlace(place, in: rows)
    if rows.index(of: page.list.selection) == nil {
      page.list.selection = rows.id(at: place.row)
    }
  }

  private mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
    if endsGesture(input) { cancelGesture(at: moment) }
    if let answer = takeAnswer(input) ?? takeHint(input, at: moment)
      ?? takeTyped(input, at: moment)
    {
      return answer
    }
    let routed = route(input, at: moment)
    // To draw the screen anew is to show the same again, its message too.
    if routed != .action(.redraw), routed != .gesture([]) { message = nil }
    switch routed {
    case .action(let action): return perform(action, at: moment)
    case .gesture(let intents): return intents.flatMap { perform($0, at: moment) }
    case .nothing:
      // A number belongs to the key behind it, whatever that means.
      if case .key = input { count = nil }
      return []
    }
  }

  private mutating func leavePage() {
    cancelGesture()
    page.list.destination = nil
    restDeadline = nil
    pendingLinkStep = nil
    hints = nil
    search = nil
    queue.replace(with: [])
    overscan = []
  }

  /// The anchor stays; the selection is shown again where the new size has put it out of sight.
  private mutating func resize(to size: Size) {
    hints = nil
    let selected = rows.index(of: page.list.selection)
    let wasSeen = visibleRows().contains { $0.row == selected }
    // Rows of the old width are of no use any more; a window that is dragged has many widths.
    if size.columns != self.size.columns { memo.clear() }
    self.size = size
    settleViewport()
    if wasSeen, let selected, !visibleRows().contains(where: { $0.row == selected }) {
      reveal(selected)
    }
    refillQueue()
  }

  /// The minute is all that "5m" depends on; a new one lays rows out anew.
  private mutating func tellTime(_ wall: Timestamp) {
    if wall.secondsSinceEpoch / 60 != now.secondsSinceEpoch / 60 { now = wall }
  }

  private mutating func takeInGrowth() {
    changesTaken = feed.changes
    refreshDetails()
    settleViewport()
    followDestination()
    // Rows beyond those that are looked ahead at change nothing here.
    if overscanIsShort { refillQueue() } else { lineUpVisible() }
  }

  private mutating func refreshDetails() {
    for index in pages.indices {
      guard case .detail(var detail) = pages[index].content else { continue }
      let revision = feed.revision(at: detail.record)
      guard revision != detail.revision else { continue }
      hints = nil
      detail.update(feed.record(at: detail.record), revision: revision)
      pages[index].content = .detail(detail)
    }
  }
}
