/// Where the reader stands in a list: the row at the top, the one that is selected, and the link in
/// focus.
///
/// Rows are named by ``RowID``; the position of one is looked up in the ``PageRows`` that each call
/// brings. It knows nothing of time and of rich rows.
struct Standpoint {
  /// Where a change of the rows' heights found the reader, who has not moved since.
  private struct Origin {
    let anchor: List.Anchor
    let selectionWasSeen: Bool
  }

  private(set) var anchor: List.Anchor
  private(set) var selection: RowID
  private(set) var focus: LinkFocus?
  /// Where the reader asked to be, while that is not known yet.
  private(set) var destination: Destination?
  private(set) var marks = Marks()
  private var origin: Origin?

  init(first: RowID) {
    anchor = List.Anchor(row: first, line: 0)
    selection = first
  }

  var place: List.Place { List.Place(anchor: anchor, selection: selection) }

  func top(in rows: PageRows) -> Viewport.Top {
    Viewport.Top(row: rows.position(of: anchor.row) ?? 0, line: anchor.line)
  }

  /// The rows that are seen now, from top to bottom.
  func visible(in rows: PageRows) -> [Viewport.Visible] {
    rows.viewport.visible(from: top(in: rows))
  }

  // MARK: Moving

  /// Moves the top of the viewport there; the selection stays on a row that is seen.
  mutating func scroll(to top: Viewport.Top, in rows: PageRows) {
    destination = nil
    moveTop(to: top, in: rows)
    keepSelectionVisible(in: rows)
  }

  /// Moves the selection one row on, where there is one, and the viewport not at all.
  mutating func nudgeSelection(by step: Int, in rows: PageRows) {
    destination = nil
    guard let current = rows.position(of: selection), let row = rows.row(at: current + step) else {
      return
    }
    select(row)
  }

  /// Selects the row at `position` and scrolls no more than needed.
  ///
  /// - Returns: whether that moved the viewport up, or down; nil where it did not move.
  mutating func select(_ position: Int, in rows: PageRows) -> Bool? {
    guard let row = rows.row(at: position) else { return nil }
    destination = nil
    select(row)
    let old = top(in: rows)
    let new = rows.viewport.showing(position, from: old)
    guard new != old else { return nil }
    moveTop(to: new, in: rows)
    return new.row < old.row || (new.row == old.row && new.line < old.line)
  }

  /// Goes to a place of the page, or near to it while it is not known.
  mutating func jump(to destination: Destination, in rows: PageRows) {
    marks.noteJump(from: place)
    self.destination = destination.isKnown(in: rows) ? nil : destination
    goNear(destination, in: rows)
  }

  /// Goes to a place of this page that was marked; false where its row is hidden or gone.
  mutating func jump(to place: List.Place, in rows: PageRows) -> Bool {
    guard rows.position(of: place.anchor.row) != nil else { return false }
    marks.noteJump(from: self.place)
    destination = nil
    anchor = place.anchor
    origin = nil
    if rows.position(of: place.selection) != nil { select(place.selection) }
    settle(in: rows)
    return true
  }

  /// Selects the row at `position` and shows it, as a jump.
  mutating func show(_ position: Int, in rows: PageRows) {
    guard let row = rows.row(at: position) else { return }
    marks.noteJump(from: place)
    destination = nil
    select(row)
    reveal(position, in: rows)
  }

  /// Goes on to a place that was not known when the reader asked for it.
  mutating func followDestination(in rows: PageRows) {
    guard let destination else { return }
    goNear(destination, in: rows)
    if destination.isKnown(in: rows) { self.destination = nil }
  }

  /// Gives up the way to a place that is not known yet.
  mutating func dropDestination() {
    destination = nil
  }

  /// Scrolls so that the row at `position` is seen.
  mutating func reveal(_ position: Int, in rows: PageRows) {
    moveTop(to: rows.viewport.showing(position, from: top(in: rows)), in: rows)
  }

  /// Scrolls so that a line of a row is seen, at the top or at the bottom.
  mutating func reveal(line: Int, ofRowAt position: Int, in rows: PageRows) {
    let top = top(in: rows)
    let isAbove = position < top.row || (position == top.row && line < top.line)
    let target = Viewport.Top(row: position, line: line)
    moveTop(to: isAbove ? target : rows.viewport.moved(target, by: 1 - rows.lines), in: rows)
    settle(in: rows)
  }

  // MARK: Selecting

  /// Selects `row`; a link of another row loses the focus.
  mutating func select(_ row: RowID) {
    if selection != row {
      focus = nil
      origin = nil
    }
    selection = row
  }

  /// Puts `link` into focus, which selects its row.
  mutating func focus(on link: LinkFocus) {
    select(link.row)
    focus = link
  }

  mutating func dropFocus() {
    focus = nil
  }

  mutating func setMark(_ letter: Unicode.Scalar) {
    marks.set(letter, to: place)
  }

  // MARK: Rows that come, go and change

  /// Puts the viewport where it shows as much as it can from the anchor on.
  mutating func settle(in rows: PageRows) {
    guard rows.count > 0, rows.lines > 0 else { return }
    let top = rows.viewport.settled(self.top(in: rows))
    setAnchor(top, in: rows)
    if rows.position(of: selection) == nil, let row = rows.row(at: top.row) { selection = row }
  }

  /// Follows rows that are gone or hidden to those that stand for them.
  mutating func replace(_ replaced: [RowID: RowID]) {
    if let row = replaced[anchor.row] { anchor = List.Anchor(row: row, line: 0) }
    if let row = replaced[selection] { selection = row }
    if let focus, replaced[focus.row] != nil { self.focus = nil }
  }

  /// Takes other heights of the rows in, as of another width or density: the anchor stays, and a
  /// selection that was seen is seen again.
  ///
  /// Several changes in a row all start from where the reader was: a window that gets smaller and then
  /// as large as before shows the same lines again.
  mutating func reshape(from old: PageRows, to new: PageRows) {
    let origin =
      origin
      ?? Origin(
        anchor: anchor,
        selectionWasSeen: visible(in: old).contains { old.row(at: $0.row) == selection }
      )
    anchor = origin.anchor
    settle(in: new)
    if origin.selectionWasSeen, let selected = new.position(of: selection),
      !visible(in: new).contains(where: { $0.row == selected })
    {
      reveal(selected, in: new)
    }
    self.origin = origin
  }

  private mutating func goNear(_ destination: Destination, in rows: PageRows) {
    guard let position = destination.position(in: rows), let row = rows.row(at: position) else {
      return
    }
    let viewport = rows.viewport
    // The end is the last line of a last row that is taller than the screen.
    let top =
      destination == .end
      ? viewport.end : viewport.settled(Viewport.Top(row: position, line: 0))
    moveTop(to: top, in: rows)
    select(row)
  }

  private mutating func moveTop(to top: Viewport.Top, in rows: PageRows) {
    origin = nil
    setAnchor(top, in: rows)
  }

  private mutating func setAnchor(_ top: Viewport.Top, in rows: PageRows) {
    guard let row = rows.row(at: top.row) else { return }
    anchor = List.Anchor(row: row, line: top.line)
  }

  /// Keeps the selection on its row while that is seen, else moves it to the nearest that is.
  private mutating func keepSelectionVisible(in rows: PageRows) {
    let visible = visible(in: rows)
    guard let first = visible.first, let last = visible.last else { return }
    let current = rows.position(of: selection) ?? first.row
    let nearest = max(first.row, min(current, last.row))
    guard nearest != current, let row = rows.row(at: nearest) else { return }
    select(row)
  }
}
