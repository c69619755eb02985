/// Searches the page that is seen: asks for a text, shows matches while it is typed, goes from match
/// to match.
enum Searcher {
  /// Asks for a text to search for.
  static func ask(isBackward: Bool, on desk: inout Desk) {
    let prompt = Prompt(.search, history: desk.session.history.walk(.search))
    let origin = origin(of: desk, isBackward: isBackward)
    let run = SearchRun(prompt: prompt, origin: origin, isBackward: isBackward)
    desk.mode.wait(for: .search(run))
  }

  /// Goes to the next match of the last search, or to the previous one with `isOpposite`.
  static func again(isOpposite: Bool, count: Int?, on desk: inout Desk, at moment: Moment) {
    guard let text = desk.session.lastSearch else {
      return desk.say("No search yet. Type \(desk.keymap.name(of: .search)) and a text.")
    }
    let isBackward = desk.session.searchesBackward != isOpposite
    let origin = origin(of: desk, isBackward: isBackward)
    var run = SearchRun(prompt: nil, origin: origin, isBackward: isBackward)
    run.finding = .searching(search(for: text, run, count: count ?? 1, on: desk, at: moment))
    desk.mode.wait(for: .search(run))
    hurry(on: &desk, at: moment)
  }

  /// Does what a key at the prompt of a search means.
  static func take(
    _ outcome: Prompt.Outcome,
    of run: SearchRun,
    on desk: inout Desk,
    at moment: Moment
  ) {
    switch outcome {
    case .typing: typed(run, on: &desk, at: moment)
    case .left:
      restore(run, on: &desk)
      desk.mode.leave()
    case .entered(let text): entered(text, run, on: &desk, at: moment)
    }
  }

  /// Shows the match that a search found, or the page as it was before.
  static func take(_ outcome: Job.Outcome, of search: TextSearch, on desk: inout Desk) {
    guard var run = desk.mode.search else { return }
    if case .match(let match, let hasWrapped) = outcome {
      if run.prompt != nil { restore(run, on: &desk) }
      desk.session.lastSearch = search.wanted
      desk.session.highlightsMatches = true
      desk.view.changePage { $1.show(match, of: search.wanted, on: &$0) }
      run.finding = .found(hasWrapped: hasWrapped)
    } else {
      restore(run, on: &desk)
      run.finding = .missing(search.wanted)
    }
    if run.prompt == nil { finish(run, on: &desk) } else { desk.mode.update(.search(run)) }
  }

  /// Where a search began that starts now.
  private static func origin(of desk: Desk, isBackward: Bool) -> SearchRun.Origin {
    SearchRun.Origin(
      start: start(of: desk.view, isBackward: isBackward),
      standpoint: desk.view.list.standpoint,
      folds: desk.view.list.folds,
      cursor: desk.view.page.matches,
      last: desk.session.lastSearch,
      highlightsMatches: desk.session.highlightsMatches
    )
  }

  /// The place where a search starts: after the current match if it is seen in the selected row, else
  /// at the first line of that row that is seen.
  private static func start(of view: PageView, isBackward: Bool) -> TextSearch.Start {
    let list = view.list
    let rows = view.rows
    guard let position = rows.position(of: list.selection) else {
      return TextSearch.Start(row: list.selection, place: nil, isInclusive: true)
    }
    let laid = rows.laid(list.selection)
    let seen = list.visible(in: rows).first { $0.row == position }
    if let matches = view.page.matches, !matches.isLeft, let seen,
      case let match = matches.current, match.row == list.selection
    {
      let line = laid.line(of: match.passage)
      if (seen.firstLine..<seen.firstLine + seen.lines).contains(line) {
        return TextSearch.Start(row: match.row, place: match.passage.start, isInclusive: false)
      }
    }
    let line = seen?.firstLine ?? 0
    let place = line > 0 ? laid.place(fromLine: line) : nil
    return TextSearch.Start(row: list.selection, place: place, isInclusive: !isBackward)
  }

  private static func search(
    for text: SearchText,
    _ run: SearchRun,
    count: Int = 1,
    on desk: Desk,
    at moment: Moment
  ) -> Job {
    let rows = desk.view.searchRows
    let search = TextSearch(
      text,
      from: run.origin.start,
      isBackward: run.isBackward,
      count: count,
      in: rows,
      by: desk.view.page.content.searchedBytes
    )
    return Job(.text(search), in: rows, from: run.origin.start.row, at: moment)
  }

  /// Searches for the text typed so far, from where the search began.
  private static func typed(_ run: SearchRun, on desk: inout Desk, at moment: Moment) {
    var run = run
    let text = run.prompt?.text ?? ""
    guard text != run.searched else { return desk.mode.update(.search(run)) }
    run.searched = text
    if text.isEmpty {
      restore(run, on: &desk)
      run.finding = .nothing
    } else {
      run.finding = .searching(search(for: SearchText(text), run, on: desk, at: moment))
    }
    desk.mode.update(.search(run))
  }

  private static func entered(
    _ text: String,
    _ run: SearchRun,
    on desk: inout Desk,
    at moment: Moment
  ) {
    var run = run
    run.prompt = nil
    desk.session.history.add(text, to: .search)
    desk.session.searchesBackward = run.isBackward
    switch run.finding {
    case .nothing:
      // An empty line repeats the last search.
      desk.mode.leave()
      again(isOpposite: false, count: nil, on: &desk, at: moment)
    case .searching:
      desk.session.lastSearch = SearchText(text)
      desk.mode.update(.search(run))
      hurry(on: &desk, at: moment)
    case .found, .missing: finish(run, on: &desk)
    }
  }

  /// Does the slice of the key, which ends the search of a small page: the next key acts on the match.
  private static func hurry(on desk: inout Desk, at moment: Moment) {
    if Jobs.isWanted(on: desk) { _ = Jobs.advance(on: &desk, at: moment) }
  }

  /// Leaves the mode and says what came of the search.
  private static func finish(_ run: SearchRun, on desk: inout Desk) {
    desk.mode.leave()
    switch run.finding {
    case .found(let hasWrapped):
      desk.mode.dropMessage()
      if hasWrapped { desk.say("Search wrapped to the \(run.isBackward ? "bottom" : "top")") }
      desk.view.comeToRest()
    case .missing(let wanted):
      desk.session.lastSearch = wanted
      desk.say("No match for \"\(wanted.text)\"")
    case .nothing, .searching: break
    }
  }

  /// Shows the page as it was when the search began.
  private static func restore(_ run: SearchRun, on desk: inout Desk) {
    let origin = run.origin
    desk.session.lastSearch = origin.last
    desk.session.highlightsMatches = origin.highlightsMatches
    desk.view.changePage { $1.restore(origin, on: &$0) }
  }
}
