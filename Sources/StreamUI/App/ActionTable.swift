import CellGrid
import StreamModel

/// The meaning of each action: one exhaustive table, after the list and the page had their turn.
enum ActionTable {
  /// Does what `action` means, with the number that was typed before it.
  static func perform(
    _ action: Action,
    _ argument: String? = nil,
    count: Int? = nil,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    if action.canBeRepeated {
      desk.session.lastAct = Session.Act(action: action, argument: argument, count: count)
    }
    if let motion = Motion(action, count: count, lines: desk.view.pageLines) {
      return move(motion, on: &desk, at: moment)
    }
    let isShown = desk.choice.isShown
    let released =
      action == .newRows && desk.view.pages.isFirst ? desk.view.releaseHeldRows() : nil
    if var reply = desk.view.ask({ $0.perform(action, on: $1, in: $2) }) {
      // None came in above, and these came in between the rows on the screen.
      if case .say = reply, let released { reply = .goTo(released) }
      return desk.carryOut(reply, isShown: isShown, .focus, at: moment)
    }
    if let effects = ChoiceTable.perform(action, argument, on: &desk) { return effects }
    switch action {
    case .percent:
      desk.say(desk.keymap.fill("Type a number first: 50{percent} is half-way"))
    case .command:
      let history = desk.session.history.walk(.command)
      desk.mode.wait(for: .prompt(Prompt(.command, history: history, added: desk.addedNames)))
    case .search: Searcher.ask(isBackward: false, on: &desk)
    case .searchBackward: Searcher.ask(isBackward: true, on: &desk)
    case .nextMatch: Searcher.again(isOpposite: false, count: count, on: &desk, at: moment)
    case .previousMatch: Searcher.again(isOpposite: true, count: count, on: &desk, at: moment)
    case .nextUnread: FlagRunner.goToUnread(.next, on: &desk, at: moment)
    case .previousUnread: FlagRunner.goToUnread(.previous, on: &desk, at: moment)
    case .markRead: return FlagRunner.toggleRead(on: &desk)
    case .markReadAbove: return FlagRunner.readAll(isToSelection: true, on: &desk, at: moment)
    case .markAllRead: return FlagRunner.readAll(isToSelection: false, on: &desk, at: moment)
    case .keep: return FlagRunner.toggleKept(on: &desk)
    case .undo: return FlagRunner.undo(on: &desk, at: moment)
    case .setMark: desk.mode.wait(for: .letter(.set))
    case .jumpToMark: desk.mode.wait(for: .letter(.jump))
    case .repeatLast: return repeatLast(count, on: &desk, at: moment)
    case .nextLink, .previousLink:
      if let linkStep = action.linkStep { step(linkStep, on: &desk, at: moment) }
    case .enter: return LinkFollower.enter(link: count, on: &desk, at: moment)
    case .open: return LinkFollower.openSelected(link: count, on: &desk)
    case .copy: return LinkFollower.copySelected(link: count, on: &desk)
    case .hints: showHints(.follow, on: &desk)
    case .hintsForSeveral: showHints(.collect, on: &desk)
    case .links: showLinks(on: &desk)
    case .visited: return showVisited(on: &desk)
    case .openAll, .saveLinks:
      desk.say("Works in the list of links only (type \(desk.keymap.name(of: .links)))")
    case .savePost: PostExporter.ask(on: &desk)
    case .editPost: return PostExporter.edit(on: &desk)
    case .copyText: return PostExporter.copyText(on: &desk)
    case .pipe: CommandCaller.askForProgram(on: &desk)
    case .author: showAuthor(on: &desk)
    case .likers:
      showPeople(
        \.likes,
        title: "Liked by",
        none: "The feed names nobody who liked this",
        on: &desk
      )
    case .resharers:
      showPeople(
        \.reshares,
        title: "Reshared by",
        none: "The feed names nobody who reshared this",
        on: &desk
      )
    case .toggleFold:
      guard let effects = FoldKeeper.toggle(on: &desk) else {
        desk.say("Nothing is folded here")
        break
      }
      return effects
    case .openPanel: showPanel(on: &desk)
    case .closePanel: closePanel(on: &desk)
    case .denser: ChoiceTable.change(to: desk.view.options.density.denser, on: &desk)
    case .fuller: ChoiceTable.change(to: desk.view.options.density.fuller, on: &desk)
    case .cycleOrder: ChoiceTable.changeOrder(on: &desk)
    case .reload: return Reloader.begin(on: &desk, at: moment)
    case .unread: UnreadFollower.list(on: &desk)
    case .feeds: return FeedFollower.open(on: &desk)
    case .refresh: return FeedFollower.refreshTimeline(on: &desk)
    case .refreshAll: return FeedFollower.refresh(.all, on: &desk)
    case .fullText: return ArticleFollower.begin(on: &desk)
    case .configReload: return [.reloadConfig]
    case .cancel: return cancel(on: &desk, at: moment)
    case .back: return goBack(on: &desk)
    case .leave:
      if let effects = desk.goBack() { return effects }
      desk.isFinished = true
    case .cycleStrategy: ChoiceTable.change(to: desk.view.options.strategy.next, on: &desk)
    case .cycleFigures: desk.view.options.figures = desk.view.options.figures.next
    case .problems:
      let report = desk.view.options.configReport
      show(ProblemsPage(of: desk.view.feed, report), on: &desk)
    case .help: show(HelpPage(desk.keymap), on: &desk)
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit:
      desk.isFinished = true
      desk.wasQuit = true
    case .newRows:
      desk.say("New posts are on the timeline (\(desk.keymap.name(of: .leave)) goes back)")
    case .participants:
      let key = desk.keymap.name(of: .enter)
      desk.say("Open a post to list who takes part in its conversation (\(key))")
    case .collapse, .collapseAll, .parent, .nextSibling, .previousSibling,
      .nextThread,
      .previousThread:
      desk.say("Open a post first (\(desk.keymap.name(of: .enter))), then select a comment")
    case .narrow:
      let search = desk.keymap.name(of: .search)
      desk.say("Works in lists of links and on the start page only (\(search) searches)")
    case .goToPost:
      desk.say("Works in the list of followed links only (\(desk.keymap.name(of: .visited)))")
    case .forget: desk.say("Works on the start page only")
    case .hideRead:
      desk.say("Works in the list of subscriptions only (\(desk.keymap.name(of: .feeds)))")
    // Motions and choices have been made.
    case .order, .strategy, .density, .theme: break
    case .lineDown, .lineUp, .rowDown, .rowUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .first, .last, .selectionToTop, .selectionToMiddle, .selectionToBottom, .firstOnScreen,
      .middleOnScreen, .lastOnScreen:
      break
    }
    return desk.isFinished ? [.quit] : []
  }

  /// Scrolls as the wheel does, which says nothing at an end.
  static func scroll(by lines: Int, on desk: inout Desk, at moment: Moment) -> [Effect] {
    let place = desk.view.list.standpoint.place
    desk.view.move(.lines(lines), at: moment)
    let isEnd = lines > 0 && desk.view.list.standpoint.place == place
    return isEnd ? ReadingTracker.pressOn(on: &desk, at: moment) : []
  }

  /// Moves; where nothing moves, the status line says that this is the end.
  private static func move(
    _ motion: Motion,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    let place = desk.view.list.standpoint.place
    desk.view.move(motion, at: moment)
    if case .to = motion { desk.view.leaveMatch() }
    guard desk.view.list.standpoint.place == place, desk.view.list.standpoint.destination == nil
    else { return [] }
    var effects: [Effect] = []
    let end: String
    switch motion {
    case .lines(let step) where step < 0, .rows(let step) where step < 0: end = "At the top"
    case .lines, .rows:
      end = desk.view.rows.isComplete ? "At the end" : "At the end so far"
      effects = ReadingTracker.pressOn(on: &desk, at: moment)
    case .to, .place, .onScreen: end = "Already here"
    }
    desk.say("\(end) · \(desk.view.status)")
    return effects
  }

  /// Does the last action again, with its number or a new one.
  private static func repeatLast(
    _ count: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard let last = desk.session.lastAct else {
      desk.say("There is nothing to repeat")
      return []
    }
    return perform(last.action, last.argument, count: count ?? last.count, on: &desk, at: moment)
  }

  /// Goes back; on the timeline it names the key that quits.
  private static func goBack(on desk: inout Desk) -> [Effect] {
    if let effects = desk.goBack() { return effects }
    desk.say("\(desk.keymap.name(of: .leave)) quits")
    return []
  }

  /// Shows the rows that a filter hides, else ends the highlighting, else goes back.
  private static func cancel(on desk: inout Desk, at moment: Moment) -> [Effect] {
    if let reply = desk.view.ask({ content, _, _ in content.cancel() }) {
      return desk.carryOut(reply, isShown: false, .focus, at: moment)
    }
    // Highlights of the page below are not ended from a page that lies over it.
    if desk.view.page.matches != nil, desk.clearHighlights() { return [] }
    return goBack(on: &desk)
  }

  private static func showLinks(on desk: inout Desk) {
    guard let row = desk.view.selectedRow else { return desk.say("No links here") }
    let links = desk.view.rows.links(of: row)
    guard !links.isEmpty else { return desk.say("No links here") }
    show(LinksPage(links), on: &desk)
  }

  private static func showVisited(on desk: inout Desk) -> [Effect] {
    guard desk.view.options.stream.remembersPosts else {
      desk.say("Not listed: nothing is remembered from run to run")
      return []
    }
    let page = desk.view.page.number
    show(VisitedPage(), on: &desk)
    return desk.view.page.number == page ? [] : [.listVisits(limit: VisitedPage.limit)]
  }

  private static func showAuthor(on desk: inout Desk) {
    guard let account = desk.view.subject.author else {
      return desk.say("The feed names no author here")
    }
    desk.push(AccountPage(AccountKey(account), account: account, in: desk.view.feed))
  }

  private static func showPeople(
    _ people: KeyPath<RowSubject, SidePanel.People?>,
    title: SafeText,
    none: String,
    on desk: inout Desk
  ) {
    guard let people = desk.view.subject[keyPath: people] else { return desk.say(none) }
    guard !people.accounts.isEmpty || (people.count ?? 0) > 0 else { return desk.say(none) }
    desk.push(PeoplePage(title: title, accounts: people.accounts, statedCount: people.count))
  }

  private static func showPanel(on desk: inout Desk) {
    guard desk.view.page.content.hasPanel else {
      return desk.say("There is no side panel on this page")
    }
    guard desk.view.options.hasPanel else {
      return desk.say("The side panel is off (panel-width = 0 in the configuration)")
    }
    desk.view.options.showsPanel = true
    desk.view.comeToRest()
  }

  private static func closePanel(on desk: inout Desk) {
    guard desk.view.options.showsPanel else { return desk.say("The side panel is closed already") }
    desk.view.options.showsPanel = false
  }

  /// Opens a page, unless it is the one that is seen.
  private static func show(_ content: some PageContent, on desk: inout Desk) {
    guard desk.view.page.content.name != content.name else {
      return desk.say("This page is open (\(desk.keymap.name(of: .leave)) goes back)")
    }
    desk.push(content)
  }

  /// Goes to the next or previous link; a moving stream settles first.
  private static func step(_ step: LinkStep, on desk: inout Desk, at moment: Moment) {
    Jobs.wait(for: .linkSteps(LinkSteps(step)), on: &desk, at: moment)
    desk.view.comeToRest()
  }

  /// Puts labels over all links that are seen; a moving stream settles first.
  private static func showHints(_ purpose: Hints.Purpose, on desk: inout Desk) {
    desk.mode.wait(for: .hints(Hints(purpose)))
    desk.view.comeToRest()
  }
}
