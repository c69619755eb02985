/// Brings matches of a search into view, and what was folded back when the search leaves it.
extension Page {
  mutating func show(_ match: TextSearch.Match, of wanted: SearchText, _ layout: PageLayout) {
    let old = matches
    var cursor = MatchCursor(wanted: wanted, current: match, tally: tally(of: wanted, layout))
    if let unfolded = old?.unfolded, unfolded.row != match.row {
      list.setFolds(unfolded.folds, of: unfolded.row)
    }
    if let old, !old.expanded.isEmpty {
      if needs(old.expanded, toShow: match.row, layout) {
        cursor.expanded = old.expanded
      } else {
        collapse(old.expanded)
      }
    }
    if layout.rows(of: self).position(of: match.row) == nil {
      cursor.expanded += content.conversation?.folds.expand(toShow: match.row) ?? []
      list.flatten()
    }
    if old?.unfolded?.row == match.row {
      cursor.unfolded = old?.unfolded
    } else if !layout.rows(of: self).laid(match.row).shows(match.passage, of: wanted.pattern) {
      cursor.unfolded = (match.row, list.folds[match.row])
      list.setFolds(.unfolded, of: match.row)
    }
    let rows = layout.rows(of: self)
    if let position = rows.position(of: match.row) {
      let line = rows.laid(match.row).line(of: match.passage)
      list.standpoint.show(line: line, ofRowAt: position, in: rows)
    }
    matches = cursor
  }

  mutating func restore(_ origin: SearchRun.Origin, _ layout: PageLayout) {
    if let expanded = matches?.expanded, expanded != origin.cursor?.expanded {
      collapse(expanded)
      if let cursor = origin.cursor {
        _ = content.conversation?.folds.expand(toShow: cursor.current.row)
      }
    }
    for row in Set(list.folds.keys).union(origin.folds.keys) {
      list.setFolds(origin.folds[row], of: row)
    }
    list.standpoint = origin.standpoint
    matches = origin.cursor
    list.standpoint.settle(in: layout.rows(of: self))
  }

  private mutating func collapse(_ expanded: [RowID]) {
    guard !expanded.isEmpty else { return }
    list.replace(content.conversation?.folds.collapse(expanded) ?? [:])
    list.flatten()
  }

  private func needs(_ expanded: [RowID], toShow row: RowID, _ layout: PageLayout) -> Bool {
    var content = content
    _ = content.conversation?.folds.collapse(expanded)
    return layout.rows(of: self, content).position(of: row) == nil
  }

  private func tally(of wanted: SearchText, _ layout: PageLayout) -> MatchTally {
    if let matches, matches.wanted.text == wanted.text { return matches.tally }
    let rows = layout.rows(of: self, content.expanded())
    return MatchTally(wanted, in: rows, by: content.searchedBytes)
  }
}
