import Addresses
import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// One run of the viewer: one use of the terminal, and all that the app wants done outside meanwhile.
final class Viewer {
  private let common: RunConfiguration
  private let addresses: AddressLogs?
  private let library = SharedLibrary()
  private let time = SystemTime()
  /// The rows of logs that are read before the size of the terminal is known.
  private static let firstRows = 40
  /// A line for each failure to save something at the end.
  private var losses: [String] = []

  /// - Parameter addresses: the logs of addresses; nil where there is no place for them.
  init(_ common: RunConfiguration, _ addresses: AddressLogs?) {
    self.common = common
    self.addresses = addresses
  }

  /// Shows a stream, and those that are opened from it, until the user quits.
  ///
  /// - Throws: Status 1, after a message, if there is no terminal or the stream cannot be read.
  func run(_ first: OpenedStream) throws {
    let slots = library.slots.ofFirst(first)
    let stream = ViewedStream(first, slots: slots, in: library, now: time.wall)
    // Report feeds that cannot be shown at all before touching the terminal.
    try stream.scanHead(rows: first.subscribed == nil ? 1 : Self.firstRows)
    var problems: [String] = []
    let failure = try TerminalSession.run(
      usesMouse: first.configuration.settings.usesMouse,
      showsCursor: first.configuration.settings.options.showsCursor,
      theme: try first.configuration.chosenTheme()
    ) { terminal, children in
      let opener = LinkOpener(children: children)
      opener.runInTerminal = { [weak terminal] arguments in terminal?.lend(to: arguments) }
      let programs = ProgramRunner(children: children)
      programs.runInTerminal = { [weak terminal] in terminal?.lend(to: $0, $1) }
      let failure = show(stream, on: terminal, children, opener, programs)
      return TerminalSession.Ending(failure: failure.map(Diagnostics.text)) {
        children.endAll()
        programs.finish()
        problems = opener.problems
      }
    }
    for problem in problems { Diagnostics.print(problem) }
    for loss in losses { Diagnostics.print("streamtui: \(loss)") }
    for error in stream.timeline.errors { Diagnostics.print(error) }
    if let failure { throw Diagnostics.failure(failure) }
  }

  private func show(
    _ first: ViewedStream,
    on terminal: NcursesTerminal,
    _ children: Children,
    _ opener: LinkOpener,
    _ programs: ProgramRunner
  ) -> FeedError? {
    let events = children.loop
    let run = first.opened.configuration
    var app = App(
      timeline: first.timeline,
      size: terminal.size,
      wall: time.wall,
      options: first.options,
      keymap: run.keymap
    )
    let keeper = StateKeeper(first.opened.memory, of: first.timeline, on: events)
    let live = LiveConfiguration(run, on: terminal)
    opener.configured = { [weak live] in live?.run.openers ?? OpenerRules() }
    let mayFetch = run.settings.usesNetwork
    let keepsCopies = run.settings.keepsState
    let fetcher = Fetcher(with: children, mayFetch: mayFetch, keepsCopies: keepsCopies)
    let itself = ThisProgram(with: children, mayFetch: mayFetch, options: run.options)
    let subscriptions = LiveSubscriptions(by: itself) { live.run.settings.subscriptionInterval }
    let accounts = LiveAccounts(by: itself)
    keeper.onAccountMark = accounts.note
    let timelines = LiveTimelines(by: itself)
    let streams = ViewedStreams(
      first,
      in: library,
      addresses,
      common.settings,
      keeper,
      live,
      subscriptions,
      by: fetcher,
      on: terminal
    )
    opener.lacksDecoder = { [weak streams] in
      streams?.seen?.opened.options.wantsPictures == true && !PictureDecoder.isThere
    }
    accounts.onEnd = { [weak streams] in streams?.showAbilities() ?? [] }
    subscriptions.older.onEnd = { [weak streams] in streams?.lookAtLogs() ?? [] }
    subscriptions.onNames = { [weak streams] names in streams?.rename(names) == true }
    let readingPlaces = ReadingPlaces(by: itself)
    subscriptions.onListed = { [weak streams] in
      (streams?.showAdded() ?? []) + (streams?.showAbilities() ?? []) + readingPlaces.offers()
    }
    streams.onAccounts = {
      timelines.begin($0)
      readingPlaces.accounts = $0
    }
    let changes = ListChanges(
      with: children,
      mayFetch: mayFetch,
      list: { [subscriptions] in subscriptions.listAgain() },
      onRemoved: { [streams] in streams.leave($0) },
      onRenamed: { [streams] in streams.rename([$0: $1]) }
    )
    changes.onAccountChange = accounts.note
    let articles = ArticleFetcher(fetcher) { token, text in
      [.event(.answer(.article(text), to: token))]
    }
    let discussions = DiscussionFetcher(fetcher) { [.event(.answer(.discussion($1, $2), to: $0))] }
    let conversations = AccountConversations(by: itself) {
      [.event(.answer(.discussion($1, $2), to: $0))]
    }
    let pictures = ViewerPictures(
      on: terminal,
      fetcher,
      isSecure: first.opened.options.isSecure
    ) { [weak streams] in
      streams?.location(of: $0) ?? .alone
    }
    streams.begin()
    let welcome = first.welcome
    // The lines of the shell are behind this screen now.
    let failures = first.opened.problems
    let others = failures.count > 1 ? " and \(failures.count - 1) more" : ""
    let failed = failures.first.map { Event.warning($0 + others) }
    let notices = [
      welcome, Self.notice(ofLocaleBeside: welcome), first.notice, live.notice, failed,
    ].compactMap(\.self)
    for notice in notices { _ = app.handle(notice, at: time.now, wall: time.wall) }
    // SIGHUP stays the end of the terminal: a shell that ends sends it while its terminal is still there.
    events.onSignal(SIGUSR1) { live.reload().map { .event($0) } }
    var loop = RunLoop(app: app, terminal: terminal, events: events, time: time) { effect in
      switch effect {
      case .open(let target): return terminal.isGone ? [] : opener.open(target)
      case .openFile(let file):
        return terminal.isGone ? [] : opener.open(file, at: streams.location(of: file))
      case .save(let path, let text): return [LinkFile.save(text, to: path)]
      case .savePost(let path, let text, let thing):
        return [LinkFile.save(text, to: path, as: thing.words)]
      case .savePicture(let path, .file(let file)):
        switch FolderGate.judge(file.reference, at: streams.location(of: file)) {
        case .open(let source): return [LinkFile.copy(source, to: path)]
        case .refuse(let reason): return [.warning("Not saved: \(reason)")]
        }
      case .savePicture(let path, .web(let target)):
        return [
          pictures.bytes(of: target).map { LinkFile.save($0, to: path) }
            ?? Event.warning("Not saved: the picture has not come yet")
        ]
      case .read(let text): return terminal.isGone ? [] : programs.read(text)
      case .run(let call): return terminal.isGone ? [] : programs.run(call)
      case .copy(let text):
        let command = live.copyCommand
        return command.isEmpty
          ? [Clipboard.copy(text, through: terminal)] : programs.copy(text, with: command)
      case .reload: return streams.seen?.live.map { [$0.reload()] } ?? []
      case .takeUpRules(let lifted):
        return streams.seen?.live.map { [$0.takeUpRules(without: lifted)] } ?? []
      case .reloadConfig: return live.reload()
      case .saveView(let name, let filter, let former):
        return live.save(ConfigAddition(name: name, filter: filter, former: former))
      case .edit(let path, let line): return live.edit(path, line)
      case .useTheme(let name): return [live.useTheme(name)]
      case .suspend:
        terminal.suspend()
        return [.resumed]
      case .keepPlace(let place): return streams.seen?.opened.memory.place.keep(place) ?? []
      case .setMark(let letter, let place):
        let events = streams.seen?.opened.memory.marks?.set(letter, to: place) ?? []
        guard letter == SavedPlace.elsewhere, let seen = streams.seen else { return events }
        return events + readingPlaces.set(place.selection.name, in: seen)
      case .findMark(let letter): return streams.findMark(letter)
      case .remember, .rememberComments, .nameByFallback, .keep, .unkeep, .visit, .unvisit,
        .trust, .distrust:
        return keeper.keep(effect)
      case .listFeeds(let tallies): return subscriptions.list(tallies)
      case .openStream(let choice): return streams.open(choice)
      case .listPaths(let typed): return [.paths(of: typed, TypedPath.completions(of: typed))]
      case .closeStream(let ending): return streams.close(ending)
      case .explain(let error): return [.warning(Diagnostics.text(of: error))]
      case .forget(let key): return SavedState.forget(key)
      case .changeFeeds(let change):
        return changes.make(change) { streams.seen?.source(in: $0) ?? .failure(.noSource) }
      case .editFeeds(let key):
        guard !terminal.isGone else { return [] }
        defer { subscriptions.fetchDue() }
        return changes.edited { programs.editSubscriptions(at: key) }
      case .refreshFeeds(let choice): return subscriptions.refresh(choice)
      case .noteOpened(let slot):
        if case .success(let source)? = streams.seen?.source(in: slot) { accounts.complete(source) }
        return []
      case .ask(let request):
        switch request.wish {
        case .article(let target):
          return articles.fetch(request.token, target)
            .map { [.answer(.article($0), to: request.token)] } ?? []
        case .discussion(let place, _) where place.account != nil:
          conversations.fetch(request.token, place)
          return []
        case .discussion(let place, let target):
          return discussions.fetch(request.token, place, target)
            .map { .answer(.discussion(place, $0), to: request.token) }
        case .keptDiscussions(let places):
          return [.answer(.keptDiscussions(discussions.recall(places)), to: request.token)]
        case .output(let call):
          return terminal.isGone ? [] : programs.run(call.numbered(request.token))
        case .visits: return keeper.keep(effect)
        }
      case .cancel(let token):
        articles.stop(token)
        discussions.stop(token)
        conversations.stop(token)
        programs.stop(token)
        return []
      case .fetchOlder(let target):
        return streams.seen?.live?.older?.fetch(target) ?? subscriptions.older.fetch(target)
      case .wantPictures(let wishes):
        pictures.want(wishes)
        return []
      case .quit, .redraw: return []
      }
    }
    var failure: FeedError?
    do throws(FeedError) { try loop.run() } catch { failure = error }
    pictures.cancel()
    losses += streams.finish(failure == nil ? loop.app.endings : [])
    accounts.finish()
    articles.cancel()
    discussions.cancel()
    conversations.cancel()
    timelines.cancel()
    changes.cancel()
    subscriptions.cancel()
    return failure
  }

  /// The message where the locale has ASCII alone; nil at the first start, which has other things to say.
  private static func notice(ofLocaleBeside welcome: Event?) -> Event? {
    if case .welcome(isFirst: true)? = welcome { return nil }
    return Ncurses.codesetIsUTF8 ? nil : .hint("only ASCII: set LC_ALL=C.UTF-8")
  }
}

/// The pictures of a viewer: those that the terminal draws, and those of blocks where it draws none.
final class ViewerPictures {
  // Each takes one picture after the other: neither waits for what the other wants.
  private let drawn: PictureFetcher
  private let symbolic: PictureFetcher
  private let shelf: PictureShelf
  private let symbols: SymbolReader

  /// - Parameter location: the folder or archive of the feed that names a file.
  init(
    on terminal: NcursesTerminal,
    _ fetcher: Fetcher,
    isSecure: Bool,
    location: @escaping (FileTarget) -> FeedLocation
  ) {
    drawn = PictureFetcher(fetcher, isSecure: isSecure)
    symbolic = PictureFetcher(fetcher, isSecure: isSecure)
    let children = fetcher.children
    let loop = children.loop
    let reader = PictureReader(children: children, fetcher: drawn, location: location)
    shelf = PictureShelf(loop: loop, reader: reader) { [weak terminal] in
      terminal?.write($0) ?? false
    }
    shelf.onFault = { [weak loop] number, fault in
      loop?.post([.event(.pictureFault(number, fault))])
    }
    reader.onEnd = { [weak shelf] wish, result in shelf?.take(result, of: wish) }
    reader.onArrival = { [weak shelf] in shelf?.arrived() }
    symbols = SymbolReader(
      children: children,
      colors: terminal.colorCount,
      fetcher: symbolic,
      location: location
    )
    symbols.onEnd = { [weak loop] number, result in
      switch result {
      case .success(let picture): loop?.post([.event(.symbols(number, picture))])
      case .failure(let fault): loop?.post([.event(.pictureFault(number, fault.text))])
      }
    }
    terminal.shelf = shelf
  }

  /// Sends the pictures that are wanted, or makes the first of them of blocks.
  func want(_ wishes: PictureWishes) {
    symbols.want(wishes.asSymbols ? wishes.wanted.first : nil)
    if !wishes.asSymbols { shelf.want(wishes) }
  }

  /// The bytes of a picture of the network that has come, to be saved.
  func bytes(of target: LinkTarget) -> [UInt8]? {
    drawn.bytes(of: target) ?? symbolic.bytes(of: target)
  }

  func cancel() {
    drawn.cancel()
    symbolic.cancel()
  }
}
