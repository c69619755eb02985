/// A search while it goes on: the prompt it is typed at, the place it began, and how far it has come.
struct SearchRun {
  struct Origin {
    let start: TextSearch.Start
    let standpoint: Standpoint
    let folds: [RowID: PostRow.Folds]
    let cursor: MatchCursor?
    let last: SearchText?
    let highlightsMatches: Bool
  }

  enum Finding {
    case nothing
    case searching(Job)
    case found(hasWrapped: Bool)
    case missing(SearchText)
  }

  /// The line that is being typed; nil once it was accepted.
  var prompt: Prompt?
  let origin: Origin
  let isBackward: Bool
  /// The post to open where the one that is open has no match; nil where the key goes to matches alone.
  var neighbour: Job.UnreadPost?
  var finding = Finding.nothing
  var searched = ""

  var job: Job? { if case .searching(let job) = finding { job } else { nil } }
  var sign: String { isBackward ? "?" : prompt?.sign ?? "" }

  var note: String {
    switch finding {
    case .missing(let wanted): wanted.problem.map { "  \($0)" } ?? "  no match"
    case .searching(let job) where job.isAnnounced: "  searching …"
    default: ""
    }
  }
}

/// The current match of a page, the count of all, and the rows that were unfolded to show it.
struct MatchCursor {
  let wanted: SearchText
  var current: TextSearch.Match
  var tally: MatchTally
  var unfolded: (row: RowID, folds: PostRow.Folds?)?
  /// Whether the reader has gone elsewhere by a jump: the next search begins at the selected row, not at the match.
  var isLeft = false
  var expanded: [RowID] = []

  mutating func keepFolds(of row: RowID) { if unfolded?.row == row { unfolded = nil } }

  /// The words for the status line: "3 of 41".
  var words: String { tally.words(about: current) }
}
