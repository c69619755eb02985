import CellGrid
package import StreamModel

/// The one loop: wait, stamp, drain, handle, draw, present.
///
/// Keys go before due rows, those before rows to prepare, and those before the index. At rest it
/// waits without a deadline.
package struct RunLoop {
  /// Bytes of the feed that are scanned between two looks for keys.
  package static let sliceBytes = 64 << 10
  /// The same before the first frame, which needs a few records only.
  package static let headBytes = 32 << 10
  /// Records that a search page looks at between two looks for keys.
  private static let sliceRecords = 32
  /// Nanoseconds that the `sync` strategy may take for rich rows inside a frame.
  package static let syncBudget: Int64 = 4_000_000
  /// Nanoseconds between frames that show nothing but rows that became rich.
  package static let enrichmentFrame: Int64 = 8_000_000
  /// Milliseconds between frames that only count the posts of a growing index: to draw each
  /// slice would cost more than to scan it, and flicker.
  package static let countMilliseconds = 100

  package private(set) var app: App
  private let terminal: any Terminal
  private let events: any EventSource
  private let time: any TimeSource
  private let worker: any EnrichmentWorker
  private let perform: (Effect) -> [Event]
  private var shown: Screen?
  /// What the last frame shows.
  private var mark: App.FrameMark?
  private var feedHasWork = true
  /// When a frame that only counts more posts may be drawn; nil when none is wanted.
  private var countDue: Moment?
  /// Whether something happened that the reader must see at once.
  private var wantsFrame = false
  /// Whether the last turn enriched a row, and when the last frame was shown.
  private var lastWasDue = false
  private var shownAt: Moment?

  /// A loop around `app`, which shows its screens on `terminal` and takes its keys from `events`.
  ///
  /// `perform` carries out the other effects and returns their outcomes.
  package init(
    app: App,
    terminal: any Terminal,
    events: any EventSource,
    time: any TimeSource,
    worker: any EnrichmentWorker = InPlaceWorker(),
    perform: @escaping (Effect) -> [Event]
  ) {
    self.app = app
    self.terminal = terminal
    self.events = events
    self.time = time
    self.worker = worker
    self.perform = perform
  }

  /// Runs until the app is finished or the terminal is closed.
  ///
  /// - Throws: ``FeedError`` when the feed turns out to be unreadable before anything is shown.
  package mutating func run() throws(FeedError) {
    try fillFirstScreen()
    beginFrames()
    while !app.isFinished {
      let events = events.wait(until: nextDeadline())
      if events.isEmpty {
        try takeTurn()
      } else if try !takeIn(events) {
        return
      }
      if !app.isFinished, (wantsFrame && !isMoreDue) || isCountDue { show() }
    }
  }

  /// Whether another visible row becomes rich at once, so that one frame can show both.
  ///
  /// Rows that become rich cost a frame for each few milliseconds, not one each; no key waits.
  private var isMoreDue: Bool {
    guard lastWasDue, let shownAt, let deadline = app.deadline(at: time.now) else { return false }
    let now = time.now
    return deadline <= now && now.nanoseconds(since: shownAt) < Self.enrichmentFrame
      && !app.visibleRowsAreRich()
  }

  /// When a frame is wanted that only counts more posts: not while rows move, for each key's frame
  /// counts them, too, and the next key would wait for this one.
  private var countDeadline: Moment? { app.isMoving ? nil : countDue }

  /// Whether the time has come for it.
  private var isCountDue: Bool { countDeadline.map { $0 <= time.now } ?? false }

  /// Shows the first frame, or lets it wait a few milliseconds for the rows that are rich at once.
  private mutating func beginFrames() {
    shownAt = time.now
    wantsFrame = true
    lastWasDue = true
    if !isMoreDue { show() }
  }

  private var hasBackgroundWork: Bool {
    feedHasWork || app.hasBackgroundWork || app.hasRowToPrepare || app.hasSearchWork
  }

  private func nextDeadline() -> Moment? {
    if hasBackgroundWork { return time.now }
    return [app.deadline(at: time.now), countDeadline].compactMap(\.self).min()
  }

  /// Scans until there are rows enough for the first frame.
  private mutating func fillFirstScreen() throws(FeedError) {
    while feedHasWork, app.feed.recordCount < terminal.size.lines {
      try advanceFeed(by: Self.headBytes)
    }
  }

  /// False when the terminal is closed.
  private mutating func takeIn(_ events: [TerminalEvent]) throws(FeedError) -> Bool {
    lastWasDue = false
    var hasArrived = false
    if let mark, terminal.isCaughtUp { app.frameShown(mark) }
    for event in events {
      switch event {
      case .input(let input): handle(.input(input))
      case .resized(let size): handle(.resized(size))
      case .resumed: handle(.resumed)
      case .event(let event): handle(event)
      case .bytesArrived: hasArrived = true
      case .closed: return false
      case .scriptEnded:
        if countDue != nil { show() }
        return false
      }
      if app.isFinished { return true }
    }
    if hasArrived {
      // A pipe that always has more leaves as much time to the rest of the work.
      feedHasWork = true
      try takeTurn()
    }
    return true
  }

  /// One turn of work when no key waits: the deadline first, then the background.
  private mutating func takeTurn() throws(FeedError) {
    lastWasDue = false
    if let deadline = app.deadline(at: time.now), deadline <= time.now {
      let isSeen = app.dueIsSeen
      let wantedFrame = wantsFrame
      let wasMoving = app.isMoving
      handle(.due)
      // What becomes rich now may share a frame with the end of the movement.
      if wasMoving { shownAt = time.now }
      wantsFrame = isSeen || wantedFrame
      lastWasDue = isSeen
    } else if app.hasRowToPrepare {
      app.prepareRow()
    } else if app.hasSearchWork {
      wantsFrame = app.searchText() || wantsFrame
    } else if feedHasWork {
      try advanceFeed()
    } else if app.hasBackgroundWork {
      wantsFrame = app.searchSome(Self.sliceRecords)
    }
  }

  private mutating func advanceFeed(by bytes: Int = sliceBytes) throws(FeedError) {
    let count = app.feed.recordCount
    let wasIndexed = app.feed.isIndexed
    let progress = try app.feed.advance(bytes: bytes)
    feedHasWork = progress == .more
    guard app.feed.recordCount != count || app.feed.isIndexed != wasIndexed else { return }
    let wantedFrame = wantsFrame
    let wasFull = count >= terminal.size.lines
    if !wasFull || app.wantsGrowth { handle(.feedGrew) }
    guard wasFull else { return }
    // The screen was full before: all that can change is the count.
    wantsFrame = wantedFrame
    countDue = countDue ?? time.now.advanced(byMilliseconds: Self.countMilliseconds)
  }

  private mutating func handle(_ event: Event) {
    wantsFrame = true
    let effects = app.handle(event, at: time.now, wall: time.wall)
    for effect in effects {
      switch effect {
      case .enrich(let job): enrich(job)
      case .redraw:
        terminal.invalidate()
        shown = nil
      case .quit: break
      case .open, .copy, .save, .suspend:
        for event in perform(effect) { handle(event) }
      }
    }
  }

  private mutating func enrich(_ job: EnrichmentJob) {
    guard let outcome = worker.enrich(job) else { return }
    handle(.enriched(job.token, outcome))
  }

  private mutating func show() {
    let start = time.now
    countDue = nil
    wantsFrame = false
    while let job = app.jobForFrame() {
      enrich(job)
      if app.strategy == .sync, time.now.nanoseconds(since: start) >= Self.syncBudget { break }
    }
    let screen = app.draw()
    mark = app.frameMark
    if screen != shown {
      terminal.present(screen)
      shown = screen
    }
    shownAt = time.now
    app.lastFrameNanoseconds = time.now.nanoseconds(since: start)
  }
}
