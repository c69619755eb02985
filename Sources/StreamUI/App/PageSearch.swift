import StreamModel

struct PageSearch {
  private(set) var last: SearchText?
  private var isBackward = false
  private(set) var highlightsMatches = false
  private var history = PromptHistory()

  var highlighted: SearchText? { highlightsMatches ? last : nil }

  mutating func clearHighlights() -> Bool {
    defer { highlightsMatches = false }
    return highlightsMatches
  }

  func ask(isBackward: Bool, in view: PageView) -> Reply {
    let history = history.walk
    let prompt = Prompt(.search, "/", enter: "stays", escape: "goes back", history: history)
    let origin = origin(in: view, isBackward: isBackward)
    return .wait(.search(SearchRun(prompt: prompt, origin: origin, isBackward: isBackward)))
  }

  /// Goes to the next match of the last search, or the previous one; without a match it opens `neighbour`.
  func again(
    isOpposite: Bool,
    count: Int?,
    orOpen neighbour: Job.UnreadPost? = nil,
    in view: PageView,
    at moment: Moment
  ) -> [Reply] {
    guard let last else {
      return [
        .sayKeys("No search yet: {search} and a text; {next-unread} goes to the next unread post")
      ]
    }
    let isBackward = isBackward != isOpposite
    let origin = origin(in: view, isBackward: isBackward)
    var run = SearchRun(prompt: nil, origin: origin, isBackward: isBackward)
    run.neighbour = neighbour
    run.finding = .searching(job(for: last, run, count: count ?? 1, in: view, at: moment))
    return [.wait(.search(run)), .slice]
  }

  mutating func take(
    _ outcome: Prompt.Outcome,
    of run: SearchRun,
    in view: inout PageView,
    at moment: Moment
  ) -> [Reply] {
    var run = run
    switch outcome {
    case .typing:
      let text = run.prompt?.text ?? ""
      guard text != run.searched else { break }
      run.searched = text
      if text.isEmpty {
        restore(run.origin, in: &view)
        run.finding = .nothing
      } else {
        run.finding = .searching(job(for: SearchText(text), run, in: view, at: moment))
      }
    case .left:
      restore(run.origin, in: &view)
      return [.leave]
    case .entered(let text):
      run.prompt = nil
      history.add(text)
      isBackward = run.isBackward
      switch run.finding {
      case .nothing:
        // An empty line repeats the last search.
        return [.leave] + again(isOpposite: false, count: nil, in: view, at: moment)
      case .searching:
        last = SearchText(text)
        // The slice of the key ends the search of a small page: the next key acts on the match.
        return [.wait(.search(run)), .slice]
      case .found, .missing: return finish(run, in: &view)
      }
    }
    return [.wait(.search(run))]
  }

  mutating func take(
    _ outcome: Job.Outcome,
    of search: TextSearch,
    _ run: SearchRun,
    in view: inout PageView
  ) -> [Reply] {
    var run = run
    if case .match(let match, let hasWrapped) = outcome {
      if run.prompt != nil { restore(run.origin, in: &view) }
      last = search.wanted
      highlightsMatches = true
      view.changePage { $0.show(match, of: search.wanted, $1) }
      run.finding = .found(hasWrapped: hasWrapped)
    } else {
      restore(run.origin, in: &view)
      if let neighbour = run.neighbour { return [.leaveSilently, .openNeighbour(neighbour)] }
      run.finding = .missing(search.wanted)
    }
    return run.prompt == nil ? finish(run, in: &view) : [.wait(.search(run))]
  }

  private func origin(in view: PageView, isBackward: Bool) -> SearchRun.Origin {
    SearchRun.Origin(
      start: Self.start(in: view, isBackward: isBackward),
      standpoint: view.list.standpoint,
      folds: view.list.folds,
      cursor: view.page.matches,
      last: last,
      highlightsMatches: highlightsMatches
    )
  }

  /// The place where a search starts: after the current match if it is seen in the selected row, else
  /// at the first line of that row that is seen.
  private static func start(in view: PageView, isBackward: Bool) -> TextSearch.Start {
    let list = view.list
    let rows = view.rows
    guard let position = rows.position(of: list.selection) else {
      return TextSearch.Start(row: list.selection, place: nil, isInclusive: true)
    }
    if let match = view.currentMatch {
      return TextSearch.Start(row: match.row, place: match.passage.start, isInclusive: false)
    }
    let line = list.visible(in: rows).first { $0.row == position }?.firstLine ?? 0
    let place = line > 0 ? rows.laid(list.selection).place(fromLine: line) : nil
    return TextSearch.Start(row: list.selection, place: place, isInclusive: !isBackward)
  }

  private func job(
    for text: SearchText,
    _ run: SearchRun,
    count: Int = 1,
    in view: PageView,
    at moment: Moment
  ) -> Job {
    let rows = view.searchRows
    let search = TextSearch(
      text,
      from: run.origin.start,
      isBackward: run.isBackward,
      count: count,
      in: rows,
      by: view.page.content.searchedBytes
    )
    return Job(.text(search), in: rows, from: run.origin.start.row, at: moment)
  }

  private mutating func finish(_ run: SearchRun, in view: inout PageView) -> [Reply] {
    switch run.finding {
    case .found(let hasWrapped):
      // Its address would stand where the number of the match does.
      view.withList { list, _ in list.standpoint.dropFocus() }
      view.comeToRest()
      let words = "Search wrapped to the \(run.isBackward ? "bottom" : "top")"
      let wayOn =
        run.neighbour == nil ? "" : " · {cancel} ends it, {next-post} opens the next post then"
      return [.leaveSilently] + (hasWrapped ? [.sayKeys(words + wayOn)] : [])
    case .missing(let wanted):
      last = wanted
      return [.leave, .say("No match for \"\(wanted.text)\"")]
    case .nothing, .searching: return [.leave]
    }
  }

  private mutating func restore(_ origin: SearchRun.Origin, in view: inout PageView) {
    last = origin.last
    highlightsMatches = origin.highlightsMatches
    view.changePage { $0.restore(origin, $1) }
  }
}
