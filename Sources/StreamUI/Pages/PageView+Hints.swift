import Addresses
import CellGrid

extension PageView {
  /// The links of the rows that are seen, which get labels; the nearest to the selected row first.
  var hints: [Hint] {
    let rows = rows
    let visible = list.visible(in: rows)
    let selected = rows.position(of: list.selection) ?? visible.first?.row ?? 0
    let found = visible.flatMap { seen in
      hints(of: seen, in: rows).map { (distance: abs(seen.row - selected), hint: $0) }
    }
    // Stable: links that are equally far stay in reading order.
    return found.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .map(\.element.hint)
  }

  private func hints(of seen: Viewport.Visible, in rows: PageRows) -> [Hint] {
    guard let row = rows.row(at: seen.row) else { return [] }
    let lines = seen.firstLine..<(seen.firstLine + seen.lines)
    if case .link(let link) = page.content.subject(of: row, in: feed) {
      let spot = RowLink.Spot(line: lines.lowerBound, columns: 0..<RowLayout.gutter)
      return [Hint(link: link, isEntry: true, row: row, spot: spot, room: 0, target: nil)]
    }
    guard list.enrichment.isRich(row) else { return [] }
    let rich = rows.rich(row)
    let links = rich.links
    let columns = layout.columns(of: page).count
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
        link: link,
        isEntry: false,
        row: row,
        spot: best.spot,
        room: best.room,
        target: Self.hintTarget(of: link),
        covered: Self.text(at: best.spot, of: rich)
      )
    }
  }

  private static func text(at spot: RowLink.Spot, of row: RichRow) -> String {
    guard row.lines.indices.contains(spot.line) else { return "" }
    let line = row.lines[spot.line]
    return spot.columns.prefix(2).filter(line.cells.indices.contains).map { line.text(at: $0) }
      .joined()
  }

  private static func hintTarget(of link: RowLink) -> LinkTarget? {
    switch link.kind {
    case .mention, .hashtag: nil
    case .link, .attachment: LinkGate.judge(link.target, label: link.label).target
    }
  }
}
