import StreamModel

/// Goes to an unread post, once the page has been searched for it.
enum UnreadFollower {
  /// Slices that the key takes itself, so that the next key acts on the post.
  private static let slicesOfKey = 1

  /// Begins to search the page that is seen.
  static func follow(_ way: UnreadSearch.Way, on desk: inout Desk, at moment: Moment) {
    let search = UnreadSearch(way, from: desk.view.list.selection, in: desk.view.rows, at: moment)
    desk.mode.wait(for: .unreadSearch(search))
    for _ in 0..<slicesOfKey {
      guard case .waiting(.unreadSearch(let search), _) = desk.mode,
        search.hasWork(in: desk.view.rows)
      else { return }
      _ = advance(search, on: &desk, at: moment)
    }
  }

  /// Lists the unread posts of the timeline, unless that page is open.
  static func list(on desk: inout Desk) {
    guard desk.view.options.tracksReading else {
      return desk.say("Not listed: this feed is shown without read and unread posts")
    }
    guard desk.view.page.content.keyPage != .unread else {
      return desk.say("This page is open (\(desk.keymap.name(of: .leave)) goes back)")
    }
    desk.push(UnreadPage())
  }

  /// Goes to the first unread post, if the reader has asked for that and done nothing since.
  static func begin(on desk: inout Desk, at moment: Moment) {
    guard desk.view.options.firstUnread, desk.view.options.firstPage == .timeline,
      !desk.reading.hasBegun, desk.view.tellsUnread
    else {
      return
    }
    desk.reading.hasBegun = true
    follow(.first, on: &desk, at: moment)
  }

  /// Does a slice of the search; returns whether that is seen.
  static func advance(_ search: UnreadSearch, on desk: inout Desk, at moment: Moment) -> Bool {
    var search = search
    let becomesLong = search.becomesLong(at: moment)
    let (memory, feed) = (desk.view.memory, desk.view.feed)
    let progress = search.advance(in: desk.view.rows) { memory.isUnread($0, in: feed) }
    switch progress {
    case .searching:
      desk.mode.update(.unreadSearch(search))
      return becomesLong
    case .found(let position):
      desk.mode.leave()
      show(position, on: &desk, at: moment)
    case .exhausted:
      desk.mode.leave()
      desk.say(Self.refusal(search.way, isComplete: desk.view.rows.isComplete))
    }
    return true
  }

  /// Selects a row that is seen; goes to another as a jump, so that there is a way back.
  private static func show(_ position: Int, on desk: inout Desk, at moment: Moment) {
    let rows = desk.view.rows
    let isSeen = desk.view.list.visible(in: rows).contains { $0.row == position }
    if isSeen, let row = rows.row(at: position) {
      desk.view.select(row, at: moment)
    } else {
      desk.view.move(.to(.row(position)), at: moment)
    }
  }

  private static func refusal(_ way: UnreadSearch.Way, isComplete: Bool) -> String {
    let end = isComplete ? "" : " so far"
    return switch way {
    case .next: "No unread posts below\(end)"
    case .previous: "No unread posts above"
    case .first: "No unread posts"
    }
  }
}
