package import CellGrid
package import StreamModel

/// The wish for a frame, and the rows that become rich before it, the same in all loops around an ``App``.
package struct FramePacing {
  package var wantsFrame = false
  private var lastWasDue = false
  private var shownAt: Moment?

  /// The time between frames that show only newly enriched rows, in nanoseconds.
  private static let enrichmentFrame: Int64 = 8_000_000

  package init() {}

  package mutating func endDueWork() { lastWasDue = false }

  package mutating func noteFrame(at moment: Moment, awaitsRows: Bool = false) {
    shownAt = moment
    lastWasDue = lastWasDue || awaitsRows
  }

  package mutating func doDueWork(
    of app: inout App,
    at moment: Moment,
    wall: Timestamp
  ) -> [Effect]? {
    lastWasDue = false
    guard let due = app.deadline(at: moment), due <= moment else { return nil }
    let isSeen = app.dueIsSeen
    let wasMoving = app.isMoving
    let effects = app.handle(.due, at: moment, wall: wall)
    // A row that is enriched now may share a frame with the end of the movement.
    if wasMoving { shownAt = moment }
    wantsFrame = wantsFrame || isSeen
    lastWasDue = isSeen
    return effects
  }

  /// Whether another visible row is due at once, so that one frame can show both; no key waits for it.
  package func isMoreDue(in app: App, at moment: Moment) -> Bool {
    guard lastWasDue, let shownAt, let due = app.deadline(at: moment) else { return false }
    return due <= moment && moment.nanoseconds(since: shownAt) < Self.enrichmentFrame
      && !app.visibleRowsAreRich
  }

  /// Makes rows rich that the next frame shows, under the strategy `sync` within `budget`; `delay` returns the nanoseconds that
  /// count as spent besides those on the clock.
  package static func enrich(
    _ app: inout App,
    within budget: SyncBudget,
    since start: Moment,
    on time: any TimeSource,
    adding delay: (App) -> Int64 = { _ in 0 }
  ) {
    var rows = 0
    while app.view.enrichForFrame() {
      rows += 1
      guard app.view.options.strategy.limitsFrames else { continue }
      let spent = time.now.nanoseconds(since: start) + delay(app)
      if budget.isSpent(rows: rows, nanoseconds: spent) { return }
    }
  }
}

/// The limit on the work that the strategy `sync` does inside one frame.
package enum SyncBudget: Equatable, Sendable {
  case time(nanoseconds: Int64)
  /// Rows that become rich. Their number depends on no clock, so counts of work can be repeated.
  case rows(Int)

  /// The budget of the viewer: 4 ms, a quarter of the time between two frames of a screen.
  package static let standard = SyncBudget.time(nanoseconds: 4_000_000)

  /// Whether nothing is left after `rows` rows became rich in `nanoseconds`.
  func isSpent(rows: Int, nanoseconds: Int64) -> Bool {
    switch self {
    case .time(let limit): nanoseconds >= limit
    case .rows(let limit): rows >= limit
    }
  }
}

/// Counts the bytes that a terminal would be sent; tests replace it.
package protocol FrameGauge: AnyObject {
  func bytes(of screen: Screen) -> Int
  /// Assumes a blank terminal, so that the next screen is sent whole.
  func forget()
}
