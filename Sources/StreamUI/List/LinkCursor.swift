/// The way of the focus through the links of the visible rows, in reading order.
struct LinkCursor {
  private struct Candidate {
    let focus: LinkFocus
    let position: Int
    /// First line of the link in its row.
    let line: Int
  }

  private let visible: [Viewport.Visible]
  private let candidates: [Candidate]
  /// The position of the selected row, from which a first step goes; nil where it is not seen.
  private let start: Int?
  private let rows: PageRows

  /// Collects the links of the visible rows of `list` that are rich.
  init(_ list: List, in rows: PageRows) {
    self.rows = rows
    visible = list.visible(in: rows)
    var found: [Candidate] = []
    for seen in visible {
      guard let row = rows.row(at: seen.row), list.enrichment.isRich(row) else { continue }
      for (index, link) in rows.rich(row).links.enumerated() {
        guard let spot = link.spots.first else { continue }
        let focus = LinkFocus(row: row, link: index)
        found.append(Candidate(focus: focus, position: seen.row, line: spot.line))
      }
    }
    candidates = found
    let selected = rows.position(of: list.selection)
    start = visible.contains { $0.row == selected } ? selected : nil
  }

  /// Moves the focus of `list` one link on, and shows that link; false where there is none.
  func step(_ step: LinkStep, _ list: inout List) -> Bool {
    let current = candidates.firstIndex { $0.focus == list.focus }
    let chosen: Int?
    switch (step, current) {
    case (.next, let current?): chosen = current + 1
    case (.previous, let current?): chosen = current - 1
    case (.next, nil):
      chosen =
        candidates.firstIndex { isSeen($0) && $0.position >= start ?? .min }
        ?? candidates.firstIndex(where: isBelow)
    case (.previous, nil):
      chosen =
        candidates.lastIndex { isSeen($0) && $0.position <= start ?? .max }
        ?? candidates.lastIndex(where: isAbove)
    }
    guard let chosen, candidates.indices.contains(chosen) else { return false }
    let link = candidates[chosen]
    list.standpoint.focus(on: link.focus)
    if !isSeen(link) { list.standpoint.reveal(line: link.line, ofRowAt: link.position, in: rows) }
    return true
  }

  /// Whether the link stands further down in the last row that is seen.
  private func isBelow(_ candidate: Candidate) -> Bool {
    visible.last.map {
      $0.row == candidate.position && candidate.line >= $0.firstLine + $0.lines
    } ?? false
  }

  /// Whether the link stands further up in the first row that is seen.
  private func isAbove(_ candidate: Candidate) -> Bool {
    visible.first.map { $0.row == candidate.position && candidate.line < $0.firstLine } ?? false
  }

  private func isSeen(_ candidate: Candidate) -> Bool {
    visible.contains { seen in
      seen.row == candidate.position
        && (seen.firstLine..<seen.firstLine + seen.lines).contains(candidate.line)
    }
  }
}
