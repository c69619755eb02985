import StreamModel

/// Folds and unfolds rows, and remembers that of posts.
enum FoldKeeper {
  /// Folds or unfolds the selected row; what must be done outside, or nil where nothing is folded.
  static func toggle(on desk: inout Desk) -> [Effect]? {
    guard desk.view.toggleFold() else { return nil }
    guard desk.view.options.remembersPosts, desk.view.page.content.listsPosts,
      case .record(let id) = desk.view.list.selection
    else { return [] }
    let folds = desk.view.list.folds[desk.view.list.selection] ?? PostRow.Folds()
    let parts =
      FlagKeeper.set(.expanded, folds.isExpanded, of: [id], on: &desk)
      + FlagKeeper.set(.uncovered, folds.isUncovered, of: [id], on: &desk)
    // Each key once, though both of its flags may have changed.
    var known: Set<Timeline.SourceKey> = []
    return FlagKeeper.remember(parts.filter { known.insert($0.key).inserted }, on: &desk)
  }

  /// The rows on the screen, and what of each is unfolded.
  static func shown(on desk: Desk) -> [(row: RowID, folds: PostRow.Folds)] {
    guard desk.view.options.remembersPosts, desk.reading.hasFrames else { return [] }
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
