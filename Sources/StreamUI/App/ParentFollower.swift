import StreamModel

/// Opens the post that another one replies to, once the feed has been searched for it.
enum ParentFollower {
  /// Begins to search for the post of an id or address that a record of `source` states.
  static func follow(_ name: String, source: Int, on desk: inout Desk, at moment: Moment) {
    let lookup = ParentLookup(name, source: source, at: moment)
    finish(lookup, lookup.advance(desk.view.feed), on: &desk)
  }

  /// Does a slice of the search; returns whether that is seen.
  static func advance(_ lookup: ParentLookup, on desk: inout Desk, at moment: Moment) -> Bool {
    var lookup = lookup
    let becomesLong = lookup.becomesLong(at: moment)
    let progress = lookup.advance(desk.view.feed)
    if case .looking = progress {
      desk.mode.update(.parentLookup(lookup))
      return becomesLong
    }
    desk.mode.leave()
    finish(lookup, progress, on: &desk)
    return true
  }

  private static func finish(
    _ lookup: ParentLookup,
    _ progress: ParentLookup.Progress,
    on desk: inout Desk
  ) {
    switch progress {
    case .looking: desk.mode.wait(for: .parentLookup(lookup))
    case .found(let record): desk.push(DetailPage(of: record, in: desk.view.feed))
    case .notFound: desk.say("The parent post is not in the feed: \(lookup.name)")
    }
  }
}
