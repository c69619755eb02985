import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// One run of the viewer: feed, terminal, loop and shutdown.
final class ViewerSession {
  private var sources: [OpenedSource]
  /// Opens the sources once more; nil where they cannot be.
  private let reopen: () throws(FeedError) -> [OpenedFeed]
  private let timeline: Timeline
  private let configuration: RunConfiguration
  private let theme: ThemeChoice
  private let options: App.Options
  private let isPublicOnly: Bool
  private let memory: Memory
  /// The slices of feeds in an order of their own that are scanned before the terminal is touched.
  private static let headSlices = 64
  private let time = SystemTime()
  /// Whether the reader has left the timeline for the page before it, if there is one.
  private(set) var wasLeft = false
  /// The place in other sources to which the reader jumps, if that is why the viewer ended.
  private(set) var next: MarkKeeper.Elsewhere?
  /// What could not be kept at the end, a line each.
  private var losses: [String] = []

  init(
    feeds: OpenedFeeds,
    order: Timeline.Order?,
    options: App.Options,
    run configuration: RunConfiguration,
    theme: ThemeChoice,
    memory: Memory,
    reopen: @escaping () throws(FeedError) -> [OpenedFeed]
  ) {
    self.configuration = configuration
    self.reopen = reopen
    let settings = configuration.settings
    isPublicOnly = settings.isPublicOnly
    sources = feeds.list.map(\.source)
    FollowedFiles.prepare(sources)
    timeline = Timeline(
      feeds.list.map(\.feed),
      order: order ?? feeds.usualOrder,
      usualOrder: feeds.usualOrder,
      isPublicOnly: settings.isPublicOnly
    )
    var options = options
    options.isSecure = Environment.isSecure
    options.hasHyperlinks = settings.hyperlinks.holds(Environment.value)
    self.options = options
    self.theme = theme
    self.memory = memory
  }

  /// Shows the feed until the user quits.
  func run() throws {
    // Report feeds that cannot be shown at all before touching the terminal.
    try Diagnostics.exiting { () throws(FeedError) in try scanHead() }
    var problems: [String] = []
    let settings = configuration.settings
    let failure = try TerminalSession.run(
      usesMouse: settings.usesMouse,
      theme: theme,
      time: time
    ) { terminal, events in
      let children = Children(loop: events)
      let opener = LinkOpener(children: children)
      opener.runInTerminal = { [weak terminal] arguments in terminal?.lend(to: arguments) }
      let programs = ProgramRunner(children: children)
      programs.runInTerminal = { [weak terminal] in terminal?.lend(to: $0, $1) }
      let files = FollowedFiles(timeline, on: events)
      watchPipes(events)
      files.follow(sources)
      let failure = show(on: terminal, events, opener, programs, files)
      return TerminalSession.Ending(failure: failure.map(Diagnostics.text)) {
        children.endAll()
        programs.finish()
        problems = opener.problems
      }
    }
    for problem in problems { Diagnostics.print(problem) }
    for loss in losses { Diagnostics.print("streamtui: \(loss)") }
    for error in timeline.errors { Diagnostics.print(Diagnostics.text(of: error)) }
    if let failure {
      Diagnostics.print(failure)
      throw ExitCode(1)
    }
  }

  private func scanHead() throws(FeedError) {
    // Fill twice: the end of a short pipe is then known, and the first frame need not guess.
    for source in sources { if try source.spool?.fill() == true { _ = try source.spool?.fill() } }
    // Several feeds may know their first row late: the reader waits for it on the screen.
    var slices = timeline.mayInsertRows ? Self.headSlices : Int.max
    while timeline.recordCount == 0, slices > 0,
      try timeline.advance(bytes: RunLoop.headBytes) == .more
    {
      slices -= 1
    }
  }

  private func show(
    on terminal: NcursesTerminal,
    _ events: EventLoop,
    _ opener: LinkOpener,
    _ programs: ProgramRunner,
    _ files: FollowedFiles
  ) -> FeedError? {
    var app = App(
      timeline: timeline,
      size: terminal.size,
      wall: time.wall,
      options: options,
      keymap: configuration.keymap
    )
    let keeper = StateKeeper(memory, on: events)
    if let notice = memory.place.notice {
      let text = SafeText(sanitizing: notice)
      _ = app.handle(.message(text, isWarning: true), at: time.now, wall: time.wall)
    }
    let live = LiveConfiguration(configuration, on: terminal)
    if let notice = live.notice { _ = app.handle(notice, at: time.now, wall: time.wall) }
    // SIGHUP stays the end of the terminal: a shell that ends sends it while its terminal is still there.
    events.onSignal(SIGUSR1) { live.reload().map { .event($0) } }
    let clipboard = Clipboard(terminal, term: Environment.value("TERM") ?? "")
    var loop = RunLoop(app: app, terminal: terminal, events: events, time: time) { [self] effect in
      switch effect {
      case .open(let target): return terminal.isGone ? [] : opener.open(target)
      case .openFile(let file):
        return terminal.isGone ? [] : opener.open(file, at: location(of: file))
      case .save(let path, let text): return [LinkFile.save(text, to: path)]
      case .savePost(let path, let text): return [LinkFile.save(text, to: path, as: "the post")]
      case .read(let text): return terminal.isGone ? [] : programs.read(text)
      case .run(let call): return terminal.isGone ? [] : programs.run(call)
      case .stop(let number):
        programs.stop(number)
        return []
      case .copy(let text):
        let command = live.copyCommand
        return command.isEmpty ? [clipboard.copy(text)] : programs.copy(text, with: command)
      case .reload: return [reload(files)]
      case .reloadConfig: return live.reload()
      case .edit(let path, let line): return live.edit(path, line)
      case .useTheme(let name): return [live.useTheme(name)]
      case .suspend:
        terminal.suspend()
        return [.resumed]
      case .keepPlace(let place): return memory.place.keep(place)
      case .setMark(let letter, let place): return memory.marks?.set(letter, to: place) ?? []
      case .findMark(let letter):
        switch memory.marks?.find(letter) {
        case .event(let event): return [event]
        case .elsewhere(let place):
          next = place
          events.post([.closed])
          return []
        case nil: return []
        }
      case .remember, .nameByFallback, .keep, .unkeep, .visit, .listVisits:
        return keeper.keep(effect)
      // The last two come from the start page, which has a session of its own.
      case .quit, .redraw, .openSource, .forget: return []
      }
    }
    do throws(FeedError) {
      try loop.run()
    } catch {
      return error
    }
    wasLeft = loop.app.isFinished && !loop.app.wasQuit
    losses =
      [memory.place.finish(loop.app.place)].compactMap(\.self) + keeper.finish(loop.app.tallies)
    return nil
  }

  /// Reads the sources again; their start is scanned at once, so that a frame shows the place there.
  private func reload(_ files: FollowedFiles) -> Event {
    do throws(FeedError) {
      let feeds = try reopen()
      sources = feeds.map(\.source)
      FollowedFiles.prepare(sources)
      timeline.reload(Timeline.sources(feeds.map(\.feed), isPublicOnly: isPublicOnly))
      files.follow(sources)
      var slices = Self.headSlices
      while slices > 0, try timeline.advance(bytes: RunLoop.headBytes) == .more { slices -= 1 }
      return .reloaded(failure: nil)
    } catch {
      return .reloaded(failure: SafeText(sanitizing: Diagnostics.text(of: error)))
    }
  }

  /// Where the feed was found that names `file`.
  private func location(of file: FileTarget) -> FeedLocation {
    sources.first { $0.bytes.name == file.source }?.location ?? .alone
  }

  /// Makes pipes wake the loop.
  private func watchPipes(_ events: EventLoop) {
    for source in sources {
      guard let spool = source.spool, !spool.isComplete else { continue }
      var token: EventLoop.Token?
      token = events.watch(spool.pipe, for: .reading) { [weak events] in
        let goesOn = (try? spool.fill()) ?? false
        if !goesOn { events?.remove(token) }
        return [.bytesArrived]
      }
    }
  }
}
