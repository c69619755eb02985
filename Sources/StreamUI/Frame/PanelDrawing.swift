import CellGrid

/// Draws the side panel over the right part of the rows, which stay unchanged, when they are at
/// rest.
struct PanelDrawing {
  private let view: PageView
  private let rows: PageRows

  init(_ view: PageView, _ rows: PageRows) {
    self.view = view
    self.rows = rows
  }

  func draw(on screen: inout Screen) {
    let height = view.pageLines
    guard height > 0 else { return }
    let columns = view.panelColumns
    let lines = lines(columns: columns.count)
    let shown = lines.count > height ? height - 1 : lines.count
    for index in 0..<height {
      var panel = CellLine(columns: columns.count)
      if index < shown {
        panel = lines[index]
      } else if index == shown, shown < lines.count {
        let more = SafeText(sanitizing: "+\(lines.count - shown) lines")
        panel.put(more, at: RowLayout.gutter, role: .more)
      }
      if columns.lowerBound > 0, view.panes == nil { panel.put("│", at: 0, role: .faint) }
      screen.cover(line: index, from: columns.lowerBound, with: panel)
    }
  }

  private func lines(columns: Int) -> [CellLine] {
    guard let row = view.selectedRow else { return [] }
    return rows.panel(of: row, columns: columns) {
      view.subject.panel { rows.links(of: row) }.row
    }.flat
  }
}
