import Addresses
import CellGrid

/// Finds the cells of rich rows that link to web addresses, for terminals that support hyperlinks.
struct HyperlinkPlacement {
  let rows: PageRows
  let size: Size
  /// The column of the screen where the rows begin.
  let column: Int
  /// The column of the rows from which on they are covered.
  let edge: Int

  /// Returns the links of `row` that the gate opens without a question.
  ///
  /// Mentions and hashtags lead to pages of the viewer, which a terminal cannot open.
  func hyperlinks(of row: RowID, _ seen: Viewport.Visible) -> [Hyperlink] {
    let links = rows.rich(row).links
    guard !links.isEmpty else { return [] }
    let targets = rows.targets(of: row) { HyperlinkTargets(list: links.map(target)) }
    let shown = seen.firstLine..<(seen.firstLine + seen.lines)
    var found: [Hyperlink] = []
    for (number, (link, target)) in zip(links, targets.list).enumerated() {
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

  /// Returns the target of `link` if a key would open it at once; otherwise nil.
  private func target(of link: RowLink) -> Hyperlink.Target? {
    guard link.kind == .link || link.kind == .attachment, !link.spots.isEmpty,
      case .open(let checked) = LinkGate.judge(link.target, label: link.label),
      Opening.hasRoom(toShow: checked, on: size)
    else { return nil }
    return Hyperlink.Target(checked.text)
  }
}
