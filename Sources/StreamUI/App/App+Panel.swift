import CellGrid
import StreamModel

/// The side panel: drawn over the right part of rows that are at rest, which stay as they are.
extension App {
  /// Whether the page has rows that the panel can tell more of.
  var canShowPanel: Bool {
    switch page.content {
    case .timeline, .detail, .matches, .people: true
    case .links, .help: false
    }
  }

  /// Whether the panel is drawn now.
  var panelIsSeen: Bool { panelIsUncovered && !isMoving && hints == nil && canShowPanel }

  /// Shows the panel; a moving stream settles first.
  mutating func uncoverPanel() {
    guard canShowPanel else { return say("there is no side panel on this page") }
    panelIsUncovered = true
    comeToRest()
  }

  func drawPanel(_ rows: PageRows, on screen: inout Screen) {
    guard panelIsSeen, pageLines > 0 else { return }
    let columns = SidePanel.columns(of: size.columns)
    let lines = panelLines(rows, columns: columns.count)
    let shown = lines.count > pageLines ? pageLines - 1 : lines.count
    for index in 0..<pageLines {
      var panel = CellLine(columns: columns.count)
      if index < shown {
        panel = lines[index]
      } else if index == shown, shown < lines.count {
        let more = SafeText(sanitizing: "+\(lines.count - shown) lines")
        panel.put(more, at: RowLayout.gutter, role: .more)
      }
      if columns.lowerBound > 0 { panel.put("│", at: 0, role: .faint) }
      var line = screen.lines[index]
      line.cover(from: columns.lowerBound, with: panel)
      screen.set(line: index, to: line)
    }
  }

  private func panelLines(_ rows: PageRows, columns: Int) -> [CellLine] {
    guard let index = rows.index(of: page.list.selection) else { return [] }
    let known = rows.key(at: index)
    var shape = known.shape
    shape.isPanel = true
    let key = RowMemo.Key(page: known.page, row: known.row, columns: columns, shape: shape)
    let laid = memo.laidRow(key) {
      RowLayout(columns: columns).lay(panel(of: index, rows).row)
    }
    return laid.flat
  }

  /// What is told of the row at `index`.
  private func panel(of index: Int, _ rows: PageRows) -> SidePanel {
    if let post = post(at: index) {
      return SidePanel(
        account: post.author,
        links: rows.links(at: index),
        likes: .init(count: post.likesCount, accounts: post.likes),
        reshares: .init(count: post.resharesCount, accounts: post.reshares)
      )
    }
    switch (page.content, rows.id(at: index)) {
    case (.detail(let detail), .comment(let number)) where detail.nodes.indices.contains(number):
      let comment = detail.nodes[number].comment
      return SidePanel(
        account: comment.author,
        links: rows.links(at: index),
        likes: .init(count: comment.likesCount, accounts: comment.likes)
      )
    case (.people(let people), .entry(let entry)) where people.accounts.indices.contains(entry):
      return SidePanel(account: people.accounts[entry])
    case (.matches(let matches), .heading): return SidePanel(account: matches.account)
    default: return SidePanel(account: nil)
    }
  }
}
