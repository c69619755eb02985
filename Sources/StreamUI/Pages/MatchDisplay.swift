/// Brings matches of a search into view, and what was folded back when the search leaves it.
struct MatchDisplay {
  let rows: (Page, (any PageContent)?) -> PageRows

  func show(_ match: TextSearch.Match, of wanted: SearchText, on page: inout Page) {
    let old = page.matches
    var cursor = MatchCursor(wanted: wanted, current: match, tally: tally(of: wanted, on: page))
    fold(for: match.row, on: &page)
    if let old, !old.expanded.isEmpty {
      if needs(old.expanded, toShow: match.row, on: page) {
        cursor.expanded = old.expanded
      } else {
        collapse(old.expanded, on: &page)
      }
    }
    if rows(page, nil).position(of: match.row) == nil {
      cursor.expanded += page.content.conversation?.folds.expand(toShow: match.row) ?? []
      page.list.flatten()
    }
    if old?.unfolded?.row == match.row {
      cursor.unfolded = old?.unfolded
    } else if !rows(page, nil).laid(match.row).shows(match.passage, of: wanted.pattern) {
      cursor.unfolded = (match.row, page.list.folds[match.row])
      page.list.setFolds(.unfolded, of: match.row)
    }
    let rows = rows(page, nil)
    if let position = rows.position(of: match.row) {
      let line = rows.laid(match.row).line(of: match.passage)
      page.list.standpoint.show(line: line, ofRowAt: position, in: rows)
    }
    page.matches = cursor
  }

  func restore(_ origin: SearchRun.Origin, on page: inout Page) {
    if let expanded = page.matches?.expanded, expanded != origin.cursor?.expanded {
      collapse(expanded, on: &page)
      if let cursor = origin.cursor {
        _ = page.content.conversation?.folds.expand(toShow: cursor.current.row)
      }
    }
    for row in Set(page.list.folds.keys).union(origin.folds.keys) {
      page.list.setFolds(origin.folds[row], of: row)
    }
    page.list.standpoint = origin.standpoint
    page.matches = origin.cursor
    page.list.standpoint.settle(in: rows(page, nil))
  }

  private func fold(for row: RowID, on page: inout Page) {
    guard let unfolded = page.matches?.unfolded, unfolded.row != row else { return }
    page.list.setFolds(unfolded.folds, of: unfolded.row)
  }

  private func collapse(_ expanded: [RowID], on page: inout Page) {
    guard !expanded.isEmpty else { return }
    page.list.replace(page.content.conversation?.folds.collapse(expanded) ?? [:])
    page.list.flatten()
  }

  private func needs(_ expanded: [RowID], toShow row: RowID, on page: Page) -> Bool {
    var content = page.content
    _ = content.conversation?.folds.collapse(expanded)
    return rows(page, content).position(of: row) == nil
  }

  private func tally(of wanted: SearchText, on page: Page) -> MatchTally {
    if let known = page.matches, known.wanted.text == wanted.text { return known.tally }
    return MatchTally(
      wanted,
      in: rows(page, page.content.expanded()),
      by: page.content.searchedBytes
    )
  }
}
