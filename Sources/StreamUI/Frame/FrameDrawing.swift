import Addresses
package import CellGrid

extension App {
  package func draw() -> Screen { FrameDrawing(view.drawing(of: view.page)).screen(of: self) }
}

/// Draws the state of the app; the app is passed from function to function: to keep it here would copy it for each frame.
struct FrameDrawing {
  private let page: PageDrawing
  private var rows: PageRows { page.rows }
  private var visible: [Viewport.Visible] { page.visible }
  private var column: Int { page.columns.lowerBound }

  init(_ page: PageDrawing) { self.page = page }

  func screen(of app: App) -> Screen {
    let size = app.view.size
    var screen = Screen(size: size)
    guard size.columns > 0, size.lines > 0 else { return screen }
    if let panes = app.view.panes {
      draw(panes, of: app, on: &screen)
    } else if !app.mode.hidesRows {
      page.draw(of: app, on: &screen)
    }
    if let hints = app.mode.hints { draw(hints, on: &screen) }
    if showsLegend(of: app) { drawLegend(of: app, on: &screen) }
    if app.showsWelcome {
      let welcome = WelcomeLines(app.view.keymap, columns: size.columns, most: size.lines - 1)
      place(welcome.lines, above: 1, size, on: &screen)
    }
    let focused = app.view.list.focusedLink(in: rows)
    let status = StatusLine(rows: rows, visible: visible, focused: focused)
    let words = status.lines(of: app)
    place(words, size, on: &screen)
    if app.view.options.showsCursor {
      let caret = status.caret(of: app)
      screen.cursor =
        caret.map { Screen.Cursor(line: size.lines - 1, column: $0) } ?? cursor(of: app)
    }
    if wantsHyperlinks(app), words.count == 1 { screen.set(hyperlinks: hyperlinks(of: app)) }
    if let question = app.mode.question { draw(question, size, on: &screen) }
    return screen
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
        return Screen.Cursor(line: line, column: column + spot.columns.lowerBound)
      }
    }
    return Screen.Cursor(line: seen.top, column: column)
  }

  /// Draws the list and the post side by side; the page that the reader is not on is left out while rows keep moving.
  private func draw(_ panes: Panes, of app: App, on screen: inout Screen) {
    var pages = app.mode.hidesRows ? [] : [page]
    if let beside = app.view.beside, !app.view.hidesBeside {
      pages.append(app.view.drawing(of: beside, isActive: false))
    }
    // The rows of a list have the rule; other lines of the list are blank.
    let blank = CellLine(columns: 0).parted(at: panes.rule, columns: app.view.size.columns)
    for line in 0..<app.view.pageLines { screen.set(line: line, to: blank) }
    for page in pages.sorted(by: { $0.columns.lowerBound < $1.columns.lowerBound }) {
      page.draw(of: app, on: &screen)
    }
  }

  private func draw(_ hints: Hints, on screen: inout Screen) {
    for hint in hints.candidates {
      guard let position = rows.position(of: hint.row),
        let seen = visible.first(where: { $0.row == position })
      else { continue }
      let line = seen.top + hint.spot.line - seen.firstLine
      guard (seen.top..<seen.top + seen.lines).contains(line) else { continue }
      var cells = screen.lines[line].part(page.columns)
      hint.draw(on: &cells, typed: hints.typed)
      screen.cover(line: line, from: column, with: cells)
    }
  }

  private func draw(_ question: Question, _ size: Size, on screen: inout Screen) {
    place(question.lines(size) ?? Self.lines(saying: question.isTooLarge, size), size, on: &screen)
  }

  /// Sets lines at the bottom of the screen, or above as many lines as are to stay.
  private func place(
    _ lines: some Collection<CellLine>,
    above bottom: Int = 0,
    _ size: Size,
    on screen: inout Screen
  ) {
    for (index, line) in lines.enumerated() {
      screen.set(line: size.lines - bottom - lines.count + index, to: line)
    }
  }

  private static func lines(saying text: String, _ size: Size) -> [CellLine] {
    var lines = QuestionLines(columns: size.columns)
    lines.put(SafeText(sanitizing: text))
    lines.limit(to: 1)
    return lines.lines
  }

  private func showsLegend(of app: App) -> Bool {
    app.view.options.figures == .explained && app.mode.hints == nil && app.mode.question == nil
  }

  private func drawLegend(of app: App, on screen: inout Screen) {
    let size = app.view.size
    let key = app.view.keymap.name(of: .cycleFigures)
    let lines = StrategyFigures(app, rows, visible).legend(columns: size.columns, key: key)
    // On a small screen the first figures, the most important ones, stay.
    place(lines.prefix(max(0, size.lines - 1)), above: 1, size, on: &screen)
  }

  /// Whether the frame may contain hyperlinks: none while rows move, and none while hint labels, a question, a message of several
  /// lines, the legend of the figures or the welcome cover the text of links.
  private func wantsHyperlinks(_ app: App) -> Bool {
    !app.isMoving && app.view.options.hasHyperlinks && !app.view.options.isSecure
      && app.mode.hints == nil && app.mode.question == nil && !showsLegend(of: app)
      && !app.showsWelcome
      && app.view.list.enrichment.hasRichRows
  }

  /// The links of the visible rich rows that the gate opens without a question.
  private func hyperlinks(of app: App) -> [Hyperlink] {
    visible.flatMap { seen -> [Hyperlink] in
      guard let row = rows.row(at: seen.row), app.view.list.enrichment.isRich(row) else {
        return []
      }
      return hyperlinks(of: row, seen, app.view.size)
    }
  }

  /// The links of `row` that the gate opens without a question; mentions and hashtags lead to pages of the viewer.
  private func hyperlinks(of row: RowID, _ seen: Viewport.Visible, _ size: Size) -> [Hyperlink] {
    let links = rows.rich(row).links
    guard !links.isEmpty else { return [] }
    let targets = rows.targets(of: row) { links.map { Self.target(of: $0, on: size) } }
    // From there on rows are covered.
    let edge = page.columns.count
    let shown = seen.firstLine..<(seen.firstLine + seen.lines)
    var found: [Hyperlink] = []
    for (number, (link, target)) in zip(links, targets).enumerated() {
      guard let target else { continue }
      let identity = Hyperlink.Identity(row: seen.row, link: number)
      for spot in link.spots where shown.contains(spot.line) && spot.columns.lowerBound < edge {
        found.append(
          Hyperlink(
            line: seen.top + spot.line - seen.firstLine,
            columns: Self.moved(spot.columns.clamped(to: 0..<edge), by: column),
            target: target,
            identity: identity
          )
        )
      }
    }
    return found
  }

  private static func moved(_ columns: Range<Int>, by distance: Int) -> Range<Int> {
    columns.lowerBound + distance..<columns.upperBound + distance
  }

  private static func target(of link: RowLink, on size: Size) -> Hyperlink.Target? {
    guard link.kind == .link || link.kind == .attachment, !link.spots.isEmpty,
      case .open(let checked) = LinkGate.judge(link.target, label: link.label),
      Opening.hasRoom(toShow: checked, on: size)
    else { return nil }
    return Hyperlink.Target(checked.text)
  }
}

/// The lines over the sample when a user starts the program for the first time: what it can do, with the keys for it.
struct WelcomeLines {
  /// `short` is the meaning where the window is narrow.
  private typealias Entry = (keys: String, meaning: String, short: String)

  private static let wideColumns = 80
  private static let meaningColumn = 16
  /// Lines of the sample that stay to be seen, as far as the window has them.
  private static let linesBelow = 2

  /// From top to bottom; fewer where the window has no room for them.
  let lines: [CellLine]

  init(_ keymap: PageKeymap, columns: Int, most: Int) {
    let isWide = columns >= Self.wideColumns
    let entries = Self.entries(keymap)
    var lines = [Self.line(isWide ? Self.title : Self.shortTitle, .bold, columns: columns)]
    let keyWidths = entries.map { ColumnWidth.columns(of: SafeText(sanitizing: $0.keys)) }
    let column = isWide ? Self.meaningColumn : 3 + (keyWidths.max() ?? 0)
    lines += entries.map { entry in
      var line = Self.line(entry.keys, .bold, columns: columns)
      let meaning = SafeText(sanitizing: isWide ? entry.meaning : entry.short)
      _ = line.put(meaning, at: column, role: .status)
      return line
    }
    let room = max(0, most)
    if isWide, lines.count + 1 + Self.linesBelow <= room {
      lines.append(Self.line(Self.other, [], columns: columns))
    }
    self.lines = Array(lines.prefix(room))
  }

  private static let title = "Welcome to streamtui. This is a built-in sample; any key reads on."
  private static let shortTitle = "Welcome. A sample; any key reads on."
  private static let other =
    "In the shell, streamtui import FILE takes over OPML and newsboat's urls."

  private static func entries(_ keymap: PageKeymap) -> [Entry] {
    [
      (
        keys: keymap.fill("{line-down} {line-up} {page-down}"),
        meaning: "scroll: text is plain while it moves, and has styles at rest",
        short: "scroll"
      ),
      (
        keys: keymap.fill("{next-link} {enter}"),
        meaning: "go to a link and follow it, or open a post with its comments",
        short: "follow links, open posts"
      ),
      (
        keys: ":add ADDRESS",
        meaning: "subscribe to a feed, or to the feed that a web page offers",
        short: "subscribe to a feed"
      ),
      (
        keys: ":open FILE",
        meaning: "read a file, archive or address; without FILE, list earlier ones",
        short: "read a file or address"
      ),
      (
        keys: keymap.fill("{help}"),
        meaning: "list the keys of the page that you are on",
        short: "list all keys"
      ),
      (keys: keymap.fill("{leave}"), meaning: "go back, and from here quit", short: "quit"),
    ]
  }

  private static func line(_ text: String, _ emphasis: Emphasis, columns: Int) -> CellLine {
    var line = CellLine(columns: columns, role: .status)
    _ = line.put(SafeText(sanitizing: text), at: 1, role: .status, emphasis: emphasis)
    return line
  }
}
