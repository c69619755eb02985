import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamSources
import StreamUI

/// One run of the viewer: one use of the terminal, the streams that the reader opens, and what they share.
final class Viewer {
  /// The configuration of all sources.
  private let common: RunConfiguration
  private let library = SharedLibrary()
  private let time = SystemTime()
  /// The streams whose pages are on the stack; the one that is seen is the last.
  private var streams: [ViewedStream] = []
  /// A line for each failure to save something at the end.
  private var losses: [String] = []
  private let slots = SourceSlots()

  private let indexes: KeptIndexes

  init(_ common: RunConfiguration, keeping indexes: KeptIndexes) {
    self.common = common
    self.indexes = indexes
  }

  /// Shows a stream, and those that are opened from it, until the user quits.
  ///
  /// - Throws: Status 1, after a message, if there is no terminal or the stream cannot be read.
  func run(_ first: OpenedStream) throws {
    let stream = ViewedStream(
      first,
      slots: slots.ofFirst(first),
      in: library,
      now: time.wall
    )
    streams = [stream]
    // Report feeds that cannot be shown at all before touching the terminal.
    try Diagnostics.exiting { () throws(FeedError) in try stream.scanHead() }
    var problems: [String] = []
    let failure = try TerminalSession.run(
      usesMouse: first.configuration.settings.usesMouse,
      showsCursor: first.configuration.settings.options.showsCursor,
      theme: try first.configuration.chosenTheme(),
      time: time
    ) { terminal, events in
      let children = Children(loop: events)
      let opener = LinkOpener(children: children)
      opener.runInTerminal = { [weak terminal] arguments in terminal?.lend(to: arguments) }
      opener.lacksDecoder = { [weak self] in
        self?.seen?.options.wantsPictures == true && !PictureDecoder.isThere
      }
      let programs = ProgramRunner(children: children)
      programs.runInTerminal = { [weak terminal] in terminal?.lend(to: $0, $1) }
      let failure = show(stream, on: terminal, events, children, opener, programs)
      return TerminalSession.Ending(failure: failure.map(Diagnostics.text)) {
        children.endAll()
        programs.finish()
        problems = opener.problems
      }
    }
    // Nobody waits for it any more.
    indexes.keep()
    for problem in problems { Diagnostics.print(problem) }
    for loss in losses { Diagnostics.print("streamtui: \(loss)") }
    for error in stream.timeline.errors { Diagnostics.print(Diagnostics.text(of: error)) }
    if let failure {
      Diagnostics.print(failure)
      throw ExitCode(1)
    }
  }

  private func show(
    _ first: ViewedStream,
    on terminal: NcursesTerminal,
    _ events: EventLoop,
    _ children: Children,
    _ opener: LinkOpener,
    _ programs: ProgramRunner
  ) -> FeedError? {
    let run = first.opened.configuration
    var app = App(
      timeline: first.timeline,
      size: terminal.size,
      wall: time.wall,
      options: first.options,
      keymap: run.keymap
    )
    let keeper = StateKeeper(first.opened.memory, on: events)
    let live = LiveConfiguration(run, on: terminal)
    opener.configured = { [weak live] in live?.run.openers ?? OpenerRules() }
    let mayFetch = run.settings.usesNetwork
    let subscriptions = LiveSubscriptions(with: children, mayFetch: mayFetch, options: run.options)
    {
      live.run.settings.subscriptionInterval
    }
    subscriptions.older.onEnd = { [weak self] in
      self?.streams.flatMap { $0.live?.lookAtLogs() ?? [] } ?? []
    }
    subscriptions.onNames = { [weak self] names in
      let live = self?.streams.compactMap(\.live) ?? []
      return names.map { source, name in
        live.map { $0.rename(source, to: name) }.contains(true)
      }.contains(true)
    }
    let changes = ListChanges(
      with: children,
      mayFetch: mayFetch,
      list: { [subscriptions] in subscriptions.listAgain() },
      onAdded: { [self, subscriptions] in showAdded(subscriptions) },
      onRemoved: { [self, subscriptions] source in
        let hasLeft = streams.map { $0.live?.leave(source) == true }.contains(true)
        if hasLeft { tell(subscriptions) }
        return hasLeft
      },
      onRenamed: { [self] source, name in
        streams.map { $0.live?.rename(source, to: name) == true }.contains(true)
      }
    )
    let shared = Shared(
      keeper: keeper,
      live: live,
      subscriptions: subscriptions,
      changes: changes,
      articles: ArticleFetcher(with: children, mayFetch: mayFetch),
      discussions: DiscussionFetcher(
        with: children,
        mayFetch: mayFetch,
        keepsCopies: run.settings.keepsState
      ),
      children: children,
      terminal: terminal
    )
    let isSecure = first.options.isSecure
    let pictures = { [children] in
      PictureFetcher(
        with: children,
        mayFetch: mayFetch,
        isSecure: isSecure,
        keepsCopies: run.settings.keepsState
      )
    }
    let (fetcher, symbolFetcher) = (pictures(), pictures())
    let shelf = pictureShelf(on: terminal, events, children, fetcher)
    terminal.shelf = shelf
    let symbols = symbolReader(on: terminal, events, children, symbolFetcher)
    begin(first, shared)
    let welcome = first.welcome
    let notices = [welcome, Self.notice(ofLocaleBeside: welcome), first.notice, live.notice]
      .compactMap(\.self)
    for notice in notices { _ = app.handle(notice, at: time.now, wall: time.wall) }
    // SIGHUP stays the end of the terminal: a shell that ends sends it while its terminal is still there.
    events.onSignal(SIGUSR1) { live.reload().map { .event($0) } }
    let clipboard = Clipboard(terminal, term: Environment.value("TERM") ?? "")
    var loop = RunLoop(app: app, terminal: terminal, events: events, time: time) { [self] effect in
      switch effect {
      case .open(let target): return terminal.isGone ? [] : opener.open(target)
      case .openFile(let file):
        return terminal.isGone ? [] : opener.open(file, at: location(of: file))
      case .save(let path, let text): return [LinkFile.save(text, to: path)]
      case .savePost(let path, let text, let thing):
        return [LinkFile.save(text, to: path, as: thing.words)]
      case .savePicture(let path, .file(let file)):
        switch FolderGate.judge(file.reference, at: location(of: file)) {
        case .open(let source): return [LinkFile.copy(source, to: path)]
        case .refuse(let reason): return [Self.warning("Not saved: \(reason)")]
        }
      case .savePicture(let path, .web(let target)):
        let bytes = fetcher.bytes(of: target) ?? symbolFetcher.bytes(of: target)
        return [
          bytes.map { LinkFile.save($0, to: path) }
            ?? Self.warning("Not saved: the picture has not come yet")
        ]
      case .read(let text): return terminal.isGone ? [] : programs.read(text)
      case .run(let call): return terminal.isGone ? [] : programs.run(call)
      case .stop(let number):
        programs.stop(number)
        return []
      case .copy(let text):
        let command = live.copyCommand
        return command.isEmpty ? [clipboard.copy(text)] : programs.copy(text, with: command)
      case .reload: return seen?.live.map { [$0.reload()] } ?? []
      case .takeUpRules(let lifted):
        return seen.map { [$0.takeUpRules(without: lifted, in: library)] } ?? []
      case .reloadConfig: return live.reload()
      case .saveView(let name, let filter, let former):
        return live.save(ConfigAddition(name: name, filter: filter, former: former))
      case .edit(let path, let line): return live.edit(path, line)
      case .useTheme(let name): return [live.useTheme(name)]
      case .suspend:
        terminal.suspend()
        return [.resumed]
      case .keepPlace(let place): return seen?.opened.memory.place.keep(place) ?? []
      case .setMark(let letter, let place):
        return seen?.opened.memory.marks?.set(letter, to: place) ?? []
      case .findMark(let letter): return findMark(letter, shared)
      case .remember, .rememberComments, .nameByFallback, .keep, .unkeep, .visit, .listVisits,
        .trust, .distrust:
        return keeper.keep(effect)
      case .listFeeds(let tallies): return shared.subscriptions.list(tallies)
      case .openKept: return openKept(shared)
      case .openFeeds(let choice): return openFeeds(choice, .timeline, shared)
      case .openView(let name): return openFeeds(.all, .timeline, filter: "view:\(name)", shared)
      case .openUnread(let choice): return openFeeds(choice, .unread, shared)
      case .openSource(let key): return openSource(key, shared)
      case .openNamed(let name):
        return open(StreamRequest(opening: [Environment.expanded(name) ?? name]), shared)
      case .listPaths(let typed): return [.paths(of: typed, TypedPath(typed).completions)]
      case .closeStream(let ending): return close(ending, shared)
      case .explain(let error): return [Self.warning(Diagnostics.text(of: error))]
      case .forget(let key): return forget(key)
      case .changeFeeds(let change):
        return changes.make(change) { [self] in seen?.source(in: $0) ?? .failure(.noSource) }
      case .editFeeds(let key):
        guard !terminal.isGone else { return [] }
        defer { shared.subscriptions.fetchDue() }
        return changes.edited { programs.editSubscriptions(at: key) }
      case .refreshFeeds(let choice): return shared.subscriptions.refresh(choice)
      case .fetchArticle(let number, let target): return shared.articles.fetch(number, target)
      case .stopArticle(let number):
        shared.articles.stop(number)
        return []
      case .fetchDiscussion(let number, let place, let target):
        return shared.discussions.fetch(number, place, target)
      case .fetchOlder(let target):
        return seen?.live?.older?.fetch(target) ?? shared.subscriptions.older.fetch(target)
      case .stopDiscussions(let number):
        shared.discussions.stop(number)
        return []
      case .wantPictures(let wishes):
        if wishes.asSymbols {
          symbols.want(wishes.wanted.first)
        } else {
          symbols.want(nil)
          shelf.want(wishes)
        }
        return []
      case .quit, .redraw: return []
      }
    }
    var failure: FeedError?
    do throws(FeedError) { try loop.run() } catch { failure = error }
    fetcher.cancel()
    symbolFetcher.cancel()
    finish(failure == nil ? loop.app.endings : [], shared)
    return failure
  }

  // MARK: Opening

  /// The parts of the viewer that all streams share while the terminal is open.
  private struct Shared {
    let keeper: StateKeeper
    let live: LiveConfiguration
    let subscriptions: LiveSubscriptions
    let changes: ListChanges
    let articles: ArticleFetcher
    let discussions: DiscussionFetcher
    let children: Children
    let terminal: NcursesTerminal
  }

  /// The stream that is seen.
  private var seen: ViewedStream? { streams.last }

  private static func warning(_ text: String) -> Event {
    .message(SafeText(sanitizing: text), isWarning: true)
  }

  /// The message where the locale has ASCII alone; nil at the first start, which has other things to say.
  private static func notice(ofLocaleBeside welcome: Event?) -> Event? {
    if case .welcome(isFirst: true)? = welcome { return nil }
    return Ncurses.codesetIsUTF8
      ? nil : .hint("only ASCII: set LC_ALL=C.UTF-8")
  }

  private static func events(_ events: [TerminalEvent]) -> [Event] {
    events.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Opens a stream over the one that is seen; without it a message says why.
  ///
  /// - Parameters:
  ///   - replaces: whether there is no way back to the stream that is seen.
  private func open(
    _ request: StreamRequest,
    replaces: Bool = false,
    _ shared: Shared
  ) -> [Event] {
    let opened = OpenedStream(
      request,
      shared.live.run,
      sharing: library.logs,
      keeping: indexes
    )
    let problems =
      opened.feeds.failures.map { Diagnostics.text(of: $0) } + (opened.subscribed?.problems ?? [])
    guard !opened.feeds.list.isEmpty else {
      return [Self.warning("Not opened: \(problems.first ?? "there is nothing to show")")]
    }
    let (taken, recalled) = slots.of(opened, shared.keeper)
    let stream = ViewedStream(opened, slots: taken, in: library, now: time.wall)
    do throws(FeedError) {
      let lines = shared.terminal.size.lines
      try stream.scanHead(rows: lines + max(0, opened.options.stream.place?.top.number ?? 0))
    } catch {
      stream.timeline.close()
      return [Self.warning("Not opened: \(Diagnostics.text(of: error))")]
    }
    if replaces { streams.popLast()?.close() }
    streams.append(stream)
    shared.live.show(opened.configuration)
    begin(stream, shared)
    let opening = StreamOpening(
      stream.timeline,
      options: stream.options,
      keymap: opened.configuration.keymap,
      replaces: replaces
    )
    return [.opened(opening)] + Self.events(recalled) + problems.prefix(1).map { Self.warning($0) }
      + [stream.notice].compactMap(\.self)
  }

  /// Begins to take in what arrives for a stream.
  private func begin(_ stream: ViewedStream, _ shared: Shared) {
    let live = LiveSources(
      stream.opened,
      of: stream.timeline,
      with: shared.children,
      shown: { [opened = stream.opened, live = shared.live] in opened.shown(in: live.run) },
      isSeen: { [weak self, weak stream] in self?.seen === stream },
      onOffers: { [weak self, weak stream] links in
        guard let self, let stream, seen === stream else { return [] }
        return show(links, shared)
      },
      onRead: { [weak stream] posts in
        guard let slot = stream?.slots.first else { return [] }
        let states = posts.map { post in
          PostState(key: .init(source: slot, identity: post), flags: .read, changed: .read)
        }
        let events = shared.keeper.keep(.remember(states)) + [.recalled(states)]
        return events.map { .event($0) }
      },
      onFeed: { [slots, opened = stream.opened] feeds in
        slots.ofLast(of: feeds, in: opened, shared.keeper)
      }
    )
    stream.begin(live)
    let options = stream.options
    // In secure mode those of the network say in their place why they do not come.
    if options.wantsPictures, !options.isSecure || options.pictureChoice.isOfNetwork {
      if common.settings.usesPictureProtocol {
        shared.terminal.askForPictures(decodes: PictureDecoder.isThere, shared.children)
      }
      if PictureDecoder.isThere, !options.isSecure { shared.terminal.offerSymbols() }
    }
    tell(shared.subscriptions)
    if stream.opened.subscribed != nil { shared.subscriptions.begin() }
  }

  /// Tells which subscriptions are seen.
  private func tell(_ subscriptions: LiveSubscriptions) {
    subscriptions.shown = seen?.subscriptions ?? []
  }

  /// Lets the open streams of subscriptions show those that were added to their lists.
  private func showAdded(_ subscriptions: LiveSubscriptions) -> [TerminalEvent] {
    let events = streams.flatMap { $0.joinAdded(in: library) }
    if !events.isEmpty { tell(subscriptions) }
    return events
  }

  /// Shows the feeds that an address offers in place of posts; the only one at once.
  private func show(_ links: [FeedLink], _ shared: Shared) -> [TerminalEvent] {
    let request =
      links.count == 1
      ? StreamRequest(opening: links.prefix(1).map(\.address.text))
      : StreamRequest(target: .offers(links.map { OfferedFeed($0) }))
    return open(request, replaces: true, shared).map { .event($0) }
  }

  private func openFeeds(
    _ choice: FeedChoice,
    _ firstPage: StreamOptions.FirstPage,
    filter: String? = nil,
    _ shared: Shared
  ) -> [Event] {
    guard let chosen = SubscriptionChoice(choice) else {
      let gone = Self.warning("Not opened: there is no such subscription any more")
      return shared.subscriptions.listAgain() + [gone]
    }
    var request = StreamRequest(target: .subscriptions(chosen))
    request.firstPage = firstPage
    request.filter = filter
    return open(request, shared)
  }

  /// Opens a source of the start page, or a feed that a page offers; nil for the sample.
  private func openSource(_ key: String?, _ shared: Shared) -> [Event] {
    guard let key else {
      return open(StreamRequest(opening: []), shared)
    }
    if case .offers? = seen?.opened.request.target {
      return open(StreamRequest(opening: [key]), shared)
    }
    switch StartPage.name(ofSource: key) {
    case .success(let name): return open(StreamRequest(opening: [name]), shared)
    case .failure(let reason): return [Self.warning(reason.text)]
    }
  }

  private func openKept(_ shared: Shared) -> [Event] {
    if case .kept? = seen?.opened.request.target {
      return [Self.warning("The kept posts are open")]
    }
    do throws(StateRefusal) {
      guard let kept = try shared.keeper.keptPosts(after: slots.unnamedCount) else {
        return [Self.warning("Not opened: the state is off, so nothing is kept")]
      }
      guard !kept.posts.isEmpty else { return [Self.warning("No posts are kept yet")] }
      let events = open(StreamRequest(target: .kept(kept)), shared)
      return events + Self.events(shared.keeper.add(kept))
    } catch {
      return [Self.warning("Not opened: \(error.text)")]
    }
  }

  private func findMark(_ letter: Unicode.Scalar, _ shared: Shared) -> [Event] {
    let keepsState = common.settings.keepsState && !Environment.isSecure
    let marks = seen?.opened.memory.marks ?? (keepsState ? MarkKeeper.ofNoSource : nil)
    switch marks?.find(letter) {
    case .event(let event): return [event]
    case .elsewhere(let mark):
      var request = StreamRequest(opening: mark.names)
      if let choice = mark.choice.flatMap({ SubscriptionChoice($0) }) {
        request = StreamRequest(target: .subscriptions(choice))
      }
      request.place = mark.place
      return open(request, shared)
    case nil: return [Self.warning("Mark \(letter) is not set: nothing is remembered in this run")]
    }
  }

  private func location(of file: FileTarget) -> FeedLocation {
    for stream in streams.reversed() {
      if let location = stream.live?.location(of: file) { return location }
    }
    return .alone
  }

  private func pictureShelf(
    on terminal: NcursesTerminal,
    _ events: EventLoop,
    _ children: Children,
    _ fetcher: PictureFetcher
  ) -> PictureShelf {
    let reader = PictureReader(children: children, fetcher: fetcher) { [weak self] in
      self?.location(of: $0) ?? .alone
    }
    let shelf = PictureShelf(loop: events, reader: reader) { [weak terminal] in
      terminal?.write($0) ?? false
    }
    shelf.onFault = { [weak events] number, fault in
      events?.post([.event(.pictureFault(number, fault))])
    }
    reader.onEnd = { [weak shelf] wish, result in shelf?.take(result, of: wish) }
    reader.onArrival = { [weak shelf] in shelf?.arrived() }
    return shelf
  }

  private func symbolReader(
    on terminal: NcursesTerminal,
    _ events: EventLoop,
    _ children: Children,
    _ fetcher: PictureFetcher
  ) -> SymbolReader {
    let reader = SymbolReader(
      children: children,
      colors: terminal.colorCount,
      fetcher: fetcher
    ) { [weak self] in
      self?.location(of: $0) ?? .alone
    }
    reader.onEnd = { [weak events] number, result in
      switch result {
      case .success(let picture): events?.post([.event(.symbols(number, picture))])
      case .failure(let fault): events?.post([.event(.pictureFault(number, fault.text))])
      }
    }
    return reader
  }

  // MARK: Leaving

  /// Lets the stream go that is seen, and shows the one below.
  private func close(_ ending: StreamEnding, _ shared: Shared) -> [Event] {
    guard streams.count > 1, let left = streams.popLast() else { return [] }
    left.close()
    // No key waits for the disk.
    var events = ending.place.map { left.opened.memory.place.keep($0) } ?? []
    shared.keeper.note(ending.tallies)
    if case .kept(let posts) = left.opened.request.target { shared.keeper.leave(posts) }
    tell(shared.subscriptions)
    if let seen {
      events += shared.live.show(seen.opened.configuration)
      events.append(seen.live?.older?.event ?? shared.subscriptions.older.event)
      if case .recent = seen.opened.request.target, let page = StartPage() {
        events.append(.recent(page.sources()))
        page.state.store.close()
      }
    }
    return events
  }

  private func forget(_ key: String) -> [Event] {
    guard let page = StartPage() else { return [] }
    defer { page.state.store.close() }
    return page.forget(key)
  }

  /// Keeps the places of all streams, and what waits to be written.
  private func finish(_ endings: [StreamEnding], _ shared: Shared) {
    for stream in streams { losses += stream.opened.subscribed?.problems ?? [] }
    for (index, stream) in streams.enumerated() {
      let ending = endings.indices.contains(index) ? endings[index] : nil
      stream.close()
      losses += [stream.opened.memory.place.finish(ending?.place)].compactMap(\.self)
      shared.keeper.note(ending?.tallies ?? [])
      if let ending { _ = shared.keeper.keep(.rememberComments(ending.comments)) }
    }
    losses += shared.keeper.finish()
    shared.articles.cancel()
    shared.discussions.cancel()
    shared.changes.cancel()
    shared.subscriptions.cancel()
  }
}
