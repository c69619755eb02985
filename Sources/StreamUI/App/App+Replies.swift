import CellGrid
package import StreamModel

/// Carries out what pages and the owners of state ask for: the one place where they meet.
extension App {
  mutating func carryOut(_ replies: [Reply], at moment: Moment) -> [Effect] {
    replies.flatMap { carryOut($0, at: moment) }
  }

  /// Carries out a reply; where it follows a link, `isShown` says whether a frame had shown the target, nil for where Enter
  /// leads.
  mutating func carryOut(
    _ reply: Reply,
    by manner: LinkManner = .focus,
    isShown: Bool? = nil,
    at moment: Moment
  ) -> [Effect] {
    switch reply {
    case .nothing: break
    case .say(let text): say(text)
    case .sayKeys(let template): say(view.keymap.fill(template))
    case .warn(let text): warn(text)
    case .push(let content):
      view.push(content)
      guard content is DetailPage, let record = content.record(of: .post) else { break }
      if let place = view.page.content.conversation?.unaskedPlaces.first(where: {
        $0.account != nil
      }) {
        return carryOut(.fetchDiscussion(place), at: moment)
      }
      guard let slot = view.feed.slot(of: record.source),
        view.options.stream.servedSlots.contains(slot)
      else { break }
      return [.noteOpened(slot: slot)]
    case .show(let content) where view.shows(content):
      say(view.keymap.fill("This page is open ({leave} goes back)"))
    case .show(let content): view.push(content)
    case .openComment(let comment, let record):
      view.push(DetailPage(of: record, in: feed))
      let found = view.ask { content, _, feed in content.conversation?.show(comment, in: feed) }
      return carryOut(found ?? .nothing, at: moment)
    case .open: return open(by: manner, isShown: isShown, at: moment)
    case .openNeighbour(let direction): return openNeighbour(direction, at: moment)
    case .openNextFeed(let words):
      if let effects = openPostOfNextFeed(at: moment) { return effects }
      say(words)
    case .select(let row): view.select(row, at: moment)
    case .toggleFold: _ = view.toggleFold(withWarning: false)
    case .reshaped(let replaced, let comments):
      view.reshape(replaced)
      return view.remember(comments)
    case .reveal(let row, let expanded):
      if !expanded.isEmpty { view.reshape([:]) }
      view.withList { list, rows in
        guard let position = rows.position(of: row) else { return }
        list.standpoint.show(line: 0, ofRowAt: position, in: rows)
      }
      return view.remember(expanded)
    case .narrowed: view.narrow()
    case .relist(let delivery): view.deliver(delivery, to: view.page.number)
    case .filter(let text, let below):
      return carryOut(PostFilters.list(text, streams.feeds, below: below, in: &view), at: moment)
    case .listUnread: view.listUnread()
    case .listRuled(let rule): return carryOut(view.list(postsOf: rule, streams.feeds), at: moment)
    case .goToFirstPage: view.depart()
    case .goToComment(let row):
      view.reopenConversationBelow()
      let found = view.ask { content, _, feed in content.conversation?.folds.show(row, in: feed) }
      return carryOut(found ?? .nothing, at: moment)
    case .goTo(let row):
      view.depart()
      if let position = view.rows.position(of: row) {
        view.move(.to(.row(position)), at: moment)
      } else {
        say("This post is not in the feed any more")
      }
    case .follow(let link, let visit):
      let visit = visit ?? links.visit(manner, of: link.target, isShown: isShown, in: view)
      _ = view.pop()
      return carryOut(links.follow(link, visit, in: view), at: moment)
    case .visit(let link):
      let visit = links.visit(manner, of: link.target, isShown: isShown, in: view)
      return carryOut(links.follow(link, visit, in: view), at: moment)
    case .openTarget(let target, let visit):
      return carryOut(links.open(target, visit, in: view), at: moment)
    case .openFile(let file, let visit):
      return carryOut(links.open(file, visit, in: view), at: moment)
    case .fetchPage(let target): return carryOut(links.fetches.page(target, in: view), at: moment)
    case .start(let call): return carryOut(Programs.start(call, in: &view), at: moment)
    case .run(let command, let count): return run(command, count: count, at: moment)
    case .fetchDiscussion(let place, let row):
      if let row { view.select(row, at: moment) }
      return carryOut(links.fetches.comments(of: place, in: view), at: moment)
    case .fetchOlder(let posts): return carryOut(links.fetches.older(posts, in: view), at: moment)
    case .fetchFocused(let other):
      guard view.focusedLink != nil else { return carryOut(other, at: moment) }
      return carryOut(links.fetches.page(in: view), at: moment)
    case .trust(let host): return [changeTrust { $0.add(host) }]
    case .distrust(let host):
      let key = view.keymap.name(of: .undo)
      if let shown = TrustedHost.pictureHost(host) {
        say("Pictures of \(shown) wait for a key again (\(key) shows them)")
      } else {
        say("Addresses on \(host) are asked about again (\(key) trusts it)")
      }
      return [changeTrust { $0.remove(host) }]
    case .judge(let call, let addresses):
      if let question = links.question(about: addresses, for: call, in: view) {
        return carryOut(.ask(question), at: moment)
      }
      return carryOut(.start(call), at: moment)
    case .job(let goal): return begin(goal, at: moment)
    case .slice: return isJobWanted ? advanceJob(at: moment).effects : []
    case .wait(let wait):
      if case .prompt(let prompt) = wait, case .saveLinks = prompt.use, view.options.isSecure {
        warn(Effect.secure("Not saved"))
        break
      }
      mode.wait(for: wait)
      // A moving stream settles, so that its links are there.
      if mode.wantsLinks { view.comeToRest() }
    case .ask(let question):
      if question.lines(view.size) == nil {
        warn(question.isTooLarge)
      } else {
        mode.wait(for: .question(question))
      }
    case .typeCommand(let start): return carryOut(commandPrompt(start), at: moment)
    case .leave: mode.leave()
    case .leaveSilently:
      mode.leave()
      mode.dropMessage()
    case .effect(let effect):
      guard view.options.isSecure, let refusal = effect.refusal else { return [effect] }
      warn(Effect.secure(refusal))
    case .request(let wish): return ask(wish)
    case .editFeed(let entry, let action):
      return carryOut(editing.ask(action, about: entry, in: view), at: moment)
    case .unsubscribe(let entry): return carryOut(editing.remove(entry), at: moment)
    case .readFeeds(let feeds): return carryOut(reading.readFeeds(feeds, in: view), at: moment)
    }
    return []
  }

  mutating func ask(_ wish: Request.Wish) -> [Effect] {
    if view.options.isSecure, let refusal = wish.refusal {
      warn(Effect.secure(refusal))
      return []
    }
    let request = Request(token: view.pages.nextNumber, wish: wish)
    view.pages.skipNumber()
    view.take(.asked(wish), for: view.page.number)
    return [requests.begin(request, for: view.page.number)]
  }

  mutating func say(_ text: String) { mode.tell(Message(text)) }
  mutating func warn(_ text: String) { mode.tell(Message(text, .warning)) }

  /// Says what the program can do, or how to go on from the sample.
  mutating func welcome(isFirst: Bool) {
    let hint = SourceCommand.add.typed + " adds a feed"
    mode.tell(isFirst ? .welcome : Message(hint, .hint), coversWarnings: false)
  }

  /// Says where comments are that came in below the screen: nothing moves for them.
  mutating func sayCommentsBelow() {
    let rows = view.rows
    guard case .place = view.list.selection,
      let last = view.list.visible(in: rows).last?.row,
      last == rows.position(of: view.list.selection), last < rows.count - 1
    else { return }
    say(view.keymap.fill("The comments stand below ({row-down} goes on to them)"))
  }

  /// Follows the link in focus, else does what the page does on the row.
  mutating func enter(_ manner: LinkManner, at moment: Moment) -> [Effect] {
    if let link = view.focusedLink { return carryOut(.visit(link), by: manner, at: moment) }
    return open(by: manner, isShown: nil, at: moment)
  }

  private mutating func open(by manner: LinkManner, isShown: Bool?, at moment: Moment) -> [Effect] {
    let reply = view.ask { $0.enter($1, in: $2) }
    if case .nothing = reply {
      say(view.keymap.fill("Nothing to follow here ({next-link} focuses the next link)"))
    }
    let page = view.page.number
    let effects = carryOut(reply, by: manner, isShown: isShown, at: moment)
    // The post of a comment was opened before.
    if case .goToComment = reply { return effects }
    // A page above others has a higher number than those before it.
    guard view.page.number > page else { return effects }
    return effects + carryOut(links.fetches.wantedPage(in: view), at: moment)
  }

  /// Drops the focus on the timeline, else goes back to the page or stream below, or to the page that was left for the
  /// timeline; nil where there is nothing to go back from.
  mutating func goBack() -> [Effect]? {
    if view.pages.isFirst, view.list.focus != nil {
      view.withList { list, _ in list.standpoint.dropFocus() }
      return []
    }
    streams.noteLeaving(view.page)
    if isOpening, let effects = closeStream() { return effects }
    return view.pop() || view.comeBack() ? [] : closeStream()
  }

  /// Whether the page is the one that its stream was opened for from a page below: the way back leads there.
  private var isOpening: Bool {
    let stream = view.options.stream
    guard view.pages.below != nil, view.pages.ofStream.count == 2, view.page.content.listsPosts
    else { return false }
    return stream.firstPage == .unread
      || stream.filter != nil && view.page.content.typedFilter != nil
  }

  /// Changes the hosts that the reader trusts: pictures of those that are trusted with them come without a key.
  mutating func changeTrust<Result>(_ change: (inout Trust) -> Result) -> Result {
    let result = change(&links.trust)
    pictures.follow(links.trust, in: &view)
    return result
  }

  mutating func beginStream(isFirst: Bool, at moment: Moment) -> [Effect] {
    // The way to the place of an earlier run is work that would cover what the reader is to be told at the start.
    let notice = mode.message
    let effects = carryOut(streams.begin(isFirst: isFirst, in: &view), at: moment)
    if let notice, notice.isWarning { mode.tell(notice) }
    return effects
  }

  mutating func open(_ opening: StreamOpening, at moment: Moment) -> [Effect] {
    mode.leave()
    view.push(opening, configured: streams.configured)
    streams.change(to: opening.options, opening.keymap, in: &view)
    streams.awaitUse(of: opening.options.stream)
    return beginStream(isFirst: true, at: moment)
  }

  mutating func closeStream() -> [Effect]? {
    guard let covered = view.pages.below else { return nil }
    let ending = ending(ofStream: view.pages.streams.count - 1)
    // The page below was left under its own configuration, and must see no other.
    streams.change(to: covered.configured, covered.keymap, in: &view)
    view.popStream()
    _ = view.takeInGrowth()
    streams.listAgain()
    return [.closeStream(ending)]
  }

  /// Lets the stream follow rules that have changed, as soon as it can.
  mutating func takeUpRules(at moment: Moment) -> [Effect] {
    let replies = view.takeUpRules(isBrowsing: mode.isBrowsing)
    return replies.isEmpty ? [] : carryOut(replies, at: moment)
  }

  mutating func finishReload(_ end: ReloadEnd, at moment: Moment) -> [Effect] {
    guard let job = mode.job, case .place(let relocation) = job.goal else { return [] }
    switch end {
    case .shown: break
    case .failed(let reason):
      mode.leave()
      warn("Not reloaded: \(reason.string)")
      return []
    case .waits(let sentence):
      mode.leave()
      say(sentence.string)
      return []
    }
    streams.noteLeaving(view.page)
    view.startOver()
    let effects = beginStream(isFirst: false, at: moment)
    view.recall(relocation.place?.marks ?? [])
    resume(job, at: moment)
    return effects
  }

  /// The place of the reader now; nil where no post is on the screen, or it is still searched for.
  package var place: SavedPlace? { if case .place? = mode.job?.goal { nil } else { view.place } }
  package var endings: [StreamEnding] { view.pages.streams.indices.map { ending(ofStream: $0) } }

  private func ending(ofStream number: Int) -> StreamEnding {
    let stream = view.pages.streams[number]
    var memory = view.memory
    if let covered = stream.covered { memory.unread = covered.unread }
    let pages = view.pages.pages(ofStream: number)
    let selected = pages.compactMap { page in
      page.content.record(of: page.list.selection).flatMap { stream.timeline.row(of: $0) }
    }
    return StreamEnding(
      place: stream.covered == nil ? place : view.place(ofStream: number),
      tallies: memory.tallies(of: stream.timeline, sharing: false),
      counts: memory.counts(of: stream.timeline, downTo: selected.max() ?? 0),
      comments: pages.compactMap { LeftConversation($0)?.saved }
    )
  }
}
