/// A search while it goes on: the prompt it is typed at, the place it began, and how far it has come.
struct SearchRun {
  /// The state to return to where nothing is found or the search is given up.
  struct Origin {
    let start: TextSearch.Start
    let standpoint: Standpoint
    let folds: [RowID: PostRow.Folds]
    let cursor: MatchCursor?
    let last: SearchText?
    let highlightsMatches: Bool
  }

  /// The state of what was typed.
  enum Finding {
    case nothing
    case searching(TextSearch)
    case found(hasWrapped: Bool)
    case missing(SearchText)
  }

  /// The line that is being typed; nil once it was accepted.
  var prompt: Prompt?
  let origin: Origin
  let isBackward: Bool
  var finding = Finding.nothing
  /// The text that was searched for last.
  var searched = ""
  private var patience: Patience

  init(prompt: Prompt?, origin: Origin, isBackward: Bool, at moment: Moment) {
    self.prompt = prompt
    self.origin = origin
    self.isBackward = isBackward
    patience = Patience(from: moment)
  }

  /// The search that has work left.
  var search: TextSearch? {
    if case .searching(let search) = finding { search } else { nil }
  }

  /// Whether the status line says that a search goes on.
  var isAnnounced: Bool { patience.isOver && search != nil }

  /// Looks at the time; true when the search is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool {
    search != nil && patience.ends(at: moment)
  }

  /// Begins to search for what is typed now.
  mutating func begin(_ search: TextSearch, at moment: Moment) {
    finding = .searching(search)
    patience = Patience(from: moment)
  }

  /// The sign at the start of the line.
  var sign: String { isBackward ? "?" : prompt?.sign ?? "" }

  /// The words after what is typed.
  var note: String {
    switch finding {
    case .missing: "  no match"
    case .searching where isAnnounced: "  searching …"
    default: ""
    }
  }
}
