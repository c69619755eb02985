package import CellGrid

extension App {
  /// Returns the screen of the current state.
  package func draw() -> Screen {
    let rows = view.rows
    let visible = view.list.visible(in: rows)
    return FrameDrawing(rows: rows, visible: visible, signs: RowSigns(view)).screen(of: self)
  }
}

/// Draws the state of the app; never changes it.
///
/// The app is passed from function to function: to keep it here would copy it for each frame.
struct FrameDrawing {
  let rows: PageRows
  let visible: [Viewport.Visible]
  let signs: RowSigns?

  func screen(of app: App) -> Screen {
    let size = app.view.size
    var screen = Screen(size: size)
    guard size.columns > 0, size.lines > 0 else { return screen }
    if !app.mode.hidesRows { for seen in visible { draw(seen, of: app, on: &screen) } }
    if app.showsPanel { PanelDrawing(app.view, rows).draw(on: &screen) }
    if let hints = app.mode.hints { draw(hints, on: &screen) }
    if showsLegend(of: app) { drawLegend(of: app, on: &screen) }
    let status = statusLine(of: app)
    screen.set(line: size.lines - 1, to: status.line(of: app))
    if app.view.options.showsCursor {
      let caret = status.caret(of: app)
      screen.cursor =
        caret.map { Screen.Cursor(line: size.lines - 1, column: $0) } ?? cursor(of: app)
    }
    if wantsHyperlinks(app) { screen.set(hyperlinks: hyperlinks(of: app)) }
    if let question = app.mode.question { draw(question, size, on: &screen) }
    return screen
  }

  private func statusLine(of app: App) -> StatusLine {
    StatusLine(rows: rows, visible: visible, focused: app.view.list.focusedLink(in: rows))
  }

  /// The link in focus, else the first line that is seen of the selected row; nil where neither is.
  private func cursor(of app: App) -> Screen.Cursor? {
    let selection = app.view.list.selection
    guard !app.mode.hidesRows,
      let seen = visible.first(where: { rows.row(at: $0.row) == selection })
    else { return nil }
    let shown = seen.firstLine..<seen.firstLine + seen.lines
    if let focus = app.view.list.focus, focus.row == selection {
      let links = rows.rich(selection).links
      let spots = links.indices.contains(focus.link) ? links[focus.link].spots : []
      if let spot = spots.first(where: { shown.contains($0.line) }) {
        let line = seen.top + spot.line - seen.firstLine
        return Screen.Cursor(line: line, column: spot.columns.lowerBound)
      }
    }
    return Screen.Cursor(line: seen.top, column: 0)
  }

  private func draw(_ seen: Viewport.Visible, of app: App, on screen: inout Screen) {
    guard let row = rows.row(at: seen.row) else { return }
    let rich = app.view.list.enrichment.isRich(row) ? rows.rich(row) : nil
    let flat = rows.laid(at: seen.row).flat
    let isSelected = row == app.view.list.selection
    let focus = app.view.list.focus
    let focused = focus.flatMap { focus in
      focus.row == row && rich?.links.indices.contains(focus.link) == true
        ? rich?.links[focus.link].spots : nil
    }
    let isHeld = app.pointer.pressed?.isHeld(focus) == true
    let visited =
      !app.links.hasVisits
      ? [] : rich?.links.filter(app.links.hasVisited).flatMap(\.spots) ?? []
    let shown = seen.firstLine..<seen.firstLine + seen.lines
    let matches = app.search.highlighted.map { text in
      rows.laid(at: seen.row).matches(of: text.pattern, on: shown)
    }
    let current = app.view.page.matches?.current
    for offset in 0..<seen.lines {
      let index = seen.firstLine + offset
      guard flat.indices.contains(index) else { break }
      // Only of a row of which something is rich: others need no look for each line.
      let isRich = rich != nil && app.view.list.enrichment.isRich(row, line: index)
      var line = isRich ? rich?.lines[index] ?? flat[index] : flat[index]
      for match in matches ?? [] {
        let isCurrent = current?.row == row && current?.passage == match.passage
        let role: Role = isCurrent ? .currentMatch : .searchMatch
        for spot in match.spots where spot.line == index {
          line.restyle(columns: spot.columns, role: role, adding: [])
        }
      }
      // Only on the first line: a bar beside the whole row would be redrawn line by line as it
      // moves. While rows move the bar has no colour, because its colour would be a fifth of a
      // frame's bytes.
      let bar: Role? = isSelected ? app.isMoving ? .gutter : .gutterSelected : nil
      if let bar, offset == 0 { line.put("▌", at: 0, role: bar) }
      // A row whose first line is above the screen has no sign.
      if index == 0 { signs?.draw(row, beside: bar, on: &line) }
      for spot in visited where spot.line == index && isRich {
        line.restyle(columns: spot.columns, role: .linkVisited, adding: [])
      }
      for spot in focused ?? [] where spot.line == index {
        line.restyle(columns: spot.columns, role: isHeld ? .linkPressed : .linkFocused, adding: [])
      }
      screen.set(line: seen.top + offset, to: line)
    }
  }

  /// Draws the hint labels over their links without moving any cell.
  private func draw(_ hints: Hints, on screen: inout Screen) {
    for hint in hints.candidates {
      guard let position = rows.position(of: hint.row),
        let seen = visible.first(where: { $0.row == position })
      else { continue }
      let line = seen.top + hint.spot.line - seen.firstLine
      guard (seen.top..<seen.top + seen.lines).contains(line) else { continue }
      var cells = screen.lines[line]
      hint.draw(on: &cells, typed: hints.typed)
      if hints.isCollected(hint) {
        cells.restyle(columns: hint.spot.columns, role: .linkFocused, adding: [])
      }
      screen.set(line: line, to: cells)
    }
  }

  /// Draws the question over the bottom of `screen`.
  private func draw(_ question: Question, _ size: Size, on screen: inout Screen) {
    let lines = question.lines(size) ?? Self.lines(saying: question.isTooLarge, size)
    for (index, line) in lines.enumerated() {
      screen.set(line: size.lines - lines.count + index, to: line)
    }
  }

  private static func lines(saying text: String, _ size: Size) -> [CellLine] {
    var lines = QuestionLines(columns: size.columns)
    lines.put(SafeText(sanitizing: text))
    lines.limit(to: 1)
    return lines.lines
  }

  /// Whether the legend of the figures covers the last rows.
  private func showsLegend(of app: App) -> Bool {
    app.view.options.figures == .explained && app.mode.hints == nil && app.mode.question == nil
  }

  private func drawLegend(of app: App, on screen: inout Screen) {
    let size = app.view.size
    let key = app.view.keymap.name(of: .cycleFigures)
    let lines = StrategyFigures(app, rows, visible).legend(columns: size.columns, key: key)
    // On a small screen the first figures, the most important ones, stay.
    let shown = lines.prefix(max(0, size.lines - 1))
    for (index, line) in shown.enumerated() {
      screen.set(line: size.lines - 1 - shown.count + index, to: line)
    }
  }

  // MARK: Hyperlinks

  /// Whether the frame may contain hyperlinks.
  ///
  /// It contains none while rows move, and none while hint labels, a question or the legend of the
  /// figures cover the text of links.
  private func wantsHyperlinks(_ app: App) -> Bool {
    !app.isMoving && app.view.options.hasHyperlinks && !app.view.options.isSecure
      && app.mode.hints == nil && app.mode.question == nil && !showsLegend(of: app)
      && app.view.list.enrichment.hasRichRows
  }

  /// The links of the visible rich rows that the gate opens without a question.
  private func hyperlinks(of app: App) -> [Hyperlink] {
    let size = app.view.size
    let placement = HyperlinkPlacement(
      rows: rows,
      size: size,
      // Cells under the panel are invisible.
      edge: app.showsPanel ? app.view.panelColumns.lowerBound : size.columns
    )
    return visible.flatMap { seen -> [Hyperlink] in
      guard let row = rows.row(at: seen.row), app.view.list.enrichment.isRich(row) else {
        return []
      }
      return placement.hyperlinks(of: row, seen)
    }
  }
}
