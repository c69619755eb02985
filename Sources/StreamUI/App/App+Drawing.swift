package import CellGrid

/// State to screen; nothing here changes the state.
extension App {
  /// The frame that shows the state now.
  package func draw() -> Screen {
    var screen = Screen(size: size)
    guard size.columns > 0, size.lines > 0 else { return screen }
    let rows = rows
    let visible = viewport(of: rows).visible(from: place(in: rows))
    for seen in visible { draw(seen, rows, on: &screen) }
    drawPanel(rows, on: &screen)
    drawHints(rows, visible, on: &screen)
    screen.set(line: size.lines - 1, to: statusLine(rows, visible))
    if wantsHyperlinks { screen.set(hyperlinks: hyperlinks(of: visible, in: rows)) }
    drawQuestion(on: &screen)
    return screen
  }

  private func draw(_ seen: Viewport.Visible, _ rows: PageRows, on screen: inout Screen) {
    let id = rows.id(at: seen.row)
    let isRich = page.list.rich.contains(id)
    let lines = isRich ? rows.rich(at: seen.row).lines : rows.laid(at: seen.row).flat
    let isSelected = id == page.list.selection
    let focused = page.list.focus.flatMap { focus in
      isRich && focus.row == id ? rows.rich(at: seen.row).links[safely: focus.link] : nil
    }
    let focusRole = pressed?.isHeld(page.list.focus) == true ? Role.linkPressed : .linkFocused
    let visitedSpots =
      isRich && !visited.isEmpty
      ? rows.rich(at: seen.row).links.filter(isVisited).flatMap(\.spots) : []
    let hit = marksHits ? lastSearch : nil
    for offset in 0..<seen.lines {
      let index = seen.firstLine + offset
      guard lines.indices.contains(index) else { break }
      var line = lines[index]
      if let hit {
        for columns in line.columns(of: hit.scalars, ignoringCase: hit.ignoresCase) {
          line.restyle(columns: columns, role: .mark, adding: [])
        }
      }
      // On one line only: a bar beside the whole row would be redrawn line by line as it moves.
      // While rows move it is plain as they are: its colour would be a fifth of a frame's bytes.
      if isSelected, offset == 0 {
        line.put("▌", at: 0, role: isMoving ? .gutter : .gutterSelected)
      }
      for spot in visitedSpots where spot.line == index {
        line.restyle(columns: spot.columns, role: .linkVisited, adding: [])
      }
      for spot in focused?.spots ?? [] where spot.line == index {
        line.restyle(columns: spot.columns, role: focusRole, adding: [])
      }
      screen.set(line: seen.top + offset, to: line)
    }
  }
}

extension Array {
  /// The element at `index`, or nil.
  fileprivate subscript(safely index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
