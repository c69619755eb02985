import CellGrid
package import StreamModel

/// The main loop: wait, timestamp, drain, handle, draw, present.
///
/// Keys come first, then rows that are due, then rows to prepare, then the index. At rest it waits without a deadline.
package struct RunLoop {
  /// The bytes per slice before the first frame, which needs only a few records.
  package static let headBytes = 32 << 10
  /// The most of these slices for rows that have to be sorted.
  package static let headSlices = 64
  /// Milliseconds between frames that only update the number of posts: one for each slice would cost more than the scan.
  package static let countMilliseconds = 100

  package private(set) var app: App
  private let terminal: any Terminal
  private let events: any EventSource
  private let time: any TimeSource
  private let syncBudget: SyncBudget
  private let perform: (Effect) -> [Event]
  private let willPresent: (App) -> Void
  private var shown: Screen?
  /// The parts of the last frame that keys rely on; nil before the first.
  private var frameAck: FrameAck?
  /// Whether the feed has more rows, which may rest behind the first ones.
  private var feedHasMore = true
  /// Inputs that mean rows which are not there yet, and those after them.
  private var waitingInputs: [Input] = []
  /// Whether the mode's last slice spent nothing, and nothing else has happened since: another one would not either.
  private var modeIsWaiting = false
  /// Whether the feed had the last turn of the background: a look at its rows comes next, while the scan still has
  /// their bytes.
  private var hasJustScanned = false
  /// The time for a frame that only updates the number of posts; nil if none is wanted.
  private var countDue: Moment?
  private var pacing = FramePacing()
  private var keptPlace: SavedPlace?

  /// Creates a loop around `app`.
  ///
  /// `syncBudget` limits the rich rows of a frame under the strategy `sync`; `perform` executes all other effects and
  /// returns their outcomes; `willPresent` is told of each frame, for measurements.
  package init(
    app: App,
    terminal: any Terminal,
    events: any EventSource,
    time: any TimeSource,
    syncBudget: SyncBudget = .standard,
    willPresent: @escaping (App) -> Void = { _ in },
    perform: @escaping (Effect) -> [Event]
  ) {
    self.app = app
    self.terminal = terminal
    self.events = events
    self.time = time
    self.syncBudget = syncBudget
    self.perform = perform
    self.willPresent = willPresent
  }

  /// Runs until the app is finished or the terminal is closed; throws ``FeedError`` if the feed proves unreadable before the
  /// first frame.
  package mutating func run() throws(FeedError) {
    try fillFirstScreen()
    try beginFrames()
    while !app.isFinished {
      wakeFeed()
      takeWaitingInputs()
      if app.isFinished { break }
      let deadline = nextDeadline()
      let wishes = deadline == nil ? app.rest() : []
      if deadline == nil, noteVisibleProblems() { show() }
      if wishes.isEmpty {
        if deadline == nil { keepPlace() }
        let events = events.wait(until: deadline)
        // Rows moved, or did not, throughout the wait: only an event changes that.
        app.note(terminal.pictureTraffic)
        if events.isEmpty {
          try takeTurn()
        } else if try !takeIn(events) {
          return
        }
      } else {
        carryOut(wishes)
      }
      if !app.isFinished, (pacing.wantsFrame && !isMoreDue) || isCountDue { show() }
    }
  }

  /// Lets the rows come that wait behind the first ones, if they are wanted.
  private mutating func wakeFeed() {
    guard app.feed.isResting else { return }
    if !waitingInputs.isEmpty || modeIsWaiting || app.wantsRestingRows { app.feed.goOn() }
  }

  /// Takes the inputs for which all rows were wanted, once these are there or none comes any more.
  private mutating func takeWaitingInputs() {
    guard !waitingInputs.isEmpty, app.hasAllRows || !(feedHasWork || app.hasBackgroundWork) else {
      return
    }
    let inputs = waitingInputs
    waitingInputs = []
    for input in inputs where !app.isFinished { handle(.input(input)) }
  }

  private var isMoreDue: Bool { pacing.isMoreDue(in: app, at: time.now) }

  /// The deadline for a frame that only updates the number of posts; nil while rows move, when the frame of each key does.
  private var countDeadline: Moment? { app.isMoving ? nil : countDue }
  private var isCountDue: Bool { countDeadline.map { $0 <= time.now } ?? false }

  /// Shows the first frame, a few milliseconds later if that makes its rows rich: no timer fires before it.
  private mutating func beginFrames() throws(FeedError) {
    pacing.noteFrame(at: time.now, awaitsRows: true)
    while isMoreDue { try takeTurn() }
    show()
  }

  private var hasBackgroundWork: Bool {
    feedHasWork || app.hasBackgroundWork || app.hasRowToPrepare || modeHasWork
  }

  private var feedHasWork: Bool { feedHasMore && !app.feed.isResting }
  private var modeHasWork: Bool { app.isJobWanted && !modeIsWaiting }

  private func nextDeadline() -> Moment? {
    if hasBackgroundWork { return time.now }
    return [app.deadline(at: time.now), countDeadline].compactMap(\.self).min()
  }

  /// Counts the malformed records on the screen among the problems, which no key does; whether the status line changes.
  private func noteVisibleProblems() -> Bool {
    app.feed.noteProblems(of: app.view.list.visibleRecords(in: app.view.rows))
  }

  private mutating func keepPlace() {
    guard app.view.options.stream.keepsPlace, let place = app.place, place != keptPlace else {
      return
    }
    keptPlace = place
    carryOut([.keepPlace(place)])
  }

  private mutating func fillFirstScreen() throws(FeedError) {
    // Rows that have to be sorted may be long in coming: keys are not kept waiting for them.
    let place = app.view.options.stream.place
    var slices = app.feed.mayInsertRows || place != nil ? Self.headSlices : Int.max
    let lines = terminal.size.lines
    while feedHasWork, slices > 0, !app.feed.hasRows(lines, from: place?.top.start) {
      try advanceFeed(by: Self.headBytes)
      slices -= 1
    }
    // Nothing has been shown yet: records above the first ones are not news.
    app.begin(at: time.now)
  }

  private mutating func takeIn(_ events: [TerminalEvent]) throws(FeedError) -> Bool {
    pacing.endDueWork()
    modeIsWaiting = false
    // Handlers that always have more leave the rest of the work the same amount of time, as pipes do.
    var isTurnDue = false
    if let frameAck, terminal.isCaughtUp { app.frameShown(frameAck) }
    for event in events {
      switch event {
      case .input(let input):
        if waitingInputs.isEmpty, !app.needsAllRows(input) {
          handle(.input(input))
        } else {
          waitingInputs.append(input)
        }
      case .resized(let size): handle(.resized(size))
      case .resumed: handle(.resumed)
      case .event(let event):
        handle(event)
        isTurnDue = true
      case .bytesArrived:
        feedHasMore = true
        isTurnDue = true
      case .closed: return false
      case .scriptEnded:
        if countDue != nil { show() }
        return false
      }
      if app.isFinished { return true }
    }
    if isTurnDue { try takeTurn() }
    return true
  }

  /// Does one turn of work when no key waits: due rows first, then the background.
  private mutating func takeTurn() throws(FeedError) {
    let (modeMayWork, wasWaiting) = (modeHasWork, modeIsWaiting)
    modeIsWaiting = false
    if let effects = pacing.doDueWork(of: &app, at: time.now, wall: time.wall) {
      carryOut(effects)
    } else if app.hasRowToPrepare {
      app.prepareRow()
    } else if modeMayWork {
      let outcome = app.advanceMode(at: time.now)
      modeIsWaiting = outcome.isWaiting
      pacing.wantsFrame = outcome.isSeen || pacing.wantsFrame
      carryOut(outcome.effects)
    } else if feedHasWork, !(hasJustScanned && app.takesTurnsWithScan) {
      try advanceFeed()
      hasJustScanned = true
    } else if app.hasBackgroundWork {
      hasJustScanned = false
      let isSeen = app.workInBackground(at: time.now)
      // While more is to come, counts make no frames of their own once rows fill the screen.
      let isGoingOn = feedHasWork || isSeen && app.hasBackgroundWork
      if isGoingOn, app.rowsFillScreen { scheduleCount() } else { pacing.wantsFrame = isSeen }
    } else {
      modeIsWaiting = wasWaiting
    }
  }

  private mutating func advanceFeed(by bytes: Int = SliceBudget.bytes) throws(FeedError) {
    let count = app.feed.recordCount
    let wasIndexed = app.feed.isIndexed
    app.holdVisibleRows()
    app.feed.tellTime(time.wall)
    do throws(FeedError) {
      feedHasMore = try app.feed.advance(bytes: bytes) == .more || app.feed.isResting
    } catch {
      // The rows that are there stay, and so do the streams below.
      let isAlone = app.view.pages.streams.count == 1 && app.feed.recordCount == 0
      guard !isAlone else { throw error }
      feedHasMore = false
      carryOut([.explain(error)])
      return
    }
    guard app.takeInGrowth() || app.feed.isIndexed != wasIndexed else {
      // The screen is empty while all rows are put in order: the line says how far that is.
      if app.feed.recordCount == 0 { scheduleCount() }
      return
    }
    // More rows than a slice holds are those of a scan in an earlier run, so their number is not on its way.
    let isLeap = app.feed.recordCount - count > SliceBudget.bytes / 4
    guard count >= terminal.size.lines, !isLeap else {
      pacing.wantsFrame = true
      return
    }
    // The screen was full before: only counts change, or late additions to its rows.
    scheduleCount()
  }

  private mutating func scheduleCount() {
    countDue = countDue ?? time.now.advanced(byMilliseconds: Self.countMilliseconds)
  }

  private mutating func handle(_ event: Event) {
    pacing.wantsFrame = true
    let feed = app.feed
    let effects = app.handle(event, at: time.now, wall: time.wall)
    // Nothing is known of the work of another stream, or of sources that were read again.
    if case .reloaded = event { feedHasMore = true }
    if app.feed !== feed { feedHasMore = true }
    carryOut(effects)
  }

  private mutating func carryOut(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .redraw:
        terminal.invalidate()
        shown = nil
      case .quit: break
      default: for event in perform(effect) { handle(event) }
      }
    }
  }

  private mutating func show() {
    let start = time.now
    countDue = nil
    pacing.wantsFrame = false
    FramePacing.enrich(&app, within: syncBudget, since: start, on: time)
    let screen = app.draw()
    frameAck = app.frameAck
    app.view.forgetRowsOfMove()
    willPresent(app)
    if screen != shown {
      terminal.present(screen)
      shown = screen
    }
    pacing.noteFrame(at: time.now)
    app.lastFrameNanoseconds = time.now.nanoseconds(since: start)
  }
}
