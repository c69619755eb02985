/// The work between keys that no key waits for: the page looks through the feed, matches and unread posts
/// are counted.
enum BackgroundWork {
  /// Whether there is any now.
  static func isWanted(on desk: Desk) -> Bool {
    // New rows might move others from under their labels.
    desk.mode.hints == nil
      && (desk.view.hasBackgroundWork || waitsForRows(on: desk) || countsMatches(on: desk)
        || countsUnread(on: desk))
  }

  /// Does a slice of it; whether that is seen.
  static func advance(on desk: inout Desk, at moment: Moment) -> Bool {
    desk.reading.isStale = true
    if desk.view.hasBackgroundWork { return desk.work() }
    // The feed has nothing more for now.
    if waitsForRows(on: desk) { return Jobs.advance(on: &desk, at: moment, isEnd: true).isSeen }
    let isMoving = desk.view.list.enrichment.isMoving
    if countsMatches(on: desk) { return desk.view.countMatches() && !isMoving }
    return desk.view.memory.countFurther(in: desk.view.feed) && !isMoving
  }

  /// Whether a search for a text waits for rows to come.
  private static func waitsForRows(on desk: Desk) -> Bool {
    desk.mode.search?.job != nil && !Jobs.isWanted(on: desk)
  }

  /// Whether the matches that are highlighted are still to be counted; not while a text is typed.
  private static func countsMatches(on desk: Desk) -> Bool {
    desk.session.highlightsMatches && desk.mode.search == nil
      && desk.view.page.matches?.tally.hasWork(in: desk.view.searchRows) ?? false
  }

  /// Whether the next slice counts unread posts.
  static func isCounting(on desk: Desk) -> Bool {
    desk.mode.hints == nil && countsUnread(on: desk) && !desk.view.hasBackgroundWork
      && !waitsForRows(on: desk) && !countsMatches(on: desk)
  }

  private static func countsUnread(on desk: Desk) -> Bool {
    desk.view.tellsUnread && desk.view.memory.unread.hasWork(in: desk.view.feed)
  }
}
