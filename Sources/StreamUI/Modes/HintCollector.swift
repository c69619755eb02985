import Addresses
import CellGrid

/// Finds the links of the visible rows that get labels.
struct HintCollector {
  let list: List
  let rows: PageRows
  /// Columns of the screen.
  let columns: Int
  /// The link that a row is as a whole; nil for other rows.
  let wholeLink: (RowID) -> RowLink?

  /// The links of the rows that are seen, nearest to the selection first.
  func hints() -> [Hint] {
    let visible = list.visible(in: rows)
    let selected = rows.position(of: list.selection) ?? visible.first?.row ?? 0
    var found: [(distance: Int, hint: Hint)] = []
    for seen in visible {
      for hint in hints(of: seen) { found.append((abs(seen.row - selected), hint)) }
    }
    // Stable: links that are equally far stay in reading order.
    return found.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.hint)
  }

  private func hints(of seen: Viewport.Visible) -> [Hint] {
    guard let row = rows.row(at: seen.row) else { return [] }
    let lines = seen.firstLine..<(seen.firstLine + seen.lines)
    if let link = wholeLink(row) {
      let spot = RowLink.Spot(line: lines.lowerBound, columns: 0..<RowLayout.gutter)
      return [Hint(subject: .entry(link), row: row, spot: spot, room: 0, target: nil)]
    }
    guard list.enrichment.isRich(row) else { return [] }
    let rich = rows.rich(row)
    let links = rich.links
    let edges = Dictionary(grouping: links.flatMap(\.spots), by: \.line)
    return links.compactMap { link in
      // The visible part of the link with the most room after it.
      let parts = link.spots.filter { lines.contains($0.line) }.map { spot in
        let next = (edges[spot.line] ?? []).map(\.columns.lowerBound)
          .filter { $0 > spot.columns.lowerBound }.min()
        return (spot: spot, room: (next.map { $0 - 1 } ?? columns) - spot.columns.lowerBound)
      }
      guard let first = parts.first else { return nil }
      let best = parts.dropFirst().reduce(first) { $1.room > $0.room ? $1 : $0 }
      return Hint(
        subject: .link(link),
        row: row,
        spot: best.spot,
        room: best.room,
        target: Self.target(of: link),
        covered: Self.text(at: best.spot, of: rich)
      )
    }
  }

  /// The text of as many cells as a label has at most.
  private static func text(at spot: RowLink.Spot, of row: RichRow) -> String {
    guard row.lines.indices.contains(spot.line) else { return "" }
    let line = row.lines[spot.line]
    return spot.columns.prefix(2).filter(line.cells.indices.contains).map { line.text(at: $0) }
      .joined()
  }

  /// The target of a link that leads outside, as the gate would pass it.
  private static func target(of link: RowLink) -> LinkTarget? {
    switch link.kind {
    case .mention, .hashtag: return nil
    case .link, .attachment:
      switch LinkGate.judge(link.target, label: link.label) {
      case .open(let target), .ask(let target, _): return target
      case .refuse: return nil
      }
    }
  }
}
