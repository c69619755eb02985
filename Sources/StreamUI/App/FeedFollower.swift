/// Opens the page of subscriptions, keeps it up to date, and asks for new posts.
enum FeedFollower {
  /// Opens the page with the subscriptions that are known, and asks for them as they are now.
  static func open(on desk: inout Desk) -> [Effect] {
    guard desk.view.page.content.keyPage != .feeds else {
      desk.say("This page is open (\(desk.keymap.name(of: .leave)) goes back)")
      return []
    }
    desk.push(FeedsPage(desk.session.feeds))
    desk.session.wantsFeeds = true
    // What is known of them is shown at once, and the rest when it is counted.
    return [list(on: desk)]
  }

  /// Begins with the page, whose subscriptions are told once the loop is at rest.
  static func begin(on desk: inout Desk) {
    desk.push(FeedsPage())
    desk.session.wantsFeeds = true
  }

  /// Takes in how far a refresh is; subscriptions that are listed are listed anew at its end.
  static func take(_ progress: RefreshProgress?, on desk: inout Desk) {
    desk.session.refresh = progress
    if progress == nil, desk.session.feeds != nil { desk.session.wantsFeeds = true }
  }

  /// Asks for the subscriptions once more, if that is due; nothing is left to count now.
  static func update(on desk: inout Desk) -> [Effect] {
    let isCounted = desk.view.tellsUnread || !desk.view.options.stream.tracksReading
    guard desk.session.wantsFeeds, isCounted else { return [] }
    desk.session.wantsFeeds = false
    return [list(on: desk)]
  }

  private static func list(on desk: Desk) -> Effect {
    .listFeeds(desk.view.memory.tallies(of: desk.view.feed))
  }

  /// Takes the subscriptions as they are now.
  static func take(_ entries: [FeedEntry], on desk: inout Desk) {
    desk.session.feeds = entries
    desk.view.relistAll(.entries(entries))
  }

  /// Asks for the new posts of subscriptions.
  static func refresh(_ choice: FeedChoice, on desk: inout Desk) -> [Effect] {
    guard !desk.view.options.isSecure else {
      desk.warn("Not fetched: secure mode is on (STREAMTUI_SECURE)")
      return []
    }
    return [.refreshFeeds(choice)]
  }

  /// Asks for the new posts of the subscriptions that the timeline shows.
  static func refreshTimeline(on desk: inout Desk) -> [Effect] {
    guard desk.view.options.stream.refreshes else {
      let keys = "Nothing to fetch: these posts are no subscription's ({reload} reloads the files)"
      desk.say(desk.keymap.fill(keys))
      return []
    }
    return refresh(.shown, on: &desk)
  }

  /// Lets rows come and go after a key: those whose unread posts changed meanwhile, and the one that was listed
  /// only because it was selected.
  static func settle(after event: Event, on desk: inout Desk) {
    guard case .input = event else { return }
    if desk.view.page.content.followsSelection { desk.view.relist(.selection) }
  }
}
