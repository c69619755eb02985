import StreamModel

/// Where the reader stands in a list: the row at the top, the one that is selected, and the link in
/// focus.
///
/// Rows are named by ``RowID``; the position of one is looked up in the ``PageRows`` that each call
/// brings. It knows nothing of time and of rich rows.
struct Standpoint {
  /// The reason why the place stays bound until the reader moves.
  private enum Tie {
    case destination(Destination)
    /// The anchor before the rows' heights changed, the words there, and what was seen of the selection then.
    case shape(List.Anchor, Words?, Sight)
  }

  /// What is seen of the selected row: nothing, its blank lines alone, or some of its text.
  private enum Sight {
    case nothing, blank, text
  }

  /// The first words of the top row's text that are seen: at another width they stand on another line.
  private struct Words {
    let place: RowText.Place
    /// The lines between the top of the screen and these words: blank ones.
    let lines: Int

    /// Nil where the row begins on the screen, or no text of it follows.
    init?(at anchor: List.Anchor, in rows: PageRows) {
      guard anchor.line > 0, rows.position(of: anchor.row) != nil else { return nil }
      let laid = rows.laid(anchor.row)
      guard let place = laid.place(fromLine: anchor.line) else { return nil }
      self.place = place
      lines = max(0, laid.line(of: place.passage) - anchor.line)
    }

    func anchor(of row: RowID, in rows: PageRows) -> List.Anchor {
      List.Anchor(row: row, line: max(0, rows.laid(row).line(of: place.passage) - lines))
    }
  }

  private(set) var place: List.Place
  private(set) var focus: LinkFocus?
  private(set) var marks = Marks()
  private var tie: Tie?
  /// The number of jumps so far: places that were reached otherwise than by scrolling.
  private(set) var jumpCount = 0

  init(top: RowID, selecting row: RowID) {
    place = List.Place(anchor: List.Anchor(row: top, line: 0), selection: row)
  }

  var anchor: List.Anchor { place.anchor }
  var selection: RowID { place.selection }

  var destination: Destination? {
    if case .destination(let destination) = tie { destination } else { nil }
  }

  func top(in rows: PageRows) -> Viewport.Top {
    Viewport.Top(row: rows.position(of: anchor.row) ?? 0, line: anchor.line)
  }

  func visible(in rows: PageRows) -> [Viewport.Visible] {
    rows.viewport.visible(from: top(in: rows))
  }

  mutating func scroll(to top: Viewport.Top, in rows: PageRows) {
    move(to: top, in: rows)
    let visible = visible(in: rows)
    guard let first = visible.first, let last = visible.last else { return }
    let current = rows.position(of: selection) ?? first.row
    let nearest = max(first.row, min(current, last.row))
    if nearest != current, let row = rows.row(at: nearest) { select(row) }
  }

  mutating func nudgeSelection(by step: Int, in rows: PageRows) {
    let next = rows.position(of: selection).flatMap { rows.row(at: $0 + step) }
    move(to: anchor, selecting: next ?? selection)
  }

  /// Selects the row at `position` and scrolls no more than needed.
  ///
  /// - Parameter showsMore: whether what follows the row is to be seen, too: where the row does not begin in the
  ///   upper two thirds of the screen, it comes to begin in the upper third.
  /// - Returns: whether that moved the viewport up, or down; nil where it did not move.
  mutating func select(_ position: Int, showsMore: Bool = false, in rows: PageRows) -> Bool? {
    guard let row = rows.row(at: position) else { return nil }
    select(row)
    let old = top(in: rows)
    if showsMore {
      reveal(position, line: 0, in: rows)
    } else {
      reveal(position, in: rows)
    }
    let new = top(in: rows)
    guard new != old else { return nil }
    return new.row < old.row || (new.row == old.row && new.line < old.line)
  }

  /// Goes to a place of the page, or near to it while it is not known.
  mutating func jump(to destination: Destination, in rows: PageRows) {
    noteJump()
    approach(destination, in: rows)
  }

  /// Begins at a place where an earlier run ended; to jump back leads there.
  mutating func begin(at place: List.Place, in rows: PageRows) {
    guard rows.position(of: place.anchor.row) != nil else { return }
    let isSelectable = rows.position(of: place.selection) != nil
    move(to: place.anchor, selecting: isSelectable ? place.selection : place.anchor.row)
    settle(in: rows)
    noteJump()
  }

  /// Lets the rows above the resting one be seen as far as it and all below leave room; there is no jump to go back from.
  mutating func showAboveResting(in rows: PageRows) {
    let viewport = rows.viewport
    // Every row has a line.
    guard viewport.resting > 0, viewport.count - viewport.resting <= viewport.lines else { return }
    let end = viewport.end
    if end.row < viewport.resting { move(to: end, in: rows) }
  }

  /// Scrolls to the selection where it lies below the screen: the window may be smaller than it was.
  mutating func keepSelectionSeen(in rows: PageRows) {
    guard let selected = rows.position(of: selection), let last = visible(in: rows).last,
      selected > last.row
    else { return }
    reveal(selected, in: rows)
  }

  /// Goes to the top line of a row that came in above; there is no jump to go back from.
  mutating func follow(to row: RowID) { move(to: List.Anchor(row: row, line: 0), selecting: row) }

  mutating func jump(to marked: List.Place, in rows: PageRows) -> Bool {
    guard rows.position(of: marked.anchor.row) != nil else { return false }
    noteJump()
    let isSelectable = rows.position(of: marked.selection) != nil
    move(to: marked.anchor, selecting: isSelectable ? marked.selection : selection)
    settle(in: rows)
    return true
  }

  /// Selects the row at `position` and shows a line of it, as a jump: a line in the upper two thirds of the
  /// screen stays where it is, another comes to stand in the upper third, with what precedes it.
  mutating func show(line: Int, ofRowAt position: Int, in rows: PageRows) {
    guard let row = rows.row(at: position) else { return }
    noteJump()
    select(row)
    settle(in: rows)
    reveal(position, line: line, in: rows)
  }

  private mutating func noteJump() {
    marks.beforeJump = place
    jumpCount &+= 1
  }

  /// Scrolls so that a line of a row stands in the upper third of the screen, unless it stands in the upper two.
  private mutating func reveal(_ position: Int, line: Int, in rows: PageRows) {
    let isWellSeen = visible(in: rows).contains {
      $0.row == position && ($0.firstLine..<$0.firstLine + $0.lines).contains(line)
        && $0.top + line - $0.firstLine < rows.lines - rows.lines / 3
    }
    guard !isWellSeen else { return }
    move(
      to: rows.viewport.moved(Viewport.Top(row: position, line: line), by: -(rows.lines / 3)),
      in: rows
    )
  }

  /// Goes on to a place that was not known when the reader asked for it.
  mutating func followDestination(in rows: PageRows) {
    if let destination { approach(destination, in: rows) }
  }

  /// Gives up the way to a place that is not known yet.
  mutating func dropDestination() {
    if destination != nil { move(to: anchor, selecting: selection) }
  }

  mutating func reveal(_ position: Int, in rows: PageRows) {
    move(to: rows.viewport.showing(position, from: top(in: rows)), in: rows)
  }

  mutating func reveal(line: Int, ofRowAt position: Int, in rows: PageRows) {
    let top = top(in: rows)
    let isAbove = position < top.row || (position == top.row && line < top.line)
    let target = Viewport.Top(row: position, line: line)
    move(to: isAbove ? target : rows.viewport.moved(target, by: 1 - rows.lines), in: rows)
    settle(in: rows)
  }

  mutating func select(_ row: RowID) { if row != selection { move(to: anchor, selecting: row) } }

  mutating func focus(on link: LinkFocus) {
    select(link.row)
    focus = link
  }

  mutating func dropFocus() { focus = nil }

  /// - Parameter saved: the mark for a later run; nil where the page is not kept.
  mutating func setMark(_ letter: Unicode.Scalar, saved: SavedPlace.Mark?) {
    marks.places[letter] = place
    marks.saved[letter] = saved
  }

  mutating func recall(_ marks: [SavedPlace.Mark]) {
    for mark in marks { self.marks.saved[mark.letter] = mark }
  }

  /// Puts the viewport where it shows as much as it can from the anchor on.
  mutating func settle(in rows: PageRows) {
    guard rows.count > 0, rows.lines > 0 else { return }
    let top = rows.viewport.settled(self.top(in: rows))
    let selected = rows.position(of: selection) == nil ? rows.row(at: top.row) : selection
    move(to: top, selecting: selected, in: rows, tie: tie)
  }

  mutating func replace(_ replaced: [RowID: RowID]) {
    if let focus, replaced[focus.row] != nil { dropFocus() }
    var kept = tie
    if case .shape(let first, _, _) = tie, replaced[first.row] != nil { kept = nil }
    let row = replaced[anchor.row]
    move(
      to: row.map { List.Anchor(row: $0, line: 0) } ?? anchor,
      selecting: replaced[selection] ?? selection,
      tie: kept
    )
  }

  mutating func keepSelection(onLine line: Int, in rows: PageRows) {
    guard let position = rows.position(of: selection) else { return }
    move(to: rows.viewport.moved(Viewport.Top(row: position, line: 0), by: -line), in: rows)
    // A row of which the end was seen may be shorter now.
    if !visible(in: rows).contains(where: { $0.row == position }) { reveal(position, in: rows) }
  }

  /// Takes other heights of the rows in, as of another width or density: the words at the top stay there, and a
  /// selection that was seen is seen again.
  ///
  /// Several changes in a row all start from where the reader was: a window that gets smaller and then
  /// as large as before shows the same lines again.
  mutating func reshape(from old: PageRows, to new: PageRows) {
    var start = anchor
    var words: Words?
    var sight = sight(in: old)
    if case .shape(let first, let firstWords, let firstSight) = tie,
      new.position(of: first.row) != nil
    {
      start = first
      words = firstWords
      sight = firstSight
    } else {
      words = Words(at: start, in: old)
    }
    let next = destination.map { Tie.destination($0) } ?? .shape(start, words, sight)
    let moved = new.position(of: start.row) == nil ? nil : words?.anchor(of: start.row, in: new)
    move(to: moved ?? start, selecting: selection, tie: next)
    settle(in: new)
    guard let selected = new.position(of: selection) else { return }
    // A row of which only its blank line is left on the screen has lost its bar.
    let isSeenAgain =
      switch (sight, self.sight(in: new)) {
      case (.nothing, _), (_, .text), (.blank, .blank): true
      case (_, .nothing), (.text, .blank): false
      }
    if !isSeenAgain {
      move(to: new.viewport.showing(selected, from: top(in: new)), in: new, tie: next)
    }
  }

  private func sight(in rows: PageRows) -> Sight {
    let seen = visible(in: rows).first { rows.row(at: $0.row) == selection }
    return seen.map { rows.isBlank($0) ? .blank : .text } ?? .nothing
  }

  private mutating func approach(_ destination: Destination, in rows: PageRows) {
    let tie = destination.isKnown(in: rows) ? nil : Tie.destination(destination)
    guard let position = destination.position(in: rows) else {
      return move(to: anchor, selecting: selection, tie: tie)
    }
    // The end is the last line of a last row that is taller than the screen.
    let top =
      destination == .end
      ? rows.viewport.end : rows.viewport.settled(Viewport.Top(row: position, line: 0))
    move(to: top, selecting: rows.row(at: position), in: rows, tie: tie)
  }

  private mutating func move(
    to top: Viewport.Top,
    selecting row: RowID? = nil,
    in rows: PageRows,
    tie: Tie? = nil
  ) {
    let anchor = rows.row(at: top.row).map { List.Anchor(row: $0, line: top.line) }
    move(to: anchor ?? self.anchor, selecting: row ?? selection, tie: tie)
  }

  /// The only place where the reader's place changes: whatever bound it ends, unless it is passed on.
  private mutating func move(to anchor: List.Anchor, selecting row: RowID, tie: Tie? = nil) {
    if row != selection { dropFocus() }
    place = List.Place(anchor: anchor, selection: row)
    self.tie = tie
  }
}

/// The marks of a page: letters that name places, and where the last jump began.
struct Marks {
  /// The marks that were set in this run.
  fileprivate(set) var places: [Unicode.Scalar: List.Place] = [:]
  /// The marks that a later run can find, or that an earlier one has set.
  fileprivate(set) var saved: [Unicode.Scalar: SavedPlace.Mark] = [:]
  fileprivate(set) var beforeJump: List.Place?
}
