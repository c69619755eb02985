import CellGrid

/// The map of the screen, for the mouse.
struct ScreenMap {
  let view: PageView
  let showsPanel: Bool

  /// The parts of the frame that gestures begin in; the later ones lie on top.
  var areas: [GestureArea] {
    let size = view.size
    let all = 0..<max(0, size.columns)
    let lines = view.pageLines
    var areas = [
      GestureArea(.page, columns: all, lines: 0..<lines),
      GestureArea(.statusLine, columns: all, lines: lines..<max(lines, size.lines)),
    ]
    if view.panes != nil, let beside = view.beside {
      areas =
        [areas[1]]
        + [view.page, beside].map { page in
          GestureArea(
            page.number == view.page.number ? .page : .beside,
            columns: view.columns(of: page),
            lines: 0..<lines
          )
        }
    }
    if showsPanel {
      areas.append(GestureArea(.panel, columns: view.panelColumns, lines: 0..<lines))
    }
    return areas
  }

  /// The row and link at a cell of an area.
  func target(_ area: GestureArea.ID?, column: Int, line: Int) -> GestureTarget {
    let beside = area == .beside ? view.beside : nil
    let page = beside ?? view.page
    let rows = view.rows(of: page)
    guard area == .page || beside != nil,
      let seen = page.list.visible(in: rows)
        .first(where: { ($0.top..<$0.top + $0.lines).contains(line) }),
      let row = rows.row(at: seen.row)
    else { return GestureTarget(page: page.number) }
    guard beside == nil else { return GestureTarget(page: page.number, row: row) }
    let lineOfRow = seen.firstLine + line - seen.top
    let columnOfRow = column - view.columns(of: page).lowerBound
    return GestureTarget(
      page: page.number,
      row: row,
      link: link(of: row, line: lineOfRow, column: columnOfRow, in: rows),
      isFold: rows.laid(row).moreLine == lineOfRow
    )
  }

  /// The link that covers a cell of `row`, if that is rich and at rest.
  ///
  /// While rows move, the link under the pointer is not the one that was there when the hand began to press.
  private func link(of row: RowID, line: Int, column: Int, in rows: PageRows) -> LinkFocus? {
    let enrichment = view.list.enrichment
    guard !enrichment.isMoving, enrichment.isRich(row) else { return nil }
    let index = rows.rich(row).links.firstIndex { link in
      link.spots.contains { $0.line == line && $0.columns.contains(column) }
    }
    return index.map { LinkFocus(row: row, link: $0) }
  }
}
