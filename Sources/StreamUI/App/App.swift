package import CellGrid
package import StreamModel

/// The viewer: its whole state, and the one switch over the events that change it.
///
/// Reads no clock, no environment and no file: time comes in with every event, bytes come from the
/// feed that it was given. Drawing never changes it.
package struct App {
  package typealias Options = ViewOptions

  package internal(set) var view: PageView
  var mode = Mode.browsing(nil) {
    didSet {
      modeCount &+= 1
      view.layout.wantsLinks = mode.wantsLinks
    }
  }
  private var modeCount = 0
  // The owners of the state that lasts from key to key.
  var links = Links()
  var reading = ReadingState()
  var search = PageSearch()
  var filters = PostFilters()
  var streams: Streams
  var editing = FeedEditing()
  var programs = Programs()
  var pictures = Pictures()
  var requests = Requests()
  private var keptComments = KeptComments()
  var commands = PromptHistory()
  var pointer = Pointer()
  var sliceCount = 0
  package internal(set) var isFinished = false
  package var lastFrameNanoseconds: Int64 = 0

  /// A viewer that begins with a timeline, on a screen of `size`; `wall` is what ages are counted from.
  package init(
    timeline: Timeline,
    size: Size,
    wall: Timestamp,
    options: Options,
    keymap: Keymap = .standard
  ) {
    streams = Streams(options)
    var layout = PageLayout(size: size, now: wall, options: options, keymap: keymap)
    layout.options.density = options.stream.density ?? options.density
    view = PageView(layout, of: timeline)
  }

  package var feed: Timeline { view.feed }

  /// Whether the stream moves: its last scroll is less than the idle delay ago.
  package var isMoving: Bool { view.list.enrichment.isMoving }
  var showsWelcome: Bool { mode.message?.kind == .welcome }

  package mutating func add(_ recognizer: any GestureRecognizer) { pointer.add(recognizer) }

  package mutating func handle(_ event: Event, at moment: Moment, wall: Timestamp) -> [Effect] {
    view.layout.tellTime(wall)
    return tracking(mayRead: event.isOfReader, at: moment) {
      var effects = $0.take(event, at: moment)
      if $0.view.options.stream.rules != nil { effects += $0.takeUpRules(at: moment) }
      if $0.view.panes != nil { $0.view.notePreview(at: moment) }
      return effects
    }
  }

  /// Does some work, and reads the posts that it has opened or scrolled past, these only if the reader has moved the rows.
  mutating func tracking(
    mayRead: Bool,
    at moment: Moment,
    _ work: (inout App) -> [Effect]
  ) -> [Effect] {
    let start =
      view.options.stream.tracksReading
      ? reading.tracker.begin(in: &view, isTyping: mode.isTypingSearch, at: moment) : nil
    var effects = work(&self)
    if requests.areOpen { effects += requests.cancelGone(from: view.pages) }
    let seen = view.takeSeen()
    if !seen.isEmpty { effects.append(.rememberComments(seen)) }
    guard let start else { return effects }
    return reading.finish(
      start,
      effects,
      mayRead: mayRead,
      in: &view,
      isTyping: mode.isTypingSearch,
      at: moment
    )
  }

  private mutating func take(_ event: Event, at moment: Moment) -> [Effect] {
    switch event {
    case .input(let input): return take(input, at: moment)
    case .resized(let size):
      pointer.cancel(at: moment)
      if mode.hints != nil { mode.leave() }
      view.change(.size(size))
      return continueMode(at: moment)
    case .due:
      view.comeDue(at: moment)
      streams.followTop(isBrowsing: mode.isBrowsing, in: &view)
      showPictures(at: moment)
      return continueMode(at: moment)
    case .message(let text, let isWarning):
      // One key may open several: good news does not cover a failure.
      mode.tell(Message(text, isWarning ? .warning : .news), coversWarnings: false)
    case .welcome(let isFirst): welcome(isFirst: isFirst)
    case .hint(let text): mode.tell(Message(text, .hint), coversWarnings: false)
    case .reloaded(let end): return finishReload(end, at: moment)
    case .outdated(let text, let isAsked):
      feed.isOutdated = true
      if isAsked, view.isOnTimeline, mode.isBrowsing {
        return carryOut(streams.reload(in: &view), at: moment)
      }
      warn("\(text.string); \(view.keymap.name(of: .reload)) reloads")
    case .recalled(let states):
      let known = reading.recall(states, isLate: streams.hasFrames, in: &view)
      guard known.isComplete else { return known.effects }
      return carryOut(streams.goToFirstUnread(in: view), at: moment) + known.effects
    case .reflagged(let states):
      feed.dropKnown()
      view.take(changesOf: states)
      if view.page.content.relisting == .feeds { streams.listAgain() }
    case .recalledComments(let seen): view.recall(seen)
    case .stateIsOff: reading.isStateOff = true
    case .namedByFallback(let source):
      view.memory.states.fallbackSources.insert(source)
      view.memory.unread = UnreadCount()
    case .opened(let opening): return open(opening, at: moment)
    case .recent(let sources): view.deliver(.recent(sources))
    case .paths(let typed, let paths): complete(source: typed, by: paths)
    case .mark(let place): return carryOut(PageView.follow(place), at: moment)
    case .forgotten(let key): view.deliver(.forgotten(key))
    case .recalledVisits(let hashes): links.recall(hashes)
    case .notOpened(let address): return links.takeBack(address)
    case .recalledHosts(let hosts): changeTrust { $0.recall(hosts) }
    case .configured(let options, let keymap):
      // The notice of problems is about the file as it was.
      mode.dropMessage()
      streams.configure(options, keymap, in: &view)
      if let feeds = streams.feeds { view.deliver(.views(PostFilters.tallies(feeds, in: view))) }
      return continueMode(at: moment)
    case .feeds(let entries):
      let isFirst = streams.feeds == nil
      let gone = streams.take(entries)
      let entries = streams.feeds ?? entries
      view.deliver(.entries(entries))
      if isFirst, entries.count > 1, let key = streams.currentFeed(in: view) {
        _ = select(feed: key, at: moment)
      }
      view.deliver(.views(PostFilters.tallies(entries, in: view)))
      editing.offer(gone.map(\.address))
      // A removal that this reader asked for says so next, in the place of this.
      if let name = gone.first?.name {
        say(
          gone.count == 1
            ? "\(name) was unsubscribed elsewhere"
            : "\(gone.count) subscriptions were removed elsewhere"
        )
      }
    case .feedChanged(let text, let isUndoneBy):
      editing.noteChange(undoneBy: isUndoneBy)
      let isElsewhere = !view.page.content.traits.contains(.addresses)
      let wayOn = isElsewhere ? " {feeds} lists your feeds" : ""
      var note = isUndoneBy.map { " · {\($0.name)}, Up brings it back" } ?? wayOn
      // Typed texts live as long as the program.
      if isUndoneBy == .subscribe, let address = editing.ended {
        note += " until you quit, then: streamtui add \(address)"
      }
      say(text.string + view.keymap.fill(note))
    case .feedsOffered(let addresses, let page):
      editing.offer(addresses)
      warn(
        "\(addresses.count) feeds to choose from: type \(addKey), then Up for each of them · \(page)"
      )
    case .feedAdded(let key): select(added: key, at: moment)
    case .subscribing(let address):
      editing.isSubscribing = address != nil
      if let address {
        say("Subscribing to \(address.string) …" + view.keymap.fill(" {cancel} cancels"))
      }
    case .feedDoubted(let doubt):
      // A server may have answered late: what the reader is typing meanwhile stays.
      guard mode.isBrowsing else {
        warn("Not subscribed to \(doubt.shown): \(doubt.reason). \(addKey), Up tries again")
        break
      }
      return carryOut(.ask(FeedEditing.question(about: doubt)), at: moment)
    case .refreshing(let progress): streams.take(progress)
    case .refreshed(let progress):
      // A list says itself which of the last posts it has, and which wait for a key.
      _ = takeInGrowth()
      _ = view.lookFurther()
      let words = SafeText(sanitizing: view.keymap.fill(progress.summary(on: view.page.content)))
      mode.tell(Message(words, progress.failed > 0 ? .warning : .news), coversWarnings: false)
    case .answer(let answer, let token): take(answer, to: token)
    case .answering(let accounts): view.options.stream.answeredSlots = accounts
    case .unfetched(let failure):
      view.options.stream.failure = failure
      view.deliver(.failure(failure))
    case .older(let posts):
      view.options.stream.older = posts
      view.showOlder()
    case .pictures(let grid):
      pictures.answer = .some(grid)
      showPictures(at: moment)
    case .pictureSent: break
    case .pictureFault(let number, let fault):
      pictures.take(fault, of: number)
      showPictures(at: moment)
    case .pictureSymbols(let grid): view.options.symbols = grid
    case .symbols(let number, let picture):
      pictures.symbols = (number, picture)
      showPictures(at: moment)
    case .focus(let hasFocus): reading.tracker.hasFocus = hasFocus
    case .resumed:
      reading.tracker.resume()
      pictures.noteInput()
      pointer.cancel(at: moment)
      return [.redraw]
    }
    return []
  }

  private mutating func take(_ answer: Answer, to token: Int) {
    guard let page = requests.asker(of: token, for: answer) else { return }
    view.take(answer, for: page)
    switch answer {
    case .discussion(let place, _) where place.deed != nil: break
    case .discussion, .keptDiscussions: view.recallComments(isLate: true)
    case .output(let output) where output.outcome == nil: return
    case .asked, .visits: return
    case .article, .output: break
    }
    view.comeToRest()
    if case .discussion(_, .discussion) = answer, page == view.page.number { sayCommentsBelow() }
  }

  private var addKey: String {
    let isInList = view.page.content.traits.contains(.addresses)
    return isInList ? view.keymap.name(of: .subscribe) : SourceCommand.add.typed + ", Enter"
  }

  private mutating func take(_ input: Input, at moment: Moment) -> [Effect] {
    var effects = openWaitingPages(before: input, at: moment)
    streams.noteUse()
    pictures.noteInput()
    let anchor = view.list.anchor
    effects += handle(input, at: moment)
    if view.options.older == .scroll, let older = view.olderAhead {
      effects += carryOut(links.fetches.older(older, in: view), at: moment)
    }
    // Rows that were held back come in once the rows that they part are out of sight.
    if feed.heldCount > 0, view.list.anchor != anchor {
      holdVisibleRows()
      _ = takeInGrowth()
    }
    if view.page.content.traits.contains(.selection) {
      view.deliver(.selection, to: view.page.number)
    }
    return effects
  }

  /// Lays rows out anew for what the terminal has said of pictures, once nothing moves; the place stays.
  private mutating func showPictures(at moment: Moment) {
    guard !isMoving else { return }
    let faults = pictures.takeFaults()
    if !faults.isEmpty { view.layout.note(faults) }
    if let made = pictures.symbols.take() { view.layout.note(made.picture, of: made.number) }
    guard let grid = pictures.answer.take() else { return }
    pointer.cancel(at: moment)
    if mode.hints != nil { mode.leave() }
    view.change(.pictures(grid))
  }

  /// When the app wants ``Event/due``; nil never, as long as nothing else happens.
  package func deadline(at moment: Moment) -> Moment? { view.deadline(at: moment) }

  /// Whether what is done when ``Event/due`` comes can change what is seen.
  package var dueIsSeen: Bool {
    let enrichment = view.list.enrichment
    return enrichment.isMoving || !enrichment.waiting.isEmpty || mode.wantsLinks
      || view.options.figures != .hidden || view.dueBesideIsSeen
  }

  package var visibleRowsAreRich: Bool { view.list.visibleRowsAreRich(in: view.rows) }

  /// Whether a row within a screenful ahead of the viewport may not have been measured yet.
  package var hasRowToPrepare: Bool { view.list.preparation.isWanted }

  package var isJobWanted: Bool {
    guard let job = mode.job else { return false }
    return job.hasWork(view.list, in: rows(of: job))
  }

  package mutating func prepareRow() { view.pages.top.list.prepareRow(in: view.rows) }

  /// Does what waits for the background to be idle; call it before the loop sleeps.
  package mutating func rest() -> [Effect] {
    let places = keptComments.places(in: view)
    let wish = places.isEmpty ? [] : ask(.keptDiscussions(places))
    return streams.listIfDue(in: view) + pictures.wishes(in: view) + wish
  }

  /// Shows the feed from where it is to begin; only the search for a saved place looks at the time.
  package mutating func begin(at moment: Moment = Moment(nanoseconds: 0)) {
    _ = beginStream(isFirst: true, at: moment)
    view.notePreview(at: moment, isFirst: true)
  }

  package mutating func holdVisibleRows() { streams.holdVisibleRows(in: &view) }

  /// Takes in what the feed has reported; whether it reported anything.
  package mutating func takeInGrowth() -> Bool {
    let growth = view.takeInGrowth()
    streams.followTop(isBrowsing: mode.isBrowsing, in: &view)
    guard !growth.isEmpty else { return false }
    reading.tracker.isStale = true
    view.recallComments(isLate: false)
    // Labels lie over the links of rows as they were.
    if growth.isReshaped, mode.hints != nil { mode.leave() }
    return true
  }

  package mutating func change(to pictures: PictureGrid?) { view.change(.pictures(pictures)) }

  package mutating func change(to strategy: Strategy) {
    view.memo.clear()
    view.change(.strategy(strategy))
  }

  /// Notes the pictures that the terminal was sent up to now; told by the run loop after each wait, shown by the HUD.
  package mutating func note(_ sent: PictureTraffic) { pictures.note(sent, isMoving: isMoving) }

  package var frameAck: FrameAck {
    FrameAck(
      named: namesLink ? links.shown.named(in: view) : nil,
      page: view.page.number,
      isOpenPost: view.page.content.opened != nil,
      written: isMoving || isCovered ? [] : links.shown.written(in: view),
      modeCount: modeCount
    )
  }

  /// Whether the status line, or else a row that nothing covers, names the link that Enter follows.
  private var namesLink: Bool { mode.leavesStatusFree && (view.list.focus != nil || !isCovered) }

  private var isCovered: Bool {
    view.options.figures == .explained || mode.hints != nil || mode.question != nil || showsWelcome
  }

  /// Told before the next events when a frame has reached the reader: from now on a key answers the question in
  /// it, and means its labels.
  package mutating func frameShown(_ frame: FrameAck) {
    links.note(frame)
    if frame.modeCount == modeCount { mode.shown() }
  }
}
