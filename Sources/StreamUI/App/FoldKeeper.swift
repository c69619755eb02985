import StreamModel

/// Folds and unfolds rows and collapses comments, and remembers that from run to run.
enum FoldKeeper {
  /// Folds or unfolds the selected row; what must be done outside, or nil where nothing is folded.
  static func toggle(on desk: inout Desk) -> [Effect]? {
    guard desk.view.toggleFold() else { return nil }
    guard desk.view.options.stream.remembersPosts else { return [] }
    let row = desk.view.list.selection
    let folds = desk.view.list.folds[row] ?? PostRow.Folds()
    let content = desk.view.page.content
    if let key = content.comment(of: row, in: desk.view.feed) {
      let flags: [(PostFlags, Bool, Timeline.SourceKey)] = [
        (.expanded, folds.isExpanded, key), (.uncovered, folds.isUncovered, key),
      ]
      return FlagKeeper.set(flags, on: &desk)
    }
    guard content.listsPosts, case .record(let id) = row else { return [] }
    let parts =
      FlagKeeper.set(.expanded, folds.isExpanded, of: [id], on: &desk)
      + FlagKeeper.set(.uncovered, folds.isUncovered, of: [id], on: &desk)
    // Each key once, though both of its flags may have changed.
    var known: Set<Timeline.SourceKey> = []
    return FlagKeeper.remember(parts.filter { known.insert($0.key).inserted }, on: &desk)
  }

  // MARK: Comments

  /// The effects that keep which comments a key has collapsed or expanded.
  static func remember(_ comments: [CollapsedComment], on desk: inout Desk) -> [Effect] {
    guard desk.view.options.stream.remembersPosts else { return [] }
    return FlagKeeper.set(comments.map { (.collapsed, $0.isCollapsed, $0.name) }, on: &desk)
  }

  /// Collapses the comments of a page that opens, before its first frame.
  static func recallComments(of content: inout any PageContent, on desk: Desk) {
    let memory = desk.view.memory
    guard desk.view.options.stream.remembersPosts, memory.states.isComplete else { return }
    _ = content.recall(memory.states, sparing: [], isLate: false, in: desk.view.feed)
  }

  /// Collapses comments that have come to the pages since, or whose flags have.
  ///
  /// - Parameter isLate: whether the comments were there before their flags.
  static func recallComments(isLate: Bool, on desk: inout Desk) {
    let states = desk.view.memory.states
    guard desk.view.options.stream.remembersPosts, states.isComplete, states.hasCollapsed,
      desk.view.pages.count > 1
    else { return }
    desk.view.update { page, rows in
      let shown = Set(page.list.visible(in: rows).compactMap { rows.row(at: $0.row) })
      return page.content.recall(states, sparing: shown, isLate: isLate, in: page.feed)
    }
  }

  // MARK: Flags that come late

  /// The rows on the screen, and what of each is unfolded.
  static func shown(on desk: Desk) -> [(row: RowID, folds: PostRow.Folds)] {
    guard desk.view.options.stream.remembersPosts, desk.reading.hasFrames else { return [] }
    let rows = desk.view.rows
    return desk.view.list.visible(in: rows).compactMap { seen in
      rows.row(at: seen.row).map { ($0, rows.folds(of: $0)) }
    }
  }

  /// Keeps rows that are on the screen as they are, whatever is remembered of them now: nothing moves
  /// by itself.
  static func keep(_ shown: [(row: RowID, folds: PostRow.Folds)], on desk: inout Desk) {
    for (row, folds) in shown where desk.view.rows.folds(of: row) != folds {
      desk.view.withList { list, _ in list.setFolds(folds, of: row) }
    }
  }
}
