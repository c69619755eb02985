import CellGrid
import StreamModel

/// The meaning of each action: one exhaustive table, after the list and the page had their turn.
extension App {
  mutating func perform(
    _ action: Action,
    _ argument: String? = nil,
    count: Int? = nil,
    at moment: Moment
  ) -> [Effect] {
    if let motion = Motion(action, count: count, lines: view.pageLines) {
      return move(motion, at: moment)
    }
    if linksAreBeside, action.isAboutLinks(count: count) {
      let page = view.page.number
      let effects = carryOut(.open, at: moment)
      guard view.page.number != page else { return effects }
      return effects + perform(action, argument, count: count, at: moment)
    }
    let released = action == .newRows && view.pages.isFirst ? view.releaseHeldRows() : nil
    let times = action.isStep ? count ?? 1 : 1
    if var reply = view.ask({ Self.steps(times, action, on: $1, of: &$0, in: $2) }) {
      // None came in above, and these came in between the rows on the screen.
      if case .say = reply, let released { reply = .goTo(released) }
      return carryOut(reply, at: moment)
    }
    if let kind = action.argument { return choose(kind, argument, for: action, at: moment) }
    let replies: [Reply]
    switch action {
    case .percent: replies = [.sayKeys("Type a number first: 50{percent} is half-way")]
    case .command: replies = [commandPrompt()]
    case .search: replies = [search.ask(isBackward: false, in: view)]
    case .searchBackward: replies = [search.ask(isBackward: true, in: view)]
    case .nextMatch, .previousMatch:
      let isOpposite = action == .previousMatch
      replies = search.again(isOpposite: isOpposite, count: count, in: view, at: moment)
    case .filter: replies = filters.ask(streams.feeds, in: view)
    case .filterLikeThis: replies = filters.askLikeThis(streams.feeds, in: &view)
    case .nextPost, .previousPost:
      let direction = action == .previousPost ? Job.UnreadPost.previous : .next
      // The keys go through the matches of the post while these are highlighted.
      guard search.highlightsMatches else { return openNeighbour(direction, at: moment) }
      replies = search.again(
        isOpposite: direction == .previous,
        count: count,
        orOpen: view.isOnPost ? direction : nil,
        in: view,
        at: moment
      )
    case .nextFeed, .previousFeed:
      return openNeighbouringFeed(isBefore: action == .previousFeed, at: moment)
    case .nextUnread, .previousUnread, .markRead, .markReadAbove, .markAllRead, .keep, .favourite,
      .boost, .bookmark, .follow, .mute, .vote:
      replies = reading.perform(action, count: count, in: &view) ?? []
    case .undo:
      let wayBack = reading.hasChanges ? nil : editing.wayBack(in: view)
      replies = [wayBack ?? reading.undo(in: view)]
    case .unread: replies = [reading.listUnread(in: view)]
    case .kept:
      let isHere = view.options.stream.marksEndWithRun
      replies = [isHere ? .filter("is:kept") : .effect(.openStream(.kept))]
    case .setMark: replies = [.wait(.letter(.set))]
    case .jumpToMark: replies = [.wait(.letter(.jump))]
    case .nextLink, .previousLink:
      replies = action.linkStep.map { [.job(.linkSteps(LinkSteps($0)))] } ?? []
    case .enter:
      guard let count else { return enter(.focus, at: moment) }
      replies = links.enter(link: count, in: view)
    case .open: replies = links.openSelected(link: count, in: view)
    case .copy: replies = [links.copySelected(link: count, in: view)]
    case .hints: replies = [.wait(.hints(Hints()))]
    case .links: replies = [links.list(in: view)]
    case .visited: replies = links.listVisited(in: view)
    case .fullText: replies = links.fetches.page(in: view)
    case .showPictures: replies = pictures.allow(in: &view)
    case .changes: replies = [ChangesPage.reply(in: view)]
    case .savePost: replies = [programs.askForFile(in: view)]
    case .editPost: replies = [Programs.edit(in: view)]
    case .copyText: replies = [Programs.copyText(in: view)]
    case .pipe: replies = [programs.ask(in: view)]
    case .author: replies = [author]
    case .listPeople: replies = [people]
    case .toggleFold:
      replies = view.changeFold().map { $0.map(Reply.effect) } ?? [.say("Nothing is folded here")]
    case .denser: replies = [change(to: view.options.density.denser)]
    case .fuller: replies = [change(to: view.options.density.fuller)]
    case .cycleOrder: replies = [sort(by: (feed.wantedOrder ?? feed.order).next)]
    case .cycleStrategy: replies = [choose(view.options.strategy.next)]
    case .cycleFigures:
      view.options.figures = view.options.figures.next
      replies = []
    case .reload:
      // A list of which the posts are read again is made again after that.
      let again = view.options.stream.refreshes ? filters.listAgain(streams.feeds, in: &view) : []
      replies = again + streams.reload(in: &view)
    case .feeds: replies = streams.open(in: view)
    case .refresh: replies = [streams.refresh(in: view)]
    case .refreshAll: replies = [.effect(.refreshFeeds(.all))]
    case .subscribe, .unsubscribe, .renameFeed, .tagFeed: replies = [editing.ask(action, in: view)]
    case .rules: replies = [view.allRules(streams.feeds)]
    case .why: replies = [view.rulesOfPost(streams.feeds)]
    case .configReload: replies = [.effect(.reloadConfig)]
    case .cancel: return cancel(at: moment)
    case .back: return goBackOrStay()
    case .leave, .quit:
      if action == .leave, let effects = goBack() { return effects }
      isFinished = true
      replies = [.effect(.quit)]
    case .problems:
      let selected = view.page.content.record(of: view.list.selection)
      let page = ProblemsPage(of: feed, view.options.configReport, selected: selected)
      // The subscriptions know why a fetch failed.
      replies = [.show(page)] + streams.failures(in: view)
    case .help: replies = [.show(HelpPage(view.keymap))]
    case .redraw: replies = [.effect(.redraw)]
    case .suspend: replies = [.effect(.suspend)]
    // The page that is seen knows none of these.
    case .saveLinks: replies = [.sayKeys("Works in the list of links only (type {links})")]
    case .newRows: replies = [.sayKeys("New posts are on the timeline ({leave} goes back)")]
    case .nextSibling, .previousSibling: return openNeighbouringFeed(ofPostBy: action, at: moment)
    case .collapse, .collapseAll, .parent:
      replies = [.sayKeys("Open a post first ({enter}), then select a comment")]
    case .narrow: replies = [.sayKeys("This list cannot be narrowed ({search} searches)")]
    case .goToPost: replies = [.sayKeys("Works in the list of followed links only ({visited})")]
    case .forget:
      replies = [
        .sayKeys("Works on the start page and in the list of followed links ({visited}) only")
      ]
    case .hideRead: replies = [.sayKeys("Works in the list of subscriptions only ({feeds})")]
    // Motions and choices have been made.
    case .order, .strategy, .density, .layout, .theme, .view, .count, .lineDown, .lineUp, .rowDown,
      .rowUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp, .first, .last, .selectionToTop,
      .selectionToMiddle, .selectionToBottom, .firstOnScreen, .middleOnScreen, .lastOnScreen:
      replies = []
    }
    return carryOut(replies, at: moment)
  }

  /// Asks a page for an action, and for a step as often as was typed; the last that leads somewhere counts.
  private static func steps(
    _ times: Int,
    _ action: Action,
    on row: RowID,
    of content: inout any PageContent,
    in feed: Timeline
  ) -> Reply? {
    var reply = content.perform(action, on: row, in: feed)
    for _ in 1..<max(1, min(times, Motion.mostTimes)) {
      guard case .select(let last) = reply,
        case .select(let next)? = content.perform(action, on: last, in: feed)
      else { break }
      reply = .select(next)
    }
    return reply
  }

  // MARK: Moving

  /// Scrolls as the wheel does, which says nothing at an end.
  mutating func scroll(by lines: Int, at moment: Moment) -> [Effect] {
    let place = view.list.standpoint.place
    view.move(.lines(lines), at: moment)
    let isEnd = lines > 0 && view.list.standpoint.place == place
    return isEnd ? reading.pressOn(in: &view, at: moment) : []
  }

  private mutating func move(_ motion: Motion, at moment: Moment) -> [Effect] {
    let place = view.list.standpoint.place
    view.move(motion, at: moment)
    if case .to = motion { view.pages.top.matches?.isLeft = true }
    guard view.list.standpoint.place == place, view.list.standpoint.destination == nil
    else { return [] }
    var effects: [Effect] = []
    var end: String
    switch motion {
    case .lines(let step) where step < 0, .rows(let step) where step < 0: end = "At the top"
    case .lines, .rows:
      end = view.rows.isComplete ? "At the end" : "At the end so far"
      if view.page.content.opened != nil, view.tellsUnread {
        end += " · \(view.keymap.name(of: .nextPost)) opens the next unread post"
      }
      effects = reading.pressOn(in: &view, at: moment)
    case .to, .place, .onScreen: end = "Already here"
    }
    say("\(end) · \(view.status)")
    return effects
  }

  // MARK: Going back

  /// Goes back; on the timeline it names the key that quits.
  private mutating func goBackOrStay() -> [Effect] {
    if let effects = goBack() { return effects }
    say("\(view.keymap.name(of: .leave)) quits")
    return []
  }

  /// Ends what is running, else shows the rows that a filter hides, else ends the highlighting, else goes back.
  private mutating func cancel(at moment: Moment) -> [Effect] {
    if editing.isSubscribing { return [.changeFeeds(.stopAdding)] }
    if let reply = view.ask({ content, _, _ in content.cancel() }) {
      return carryOut(reply, at: moment)
    }
    if view.list.focus != nil {
      view.withList { list, _ in list.standpoint.dropFocus() }
      return []
    }
    // Highlights of the page below are not ended from a page that lies over it.
    if view.page.matches != nil, search.clearHighlights() { return [] }
    return goBackOrStay()
  }

  // MARK: People

  private var author: Reply {
    guard let account = view.subject.author else {
      if case .heading(.some) = view.subject {
        return .sayKeys("This is the page of that account ({leave} goes back)")
      }
      return .say("The feed names no author here")
    }
    return .push(AccountPage(AccountKey(account), account: account, in: feed))
  }

  private var people: Reply {
    let subject = view.subject
    let record = view.page.content.record(of: view.list.selection)
    let account = record.flatMap { view.account(ofSource: $0.source) }
    let own = account.flatMap { account in
      subject.post.flatMap { DiscussionPlace(of: $0, through: account) }
    }
    let sections = [
      PeoplePage.Section.likers(subject, at: own), .resharers(subject, at: own),
      view.page.content.conversation.flatMap { .participants(of: $0) },
    ]
    let known = sections.compactMap(\.self)
    return known.isEmpty ? .say("The feed names nobody here") : .push(PeoplePage(known))
  }

  // MARK: Choices

  private mutating func choose(
    _ kind: ActionArgument,
    _ word: String?,
    for action: Action,
    at moment: Moment
  ) -> [Effect] {
    guard let word else { return carryOut(commandPrompt("\(action.name) "), at: moment) }
    let reply: Reply? =
      switch kind {
      case .order: Timeline.Order(rawValue: word).map { sort(by: $0) }
      case .strategy: Strategy(rawValue: word).map { choose($0) }
      case .density: Density.allCases.first { "\($0)" == word }.map { change(to: $0) }
      case .layout: ScreenLayout(rawValue: word).map { change(to: $0) }
      case .theme: .effect(.useTheme(word))
      case .count:
        PostCounts.Key(rawValue: word).map { filters.count(by: $0, streams.feeds, in: view) }
      case .view: view.options.views.reply(opening: word)
      }
    return carryOut(reply ?? .nothing, at: moment)
  }

  private mutating func choose(_ strategy: Strategy) -> Reply {
    view.change(.strategy(strategy))
    return .say("Strategy \(strategy): \(strategy.sentence)")
  }

  private mutating func change(to density: Density) -> Reply {
    guard view.hasDensity else {
      return .sayKeys("Works on lists of posts and on comments ({leave} goes back)")
    }
    guard density != view.options.density else { return .say("Rows are \(density) already") }
    view.change(.density(density))
    return .say(density.sentence)
  }

  private var linksAreBeside: Bool {
    guard view.panes != nil, view.page.pane == .list, case .record? = view.selectedRow else {
      return false
    }
    return view.rows.context.density == .compact
  }

  private mutating func change(to layout: ScreenLayout) -> Reply {
    view.change(.layout(layout))
    guard layout == .split, view.size.columns < Panes.fewestColumns else {
      return .say("Layout \(layout.rawValue): \(layout.sentence)")
    }
    return .warn("Not split: that takes \(Panes.fewestColumns) columns")
  }

  /// Asks for another order of the timeline; while one is being made, for the one after it.
  private mutating func sort(by order: Timeline.Order) -> Reply {
    if let conversation = view.page.content.conversation {
      return conversation.reply(sortingBy: order)
    }
    guard view.pages.isFirst else {
      if view.page.content.typedFilter != nil {
        return .sayKeys("A filter says its own order, such as sort:likes ({filter} changes it)")
      }
      return .sayKeys(
        view.page.content.listsPosts
          ? "Only the timeline has an order ({filter}sort:oldest sorts this list)"
          : "Only the timeline has an order ({leave} goes back)"
      )
    }
    guard order != (feed.wantedOrder ?? feed.order) else {
      return .say("The order is \(order.name) already")
    }
    sort { $0.sort(by: order) }
    return .nothing
  }
}
