import StreamModel

extension App {
  /// Opens the next or previous unread post of the list below the one that is open; where unread posts are not told,
  /// the next post.
  ///
  /// Where no unread post lies above, it is the post above: the way back to what was read a moment ago. After the last one of a subscription or tag that was opened from the list of them, it is the first unread post of
  /// the next subscription. The open post stays where there is no other.
  mutating func openNeighbour(_ direction: Job.UnreadPost, at moment: Moment) -> [Effect] {
    guard view.isOnPost else {
      return carryOut(.sayKeys("Open a post first ({enter})"), at: moment)
    }
    let before = view.pages
    let streamCount = before.streams.count
    var effects: [Effect] = []
    while view.page.content.isOfPost, view.pop() {}
    if view.tellsUnread {
      effects += begin(.unread(direction, opens: true), at: moment)
      // A search that goes on between keys shows the list, and opens what it finds.
      if mode.job != nil { return effects }
      if view.pages.streams.count < streamCount { return effects }
      if view.page.content.opened != nil {
        return effects + carryOut(links.fetches.wantedPage(in: view), at: moment)
      }
    }
    if !view.tellsUnread || direction == .previous {
      let selection = view.list.selection
      view.move(.rows(direction == .next ? 1 : -1), at: moment)
      if view.list.selection != selection {
        effects += carryOut(.open, at: moment)
        if view.tellsUnread { say("No unread post above; this is the one before") }
        return effects
      }
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
    guard let (feeds, selection) = listOfFeeds else {
      return carryOut(.sayKeys("Works in a feed that {feeds} lists"), at: moment)
    }
    guard let next = feeds.nextUnread(after: selection, isBefore: isBefore) else {
      say("No further feed with unread posts")
      return []
    }
    return open(feed: next, at: moment)
  }

  /// The same from an open post without comments, where the keys for the next and previous comment lead nowhere.
  mutating func openNeighbouringFeed(ofPostBy action: Action, at moment: Moment) -> [Effect] {
    guard view.page.content.opened != nil else {
      return carryOut(.sayKeys("Open a post first ({enter}), then select a comment"), at: moment)
    }
    guard listOfFeeds != nil else {
      let words = "No comments here; in a feed that {feeds} lists, this key opens the next feed"
      return carryOut(.sayKeys(words), at: moment)
    }
    return openNeighbouringFeed(isBefore: action == .previousSibling, at: moment)
  }

  /// Opens the first unread post of the next subscription with one; nil where there is none, and where the stream was
  /// not opened as one subscription or tag of the list.
  mutating func openPostOfNextFeed(at moment: Moment) -> [Effect]? {
    guard let (feeds, selection) = listOfFeeds, feeds.leadsOn(from: selection),
      let next = feeds.nextUnread(after: selection)
    else { return nil }
    let effects = open(feed: next, at: moment)
    streams.awaitUnreadPost()
    return effects
  }

  /// The list of subscriptions that the stream was opened from, and the row that is selected there; nil on pages that
  /// lie over its posts or their unread ones, unless they are open posts.
  private var listOfFeeds: (feeds: FeedsPage, selection: RowID)? {
    guard let list = listOfPosts, list.isFirst || list.content.relisting == .unread else {
      return nil
    }
    return view.pages.feedsBelow
  }

  private var listOfPosts: Page? { view.pages.ofStream.last { !$0.content.isOfPost } }

  private mutating func open(feed next: String, at moment: Moment) -> [Effect] {
    let showsUnread = listOfPosts?.content.relisting == .unread
    let effects = closeStream() ?? []
    guard select(feed: next, at: moment) else { return effects }
    let unread = view.ask { content, row, feed in content.perform(.unread, on: row, in: feed) }
    return effects + carryOut(showsUnread ? unread ?? .open : .open, at: moment)
  }

  mutating func select(feed key: String, at moment: Moment) -> Bool {
    guard view.page.feeds != nil else { return false }
    view.deliver(.reveal(key), to: view.page.number)
    guard let row = view.page.feeds?.row(of: key) else { return false }
    view.select(row, at: moment)
    return true
  }

  /// Selects a subscription that this reader has added, unless a key has moved on meanwhile.
  mutating func select(added key: String, at moment: Moment) {
    guard mode.isBrowsing, editing.isWaiting(in: view) else { return }
    _ = select(feed: key, at: moment)
  }
}
