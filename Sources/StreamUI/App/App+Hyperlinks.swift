import Addresses
import CellGrid

/// Where each link of a row leads to without a question; nil where it does not.
struct HyperlinkTargets {
  let list: [Hyperlink.Target?]

  /// Bytes of memory, roughly.
  var cost: Int {
    list.reduce(0) { sum, target in
      sum + MemoryLayout<Hyperlink.Target?>.stride + (target?.text.utf8.count ?? 0)
    }
  }
}

/// Which cells of a frame at rest lead outside, for terminals that know hyperlinks.
extension App {
  /// Whether the frame now may have any: while rows move none of this is looked at, and what keys
  /// stand over are no texts of links.
  var wantsHyperlinks: Bool {
    hasHyperlinks && !isSecure && !isMoving && hints == nil && question == nil
      && !page.list.rich.isEmpty
  }

  /// The links of the rich rows that are seen, as far as the gate opens them without a question.
  ///
  /// Mentions and hashtags lead to pages of the viewer, which no terminal can open.
  func hyperlinks(of visible: [Viewport.Visible], in rows: PageRows) -> [Hyperlink] {
    var found: [Hyperlink] = []
    for seen in visible where page.list.rich.contains(rows.id(at: seen.row)) {
      let links = rows.rich(at: seen.row).links
      guard !links.isEmpty else { continue }
      let targets = memo.targets(rows.key(at: seen.row)) {
        HyperlinkTargets(list: links.map(hyperlinkTarget))
      }
      // What the panel covers is not seen.
      let edge = panelIsSeen ? SidePanel.columns(of: size.columns).lowerBound : size.columns
      let shown = seen.firstLine..<(seen.firstLine + seen.lines)
      for (number, (link, target)) in zip(links, targets.list).enumerated() {
        guard let target else { continue }
        let identity = Hyperlink.Identity(row: seen.row, link: number)
        for spot in link.spots where shown.contains(spot.line) && spot.columns.lowerBound < edge {
          found.append(
            Hyperlink(
              line: seen.top + spot.line - seen.firstLine,
              columns: spot.columns.clamped(to: 0..<edge),
              target: target,
              identity: identity
            )
          )
        }
      }
    }
    return found
  }

  /// Where `link` leads if a key would open it at once, as in ``openOutside(_:label:isShown:)``.
  private func hyperlinkTarget(of link: RowLink) -> Hyperlink.Target? {
    guard link.kind == .link || link.kind == .attachment, !link.spots.isEmpty,
      case .open(let checked) = LinkGate.judge(link.target, label: link.label),
      hasRoom(toShow: checked)
    else { return nil }
    return Hyperlink.Target(checked.text)
  }
}
