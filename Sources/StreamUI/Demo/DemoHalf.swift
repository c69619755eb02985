import CellGrid
import StreamModel

/// One half: a whole viewer with a strategy of its own, and what it has cost.
///
/// Both halves get the same keys at the same times, so their viewers are always at the same place.
/// A simulated wait delays only the frame that is shown.
struct DemoHalf {
  /// The viewer; its screen has a status line that the half does not show.
  private(set) var app: App
  private(set) var ledger: Ledger
  /// The frame that the half shows; nil before the first.
  private(set) var shown: Screen?
  /// The frame that arrives when a simulated wait is over.
  private var coming: (screen: Screen, at: Moment)?
  /// The end of the simulated wait; nil while there is none.
  private var busyUntil: Moment?
  private var wantsFrame = true
  /// Whether the next frame is the first after a choice; it is sent whole and shown at once.
  private var isFirst = true
  /// Nanoseconds that keys have taken since the last frame.
  private var spent: Int64 = 0
  private var framedAt: Moment?
  private var lastWasDue = false

  init(timeline: Timeline, size: Size, wall: Timestamp, options: ViewOptions) {
    app = App(timeline: timeline, size: size, wall: wall, options: options)
    app.begin()
    ledger = Ledger(from: WorkCounts())
  }

  /// The strategy of the viewer.
  var strategy: Strategy { app.view.options.strategy }
  /// Whether a frame is held back by a simulated wait.
  var isDelayed: Bool { coming != nil }

  // MARK: Changes

  /// Takes another strategy and counts from here on; rows are laid out again.
  mutating func restart(with strategy: Strategy) {
    ledger = Ledger(from: app.view.workCounts)
    app.change(to: strategy)
    isFirst = true
    dropWaits()
  }

  /// Begins again at the first post.
  mutating func rewind(wall: Timestamp) {
    let view = app.view
    app = App(timeline: view.feed, size: view.size, wall: wall, options: view.options)
    app.begin()
    ledger = Ledger(from: WorkCounts())
    isFirst = true
    dropWaits()
  }

  mutating func resize(to size: Size, at moment: Moment, wall: Timestamp) {
    guard size != app.view.size else { return }
    _ = app.handle(.resized(size), at: moment, wall: wall)
    isFirst = true
    dropWaits()
  }

  /// Drops simulated waits, as when they are switched off.
  mutating func dropWaits() {
    coming = nil
    busyUntil = nil
    wantsFrame = true
  }

  // MARK: Turns

  /// Passes a key to the viewer; `time` is read to measure it.
  mutating func press(_ key: Key, at moment: Moment, wall: Timestamp, _ time: any TimeSource) {
    let start = time.now
    lastWasDue = false
    _ = app.handle(.input(.key(key)), at: moment, wall: wall)
    spent += time.now.nanoseconds(since: start)
    wantsFrame = true
  }

  /// Shows the frame whose simulated wait is over; whether there was one.
  mutating func arrive(at moment: Moment) -> Bool {
    if let busy = busyUntil, busy <= moment { busyUntil = nil }
    guard let frame = coming, frame.at <= moment else { return false }
    coming = nil
    shown = frame.screen
    return true
  }

  /// Does one piece of work between keys: a row that is due, or a row ahead.
  mutating func work(_ simulation: Simulation, at moment: Moment, wall: Timestamp) {
    guard busyUntil == nil else { return }
    if let due = app.deadline(at: moment), due <= moment {
      let wasMoving = app.isMoving
      let isSeen = app.dueIsSeen
      let before = app.view.workCounts.rowsStyled
      _ = app.handle(.due, at: moment, wall: wall)
      if wasMoving { framedAt = moment }
      wantsFrame = wantsFrame || isSeen
      lastWasDue = isSeen
      wait(simulation.nanoseconds(forRows: app.view.workCounts.rowsStyled - before), from: moment)
    } else if app.hasRowToPrepare {
      app.prepareRow()
    }
    ledger.note(nil, app.view.workCounts, at: moment)
  }

  /// Draws the next frame if one is wanted and nothing delays it; whether it did.
  mutating func makeFrame(
    _ simulation: Simulation,
    _ gauge: any FrameGauge,
    _ time: any TimeSource
  ) -> Bool {
    let start = time.now
    guard wantsFrame, busyUntil == nil, !isMoreDue(at: start) else { return false }
    wantsFrame = false
    let before = app.view.workCounts.rowsStyled
    var wait: Int64 = 0
    while app.enrichForFrame() {
      let rows = app.view.workCounts.rowsStyled - before
      wait = simulation.nanoseconds(forRows: rows)
      let taken = time.now.nanoseconds(since: start) + wait
      let isSpent = SyncBudget.standard.isSpent(rows: rows, nanoseconds: taken)
      if strategy == .sync, isSpent { break }
    }
    let screen = app.draw()
    if isFirst { gauge.forget() }
    let bytes = gauge.bytes(of: screen)
    let end = time.now
    wait = isFirst ? 0 : wait + simulation.nanoseconds(forBytes: bytes)
    let frame = Ledger.Frame(
      measured: end.nanoseconds(since: start) + spent,
      simulated: wait,
      bytes: bytes,
      isFirst: isFirst
    )
    ledger.note(frame, app.view.workCounts, at: end)
    spent = 0
    isFirst = false
    framedAt = end
    if wait == 0 {
      shown = screen
    } else {
      self.wait(wait, from: end)
      coming = busyUntil.map { (screen, $0) }
    }
    return true
  }

  /// When the half wants a turn; nil never, as long as nothing else happens.
  func deadline(at moment: Moment) -> Moment? {
    if let busyUntil { return max(busyUntil, moment) }
    if wantsFrame || app.hasRowToPrepare { return moment }
    return app.deadline(at: moment)
  }

  /// Forgets the costs of more than a second ago; whether younger ones are left.
  mutating func forgetOldCosts(at moment: Moment) -> Bool {
    ledger.prune(at: moment)
    return ledger.isRecent
  }

  private mutating func wait(_ nanoseconds: Int64, from moment: Moment) {
    guard nanoseconds > 0 else { return }
    busyUntil = moment.advanced(byNanoseconds: nanoseconds)
  }

  /// Whether another visible row is due at once, so that one frame can show both; see ``RunLoop``.
  private func isMoreDue(at moment: Moment) -> Bool {
    guard lastWasDue, let framedAt, let due = app.deadline(at: moment) else { return false }
    return due <= moment && moment.nanoseconds(since: framedAt) < RunLoop.enrichmentFrame
      && !app.visibleRowsAreRich
  }
}
