package import CellGrid
package import StreamModel

/// The viewer: its whole state, and the one switch over the events that change it.
///
/// Reads no clock, no environment and no file: time comes in with every event, bytes come from the
/// feed that it was given. Drawing never changes it.
package struct App {
  /// The choices of the command line that the viewer begins with.
  package typealias Options = ViewOptions

  private(set) var desk: Desk
  private(set) var pointer = Pointer()
  /// Nanoseconds that the last frame took; told by the run loop, shown by the HUD.
  package var lastFrameNanoseconds: Int64 = 0

  /// A viewer of one feed.
  package init(feed: Feed, size: Size, wall: Timestamp, options: Options) {
    self.init(timeline: Timeline(feed), size: size, wall: wall, options: options)
  }

  /// A viewer that begins with a timeline, on a screen of `size`; `wall` is what ages are counted from.
  package init(
    timeline: Timeline,
    size: Size,
    wall: Timestamp,
    options: Options,
    keymap: Keymap = .standard
  ) {
    desk = Desk(
      PageLayout(size: size, now: wall, options: options, keymap: keymap),
      of: timeline
    )
  }

  /// The pages, and the streams that they are of.
  package var view: PageView {
    // In place: a view is large, and every frame looks at it many times.
    _read { yield desk.view }
  }
  /// The stream that is seen.
  package var feed: Timeline { desk.view.feed }
  /// Whether the reader has left the viewer.
  package var isFinished: Bool { desk.isFinished }
  /// Whether that was by the key that quits from every page.
  package var wasQuit: Bool { desk.wasQuit }
  var mode: Mode { desk.mode }

  /// Whether the stream moves: its last scroll is less than the idle delay ago.
  package var isMoving: Bool { view.list.enrichment.isMoving }

  /// Whether the side panel is drawn now.
  var showsPanel: Bool { view.showsPanel && mode.hints == nil }

  /// Adds a gesture before those that are built in.
  package mutating func add(_ recognizer: any GestureRecognizer) { pointer.add(recognizer) }

  /// Takes in one event; returns what must be done outside.
  package mutating func handle(_ event: Event, at moment: Moment, wall: Timestamp) -> [Effect] {
    desk.view.tellTime(wall)
    let start = ReadingTracker.begin(on: &desk, at: moment)
    var effects = take(event, at: moment)
    FeedFollower.settle(after: event, on: &desk)
    effects += CommandCaller.stopLeft(on: &desk) + ArticleFollower.stopLeft(on: &desk)
    return ReadingTracker.finish(start, effects, mayRead: event.isOfReader, on: &desk, at: moment)
  }

  private mutating func take(_ event: Event, at moment: Moment) -> [Effect] {
    switch event {
    case .input(let input):
      desk.reading.hasBegun = true
      let anchor = view.list.anchor
      let effects = handle(input, at: moment)
      // Rows that were held back come in once the rows that they part are out of sight.
      if feed.heldCount > 0, view.list.anchor != anchor {
        holdVisibleRows()
        _ = takeInGrowth()
      }
      return effects
    case .resized(let size):
      pointer.cancel(at: moment)
      if mode.hints != nil { desk.mode.leave() }
      desk.view.change(.size(size))
      return continueMode(at: moment)
    case .due:
      desk.view.comeDue(at: moment)
      followTop()
      return continueMode(at: moment)
    case .feedGrew: _ = takeInGrowth()
    case .message(let text, let isWarning):
      // One key may open several: good news does not cover a failure.
      desk.mode.tell(Message(text, isWarning: isWarning), coversWarnings: false)
    case .reloaded(let end): Reloader.finish(end, on: &desk, at: moment)
    case .outdated(let text): Reloader.noteOutdated(text, on: &desk)
    case .recalled(let states): return FlagKeeper.recall(states, on: &desk, at: moment)
    case .stateIsOff: desk.reading.isStateOff = true
    case .namedByFallback(let source): FlagKeeper.nameByFallback(source, on: &desk)
    case .opened(let opening): desk.open(opening, at: moment)
    case .recent(let sources): desk.view.relistAll(.recent(sources))
    case .mark(let place): MarkFollower.follow(place, on: &desk, at: moment)
    case .forgotten(let key): return SourceForgetter.drop(key, on: &desk, at: moment)
    case .visits(let links): desk.view.update { page, _ in page.content.take(links) }
    case .recalledVisits(let hashes): desk.session.recall(hashes)
    case .configured(let options, let keymap):
      // The notice of problems is about the file as it was.
      desk.mode.dropMessage()
      Configurator.apply(options, keymap, on: &desk)
      return continueMode(at: moment)
    case .feeds(let entries): FeedFollower.take(entries, on: &desk)
    case .refreshing(let progress): FeedFollower.take(progress, on: &desk)
    case .article(let number, let text): ArticleFollower.show(text, of: number, on: &desk)
    case .output(let number, let output): CommandCaller.show(output, of: number, on: &desk)
    case .focus(let hasFocus): desk.reading.hasFocus = hasFocus
    case .resumed:
      ReadingTracker.resume(on: &desk)
      pointer.cancel(at: moment)
      return [.redraw]
    }
    return []
  }

  private mutating func handle(_ input: Input, at moment: Moment) -> [Effect] {
    if pointer.isPressed, cancelsGesture(input) { pointer.cancel(at: moment) }
    if !mode.leaves(input, toTheScreenBy: desk.keymap), let effects = answer(input, at: moment) {
      return effects
    }
    switch input {
    case .key(let key): return press(KeySequence(key), count: nil, at: moment)
    case .mouse(let mouse): return route(mouse, at: moment)
    case .paste:
      // Nobody pressed these keys.
      desk.mode.dropMessage()
      desk.say("Pasted text is ignored here (\(desk.keymap.name(of: .search)) searches)")
      return []
    }
  }

  private mutating func press(_ keys: KeySequence, count: Int?, at moment: Moment) -> [Effect] {
    act(at: moment) { CommandRunner.press(keys, count: count, on: &$0, at: moment) }
  }

  /// Acts on the desk; a gesture ends with its page.
  private mutating func act(at moment: Moment, _ work: (inout Desk) -> [Effect]) -> [Effect] {
    let page = view.page.number
    let effects = work(&desk)
    if view.page.number != page { pointer.cancel() }
    return effects + continueMode(at: moment)
  }

  // MARK: Modes

  /// Lets the mode take an input; nil for an action.
  private mutating func answer(_ input: Input, at moment: Moment) -> [Effect]? {
    switch desk.mode.take(input, desk.keymap) {
    case .notMine: return nil
    case .taken: return continueMode(at: moment)
    case .keys(let keys, let count): return press(keys, count: count, at: moment)
    case .mark(let use, let key): return MarkFollower.take(use, key, on: &desk, at: moment)
    case .filter(let text): desk.narrow(to: text, at: moment)
    case .entered(let text, let kind): return desk.accept(text, kind, at: moment)
    case .chosen(let hint, let isCopied, let wasSeen):
      return isCopied
        ? LinkFollower.copy(hint.link.target, on: &desk)
        : LinkFollower.follow(hint, wasSeen: wasSeen, on: &desk, at: moment)
    case .collected(let hints, _) where hints.isEmpty: desk.say("No link was chosen")
    case .collected(let hints, let isShown):
      return OutsideFollower.openTogether(hints, isShown: isShown, on: &desk)
    case .answered(let question, let isYes):
      return act(at: moment) {
        OutsideFollower.take(question, isYes: isYes, on: &$0, at: moment)
      }
    case .searching(let run, let outcome): Searcher.take(outcome, of: run, on: &desk, at: moment)
    case .searchStopped: desk.say("Search stopped")
    }
    return []
  }

  /// Goes on with a mode that waits for rows to become rich.
  private mutating func continueMode(at moment: Moment) -> [Effect] {
    switch mode {
    case .waiting(.job, _): Jobs.step(on: &desk, at: moment)
    case .waiting(.hints(let hints), _) where !hints.isReady:
      // Keys that were typed before the labels were there are for the labels, as long as they last.
      return desk.beginHints(hints).flatMap { key in
        mode.hints == nil ? [] : answer(.key(key), at: moment) ?? []
      }
    default: break
    }
    return []
  }

  /// Whether the mode has work between keys.
  package var hasModeWork: Bool { Jobs.isWanted(on: desk) }

  /// Does a slice of the mode's work; returns the effects, and whether the screen changes.
  package mutating func advanceMode(at moment: Moment) -> (effects: [Effect], isSeen: Bool) {
    Jobs.advanceBetweenKeys(on: &desk, at: moment)
  }

  // MARK: The mouse

  private mutating func route(_ mouse: MouseEvent, at moment: Moment) -> [Effect] {
    let map = ScreenMap(view: view, showsPanel: showsPanel)
    let intents = pointer.route(mouse, at: moment, areas: map.areas, target: map.target)
    if !intents.isEmpty { desk.mode.dropMessage() }
    return intents.flatMap { take($0, at: moment) }
  }

  /// Whether `input` cancels the gesture of the mouse: any key but the one that redraws.
  private func cancelsGesture(_ input: Input) -> Bool {
    if case .mouse = input { return mode.question != nil || mode.prompt != nil }
    guard case .key(let key) = input else { return true }
    return desk.keymap.action(of: key) != .redraw
  }

  private mutating func take(_ intent: GestureIntent, at moment: Moment) -> [Effect] {
    if case .action(let action) = intent {
      return act(at: moment) { ActionTable.perform(action, on: &$0, at: moment) }
    }
    return GestureFollower.follow(intent, of: &pointer, on: &desk, at: moment)
  }

  // MARK: The run loop

  /// When the app wants ``Event/due``; nil never, as long as nothing else happens.
  ///
  /// - Parameter moment: the time now.
  package func deadline(at moment: Moment) -> Moment? {
    view.list.enrichment.deadline(at: moment)
  }

  /// Whether what is done when ``Event/due`` comes can change what is seen.
  package var dueIsSeen: Bool {
    let enrichment = view.list.enrichment
    return enrichment.isMoving || !enrichment.waiting.isEmpty || mode.wantsLinks
      || view.options.figures != .hidden
  }

  /// Whether every visible row that can be rich is.
  package var visibleRowsAreRich: Bool { view.list.visibleRowsAreRich(in: view.rows) }

  /// Makes one row rich before its frame, under the strategies that do so; false when none is left.
  package mutating func enrichForFrame() -> Bool { desk.view.enrichForFrame() }

  /// Whether a row within a screenful ahead of the viewport may not have been measured yet.
  package var hasRowToPrepare: Bool { view.list.preparation.isWanted }

  /// Measures the next row ahead, so that the key that brings it in finds it ready.
  package mutating func prepareRow() { desk.view.prepareRow() }

  /// Whether the page looks through the feed for further rows, or matches or unread posts are counted.
  package var hasBackgroundWork: Bool { BackgroundWork.isWanted(on: desk) }

  /// Whether the work in the background is to count unread posts.
  package var countsUnread: Bool { BackgroundWork.isCounting(on: desk) }

  /// Does a slice of that work; whether it is seen.
  package mutating func workInBackground(at moment: Moment) -> Bool {
    BackgroundWork.advance(on: &desk, at: moment)
  }

  /// Counts the malformed records on the screen among the problems; whether the status line changes.
  ///
  /// The scan finds only some of them. Call it before the loop sleeps: a key decodes no record for it.
  package func noteVisibleProblems() -> Bool {
    feed.noteProblems(of: view.list.visibleRecords(in: view.rows))
  }

  /// Does what waits for the background to be idle; call it before the loop sleeps.
  package mutating func rest() -> [Effect] { FeedFollower.update(on: &desk) }

  /// Shows the feed from where it is to begin, before anything has been shown.
  ///
  /// - Parameter moment: The time now; only the search for a saved place looks at it.
  package mutating func begin(at moment: Moment = Moment(nanoseconds: 0)) {
    desk.begin(at: moment, isFirst: true)
  }

  /// The place of the reader now; nil where no post is on the screen, or it is still searched for.
  package var place: SavedPlace? { PlaceFollower.place(on: desk) }

  /// The state in which the reader leaves each stream if the viewer ends now, the first stream first.
  package var endings: [StreamEnding] { desk.endings }

  /// Keeps the rows that are seen together, before the feed goes on.
  package mutating func holdVisibleRows() {
    desk.formerTop = desk.formerTop ?? TopFollower.top(of: desk)
    desk.view.holdVisibleRows()
  }

  /// Takes in what the feed has reported; whether it reported anything.
  package mutating func takeInGrowth() -> Bool {
    let growth = desk.view.takeInGrowth()
    followTop()
    desk.reading.isStale = desk.reading.isStale || !growth.isEmpty
    if !growth.isEmpty { FoldKeeper.recallComments(isLate: false, on: &desk) }
    // Labels lie over the links of rows as they were.
    if growth.isReshaped, mode.hints != nil { desk.mode.leave() }
    return !growth.isEmpty
  }

  private mutating func followTop() {
    guard let top = desk.formerTop, TopFollower.follow(from: top, on: &desk) else { return }
    desk.formerTop = nil
  }

  /// Shows rows under another strategy, and lays all of them out again.
  package mutating func change(to strategy: Strategy) {
    view.memo.clear()
    desk.view.change(.strategy(strategy))
  }

  /// The receipt of the frame that shows the state now.
  package var receipt: FrameReceipt { desk.receipt }

  /// Told before the next events when the frame with `receipt` has reached the reader: from now on a
  /// key answers the question in it, and means its labels.
  package mutating func frameShown(_ receipt: FrameReceipt) { desk.frameShown(receipt) }
}
