import StreamModel

extension PageView {
  // MARK: Folding

  /// Folds or unfolds the selected row, and keeps that for later runs; nil where nothing is folded.
  mutating func changeFold() -> [Effect]? {
    guard toggleFold() else { return nil }
    guard options.stream.remembersPosts else { return [] }
    let row = list.selection
    let folds = rows.folds(of: row)
    if let key = page.content.conversation?.comment(of: row, in: feed) {
      return set([(.expanded, folds.isExpanded, key), (.uncovered, folds.isUncovered, key)])
    }
    guard page.content.listsPosts, case .record(let id) = row else { return [] }
    let parts =
      set(.expanded, folds.isExpanded, of: [id]) + set(.uncovered, folds.isUncovered, of: [id])
    // Both flags of a key may have changed.
    var known: Set<Timeline.SourceKey> = []
    return remember(parts.map(\.key).filter { known.insert($0).inserted })
  }

  /// Keeps which comments a key has collapsed or expanded.
  mutating func remember(_ comments: [CollapsedComment]) -> [Effect] {
    guard options.stream.remembersPosts else { return [] }
    return set(comments.map { (.collapsed, $0.isCollapsed, $0.name) })
  }

  private mutating func set(
    _ changes: [(flag: PostFlags, isSet: Bool, key: Timeline.SourceKey)]
  ) -> [Effect] {
    var keys: [Timeline.SourceKey] = []
    for change in changes
    where memory.states.set(change.flag, change.isSet, of: change.key) && keys.last != change.key {
      keys.append(change.key)
    }
    return remember(keys)
  }

  // MARK: Earlier runs

  /// Collapses comments that have come to the pages since, or whose flags have.
  ///
  /// - Parameter isLate: whether the comments were there before their flags.
  mutating func recallComments(isLate: Bool) {
    let states = recalledStates
    guard pages.count > 1,
      states?.hasCollapsed == true
        || pages.pages.contains(where: { $0.content.conversation?.folds.mayRecall == true })
    else { return }
    update { page, rows in
      let feed = page.feed
      let shown = Set(page.list.visible(in: rows).compactMap { rows.row(at: $0.row) })
      return page.content.conversation?.folds
        .recall(states, sparing: shown, isLate: isLate, in: feed) ?? .nothing
    }
  }

  var shownFolds: [(row: RowID, folds: PostRow.Folds)] {
    guard options.stream.remembersPosts else { return [] }
    let rows = rows
    return list.visible(in: rows).compactMap { seen in
      rows.row(at: seen.row).map { ($0, rows.folds(of: $0)) }
    }
  }

  /// Keeps rows that are on the screen as they are, whatever is remembered of them now: nothing moves
  /// by itself.
  mutating func keep(_ shown: [(row: RowID, folds: PostRow.Folds)]) {
    for (row, folds) in shown where rows.folds(of: row) != folds {
      withList { list, _ in list.setFolds(folds, of: row) }
    }
  }
}
