import CellGrid
import StreamModel

/// What each action does: one exhaustive switch.
extension App {
  /// Repetitions beyond this take long and lead nowhere new; for places there is a jump.
  private static let mostTimes = 10_000

  mutating func perform(_ action: Action, at moment: Moment) -> [Effect] {
    let number = count
    count = nil
    if action.canBeRepeated { lastAct = (action, number) }
    let times = min(number ?? 1, Self.mostTimes)
    let half = max(1, pageLines / 2)
    let whole = max(1, pageLines - 2)
    switch action {
    case .lineDown: scroll(by: times, at: moment)
    case .lineUp: scroll(by: -times, at: moment)
    case .halfPageDown: scroll(by: half * times, at: moment)
    case .halfPageUp: scroll(by: -half * times, at: moment)
    case .pageDown: scroll(by: whole * times, at: moment)
    case .pageUp: scroll(by: -whole * times, at: moment)
    case .rowDown: selectRow(by: times, at: moment)
    case .rowUp: selectRow(by: -times, at: moment)
    case .first: jump(to: .row(number.map { $0 - 1 } ?? 0))
    case .last: jump(to: number.map { .row($0 - 1) } ?? .end)
    case .percent:
      if let number {
        jump(to: .share(min(100, number)))
      } else {
        say("type a number first: 50% is half-way")
      }
    case .goTo: prompt = Prompt(.goTo)
    case .setMark: pendingMark = .set
    case .goToMark: pendingMark = .goTo
    case .repeatLast: return repeatLast(number, at: moment)
    case .search: promptForSearch()
    case .nextHit: searchAgain(isBackward: false)
    case .previousHit: searchAgain(isBackward: true)
    case .nextLink: step(.next)
    case .previousLink: step(.previous)
    case .enter: return number.map { enter(link: $0) } ?? enter()
    case .openOutside: return number.map { open(link: $0) } ?? openSelected()
    case .copy: return number.map { copy(link: $0) } ?? copySelected()
    case .hints: showHints(.follow)
    case .collectHints: showHints(.collect)
    case .linkSheet: showLinkSheet()
    case .openAll: return openAllListed()
    case .saveLinks: promptForFile()
    case .accountPage: showAuthor()
    case .likers: showPeople(likers: true)
    case .resharers: showPeople(likers: false)
    case .participants: showParticipants()
    case .unfold: unfold()
    case .collapse: collapse()
    case .collapseAll: collapseAll()
    case .parent: goToParent(at: moment)
    case .nextSibling: goToSibling(by: 1, at: moment)
    case .previousSibling: goToSibling(by: -1, at: moment)
    case .nextThread: goToThread(by: 1, at: moment)
    case .previousThread: goToThread(by: -1, at: moment)
    case .uncoverPanel: uncoverPanel()
    case .coverPanel: panelIsUncovered = false
    case .denser: change(to: density.denser)
    case .fuller: change(to: density.fuller)
    case .back: goBack()
    case .cycleStrategy: cycleStrategy()
    case .toggleHUD: showsHUD.toggle()
    case .help: showHelp()
    case .redraw: return [.redraw]
    case .suspend: return [.suspend]
    case .quit:
      finish()
      return [.quit]
    }
    return isFinished ? [.quit] : []
  }

  /// Enter: the link in focus first, else what the row leads to.
  mutating func enter() -> [Effect] {
    let isShown = chosenLinkIsShown
    if let link = focusedLink { return follow(link, isShown: isShown) }
    switch (page.content, page.list.selection) {
    case (.timeline, .record(let record)), (.matches, .record(let record)):
      openDetail(record)
    case (.detail, .likers): showPeople(likers: true)
    case (.detail, .resharers): showPeople(likers: false)
    case (.detail, .comment): collapse()
    case (.people(let people), .entry(let entry)):
      push(
        .matches(MatchesContent(subject: .account(AccountKey(people.accounts[entry])))),
        first: .heading
      )
    case (.links(let sheet), .entry(let entry)):
      guard let link = sheet.link(at: entry) else { return [] }
      _ = pop()
      return follow(link, isShown: isShown)
    default: break
    }
    return []
  }

  private mutating func openSelected() -> [Effect] {
    let isShown = chosenLinkIsShown
    if let link = focusedLink {
      return openOutside(link.target, label: link.label, isShown: isShown)
    }
    if case .links(let sheet) = page.content, case .entry(let entry) = page.list.selection,
      let link = sheet.link(at: entry)
    {
      return openOutside(link.target, label: link.label, isShown: isShown)
    }
    guard let address = selectedAddress else {
      say("this has no address to open")
      return []
    }
    return openOutside(address, label: "", isShown: false)
  }

  private mutating func copySelected() -> [Effect] {
    var text = focusedLink?.target ?? selectedAddress
    if case .links(let sheet) = page.content, case .entry(let entry) = page.list.selection,
      let link = sheet.link(at: entry)
    {
      text = link.target
    }
    guard let text else {
      say("this has no address to copy")
      return []
    }
    return copy(text)
  }

  mutating func copy(_ text: String) -> [Effect] {
    guard !isSecure else {
      warn("secure mode: nothing is copied")
      return []
    }
    // What goes to the clipboard is what the screen could show: no control character.
    return [.copy(SafeText(sanitizing: text).string)]
  }

  private var selectedAddress: String? {
    guard let index = rows.index(of: page.list.selection) else { return nil }
    if let post = post(at: index) { return post.url }
    switch (page.content, page.list.selection) {
    case (.detail(let detail), .comment(let comment)): return detail.nodes[comment].comment.url
    case (.people(let people), .entry(let entry)): return people.accounts[entry].url
    default: return nil
    }
  }

  private mutating func showLinkSheet() {
    guard let index = rows.index(of: page.list.selection) else { return }
    let links = rows.links(at: index)
    guard !links.isEmpty else {
      say("no links here")
      return
    }
    push(.links(LinkSheetContent(links: links)), first: .entry(0))
  }

  private mutating func showAuthor() {
    guard let index = rows.index(of: page.list.selection) else { return }
    let account: Account?
    switch (page.content, page.list.selection) {
    case (.detail(let detail), .comment(let comment)):
      account = detail.nodes[comment].comment.author
    case (.people(let people), .entry(let entry)): account = people.accounts[entry]
    default: account = post(at: index)?.author
    }
    guard let account else {
      say("no author is named here")
      return
    }
    var content = MatchesContent(subject: .account(AccountKey(account)))
    content.account = account
    push(.matches(content), first: .heading)
  }

  private mutating func showPeople(likers: Bool) {
    guard let index = rows.index(of: page.list.selection) else { return }
    let accounts: [Account]
    let count: Int?
    if case .detail(let detail) = page.content, case .comment(let comment) = page.list.selection {
      accounts = likers ? detail.nodes[comment].comment.likes : []
      count = likers ? detail.nodes[comment].comment.likesCount : nil
    } else if let post = post(at: index) {
      accounts = likers ? post.likes : post.reshares
      count = likers ? post.likesCount : post.resharesCount
    } else {
      return
    }
    guard !accounts.isEmpty || (count ?? 0) > 0 else {
      say(likers ? "nobody is named who liked this" : "nobody is named who reshared this")
      return
    }
    let title: SafeText = likers ? "Liked by" : "Reshared by"
    push(
      .people(PeopleContent(title: title, accounts: accounts, statedCount: count)),
      first: accounts.isEmpty ? .heading : .entry(0)
    )
  }

  mutating func unfold() {
    let row = page.list.selection
    guard let index = rows.index(of: row) else { return }
    var folds = page.list.folds[row] ?? PostRow.Folds()
    if let post = post(at: index), post.contentWarning != nil, !isDetail {
      folds.isUncovered.toggle()
      folds.isExpanded = folds.isUncovered
    } else {
      folds.isExpanded.toggle()
    }
    page.list.folds[row] = folds
    page.list.focus = nil
    page.list.rich.remove(row)
    // The fold changed the row's height: its top line stays where it was, if it still exists.
    settleViewport()
    refillQueue()
  }

  private mutating func goBack() {
    if panelIsUncovered, canShowPanel {
      panelIsUncovered = false
    } else if isTimeline, page.list.focus != nil {
      page.list.focus = nil
    } else if !pop() {
      finish()
    }
  }

  private mutating func cycleStrategy() {
    strategy = strategy.next
    page.list.rich.removeAll()
    page.list.focus = nil
    say("strategy: \(strategy.rawValue)")
    refillQueue()
  }

  private mutating func showHelp() {
    if case .help = page.content { return }
    push(.help, first: .entry(0))
  }

  private var isDetail: Bool {
    if case .detail = page.content { return true }
    return false
  }
}
