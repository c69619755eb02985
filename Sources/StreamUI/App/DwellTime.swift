import CellGrid
import StreamModel

/// The rows of a page that stand on the screen, and how long each has stood there whole and at rest.
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

  /// The times that matter, in milliseconds.
  struct Times {
    /// Without a scroll until the stream is at rest.
    let idle: Int
    /// At rest until a row counts as read once it is scrolled past.
    let reading: Int
  }

  private struct Stand {
    /// Nanoseconds at rest before `since`.
    var stood: Int64 = 0
    /// When the row came to stand; nil while it is cut off, or nobody looks.
    var since: Moment?

    mutating func stop(at moment: Moment, _ times: Times) {
      guard let since else { return }
      self.since = nil
      guard moment >= since.advanced(byMilliseconds: times.idle) else { return }
      stood = stood.addingReportingOverflow(moment.nanoseconds(since: since)).partialValue
    }

    func isLong(_ times: Times) -> Bool { stood / 1_000_000 >= Int64(clamping: times.reading) }
  }

  /// Rows that are remembered; those out of sight are dropped first.
  private static let limit = 128

  private var stands: [RowID: Stand] = [:]
  /// The rows that stood whole on the screen when it was looked at last; nil if they have moved since.
  ///
  /// While rows move, none stands long enough to count, so no key looks for them.
  private var whole: [RowID]? = []
  private var wasSeen = true
  /// When the rows moved last.
  private var movedAt: Moment?
  private var anchor: List.Anchor?
  private var shape: Shape?
  /// The number of the list's jumps when it was looked at last.
  private var jumpCount = 0

  /// Takes in where the rows of a page stand now.
  ///
  /// - Parameters:
  ///   - mayRead: whether the reader has moved, if the rows did.
  ///   - isSeen: whether the reader looks at the rows from now on.
  /// - Returns: the rows that stood long enough and were scrolled past.
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
    let whole = Self.whole(list.visible(in: rows), in: rows)
    if !hasMoved { settle(whole, times) }
    guard hasMoved || whole != self.whole || isSeen != wasSeen else {
      self.shape = shape
      return []
    }
    var passed: [RowID] = []
    if hasMoved {
      stop(at: moment, times)
      movedAt = moment
      if mayRead, shape == self.shape { passed = passedOnes(list, in: rows, times) }
    }
    stand(whole, isSeen: isSeen, at: moment, times)
    (self.whole, wasSeen, anchor, self.shape) = (whole, isSeen, list.anchor, shape)
    return passed
  }

  /// Whether the rows that stand since the last move are to be looked for: they have stood for longer than a pause.
  func isDue(_ times: Times, at moment: Moment) -> Bool {
    whole == nil && !isMoving(at: moment, times)
  }

  /// Looks for the rows that stand since the last move; call it before any event once that is due.
  mutating func settle(_ list: List, in rows: PageRows, _ times: Times) {
    settle(Self.whole(list.visible(in: rows), in: rows), times)
  }

  private mutating func settle(_ whole: [RowID], _ times: Times) {
    guard self.whole == nil, let movedAt else { return }
    stand(whole, isSeen: wasSeen, at: movedAt, times)
    self.whole = whole
  }

  /// The rows that stood on the screen have moved before they counted.
  private mutating func drop() {
    for row in whole ?? [] {
      stands[row]?.since = nil
      if stands[row]?.stood == 0 { stands[row] = nil }
    }
    whole = nil
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
    stand(whole ?? [], isSeen: wasSeen, at: moment, times)
    movedAt = moment
    return passed
  }

  /// The rows are out of sight from now on, as below another page.
  mutating func pause(at moment: Moment, _ times: Times) {
    stop(at: moment, times)
    whole = []
  }

  /// Forgets how long rows have stood: the reader has jumped away from them.
  private mutating func forget(at moment: Moment, _ times: Times) {
    stop(at: moment, times)
    stands = [:]
    if whole != nil { whole = [] }
  }

  /// Forgets since when rows stand: nobody can tell who looked at them.
  mutating func interrupt() {
    for row in whole ?? [] { stands[row]?.since = nil }
    whole = []
  }

  /// Takes the rows out that stood long enough and lie above the top, if the rows have moved on.
  private mutating func passedOnes(
    _ list: List,
    in rows: PageRows,
    _ times: Times
  ) -> [RowID] {
    let top = list.standpoint.top(in: rows)
    guard isBelowAnchor(top, in: rows) else { return [] }
    return longOnes(times) { rows.position(of: $0).map { $0 < top.row } ?? false }
  }

  /// Takes the rows out that stood long enough and are wanted.
  private mutating func longOnes(_ times: Times, where isWanted: (RowID) -> Bool) -> [RowID] {
    let rows = stands.compactMap { $0.value.isLong(times) && isWanted($0.key) ? $0.key : nil }
    for row in rows { stands[row] = nil }
    return rows
  }

  private mutating func stop(at moment: Moment, _ times: Times) {
    for row in whole ?? [] { stands[row]?.stop(at: moment, times) }
  }

  private mutating func stand(
    _ rows: [RowID],
    isSeen: Bool,
    at moment: Moment,
    _ times: Times
  ) {
    let standing = Set(isSeen ? rows : [])
    for row in whole ?? [] where !standing.contains(row) {
      stands[row]?.stop(at: moment, times)
      // Rows that only fly past are not worth a place.
      if stands[row]?.stood == 0 { stands[row] = nil }
    }
    for row in standing where stands[row]?.since == nil {
      stands[row, default: Stand()].since = moment
    }
    if stands.count > Self.limit { stands = stands.filter { standing.contains($0.key) } }
  }

  /// Whether `top` comes after the line that stood at the top before.
  private func isBelowAnchor(_ top: Viewport.Top, in rows: PageRows) -> Bool {
    guard let anchor, let old = rows.position(of: anchor.row) else { return false }
    return top.row > old || (top.row == old && top.line > anchor.line)
  }

  /// The posts of which all is on the screen; of one that is taller than the page, the last line.
  private static func whole(_ visible: [Viewport.Visible], in rows: PageRows) -> [RowID] {
    // A line is the beginning of a post: nobody has read the rest.
    guard rows.context.density != .compact else { return [] }
    return visible.compactMap { seen in
      let isTall = seen.height > rows.lines
      guard seen.isWhole || (isTall && seen.firstLine + seen.lines == seen.height),
        let row = rows.row(at: seen.row), case .record = row
      else { return nil }
      return row
    }
  }
}
