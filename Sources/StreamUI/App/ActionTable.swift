import CellGrid
import StreamModel

/// The meaning of each action: one exhaustive table, after the list and the page had their turn.
enum ActionTable {
  /// Does what `action` means, with the number that was typed before it.
  static func perform(
    _ action: Action,
    count: Int? = nil,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    if action.canBeRepeated { desk.session.lastAct = (action, count) }
    if let motion = Motion(action, count: count, lines: desk.view.pageLines) {
      desk.view.move(motion, at: moment)
      return []
    }
    if action == .newRows, desk.view.pages.count == 1 { desk.view.releaseHeldRows() }
    let isShown = desk.choice.isShown
    if let reply = desk.view.ask({ $0.perform(action, on: $1, in: $2) }) {
      return desk.carryOut(reply, isShown: isShown, at: moment)
    }
    switch action {
    case .percent: desk.say("type a number first: 50% is half-way")
    case .goTo: desk.mode.wait(for: .prompt(Prompt(.goTo)))
    case .search: Searcher.ask(isBackward: false, on: &desk, at: moment)
    case .searchBackward: Searcher.ask(isBackward: true, on: &desk, at: moment)
    case .nextMatch: Searcher.again(isOpposite: false, count: count, on: &desk, at: moment)
    case .previousMatch: Searcher.again(isOpposite: true, count: count, on: &desk, at: moment)
    case .setMark: desk.mode.wait(for: .letter(.set))
    case .goToMark: desk.mode.wait(for: .letter(.jump))
    case .repeatLast: return repeatLast(count, on: &desk, at: moment)
    case .nextLink, .previousLink:
      if let linkStep = action.linkStep { step(linkStep, on: &desk, at: moment) }
    case .enter: return LinkFollower.enter(link: count, on: &desk, at: moment)
    case .openOutside: return LinkFollower.openSelected(link: count, on: &desk)
    case .copy: return LinkFollower.copySelected(link: count, on: &desk)
    case .hints: showHints(.follow, on: &desk)
    case .collectHints: showHints(.collect, on: &desk)
    case .linkSheet: showLinks(on: &desk)
    case .openAll, .saveLinks:
      desk.say("this is for the list of links (type \(desk.keymap.name(of: .linkSheet)))")
    case .accountPage: showAuthor(on: &desk)
    case .likers:
      showPeople(\.likes, title: "Liked by", none: "nobody is named who liked this", on: &desk)
    case .resharers:
      showPeople(
        \.reshares,
        title: "Reshared by",
        none: "nobody is named who reshared this",
        on: &desk
      )
    case .participants: desk.say("nobody is named here")
    case .unfold: desk.view.toggleFold()
    case .uncoverPanel: showPanel(on: &desk)
    case .coverPanel: desk.view.options.showsPanel = false
    case .denser: change(to: desk.view.options.density.denser, on: &desk)
    case .fuller: change(to: desk.view.options.density.fuller, on: &desk)
    case .back: goBack(on: &desk)
    case .cycleStrategy:
      desk.view.change(to: desk.view.options.strategy.next)
      desk.say("strategy: \(desk.view.options.strategy.rawValue)")
    case .toggleHUD: desk.view.options.showsHUD.toggle()
    case .problems:
      if !(desk.view.page.content is ProblemsPage) { desk.push(ProblemsPage(of: desk.view.feed)) }
    case .help: if !(desk.view.page.content is HelpPage) { desk.push(HelpPage()) }
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit: desk.isFinished = true
    case .newRows: desk.say("new posts are counted on the timeline")
    // Motions have been made, and only some pages know the others.
    case .lineDown, .lineUp, .rowDown, .rowUp, .halfPageDown, .halfPageUp, .pageDown, .pageUp,
      .first, .last, .collapse, .collapseAll, .parent, .nextSibling, .previousSibling,
      .nextThread, .previousThread:
      break
    }
    return desk.isFinished ? [.quit] : []
  }

  /// Does the last action again, with its number or a new one.
  private static func repeatLast(
    _ count: Int?,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard let last = desk.session.lastAct else {
      desk.say("there is nothing to repeat")
      return []
    }
    return perform(last.action, count: count ?? last.count, on: &desk, at: moment)
  }

  private static func goBack(on desk: inout Desk) {
    if desk.view.options.showsPanel, desk.view.page.content.hasPanel {
      desk.view.options.showsPanel = false
    } else if desk.view.pages.count == 1, desk.view.list.focus != nil {
      desk.view.withList { list, _ in list.standpoint.dropFocus() }
    } else if !desk.view.pop() {
      desk.isFinished = true
    }
  }

  private static func showLinks(on desk: inout Desk) {
    guard let row = desk.view.selectedRow else { return }
    let links = desk.view.rows.links(of: row)
    guard !links.isEmpty else { return desk.say("no links here") }
    desk.push(LinksPage(links))
  }

  private static func showAuthor(on desk: inout Desk) {
    guard desk.view.selectedRow != nil else { return }
    guard let account = desk.view.subject.author else { return desk.say("no author is named here") }
    desk.push(MatchesPage(.account(AccountKey(account)), account: account))
  }

  private static func showPeople(
    _ people: KeyPath<RowSubject, SidePanel.People?>,
    title: SafeText,
    none: String,
    on desk: inout Desk
  ) {
    guard let people = desk.view.subject[keyPath: people] else { return }
    guard !people.accounts.isEmpty || (people.count ?? 0) > 0 else { return desk.say(none) }
    desk.push(PeoplePage(title: title, accounts: people.accounts, statedCount: people.count))
  }

  private static func showPanel(on desk: inout Desk) {
    guard desk.view.page.content.hasPanel else {
      return desk.say("there is no side panel on this page")
    }
    desk.view.options.showsPanel = true
    desk.view.comeToRest()
  }

  private static func change(to density: Density, on desk: inout Desk) {
    guard density != desk.view.options.density else {
      return desk.say(
        density == .compact ? "a line a post is the least" : "posts are shown whole already"
      )
    }
    desk.view.change(to: density)
    desk.say("\(density): \(density.sentence)")
  }

  /// Goes to the next or previous link; a moving stream settles first.
  private static func step(_ step: LinkStep, on desk: inout Desk, at moment: Moment) {
    desk.mode.wait(for: .linkSteps(LinkSteps(step, at: moment)))
    desk.view.comeToRest()
  }

  /// Puts labels over all links that are seen; a moving stream settles first.
  private static func showHints(_ purpose: Hints.Purpose, on desk: inout Desk) {
    desk.mode.wait(for: .hints(Hints(purpose)))
    desk.view.comeToRest()
  }
}
