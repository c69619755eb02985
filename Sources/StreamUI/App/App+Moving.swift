import StreamModel

/// Scrolling and selecting.
extension App {
  /// Moves the viewport; rows that leave take their enrichment with them.
  mutating func scroll(by lines: Int, at moment: Moment) {
    page.list.destination = nil
    let rows = rows
    let viewport = viewport(of: rows)
    let old = place(in: rows)
    let new = viewport.moved(old, by: lines)
    guard new != old else {
      // At an end the selection goes on to the rows that are seen.
      moveSelection(by: lines < 0 ? -1 : 1, in: rows)
      return
    }
    setPlace(new, in: rows)
    movesUp = lines < 0
    keepSelectionVisible(viewport.visible(from: new), rows)
    startMoving(at: moment)
  }

  /// Selects the next or previous row and shows it.
  mutating func selectRow(by step: Int, at moment: Moment) {
    let rows = rows
    let current = rows.index(of: page.list.selection) ?? place(in: rows).row
    select(current + step, at: moment)
  }

  /// Selects the row at `index`, clamped to the page, and scrolls no more than needed.
  mutating func select(_ index: Int, at moment: Moment) {
    let rows = rows
    guard rows.count > 0 else { return }
    let target = max(0, min(index, rows.count - 1))
    page.list.destination = nil
    setSelection(rows.id(at: target))
    let old = place(in: rows)
    let new = viewport(of: rows).showing(target, from: old)
    guard new != old else { return }
    movesUp = new.row < old.row || (new.row == old.row && new.line < old.line)
    setPlace(new, in: rows)
    startMoving(at: moment)
  }

  /// To a place of the page; a jump, not a scroll, so the stream stays at rest.
  ///
  /// What is not known yet is come near to, and gone to when it is: nobody waits for the index.
  mutating func jump(to destination: ListState.Destination) {
    noteJump()
    // Whoever goes elsewhere wants no link of here any more.
    pendingLinkSteps = []
    page.list.destination = isKnown(destination) ? nil : destination
    goNear(destination)
    comeToRest()
  }

  /// Whether the index has come to where `destination` is.
  private func isKnown(_ destination: ListState.Destination) -> Bool {
    guard isTimeline, !feed.isIndexed else { return true }
    if case .row(let row) = destination { return row < feed.recordCount }
    return false
  }

  /// Goes on to a place that was not known when the reader asked for it.
  mutating func followDestination() {
    guard isTimeline, let destination = page.list.destination else { return }
    goNear(destination)
    if isKnown(destination) { page.list.destination = nil }
  }

  private mutating func goNear(_ destination: ListState.Destination) {
    let rows = rows
    guard rows.count > 0 else { return }
    let target: Int
    switch destination {
    case .end: target = rows.count - 1
    case .row(let row): target = row
    case .share(let share):
      let total = isTimeline ? feed.estimatedCount : rows.count
      target =
        Int(clamping: UInt64(clamping: total) / 100 &* UInt64(clamping: share))
        + total % 100 * share / 100
    }
    let row = max(0, min(target, rows.count - 1))
    let viewport = viewport(of: rows)
    // The end is the last line of a last row that is taller than the screen.
    let place =
      destination == .end ? viewport.end : viewport.settled(Viewport.Place(row: row, line: 0))
    setPlace(place, in: rows)
    setSelection(rows.id(at: row))
  }

  /// Shows `index` without moving the stream: a programmatic jump.
  mutating func reveal(_ index: Int) {
    let rows = rows
    setPlace(viewport(of: rows).showing(index, from: place(in: rows)), in: rows)
  }

  /// Makes a change that gives rows other heights: the anchor stays, and what was selected and seen is
  /// shown again where it was put out of sight.
  mutating func keepingSelectionSeen(_ change: (inout App) -> Void) {
    let selected = rows.index(of: page.list.selection)
    let wasSeen = visibleRows().contains { $0.row == selected }
    change(&self)
    settleViewport()
    if wasSeen, let selected, !visibleRows().contains(where: { $0.row == selected }) {
      reveal(selected)
    }
  }

  mutating func setSelection(_ row: RowID) {
    if page.list.selection != row {
      page.list.focus = nil
      pendingLinkSteps = []
    }
    page.list.selection = row
  }

  var isTimeline: Bool {
    if case .timeline = page.content { return true }
    return false
  }

  private mutating func moveSelection(by step: Int, in rows: PageRows) {
    guard let current = rows.index(of: page.list.selection) else { return }
    let target = current + step
    guard target >= 0, target < rows.count else { return }
    setSelection(rows.id(at: target))
  }

  /// The selection stays with its row while that is seen, else goes to the nearest one that is.
  private mutating func keepSelectionVisible(_ visible: [Viewport.Visible], _ rows: PageRows) {
    guard let first = visible.first, let last = visible.last else { return }
    let current = rows.index(of: page.list.selection) ?? first.row
    if current < first.row {
      setSelection(rows.id(at: first.row))
    } else if current > last.row {
      setSelection(rows.id(at: last.row))
    }
  }
}
