import StreamModel

/// The scroll-idle strategy on one list: which rows are rich, which become so next, and when.
///
/// One row at a time becomes rich. A row that leaves the queue before its turn counts as cancelled.
package struct Enrichment {
  /// Rows that became rich, and rows that left the queue before their turn.
  package struct Counts: Equatable, Sendable {
    package var enriched = 0
    /// Rows that left the queue before their turn.
    package var cancelled = 0

    static func + (one: Counts, other: Counts) -> Counts {
      Counts(enriched: one.enriched + other.enriched, cancelled: one.cancelled + other.cancelled)
    }
  }

  private struct Overscan {
    var next: Int
    /// 1 for down, -1 for up.
    let step: Int
    var linesLeft: Int
  }

  /// The lines that are drawn rich, by row; of a row whose other lines came in flat, only some.
  private var richLines: [RowID: Range<Int>] = [:]
  /// Visible rows that become rich next, in this order.
  package private(set) var waiting: [RowID] = []
  package private(set) var counts = Counts()
  private(set) var restDeadline: Moment?
  /// Whether the last scroll came while the one before it had not come to rest.
  private var wasMoving = false
  private var reach = ScrollReach()
  /// Whether the rows that pass by repeat each other; nil as long as no row passes by.
  private var isRepeating: Bool?
  /// The direction of the last scroll: rows ahead are prepared first.
  private(set) var movesUp = false
  /// Rows out of sight that become rich after all visible ones.
  private var overscan: [Overscan] = []
  /// Whether the overscan ended with the rows that are known so far.
  private(set) var overscanIsShort = false

  private static let allLines = 0..<Int.max

  /// Whether the stream moves: its last scroll is less than the idle delay ago.
  package var isMoving: Bool { restDeadline != nil }
  var showsRepeatedRows: Bool { isRepeating == true && isMoving }

  /// Whether the stream has moved on since the scroll with which it began to move.
  var keepsMoving: Bool { isMoving && wasMoving }

  /// When the list wants ``List/comeDue(at:_:in:)``; nil never, unless something happens.
  func deadline(at moment: Moment) -> Moment? {
    if let restDeadline { return restDeadline }
    return waiting.isEmpty && overscan.isEmpty ? nil : moment
  }

  var hasRichRows: Bool { !richLines.isEmpty }

  func isRich(_ row: RowID) -> Bool { richLines[row] != nil }
  func isRich(_ row: RowID, line: Int) -> Bool { richLines[row]?.contains(line) == true }

  /// Restarts the idle time after a scroll; rows go flat as the strategy says.
  ///
  /// - Parameters:
  ///   - lines: The lines that were scrolled; nil where only the rows tell.
  ///   - old: Returns the rows on the screen before the scroll.
  ///   - visible: The rows on the screen now.
  mutating func startMoving(
    up: Bool,
    restingAt deadline: Moment,
    by lines: UInt?,
    from old: () -> [Viewport.Visible],
    to visible: [Viewport.Visible],
    in rows: PageRows
  ) {
    movesUp = up
    wasMoving = isMoving
    if !isMoving {
      reach.begin(screen: rows.lines)
      isRepeating = nil
    }
    let step = lines.map { Int(clamping: $0) } ?? ScrollReach.distance(from: old(), to: visible)
    reach.add(step ?? rows.lines)
    switch rows.policy.strategy {
    case .idle:
      if isRepeating == nil, reach.leavesPreparedRows(screen: rows.lines) {
        isRepeating = areRepeated(old(), in: rows)
      }
      if isRepeating != true, reach.passesRows(screen: rows.lines) {
        flattenUnseen(old(), in: rows)
      }
      keepRichNear(visible, in: rows)
    case .strict: flatten()
    case .sync, .eager: keepRichNear(visible, in: rows)
    case .flat: break
    }
    restDeadline = deadline
    replaceWaiting(with: [])
    overscan = []
  }

  /// Ends the movement without lining up any row; ``refill(_:selection:in:)`` does.
  mutating func comeToRest() { restDeadline = nil }

  /// Drops the movement and everything that waits, as when the page is left.
  mutating func stop() {
    restDeadline = nil
    replaceWaiting(with: [])
    overscan = []
  }

  mutating func flatten() { richLines.removeAll() }
  mutating func flatten(_ row: RowID) { richLines[row] = nil }

  /// Lines up the visible rows, then a screenful ahead and half a screenful behind.
  mutating func refill(_ visible: [Viewport.Visible], selection: RowID, in rows: PageRows) {
    guard restDeadline == nil else { return }
    overscan = []
    overscanIsShort = false
    lineUp(visible, selection: selection, in: rows)
    guard rows.policy.enrichesRows else { return }
    guard let first = visible.first, let last = visible.last else {
      // The rows that come first are prepared once they are known.
      overscanIsShort = true
      return
    }
    let ahead = rows.lines
    let behind = rows.lines / 2
    let above = Overscan(next: first.row - 1, step: -1, linesLeft: movesUp ? ahead : behind)
    let below = Overscan(next: last.row + 1, step: 1, linesLeft: movesUp ? behind : ahead)
    overscan = movesUp ? [above, below] : [below, above]
  }

  /// Lines up the visible rows that are to become rich, from the selection outwards.
  mutating func lineUp(_ visible: [Viewport.Visible], selection: RowID, in rows: PageRows) {
    guard restDeadline == nil else { return }
    guard rows.policy.enrichesRows, let first = visible.first else {
      replaceWaiting(with: [])
      return
    }
    keepRichNear(visible, in: rows)
    let focus = rows.position(of: selection) ?? first.row
    let order = visible.map(\.row).sorted { abs($0 - focus) < abs($1 - focus) }
    replaceWaiting(with: order.compactMap { wanted(at: $0, in: rows) })
  }

  mutating func enrichNext(in rows: PageRows) {
    if !waiting.isEmpty {
      enrich(waiting.removeFirst(), in: rows)
    } else if let row = nextInOverscan(of: rows) {
      enrich(row, in: rows)
    }
  }

  /// Makes the first visible row rich that is not, out of turn; false when there is none.
  mutating func enrichFirst(of visible: [Viewport.Visible], in rows: PageRows) -> Bool {
    for seen in visible {
      guard let row = wanted(at: seen.row, in: rows) else { continue }
      waiting.removeAll { $0 == row }
      enrich(row, in: rows)
      return true
    }
    return false
  }

  func isDone(with visible: [Viewport.Visible], in rows: PageRows) -> Bool {
    visible.allSatisfy { wanted(at: $0.row, in: rows) == nil }
  }

  private mutating func enrich(_ row: RowID, in rows: PageRows) {
    // The lines are made now and kept, so that the frame only copies them.
    _ = rows.rich(row)
    richLines[row] = Self.allLines
    counts.enriched += 1
  }

  private func wanted(at position: Int, in rows: PageRows) -> RowID? {
    guard rows.laid(at: position).isMarkedUp, let row = rows.row(at: position),
      richLines[row] != Self.allLines
    else { return nil }
    return row
  }

  private mutating func replaceWaiting(with rows: [RowID]) {
    // A screenful at most, in nearly the same order: a set would cost more than it saves.
    counts.cancelled += waiting.count { !rows.contains($0) }
    waiting = rows
  }

  /// The next row beyond the viewport that is to become rich.
  ///
  /// At most one row is measured on the way, because a key may be waiting: nil then, and where no row
  /// is left.
  private mutating func nextInOverscan(of rows: PageRows) -> RowID? {
    let measured = rows.measuredCount
    while let way = overscan.first, rows.measuredCount == measured {
      guard way.linesLeft > 0, way.next >= 0, way.next < rows.count else {
        overscanIsShort = overscanIsShort || (way.linesLeft > 0 && way.next > 0)
        overscan.removeFirst()
        continue
      }
      overscan[0].linesLeft -= rows.height(at: way.next)
      overscan[0].next += way.step
      if let row = wanted(at: way.next, in: rows) { return row }
    }
    return nil
  }

  private func areRepeated(_ visible: [Viewport.Visible], in rows: PageRows) -> Bool {
    var repetition = RowRepetition()
    for seen in visible {
      guard let row = rows.row(at: seen.row), isRich(row) else { continue }
      repetition.add(flat: rows.laid(at: seen.row).flat, rich: rows.rich(row).lines)
    }
    return repetition.isRepeating
  }

  private mutating func flattenUnseen(_ visible: [Viewport.Visible], in rows: PageRows) {
    let old = richLines
    flatten()
    for seen in visible {
      guard let row = rows.row(at: seen.row), let lines = old[row] else { continue }
      let shown = lines.clamped(to: seen.firstLine..<seen.firstLine + seen.lines)
      guard !shown.isEmpty else { continue }
      richLines[row] = shown.count < seen.height ? shown : Self.allLines
    }
  }

  /// Makes rows flat again that have left the overscan.
  private mutating func keepRichNear(_ visible: [Viewport.Visible], in rows: PageRows) {
    guard hasRichRows, let first = visible.first, let last = visible.last else { return }
    // A row has at least one line, so this many rows reach beyond the overscan.
    let near = (first.row - rows.lines)...(last.row + rows.lines)
    richLines = richLines.filter { rows.position(of: $0.key).map(near.contains) ?? false }
  }
}

/// The work that showing rows has taken: counts, not times, so the same input and keys give the same
/// numbers on every machine.
///
/// Each is counted where the work is done. A row that the memo still holds costs no work.
package struct WorkCounts: Equatable, Sendable {
  /// Rows broken into lines and cells, also those that were measured ahead and never seen.
  package var rowsLaidOut = 0
  /// Rows that became rich, counted again each time they do.
  package var rowsEnriched = 0
  /// Rows whose spans and links were placed; the other enriched rows came from the memo.
  package var rowsStyled = 0
  /// Spans (bold text, code, headings) that were placed on cells of these rows.
  package var spansPlaced = 0
  package var linksPlaced = 0
  package var rowsCancelled = 0

  package init() {}

  init(_ memo: RowMemo, _ enrichment: Enrichment.Counts) {
    rowsLaidOut = memo.measuredCount
    rowsEnriched = enrichment.enriched
    rowsStyled = memo.styled.rows
    spansPlaced = memo.styled.spans
    linksPlaced = memo.styled.links
    rowsCancelled = enrichment.cancelled
  }
}
