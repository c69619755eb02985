/// Goes to the first post of a date, once the page has been searched for it.
enum DateFollower {
  /// Slices that the key takes itself: all there are where rows are in order of time, or few, so that
  /// the next key acts on the post.
  private static let slicesOfKey = 2

  /// Begins to search the page for `date`.
  static func follow(_ date: DateText, on desk: inout Desk, at moment: Moment) {
    desk.mode.wait(for: .dateSearch(DateSearch(date, at: moment)))
    for _ in 0..<slicesOfKey {
      guard case .waiting(.dateSearch(let search), _) = desk.mode,
        search.hasWork(in: desk.view.rows)
      else { return }
      _ = advance(search, on: &desk, at: moment)
    }
  }

  /// Does a slice of the search; returns whether that is seen.
  static func advance(_ search: DateSearch, on desk: inout Desk, at moment: Moment) -> Bool {
    var search = search
    let becomesLong = search.becomesLong(at: moment)
    switch search.advance(in: desk.view.rows) {
    case .searching:
      desk.mode.update(.dateSearch(search))
      return becomesLong || search.isAnnounced
    case .found(let position, let isOfTime):
      desk.mode.leave()
      desk.view.move(.to(.row(position)), at: moment)
      if !isOfTime { desk.say("No post of \(search.date.text) · this is the nearest") }
    case .exhausted:
      desk.mode.leave()
      desk.say("No post here has a date")
    }
    return true
  }
}
