import Addresses
import CellGrid
import StreamModel

/// The things that actions act upon: the pages, the mode and the session.
struct Desk {
  var view: PageView
  var mode = Mode.browsing(nil) {
    didSet {
      seen.modeChanged()
      view.wantsLinks = mode.wantsLinks
    }
  }
  var seen = Seen()
  var session = Session()
  var reading = ReadingState()
  /// The options as they were configured, before keys changed them.
  var configured: ViewOptions
  /// The first row before the feed went on, if the list is to follow those that come in above it.
  var formerTop: RowID?
  /// Slices of jobs that were done; a key does one.
  var sliceCount = 0
  /// Whether the reader has left the viewer.
  var isFinished = false
  /// Whether the reader has quit from whichever page it was.
  var wasQuit = false

  init(_ layout: PageLayout, of feed: Timeline) {
    configured = layout.options
    var layout = layout
    layout.options.density = configured.stream.density ?? configured.density
    view = PageView(layout, of: feed)
  }

  /// The keys as they are on the page that is seen.
  var keymap: PageKeymap { view.keymap }

  /// The names that the configuration adds to the command line.
  var addedNames: AddedNames {
    AddedNames(commands: keymap.keymap.commands, themes: view.options.themes)
  }

  /// Carries out what a page asks for.
  ///
  /// - Parameters:
  ///   - isShown: whether a frame had shown where Enter leads.
  ///   - manner: how the reader asked, if that follows a link.
  mutating func carryOut(
    _ reply: PageReply,
    isShown: Bool,
    _ manner: LinkManner,
    at moment: Moment
  ) -> [Effect] {
    switch reply {
    case .nothing: break
    case .say(let text): say(text)
    case .sayKeys(let template): say(keymap.fill(template))
    case .push(let content): push(content)
    case .select(let row): view.select(row, at: moment)
    case .toggleFold: _ = view.toggleFold(withWarning: false)
    case .reshaped(let replaced, let comments):
      view.reshape(replaced)
      return FoldKeeper.remember(comments, on: &self)
    case .narrowed: view.narrow()
    case .follow(let link):
      let origin = choice.origin(manner, of: link.target)
      _ = view.pop()
      return LinkFollower.follow(link, isShown: isShown, origin, on: &self, at: moment)
    case .visit(let link):
      let origin = choice.origin(manner, of: link.target)
      return LinkFollower.follow(link, isShown: isShown, origin, on: &self, at: moment)
    case .lookUpParent(let name, let source):
      return Jobs.begin(.parent(name: name, source: source), on: &self, at: moment)
    case .lookUpPost(let post, let name):
      let goal = Job.Goal.post(Rematch(of: post.identity), source: post.source, sourceName: name)
      return Jobs.begin(goal, on: &self, at: moment)
    case .goTo(let row):
      while view.pop() {}
      if let position = view.rows.position(of: row) {
        view.move(.to(.row(position)), at: moment)
      } else {
        say("This post is not in the feed any more")
      }
    case .prompt(let prompt):
      if prompt.kind == .save, view.options.isSecure {
        warn("Not saved: secure mode is on (STREAMTUI_SECURE)")
      } else {
        mode.wait(for: .prompt(prompt))
      }
    case .edit(let path, let line):
      guard view.options.isSecure else { return [.edit(path: path, line: line)] }
      warn("No editor is started: secure mode is on (STREAMTUI_SECURE)")
    case .ask(let question): SourceForgetter.ask(question, on: &self)
    case .openSource(let key): return [.openSource(key)]
    case .openFeeds(let choice): return [.openFeeds(choice)]
    case .refreshFeeds(let choice): return FeedFollower.refresh(choice, on: &self)
    case .readFeeds(let choice): return FlagRunner.readFeeds(choice, on: &self, at: moment)
    case .relist(let change): view.relist(change)
    case .openAll(let links):
      let origin = choice.origin(.queue, of: links.map(\.target))
      return OutsideFollower.openTogether(links, isShown: false, origin, on: &self)
    }
    return []
  }

  mutating func say(_ text: String) {
    mode.tell(Message(text))
  }

  mutating func warn(_ text: String) {
    mode.tell(Message(text, isWarning: true))
  }

  /// Sorts the timeline, or lets the page look further, by a slice; whether that is seen.
  mutating func work() -> Bool {
    guard view.feed.wantedOrder != nil else {
      let isSeen = view.lookFurther()
      if isSeen { FoldKeeper.recallComments(isLate: false, on: &self) }
      return isSeen
    }
    // The row at the top stays there, unless only the blank line after it is on the screen.
    let line = view.topIsBlank ? view.selectionLine : nil
    let isSeen = view.feed.sortFurther()
    if view.feed.wantedOrder == nil {
      _ = view.takeInGrowth()
      if let line { view.withList { $0.keepSelection(onLine: line, in: $1) } }
      sayOrder()
    }
    return isSeen
  }

  /// Says how the timeline is sorted, unless a warning is shown.
  mutating func sayOrder() {
    mode.tell(Message("Order: \(view.feed.order.name)"), coversWarnings: false)
  }

  mutating func push(_ content: any PageContent) {
    var content = content
    FoldKeeper.recallComments(of: &content, on: self)
    view.push(content)
  }

  /// Closes the side panel, else drops the focus on the timeline, else goes back to the page below;
  /// nil where there is nothing to go back from.
  mutating func goBack() -> [Effect]? {
    if view.options.showsPanel, view.page.content.hasPanel {
      view.options.showsPanel = false
      return []
    }
    if view.pages.isFirst, view.list.focus != nil {
      view.withList { list, _ in list.standpoint.dropFocus() }
      return []
    }
    return view.pop() ? [] : closeStream()
  }

  // MARK: Streams

  /// Opens a stream over the page that is seen, or in place of its stream.
  mutating func open(_ opening: StreamOpening, at moment: Moment) {
    mode.leave()
    view.push(opening, configured: configured)
    Configurator.change(to: opening.options, opening.keymap, on: &self)
    begin(at: moment, isFirst: true)
  }

  /// Goes back to the stream below; nil on the first of all.
  private mutating func closeStream() -> [Effect]? {
    guard let covered = view.pages.below else { return nil }
    let ending = ending(ofStream: view.pages.streams.count - 1)
    // The page below was left under its own configuration, and must see no other.
    Configurator.change(to: covered.configured, covered.keymap, on: &self)
    view.popStream()
    _ = view.takeInGrowth()
    if session.feeds != nil { session.wantsFeeds = true }
    return [.closeStream(ending)]
  }

  /// The state in which the reader leaves each stream if the viewer ends now, the first stream first.
  var endings: [StreamEnding] { view.pages.streams.indices.map { ending(ofStream: $0) } }

  private func ending(ofStream number: Int) -> StreamEnding {
    let stream = view.pages.streams[number]
    var memory = view.memory
    if let covered = stream.covered { memory.unread = covered.unread }
    return StreamEnding(
      place: stream.covered == nil
        ? PlaceFollower.place(on: self) : PlaceFollower.place(ofStream: number, in: view),
      tallies: memory.tallies(of: stream.timeline)
    )
  }

  // MARK: Beginning

  /// Shows the feed from its first row on, from its end if that is to be followed, or from where the
  /// reader left it in an earlier run.
  ///
  /// - Parameter isFirst: false where the feed was reloaded.
  mutating func begin(at moment: Moment, isFirst: Bool) {
    view.begin()
    reading.hasFrames = true
    if isFirst { MarkFollower.recall(view.options.stream.marks, on: &self) }
    if isFirst, !view.options.stream.followsEnd, let place = view.options.stream.place {
      return PlaceFollower.start(at: place, on: &self, at: moment)
    }
    if view.options.stream.followsEnd {
      view.withList { $0.standpoint.jump(to: .end, in: $1) }
      view.comeToRest()
    }
    if isFirst { openFirstPage() }
  }

  /// Opens the page with which the viewer begins, if that is not the timeline, once the place on the timeline is found,
  /// unless the reader has gone elsewhere meanwhile.
  mutating func openFirstPage() {
    guard !reading.hasBegun else { return }
    switch view.options.stream.firstPage {
    case .feeds: FeedFollower.begin(on: &self)
    case .unread where view.options.stream.tracksReading: push(UnreadPage())
    case .unread, .timeline: break
    }
  }

  // MARK: Searching

  /// Ends the highlighting of matches; false where nothing is highlighted.
  mutating func clearHighlights() -> Bool {
    defer { session.highlightsMatches = false }
    return session.highlightsMatches
  }

  // MARK: Modes

  /// Does what was typed at a prompt.
  mutating func accept(_ text: String, _ kind: Prompt.Kind, at moment: Moment) -> [Effect] {
    switch kind {
    // Its own mode has taken it.
    case .search: break
    case .command:
      session.history.add(text, to: .command)
      switch Command(text, zone: view.options.zone, addedNames) {
      case .destination(let destination): view.move(.to(destination), at: moment)
      case .date(let date): return Jobs.begin(.date(date), on: &self, at: moment)
      case .action(let action, let argument):
        return ActionTable.perform(action, argument, on: &self, at: moment)
      case .own(let name): return CommandCaller.run(name, on: &self)
      case .incomplete(let action): return ActionTable.perform(action, on: &self, at: moment)
      case .unknown(let message): warn(message)
      case .nothing: break
      }
    case .filter: narrow(to: text, at: moment)
    case .save: return LinkFollower.save(to: text, on: &self)
    case .savePost: return PostExporter.save(to: text, on: &self)
    case .pipe:
      session.history.add(text, to: .pipe)
      return CommandCaller.pipe(to: text, on: &self)
    }
    return []
  }

  /// Lists only the rows of the page that contain `text`.
  mutating func narrow(to text: String, at moment: Moment) {
    guard let reply = view.ask({ content, _, _ in content.narrow(to: text) }) else { return }
    _ = carryOut(reply, isShown: false, .focus, at: moment)
  }

  /// Shows the labels once the visible rows are rich.
  ///
  /// - Returns: the keys that came before there were labels.
  mutating func beginHints(_ hints: Hints) -> [Key] {
    let (view, rows) = (view, view.rows)
    guard view.list.visibleRowsAreRich(in: rows) else { return [] }
    let collector = HintCollector(list: view.list, rows: rows, columns: view.size.columns) {
      if case .link(let link) = view.page.content.subject(of: $0, in: view.feed) {
        link
      } else {
        nil
      }
    }
    let found = collector.hints()
    guard !found.isEmpty else {
      mode.leave()
      say("No links on the screen")
      return []
    }
    var hints = hints
    hints.begin(with: found)
    let early = hints.takeEarlyKeys()
    mode.update(.hints(hints))
    return early
  }

  /// The links that a key can choose from.
  var choice: LinkChoice { LinkChoice(view: view, seen: seen) }

  // MARK: What frames have shown

  var receipt: FrameReceipt {
    FrameReceipt(
      named: namesLink ? choice.named : nil,
      written: view.list.enrichment.isMoving || isCovered ? [] : choice.written,
      stamp: seen.stamp,
      namesTaken: mode.hints.map { !$0.isFiltering && $0.note == nil } ?? false
    )
  }

  /// Whether the status line, or else a row that nothing covers, names the link that Enter follows.
  private var namesLink: Bool {
    mode.leavesStatusFree && (view.list.focus != nil || !isCovered)
  }

  /// Whether something lies over the rows.
  private var isCovered: Bool {
    view.showsPanel || view.options.figures == .explained || mode.hints != nil
      || mode.question != nil
  }

  mutating func frameShown(_ receipt: FrameReceipt) {
    seen.note(receipt)
    if receipt.stamp == seen.stamp { mode.shown(namesTaken: receipt.namesTaken) }
  }
}
