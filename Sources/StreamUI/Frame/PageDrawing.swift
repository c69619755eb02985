import CellGrid
import StreamModel

extension PageView {
  /// What the drawing of a page needs; an initializer would be given copies of the page and of the view.
  func drawing(of page: Page, isActive: Bool = true) -> PageDrawing {
    let rows = rows(of: page)
    return PageDrawing(
      page: page,
      rows: rows,
      visible: page.list.visible(in: rows),
      columns: layout.columns(of: page),
      isActive: isActive,
      gutter: gutter(of: page),
      lapses: page.content.condition?.look.map { ($0, memory) }
    )
  }

  private func gutter(of page: Page) -> Gutter {
    let stream = options.stream
    let showsPosts = page.content.listsPosts
    return Gutter(
      memory: memory,
      lines: memo.signedLines,
      feed: page.feed,
      showsUnread: showsPosts && tellsUnread,
      showsKept: showsPosts && (stream.remembersPosts || stream.marksEndWithRun)
    )
  }
}

struct PageDrawing {
  fileprivate let page: Page
  let rows: PageRows
  let visible: [Viewport.Visible]
  let columns: Range<Int>
  /// Whether keys act on the page; false for the one beside it.
  fileprivate let isActive: Bool
  fileprivate let gutter: Gutter
  /// Where the list may hold posts that pass its filter no more: the look for them, and the flags of posts.
  fileprivate let lapses: (look: FilterWalk, memory: PostMemory)?

  func draw(of app: App, on screen: inout Screen) {
    for seen in visible { draw(seen, of: app, on: &screen) }
  }

  private func draw(_ seen: Viewport.Visible, of app: App, on screen: inout Screen) {
    guard let row = rows.row(at: seen.row) else { return }
    let rich = page.list.enrichment.isRich(row) ? rows.rich(row) : nil
    let flat = rows.laid(at: seen.row).flat
    // Not that of a post that lies beside its list, unopened.
    let isSelected = row == page.list.selection && (isActive || page.pane == .list)
    let focus = isActive ? page.list.focus : nil
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
    let current = page.matches?.current
    var hasLapsed = false
    if let lapses, case .record(let id) = row {
      hasLapsed = lapses.look.hasLapsed(id, in: page.feed, lapses.memory)
    }
    for offset in 0..<seen.lines {
      let index = seen.firstLine + offset
      guard flat.indices.contains(index) else { break }
      // Only of a row of which something is rich: others need no look for each line.
      let isRich = rich != nil && page.list.enrichment.isRich(row, line: index)
      var line = isRich ? rich?.lines[index] ?? flat[index] : flat[index]
      if hasLapsed { line.restyle(columns: 0..<line.cells.count, role: .faint, adding: []) }
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
      let bar: Role? = isSelected ? isActive && !app.isMoving ? .gutterSelected : .gutter : nil
      // A row whose first line is above the screen has no sign.
      if offset == 0 { gutter.draw(row, bar, isFirst: index == 0, on: &line) }
      for spot in visited where spot.line == index && isRich {
        line.restyle(columns: spot.columns, role: .linkVisited, adding: [])
      }
      for spot in focused ?? [] where spot.line == index {
        line.restyle(columns: spot.columns, role: isHeld ? .linkPressed : .linkFocused, adding: [])
      }
      if columns.lowerBound == 0 {
        screen.set(line: seen.top + offset, to: line)
      } else {
        screen.cover(line: seen.top + offset, from: columns.lowerBound, with: line)
      }
    }
  }
}

/// The signs in the gutter: the bar beside the selected row, and those of unread and kept posts.
///
/// They lie over the row, which is laid out without them.
private struct Gutter {
  private static let bar: SafeText = "▌"
  private static let unread: SafeText = "●"
  private static let kept: SafeText = "★"

  let memory: PostMemory
  let lines: SignedLines
  let feed: Timeline
  let showsUnread: Bool
  let showsKept: Bool

  /// - Parameter isFirst: whether the line is the first one of the row, and not only the first one that is seen.
  func draw(_ row: RowID, _ bar: Role?, isFirst: Bool, on line: inout CellLine) {
    var signs = SignedLines.Signs(bar: bar)
    if isFirst, showsUnread || showsKept, case .record(let id) = row,
      let flags = memory.flags(of: id, in: feed)
    {
      signs.isUnread = showsUnread && !flags.contains(.read)
      signs.isKept = showsKept && flags.contains(.kept)
    }
    guard signs != SignedLines.Signs() else { return }
    line = lines.line(of: row, line, signs) { Self.draw(signs, on: &$0) }
  }

  private static func draw(_ signs: SignedLines.Signs, on line: inout CellLine) {
    var column = 0
    func put(_ sign: SafeText, _ role: Role) {
      // While rows move the bar has no colour, and what stands beside it has none, either.
      line.put(sign, at: column, role: signs.bar == .gutter ? .gutter : role)
      column += 1
    }
    if let bar = signs.bar { put(Self.bar, bar) }
    // Beside the bar is room for one: the star, which answers the key.
    if signs.isUnread, signs.bar == nil || !signs.isKept { put(Self.unread, .unreadSign) }
    if signs.isKept { put(Self.kept, .keptSign) }
  }
}
