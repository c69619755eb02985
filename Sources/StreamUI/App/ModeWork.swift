/// The work of a mode between keys: a search, a look for links, for a post or for a place.
enum ModeWork {
  /// Whether the mode has work now.
  static func isWanted(on desk: Desk) -> Bool {
    let view = desk.view
    return switch desk.mode {
    case .waiting(.search(let run), _): run.search?.hasWork(in: view.searchRows) ?? false
    case .waiting(.linkSteps, _): view.list.visibleRowsAreRich(in: view.rows)
    case .waiting(.lookup, _), .waiting(.parentLookup, _): true
    case .waiting(.postLookup(let lookup), _): lookup.hasWork(in: view.feed)
    case .waiting(.relocation(let relocation), _): relocation.hasWork(in: view.feed)
    case .waiting(.dateSearch(let search), _): search.hasWork(in: view.rows)
    case .waiting(.unreadSearch(let search), _): search.hasWork(in: view.rows)
    case .waiting(.flags, _): true
    default: false
    }
  }

  /// Does a slice of it; returns what must be done outside, and whether that is seen.
  static func advance(
    on desk: inout Desk,
    at moment: Moment
  ) -> (effects: [Effect], isSeen: Bool) {
    // A reload goes back to where the reader was: that is no way past the rows above.
    let isRelocation = if case .waiting(.relocation, _) = desk.mode { true } else { false }
    let start = ReadingTracker.begin(on: &desk, at: moment)
    var outcome = work(on: &desk, at: moment)
    outcome.effects = ReadingTracker.finish(
      start,
      outcome.effects,
      mayRead: !isRelocation,
      on: &desk,
      at: moment
    )
    return outcome
  }

  private static func work(
    on desk: inout Desk,
    at moment: Moment
  ) -> (effects: [Effect], isSeen: Bool) {
    switch desk.mode {
    case .waiting(.search(let run), _):
      return ([], Searcher.advance(run, on: &desk, at: moment))
    case .waiting(.linkSteps(var steps), _):
      let anchor = desk.view.list.anchor
      let becomesLong = steps.becomesLong(at: moment)
      desk.take(steps)
      let isDone = desk.mode.linkSteps == nil
      return ([], becomesLong || isDone || desk.view.list.anchor != anchor)
    case .waiting(.lookup(let lookup), _):
      return LinkFollower.advance(lookup, on: &desk, at: moment)
    case .waiting(.parentLookup(let lookup), _):
      return ([], ParentFollower.advance(lookup, on: &desk, at: moment))
    case .waiting(.postLookup(let lookup), _):
      return PostFollower.advance(lookup, on: &desk, at: moment)
    case .waiting(.relocation(let relocation), _):
      return ([], PlaceFollower.advance(relocation, on: &desk, at: moment))
    case .waiting(.dateSearch(let search), _):
      return ([], DateFollower.advance(search, on: &desk, at: moment))
    case .waiting(.unreadSearch(let search), _):
      return ([], UnreadFollower.advance(search, on: &desk, at: moment))
    case .waiting(.flags(let run), _): return FlagRunner.advance(run, on: &desk, at: moment)
    default: return ([], false)
    }
  }
}
