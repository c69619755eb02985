/// The current match of a page, the count of all, and what was unfolded to show it.
struct MatchCursor {
  let wanted: SearchText
  var current: TextSearch.Match
  var tally: MatchTally
  /// The row that was unfolded for the match, with its folds before.
  var unfolded: (row: RowID, folds: PostRow.Folds?)?
  /// Whether the reader has gone elsewhere by a jump: the next search begins at the selected row, not at the
  /// match.
  var isLeft = false
  /// Comments that were expanded for the match.
  var expanded: [RowID] = []

  /// The row stays as it is folded now when the search leaves it.
  mutating func keepFolds(of row: RowID) {
    if unfolded?.row == row { unfolded = nil }
  }

  /// The words for the status line: "3 of 41".
  var words: String { tally.words(about: current) }
}
