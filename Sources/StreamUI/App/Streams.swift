import StreamModel

struct Streams {
  private(set) var configured: ViewOptions
  /// The subscriptions as they were told last; nil before.
  private(set) var feeds: [FeedEntry]?
  private var leftPage: (page: FeedsPage, selection: RowID)?
  private var wantsList = false
  /// How far a refresh of subscriptions is; nil where none runs.
  private(set) var refresh: RefreshProgress?
  private var formerTop: RowID?
  private enum Beginning {
    /// The reader has done something, and the viewer does nothing.
    case ofReader
    case firstPage, firstUnreadPost
  }

  private var beginning = Beginning.firstPage
  /// Whether rows are on the screen, which nothing but the reader moves.
  private(set) var hasFrames = false

  init(_ configured: ViewOptions) { self.configured = configured }

  // MARK: Beginning

  mutating func noteUse() { beginning = .ofReader }
  mutating func awaitUnreadPost() { beginning = .firstUnreadPost }

  mutating func awaitUse(of stream: StreamOptions) {
    guard beginning == .ofReader, stream.firstPage != .timeline || stream.filter != nil else {
      return
    }
    beginning = .firstPage
  }

  /// Shows the stream from its first row on, from its end if that is to be followed, or from where the reader left it in an
  /// earlier run; `isFirst` is false where it was reloaded.
  mutating func begin(isFirst: Bool, in view: inout PageView) -> [Reply] {
    view.begin()
    hasFrames = true
    let options = view.options.stream
    if isFirst { view.recall(options.marks) }
    if isFirst, !options.followsEnd, let place = options.place {
      return [.job(.place(Relocation(of: place, for: .start)))]
    }
    if options.followsEnd {
      view.withList { $0.standpoint.jump(to: .end, in: $1) }
      view.comeToRest()
    }
    return isFirst ? openFirstPage(in: view) : []
  }

  /// Opens the page with which the viewer begins, if that is not the timeline, once the place on the timeline is
  /// found, unless the reader has gone elsewhere meanwhile.
  mutating func openFirstPage(in view: PageView) -> [Reply] {
    guard beginning != .ofReader else { return [] }
    let stream = view.options.stream
    // The subscriptions are told once the loop is at rest.
    if stream.filter == nil, stream.firstPage == .feeds { wantsList = true }
    let post: [Reply] =
      beginning == .firstUnreadPost ? [.job(.unread(.first, opens: true))] : []
    return firstPage(of: stream) + post
  }

  /// The way to the page with which the viewer begins; empty where that is the timeline.
  private func firstPage(of stream: StreamOptions) -> [Reply] {
    let isUnread = stream.firstPage == .unread && stream.tracksReading
    let unread: [Reply] = isUnread ? [.push(.unread)] : []
    if let filter = stream.filter { return unread + [.filter(filter)] }
    return stream.firstPage == .feeds ? [.push(FeedsPage())] : unread
  }

  /// Whether the viewer begins with a page over the timeline, under which no post of an earlier run is to lie open.
  func beginsOverTimeline(in view: PageView) -> Bool {
    switch beginning {
    case .ofReader: false
    case .firstUnreadPost: true
    case .firstPage: !firstPage(of: view.options.stream).isEmpty
    }
  }

  /// Goes to the first unread post, if the reader has asked for that and done nothing since.
  mutating func goToFirstUnread(in view: PageView) -> [Reply] {
    guard view.options.firstUnread, view.options.stream.firstPage == .timeline,
      beginning != .ofReader,
      view.tellsUnread
    else { return [] }
    beginning = .ofReader
    return [.job(.unread(.first, opens: false))]
  }

  // MARK: Subscriptions

  /// Opens the page with the subscriptions that are known, and asks for them as they are now.
  ///
  /// It stands on the subscription that is read; where that is none, or several are, as it was left last.
  mutating func open(in view: PageView) -> [Reply] {
    guard view.page.feeds == nil else { return [.show(FeedsPage())] }
    wantsList = true
    // The known subscriptions are shown at once, their new counts once they are told.
    var page = leftPage?.page ?? FeedsPage(feeds)
    var selection = leftPage?.selection ?? page.firstRow
    if let feeds, leftPage != nil,
      let replaced = page.take(.entries(feeds), selection: selection)
    {
      selection = replaced[selection] ?? selection
    }
    if let key = currentFeed(in: view) { selection = page.show(key, from: selection) ?? selection }
    return [.push(page), .select(selection), .effect(list(in: view))]
  }

  /// The key of the subscription whose posts alone the stream has; nil where it has others, or none is known.
  func currentFeed(in view: PageView) -> String? {
    let slots = view.feed.slots
    guard slots.count == 1, let slot = slots.first else { return nil }
    if let entry = feeds?.first(where: { $0.shownSource == slot }) { return entry.key }
    return view.pages.feedsBelow.flatMap { $0.feeds.entry(of: $0.selection).0?.key }
  }

  mutating func noteLeaving(_ page: Page) {
    guard let feeds = page.feeds else { return }
    leftPage = (feeds, page.list.selection)
  }

  /// Takes the subscriptions as they are now; one whose posts are not counted yet keeps its number.
  ///
  /// Returns those that are gone, unless others came in their place, as where an address has moved.
  mutating func take(_ entries: [FeedEntry]) -> [FeedEntry] {
    let former = feeds ?? []
    let counts = Dictionary(former.map { ($0.key, $0) }) { first, _ in first }
    feeds = entries.map { entry in
      var entry = entry
      // A stream of other subscriptions is seen, and another process counts the posts of this one.
      entry.unread = entry.unread ?? counts[entry.key]?.unread
      entry.posts = entry.posts ?? counts[entry.key]?.posts
      return entry
    }
    // The posts of one that has just joined are not counted yet.
    let known = Set(former.map(\.key))
    let hasJoined = entries.contains { entry in
      entry.shownSource != nil && entry.unread == nil && !known.contains(entry.key)
    }
    if hasJoined { wantsList = true }
    guard entries.count < former.count else { return [] }
    let keys = Set(entries.map(\.key))
    return former.filter { !keys.contains($0.key) }
  }

  mutating func take(_ progress: RefreshProgress?) {
    refresh = progress
    if progress == nil { listAgain() }
  }

  mutating func listAgain() { if feeds != nil { wantsList = true } }

  /// Asks for the subscriptions once more, if that is due; nothing is left to count now.
  mutating func listIfDue(in view: PageView) -> [Effect] {
    guard wantsList, view.tellsUnread || !view.options.stream.tracksReading else { return [] }
    wantsList = false
    return [list(in: view)]
  }

  private func list(in view: PageView) -> Effect {
    .listFeeds(view.memory.tallies(of: view.feed, sharing: true))
  }

  func failures(in view: PageView) -> [Reply] {
    view.options.stream.refreshes ? [.effect(list(in: view))] : []
  }

  // MARK: Fetching

  func refresh(in view: PageView) -> Reply {
    view.options.stream.refreshes
      ? .effect(.refreshFeeds(nil))
      : .sayKeys("Nothing to fetch: these posts are no subscription's ({reload} reloads the files)")
  }

  func reload(in view: inout PageView) -> [Reply] {
    // Fetching appends to the files of subscriptions, and the timeline follows them: no page is left.
    if view.options.stream.refreshes { return [.effect(.refreshFeeds(nil))] }
    let filter = view.page.content.typedFilter
    guard view.isOnTimeline || view.isOnSelectedPost else {
      return [
        .sayKeys("Only the timeline and posts opened from it can be reloaded ({leave} goes back)")
      ]
    }
    view.pages.noteSeen()
    let place = filter == nil ? view.place : view.place(selecting: view.list.selection)
    // Its first slice waits for the sources to be read.
    return [
      .job(
        .place(Relocation(of: place, for: .reload, listing: filter.map { [.filter($0)] } ?? []))
      ),
      .effect(.reload),
    ]
  }

  // MARK: The top

  mutating func holdVisibleRows(in view: inout PageView) {
    formerTop = formerTop ?? Self.top(of: view)
    view.holdVisibleRows()
  }

  /// Keeps the newest post at the top of the screen, if the reader wishes that and stands on it: in one step, only at rest,
  /// and never while something waits for a key (`isBrowsing` is false then) or a link is in focus.
  mutating func followTop(isBrowsing: Bool, in view: inout PageView) {
    guard let row = formerTop else { return }
    guard view.options.sticksToTop, view.pages.isFirst, isBrowsing, view.list.focus == nil,
      Self.stands(on: row, view), let first = view.rows.row(at: 0), first != row
    else {
      formerTop = nil
      return
    }
    guard !view.list.enrichment.isMoving else { return }
    view.withList { list, _ in list.standpoint.follow(to: first) }
    view.comeToRest()
    formerTop = nil
  }

  /// The row at the top of the timeline, if the reader stands on it and may be led to newer ones.
  private static func top(of view: PageView) -> RowID? {
    guard view.options.sticksToTop, view.pages.isFirst, view.page.content.listsPosts,
      let first = view.rows.row(at: 0), stands(on: first, view)
    else { return nil }
    return first
  }

  private static func stands(on row: RowID, _ view: PageView) -> Bool {
    guard view.list.selection == row else { return false }
    if view.list.anchor == List.Anchor(row: row, line: 0) { return true }
    // Rows that do not fill the screen stand below those that came in.
    let lines = view.list.visible(in: view.rows).reduce(0) { $0 + $1.lines }
    return lines < view.pageLines && view.list.anchor.line == 0
  }

  // MARK: Configuration

  mutating func change(to options: ViewOptions, _ keymap: Keymap, in view: inout PageView) {
    var options = options
    options.stream = configured.stream
    guard options != configured || keymap != view.keymap.keymap else { return }
    configure(options, keymap, in: &view)
  }

  /// Changes the options that differ from those configured before; others stay as keys have set them.
  ///
  /// An option that changes no row is taken (`take`). One that rows are laid out by is a `LayoutChange`, which keeps the
  /// reader's place; where `RowMemo.Key` does not hold it, the memo is cleared first.
  mutating func configure(_ options: ViewOptions, _ keymap: Keymap, in view: inout PageView) {
    let old = configured
    configured = options
    view.options.configReport = options.configReport
    // An editor may have come back from a line of it.
    if options.configReport != old.configReport {
      let problems = ProblemsPage(of: view.feed, options.configReport)
      if view.shows(problems) { view.listAnew(problems) }
    }
    view.options.themes = options.themes
    view.options.views = options.views
    // The same rules stay the same list: every key asks whether the stream follows them.
    if view.options.rules != options.rules { view.options.rules = options.rules }
    view.options.discussions = options.discussions
    view.options.take(\.idleDelay, of: options, unlike: old)
    view.options.take(\.readingMilliseconds, of: options, unlike: old)
    view.options.take(\.figures, of: options, unlike: old)
    view.options.take(\.sticksToTop, of: options, unlike: old)
    if options.older != old.older {
      view.options.older = options.older
      view.showOlder()
    }
    if options.pictureChoice != old.pictureChoice {
      view.options.pictureChoice = options.pictureChoice
      view.change(.pictures(view.options.pictures))
    }
    if options.measure != old.measure { view.change(.measure(options.measure)) }
    if options.foldLines != old.foldLines { view.change(.foldLines(options.foldLines)) }
    if options.layout != old.layout { view.change(.layout(options.layout)) }
    if options.density != old.density { view.change(.density(options.density)) }
    view.options.stream.usualDensity = options.density
    if options.strategy != old.strategy {
      view.memo.clear()
      view.change(.strategy(options.strategy))
    }
    // Rows state times and, in their hints, keys.
    view.change(.zone(options.zone == old.zone ? nil : options.zone, keymap))
  }
}

extension ViewOptions {
  /// Takes an option that is not as it was configured before.
  fileprivate mutating func take<Value: Equatable>(
    _ option: WritableKeyPath<ViewOptions, Value>,
    of options: ViewOptions,
    unlike old: ViewOptions
  ) {
    if options[keyPath: option] != old[keyPath: option] {
      self[keyPath: option] = options[keyPath: option]
    }
  }
}
