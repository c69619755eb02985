import StreamModel

/// A scrolling list of rows: where the reader stands, what is folded, and what is rich.
///
/// Every page uses it; it knows no page.
package struct List {
  package struct Anchor: Equatable, Sendable {
    /// The row at the top, or the part of it that is seen.
    package let row: RowID
    /// Lines of the row above the viewport.
    package let line: Int
  }

  /// Where the reader is: the row at the top, and the row that is selected.
  package struct Place: Equatable, Sendable {
    let anchor: Anchor
    let selection: RowID
  }

  /// Where the reader stands; links and marks change it without moving the stream.
  var standpoint: Standpoint
  private(set) var folds: [RowID: PostRow.Folds] = [:]
  package private(set) var enrichment = Enrichment()
  private(set) var preparation = Preparation()

  /// - Parameters:
  ///   - top: the row at the top of the screen; nil for the one that is selected.
  init(first: RowID, below top: RowID? = nil) {
    standpoint = Standpoint(top: top ?? first, selecting: first)
  }

  /// The line of a row that stands at the top of the screen.
  package var anchor: Anchor { standpoint.anchor }
  package var selection: RowID { standpoint.selection }
  /// The link that keys act on; nil for the row.
  package var focus: LinkFocus? { standpoint.focus }

  func visible(in rows: PageRows) -> [Viewport.Visible] { standpoint.visible(in: rows) }

  func visibleRecords(in rows: PageRows) -> [RecordID] {
    visible(in: rows).compactMap { rows.row(at: $0.row)?.record }
  }

  /// The lines of the screen where the visible rows begin; less than 0 for one that begins above it.
  func lines(in rows: PageRows) -> [RowID: Int] {
    visible(in: rows).reduce(into: [:]) { lines, seen in
      if let row = rows.row(at: seen.row) { lines[row] = seen.top - seen.firstLine }
    }
  }

  func visibleRowsAreRich(in rows: PageRows) -> Bool {
    enrichment.isDone(with: visible(in: rows), in: rows)
  }

  func focusedLink(in rows: PageRows) -> RowLink? {
    guard let focus, enrichment.isRich(focus.row), rows.position(of: focus.row) != nil else {
      return nil
    }
    let links = rows.rich(focus.row).links
    return links.indices.contains(focus.link) ? links[focus.link] : nil
  }

  /// Moves the viewport by `lines`, down if positive.
  mutating func scroll(by lines: Int, at moment: Moment, in rows: PageRows) {
    let old = standpoint.top(in: rows)
    let new = rows.viewport.moved(old, by: lines)
    guard new != old else {
      // At an end the selection goes on to the rows that are seen.
      return standpoint.nudgeSelection(by: lines < 0 ? -1 : 1, in: rows)
    }
    standpoint.scroll(to: new, in: rows)
    dropFocusOutOfSight(in: rows)
    startMoving(up: lines < 0, by: lines.magnitude, from: old, at: moment, in: rows)
  }

  /// A link that has left the screen loses the focus: a key would open what nobody sees.
  private mutating func dropFocusOutOfSight(in rows: PageRows) {
    guard let focus, let link = focusedLink(in: rows) else { return }
    let isSeen = visible(in: rows).contains { seen in
      rows.row(at: seen.row) == focus.row
        && link.spots.contains {
          (seen.firstLine..<seen.firstLine + seen.lines).contains($0.line)
        }
    }
    if !isSeen { standpoint.dropFocus() }
  }

  /// Selects the row `step` rows on and scrolls no more than needed to show it.
  mutating func selectRow(by step: Int, at moment: Moment, in rows: PageRows) {
    let current = rows.position(of: selection) ?? standpoint.top(in: rows).row
    select(rows.position(by: step, from: current), at: moment, in: rows)
  }

  /// Selects the row at `position`, clamped to the page, and scrolls no more than needed.
  ///
  /// - Parameter showsMore: whether what follows the row is to be seen, too.
  mutating func select(
    _ position: Int,
    showsMore: Bool = false,
    at moment: Moment,
    in rows: PageRows
  ) {
    let target = max(0, min(position, rows.count - 1))
    let old = standpoint.top(in: rows)
    guard let isUp = standpoint.select(target, showsMore: showsMore, in: rows) else { return }
    startMoving(up: isUp, by: nil, from: old, at: moment, in: rows)
  }

  /// Goes to a place of the page: a jump, not a scroll, so the stream stays at rest.
  ///
  /// A place that is not known yet is approached, and reached once it is known: nobody waits for the
  /// index.
  mutating func jump(to destination: Destination, in rows: PageRows) {
    standpoint.jump(to: destination, in: rows)
    comeToRest(in: rows)
  }

  /// Scrolls so that the selected row stands in a part of the screen, as far as the page reaches; the
  /// stream stays at rest.
  mutating func place(in part: ScreenPart, in rows: PageRows) {
    guard let position = rows.position(of: selection) else { return }
    let line = part.line(ofHeight: rows.viewport.height(position), in: rows.lines)
    standpoint.keepSelection(onLine: line, in: rows)
    comeToRest(in: rows)
  }

  /// Selects a row on the screen, which does not move.
  ///
  /// - Parameter number: the number of the row in its part, from 1.
  mutating func select(_ part: ScreenPart, _ number: Int, in rows: PageRows) {
    guard let position = part.row(number, of: visible(in: rows)), let row = rows.row(at: position)
    else { return }
    standpoint.select(row)
  }

  mutating func toggleFold(of row: RowID, hasWarning: Bool, in rows: PageRows) {
    var fold = folds[row] ?? rows.folds(of: row)
    if hasWarning {
      fold.isUncovered.toggle()
      fold.isExpanded = fold.isUncovered
    } else {
      fold.isExpanded.toggle()
    }
    folds[row] = fold
    standpoint.dropFocus()
    enrichment.flatten(row)
  }

  mutating func setFolds(_ folds: PostRow.Folds?, of row: RowID) {
    guard self.folds[row] != folds else { return }
    self.folds[row] = folds
    if focus?.row == row { standpoint.dropFocus() }
    enrichment.flatten(row)
  }

  /// Takes the place and the folds of another list, whose rows it has.
  mutating func stand(as other: List) {
    standpoint = other.standpoint
    folds = other.folds
  }

  /// Follows rows that are gone or hidden to those that stand for them.
  mutating func replace(_ replaced: [RowID: RowID]) {
    standpoint.replace(replaced)
    for row in replaced.keys {
      folds[row] = nil
      enrichment.flatten(row)
    }
  }

  /// Scrolls so that the selected row begins on `line` of the screen, as far as the page reaches; nil
  /// leaves the row at the top where it is.
  mutating func keepSelection(onLine line: Int?, in rows: PageRows) {
    if let line { standpoint.keepSelection(onLine: line, in: rows) }
    standpoint.settle(in: rows)
  }

  mutating func replacePlace(by standIn: (RowID) -> RowID?) {
    replace([anchor.row, selection].reduce(into: [:]) { $0[$1] = standIn($1) })
  }

  /// Makes every row flat and drops the link in focus: rows of another shape have other links.
  mutating func flatten() {
    standpoint.dropFocus()
    enrichment.flatten()
  }

  /// Rows of the page were narrowed to some, or widened to all: the place is among them again.
  mutating func narrow(in rows: PageRows) {
    let first = rows.row(at: 0)
    replacePlace { rows.position(of: $0) == nil ? first : nil }
    standpoint.settle(in: rows)
    if let selected = rows.position(of: selection) { standpoint.reveal(selected, in: rows) }
    refill(in: rows)
  }

  /// Rows came in, at the end alone or elsewhere, or went.
  mutating func grow(isAppend: Bool, in rows: PageRows) {
    let isShort = enrichment.overscanIsShort
    standpoint.settle(in: rows)
    standpoint.followDestination(in: rows)
    // Rows beyond those that are looked ahead at change nothing here.
    guard isShort || !isAppend else {
      return enrichment.lineUp(visible(in: rows), selection: selection, in: rows)
    }
    refill(in: rows)
    if !isAppend { beginPreparation(in: rows) }
  }

  /// Ends the movement at once and lines up the rows that are to become rich.
  mutating func comeToRest(in rows: PageRows) {
    enrichment.comeToRest()
    refill(in: rows)
  }

  mutating func refill(in rows: PageRows) {
    enrichment.refill(visible(in: rows), selection: selection, in: rows)
  }

  /// The deadline has come: either the stream is at rest now, or the next row becomes rich.
  mutating func comeDue(at moment: Moment, in rows: PageRows) {
    if let deadline = enrichment.restDeadline {
      if moment >= deadline { comeToRest(in: rows) }
    } else {
      enrichment.enrichNext(in: rows)
    }
  }

  /// Makes one visible row rich before its frame; false when none is left.
  mutating func enrichForFrame(in rows: PageRows) -> Bool {
    enrichment.enrichFirst(of: visible(in: rows), in: rows)
  }

  mutating func beginPreparation(in rows: PageRows) {
    preparation = Preparation(from: visible(in: rows), up: enrichment.movesUp, lines: rows.lines)
  }

  mutating func prepareRow(in rows: PageRows) { preparation.measureOne(in: rows) }

  /// The page is left or covered: nothing waits on it any more.
  mutating func leave() {
    standpoint.dropDestination()
    enrichment.stop()
  }

  private mutating func startMoving(
    up: Bool,
    by lines: UInt?,
    from old: Viewport.Top,
    at moment: Moment,
    in rows: PageRows
  ) {
    let visible = visible(in: rows)
    enrichment.startMoving(
      up: up,
      restingAt: moment.advanced(byMilliseconds: rows.policy.idleDelay),
      by: lines,
      from: { rows.viewport.visible(from: old) },
      to: visible,
      in: rows
    )
    preparation.goOn(from: visible, up: up, in: rows)
  }
}

/// Measures rows ahead of the viewport between keys, so that the key that brings one in finds it
/// ready.
struct Preparation {
  /// Whether a row within a screenful ahead may not have been measured yet.
  private(set) var isWanted = false
  /// The first row ahead of the viewport, and the first of those that were not measured yet, with the lines between them.
  private var first = 0
  private var next = 0
  private var measured = 0
  /// The lines that are looked ahead.
  private var lines = 0
  /// 1 for down, -1 for up.
  private var step = 1

  init() {}

  /// Looks `lines` lines ahead of the rows that are seen, above them if `up`.
  init(from visible: [Viewport.Visible], up: Bool, lines: Int) {
    isWanted = true
    first = up ? (visible.first?.row ?? 0) - 1 : (visible.last?.row ?? -1) + 1
    next = first
    step = up ? -1 : 1
    self.lines = lines
  }

  /// Looks ahead of the rows that are seen after a scroll, from where the look before it ended.
  mutating func goOn(from visible: [Viewport.Visible], up: Bool, in rows: PageRows) {
    var new = Preparation(from: visible, up: up, lines: rows.lines)
    if let passed = passed(by: new, in: visible) {
      new.next = next
      new.measured = measured - passed
      new.isWanted = new.isAhead(in: rows)
    }
    self = new
  }

  /// The lines of the measured rows that have come to be seen since; nil where others have, too.
  private func passed(by new: Preparation, in visible: [Viewport.Visible]) -> Int? {
    guard new.step == step, (new.first - first) * step >= 0, (next - new.first) * step >= 0 else {
      return nil
    }
    let seen = visible.filter { ($0.row - first) * step >= 0 }
    return seen.count == abs(new.first - first) ? seen.reduce(0) { $0 + $1.height } : nil
  }

  mutating func measureOne(in rows: PageRows) {
    // Rows that are known cost nothing: one turn goes on to the first that is not.
    let known = rows.measuredCount
    while isAhead(in: rows), rows.measuredCount == known {
      measured += rows.height(at: next)
      next += step
    }
    isWanted = isAhead(in: rows)
  }

  private func isAhead(in rows: PageRows) -> Bool {
    measured < lines && next >= 0 && next < rows.count
  }
}
