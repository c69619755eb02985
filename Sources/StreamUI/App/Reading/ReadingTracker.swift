import Addresses
import CellGrid
import StreamModel

struct ReadingTracker {
  /// The rows that stand on each page that lists posts, by the number of the page.
  private var dwellTimes: [Int: DwellTime] = [:]
  /// The post that stands whole beside its list, and since when; nil while none does, or nobody looks.
  private var beside: (post: RecordID, since: Moment)?
  /// Whether rows may have come or changed without an event since they were looked at.
  var isStale = true
  var hasFocus = true
  private var isSuspended = false

  // The view is passed in place although none of these changes it: a copy for each key would cost more than the look.

  /// Looks at the rows before an event, where reading is tracked; returns the number of the page.
  ///
  /// While a text to search for is typed, rows come and go that only may be where the reader goes.
  mutating func begin(in view: inout PageView, isTyping: Bool, at moment: Moment) -> Int {
    if isStale { _ = update(in: &view, mayRead: false, isTyping: isTyping, at: moment) }
    isStale = false
    let page = view.page.number
    let times = view.readingTimes
    if dwellTimes[page]?.isDue(times, at: moment) == true {
      let (list, rows) = (view.list, view.rows)
      dwellTimes[page]?.settle(list, in: rows, times)
    }
    return page
  }

  /// Looks at the rows after an event; the posts that were opened, and the rows that were scrolled past.
  mutating func finish(
    _ page: Int,
    _ effects: [Effect],
    mayRead: Bool,
    in view: inout PageView,
    isTyping: Bool,
    at moment: Moment
  ) -> (opened: [RecordID], passed: [RowID]) {
    if effects.contains(.suspend) { isSuspended = true }
    // A page above others has a higher number than those before it.
    let opened = view.page.number > page ? view.page.content.opened : nil
    let read = [opened, Self.ownAddress(in: effects, of: view)].compactMap(\.self)
    let passed = update(in: &view, mayRead: mayRead, isTyping: isTyping, at: moment)
    let left = leaveBeside(in: view, isTyping: isTyping, at: moment)
    return (read + (mayRead ? left : []), passed)
  }

  /// Looks at the post beside the list; the one that was there, if another took its place after it had stood long
  /// enough.
  private mutating func leaveBeside(
    in view: PageView,
    isTyping: Bool,
    at moment: Moment
  ) -> [RecordID] {
    let isSeen = hasFocus && !isSuspended && !isTyping && !view.hidesBeside
    let shown = isSeen ? view.wholePreview : nil
    guard shown != beside?.post else { return [] }
    let times = view.readingTimes
    let left = beside.flatMap { post, since in
      isSeen && moment >= since.advanced(byMilliseconds: max(times.idle, times.reading))
        ? post : nil
    }
    beside = shown.map { ($0, moment) }
    return left.map { [$0] } ?? []
  }

  mutating func pressOn(in view: inout PageView, at moment: Moment) -> [RowID] {
    guard view.options.stream.tracksReading else { return [] }
    let (list, rows, times) = (view.list, view.rows, view.readingTimes)
    return dwellTimes[view.page.number]?.pressOn(list, in: rows, times, at: moment) ?? []
  }

  /// The program goes on after it was stopped: nobody has looked at the rows meanwhile.
  mutating func resume() {
    isSuspended = false
    for number in dwellTimes.keys { dwellTimes[number]?.interrupt() }
  }

  private mutating func update(
    in view: inout PageView,
    mayRead: Bool,
    isTyping: Bool,
    at moment: Moment
  ) -> [RowID] {
    let current = view.page.number
    let times = view.readingTimes
    for number in dwellTimes.keys where number != current || isTyping {
      if view.pages.pages.contains(where: { $0.number == number }) {
        dwellTimes[number]?.pause(at: moment, times)
      } else {
        dwellTimes[number] = nil
      }
    }
    guard view.page.content.listsPosts, !isTyping else { return [] }
    let shape = DwellTime.Shape(
      size: view.size,
      density: view.options.density,
      order: view.feed.order
    )
    let (list, rows) = (view.list, view.rows)
    // In place: another holder of what stands there would have every key copy it.
    return dwellTimes[current, default: DwellTime()].update(
      list,
      in: rows,
      shape,
      times,
      mayRead: mayRead,
      isSeen: hasFocus && !isSuspended,
      at: moment
    )
  }

  /// The post whose own address is opened, if it is one of the row that the reader is on.
  private static func ownAddress(in effects: [Effect], of view: PageView) -> RecordID? {
    let opened = effects.compactMap {
      if case .open(let target) = $0 { target.written } else { nil }
    }
    guard !opened.isEmpty, let id = view.linkedRecord, case .post(let post) = view.feed.record(id),
      let address = post.url, opened.contains(address)
    else { return nil }
    return id
  }
}

extension PageView {
  fileprivate var readingTimes: DwellTime.Times {
    (max(0, options.idleDelay), max(0, options.readingMilliseconds))
  }
}

/// The rows of a page that stand on the screen, and how long each has stood there at rest: whole, or with its end, once
/// its beginning has stood there.
///
/// No timer runs: the time is taken when the viewport moves. A pause shorter than the idle delay is
/// movement and does not count; longer ones add up.
struct DwellTime {
  /// The causes other than a move that bring other rows onto the screen.
  struct Shape: Equatable {
    let size: Size
    let density: Density
    let order: Timeline.Order
  }

  /// Without a scroll until the stream is at rest, and at rest until a row counts as read once it is scrolled past.
  typealias Times = (idle: Int, reading: Int)

  private struct Stand {
    /// Nanoseconds at rest before `since`.
    var stood: Int64 = 0
    var since: Moment?

    mutating func stop(at moment: Moment, _ times: Times) {
      guard let since else { return }
      self.since = nil
      guard moment >= since.advanced(byMilliseconds: times.idle) else { return }
      stood = stood.addingReportingOverflow(moment.nanoseconds(since: since)).partialValue
    }

    func isLong(_ times: Times) -> Bool { stood / 1_000_000 >= Int64(clamping: times.reading) }
  }

  private struct Look {
    /// Those that have been on the screen from their beginnings to their ends by now.
    var whole: [RowID] = []
    /// Those whose beginnings have been on the screen, for as long as a part of them is.
    var begun: [RowID] = []
  }

  /// Rows that are remembered; those out of sight are dropped first.
  private static let limit = 128

  private var stands: [RowID: Stand] = [:]
  /// The rows of the screen when it was looked at last; nil if they have moved since.
  ///
  /// While rows move, none stands long enough to count, so no key looks for them.
  private var look: Look? = Look()
  private var wasSeen = true
  private var movedAt: Moment?
  private var anchor: List.Anchor?
  private var shape: Shape?
  private var jumpCount = 0

  /// Takes in where the rows of a page stand now; the rows that stood long enough and were scrolled past.
  mutating func update(
    _ list: List,
    in rows: PageRows,
    _ shape: Shape,
    _ times: Times,
    mayRead: Bool,
    isSeen: Bool,
    at moment: Moment
  ) -> [RowID] {
    let hasMoved = list.anchor != anchor
    let hasJumped = list.standpoint.jumpCount != jumpCount
    jumpCount = list.standpoint.jumpCount
    // Only scrolling past posts reads them: who jumps has left them for later.
    let mayRead = mayRead && !hasJumped
    if hasMoved, hasJumped { forget(at: moment, times) }
    if hasMoved, isSeen, wasSeen, isMoving(at: moment, times) {
      drop()
      let passed = mayRead && shape == self.shape ? passedOnes(list, in: rows, times) : []
      (movedAt, anchor, self.shape) = (moment, list.anchor, shape)
      return passed
    }
    let look = look(at: list, in: rows, isSeen: isSeen)
    if !hasMoved { settle(look, times) }
    guard hasMoved || look.whole != self.look?.whole || isSeen != wasSeen else {
      (self.look, self.shape) = (look, shape)
      return []
    }
    var passed: [RowID] = []
    if hasMoved {
      stop(at: moment, times)
      movedAt = moment
      if mayRead, shape == self.shape { passed = passedOnes(list, in: rows, times) }
    }
    stand(look.whole, isSeen: isSeen, at: moment, times)
    (self.look, wasSeen, anchor, self.shape) = (look, isSeen, list.anchor, shape)
    return passed
  }

  /// Whether the rows that stand since the last move are to be looked for: they have stood for longer than a pause.
  func isDue(_ times: Times, at moment: Moment) -> Bool {
    look == nil && !isMoving(at: moment, times)
  }

  /// Looks for the rows that stand since the last move; call it before any event once that is due.
  mutating func settle(_ list: List, in rows: PageRows, _ times: Times) {
    settle(look(at: list, in: rows, isSeen: wasSeen), times)
  }

  private mutating func settle(_ look: Look, _ times: Times) {
    guard self.look == nil, let movedAt else { return }
    stand(look.whole, isSeen: wasSeen, at: movedAt, times)
    self.look = look
  }

  /// The rows that stood on the screen have moved before they counted.
  private mutating func drop() {
    for row in look?.whole ?? [] {
      stands[row]?.since = nil
      if stands[row]?.stood == 0 { stands[row] = nil }
    }
    look = nil
  }

  private func isMoving(at moment: Moment, _ times: Times) -> Bool {
    movedAt.map { moment < $0.advanced(byMilliseconds: times.idle) } ?? false
  }

  /// The reader presses on at the end of the page: the rows on the screen that stood long enough.
  mutating func pressOn(
    _ list: List,
    in rows: PageRows,
    _ times: Times,
    at moment: Moment
  ) -> [RowID] {
    stop(at: moment, times)
    let seen = Set(list.visible(in: rows).compactMap { rows.row(at: $0.row) })
    let passed = longOnes(times, where: seen.contains)
    stand(look?.whole ?? [], isSeen: wasSeen, at: moment, times)
    movedAt = moment
    return passed
  }

  /// The rows are out of sight from now on, as below another page.
  mutating func pause(at moment: Moment, _ times: Times) {
    stop(at: moment, times)
    look = Look()
  }

  /// Forgets how long rows have stood: the reader has jumped away from them.
  private mutating func forget(at moment: Moment, _ times: Times) {
    stop(at: moment, times)
    stands = [:]
    if look != nil { look = Look() }
  }

  /// Forgets since when rows stand: nobody can tell who looked at them.
  mutating func interrupt() {
    for row in look?.whole ?? [] { stands[row]?.since = nil }
    look = Look()
  }

  /// Takes the rows out that stood long enough and lie above the top, if the rows have moved on.
  private mutating func passedOnes(_ list: List, in rows: PageRows, _ times: Times) -> [RowID] {
    let top = list.standpoint.top(in: rows)
    guard isBelowAnchor(top, in: rows) else { return [] }
    return longOnes(times) { rows.position(of: $0).map { $0 < top.row } ?? false }
  }

  private mutating func longOnes(_ times: Times, where isWanted: (RowID) -> Bool) -> [RowID] {
    let rows = stands.compactMap { $0.value.isLong(times) && isWanted($0.key) ? $0.key : nil }
    for row in rows { stands[row] = nil }
    return rows
  }

  private mutating func stop(at moment: Moment, _ times: Times) {
    for row in look?.whole ?? [] { stands[row]?.stop(at: moment, times) }
  }

  private mutating func stand(_ rows: [RowID], isSeen: Bool, at moment: Moment, _ times: Times) {
    let standing = Set(isSeen ? rows : [])
    for row in look?.whole ?? [] where !standing.contains(row) {
      stands[row]?.stop(at: moment, times)
      // Rows that only fly past are not worth a place.
      if stands[row]?.stood == 0 { stands[row] = nil }
    }
    for row in standing where stands[row]?.since == nil {
      stands[row, default: Stand()].since = moment
    }
    if stands.count > Self.limit { stands = stands.filter { standing.contains($0.key) } }
  }

  private func isBelowAnchor(_ top: Viewport.Top, in rows: PageRows) -> Bool {
    guard let anchor, let old = rows.position(of: anchor.row) else { return false }
    return top.row > old || (top.row == old && top.line > anchor.line)
  }

  /// The posts of the screen.
  ///
  /// The end of one that is taller than the page is enough: it may have been read line by line; a beginning that nobody
  /// saw is none.
  private func look(at list: List, in rows: PageRows, isSeen: Bool) -> Look {
    // A line is the beginning of a post: nobody has read the rest.
    guard rows.context.density != .compact else { return Look() }
    let begun = look?.begun ?? []
    var look = Look()
    for seen in list.visible(in: rows) {
      guard let row = rows.row(at: seen.row), case .record = row else { continue }
      let hasBegun = seen.firstLine == 0 || begun.contains(row)
      if hasBegun, isSeen { look.begun.append(row) }
      if hasBegun || seen.height > rows.lines, Self.endIsSeen(seen, in: rows) {
        look.whole.append(row)
      }
    }
    return look
  }

  /// Whether the last line of a row is on the screen, or would be but for the blank line below its text.
  private static func endIsSeen(_ seen: Viewport.Visible, in rows: PageRows) -> Bool {
    switch seen.height - seen.firstLine - seen.lines {
    case 0: true
    case 1: rows.laid(at: seen.row).flat.last.map { $0.cells.allSatisfy { $0 == .blank } } ?? false
    default: false
    }
  }
}
