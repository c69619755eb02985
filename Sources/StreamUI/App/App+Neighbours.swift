import StreamModel

/// The way from an open post to the next one, and from a feed to the next, without the list between them.
extension App {
  /// Opens the next or previous unread post of the list below the one that is open; where unread posts are not told,
  /// the next post.
  ///
  /// The open post stays where there is no other.
  mutating func openNeighbour(_ direction: Job.UnreadPost, at moment: Moment) -> [Effect] {
    guard view.page.content.opened != nil else {
      return carryOut(.sayKeys("Open a post first ({enter})"), at: moment)
    }
    let before = view.pages
    var effects: [Effect] = []
    while view.page.content.opened != nil, let ended = view.pop() { effects += ended }
    if view.tellsUnread {
      effects += begin(.unread(direction, opens: true), at: moment)
      // A search that goes on between keys shows the list, and opens what it finds.
      if mode.job != nil { return effects }
      if view.page.content.opened != nil {
        return effects + carryOut(links.fetchWanted(in: view), at: moment)
      }
    } else {
      let selection = view.list.selection
      view.move(.rows(direction == .next ? 1 : -1), at: moment)
      if view.list.selection != selection { return effects + carryOut(.open, at: moment) }
      say(direction == .next ? "This is the last post" : "This is the first post")
    }
    view.restore(before)
    return []
  }

  /// Leaves a stream that was opened from the list of subscriptions, and opens the next or previous one with unread
  /// posts there.
  ///
  /// Where there is none the reader stays. From unread posts it leads to the unread posts of that feed.
  mutating func openNeighbouringFeed(isBefore: Bool, at moment: Moment) -> [Effect] {
    let showsUnread = view.page.content.keyPage == .unread
    guard view.pages.isFirst || showsUnread, view.pages.streams.count > 1,
      let below = view.pages.pages(ofStream: view.pages.streams.count - 2).last,
      let feeds = below.content as? FeedsPage
    else { return carryOut(.sayKeys("Works in a feed that {feeds} lists"), at: moment) }
    guard let next = feeds.nextUnread(after: below.list.selection, isBefore: isBefore) else {
      say("No further feed with unread posts")
      return []
    }
    let effects = closeStream() ?? []
    view.deliver(.reveal(next), to: view.page.number)
    guard let row = (view.page.content as? FeedsPage)?.row(of: next) else { return effects }
    view.select(row, at: moment)
    let unread = view.ask { content, row, feed in content.perform(.unread, on: row, in: feed) }
    return effects + carryOut(showsUnread ? unread ?? .open : .open, at: moment)
  }
}
