import CellGrid
import StreamModel

/// The page stack, and what of the page on top is seen.
extension App {
  /// The page on top of the stack.
  package var page: Page {
    get { pages[pages.count - 1] }
    set { pages[pages.count - 1] = newValue }
  }

  /// Lines of the screen that belong to the page; the last one is the status line.
  var pageLines: Int { max(0, size.lines - 1) }

  /// The rows of the page on top.
  var rows: PageRows {
    PageRows(
      page: page,
      feed: feed,
      memo: memo,
      columns: size.columns,
      now: now,
      keymap: keymap,
      density: density
    )
  }

  func viewport(of rows: PageRows) -> Viewport {
    Viewport(lines: pageLines, count: rows.count, height: rows.height)
  }

  func place(in rows: PageRows) -> Viewport.Place {
    let anchor = page.list.anchor
    return Viewport.Place(row: rows.index(of: anchor.row) ?? 0, line: anchor.line)
  }

  /// Rows that are seen now.
  func visibleRows() -> [Viewport.Visible] {
    let rows = rows
    return viewport(of: rows).visible(from: place(in: rows))
  }

  mutating func setPlace(_ place: Viewport.Place, in rows: PageRows) {
    page.list.anchor = ListState.Anchor(row: rows.id(at: place.row), line: place.line)
  }

  mutating func push(_ content: Page.Content, first: RowID) {
    leavePage()
    pageNumber += 1
    pages.append(Page(number: pageNumber, content: content, list: ListState(first: first)))
    settleViewport()
    refillQueue()
  }

  /// Back to the page below, as it was left; false on the first page.
  mutating func pop() -> Bool {
    guard pages.count > 1 else { return false }
    leavePage()
    pages.removeLast()
    settleViewport()
    refillQueue()
    return true
  }

  mutating func finish() {
    isFinished = true
  }

  /// Puts the viewport where it shows as much as it can from the anchor on.
  mutating func settleViewport() {
    let rows = rows
    let viewport = viewport(of: rows)
    guard rows.count > 0, pageLines > 0 else { return }
    let place = viewport.settled(self.place(in: rows))
    setPlace(place, in: rows)
    if rows.index(of: page.list.selection) == nil {
      page.list.selection = rows.id(at: place.row)
    }
  }

  private mutating func leavePage() {
    cancelGesture()
    page.list.destination = nil
    restDeadline = nil
    pendingLinkSteps = []
    hints = nil
    search = nil
    queue.replace(with: [])
    overscan = []
  }
}
