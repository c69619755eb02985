import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamSources
import StreamUI

/// One run of the viewer: feed, terminal, loop and shutdown.
final class ViewerSession {
  private let feeds: [OpenedFeed]
  /// Opens the sources once more.
  private let reopen: () throws(FeedError) -> [OpenedFeed]
  private let timeline: Timeline
  /// The configuration as it was last read.
  private(set) var configuration: RunConfiguration
  private let theme: ThemeChoice
  private let options: App.Options
  private let memory: Memory
  /// The slices of feeds in an order of their own that are scanned before the terminal is touched.
  private static let headSlices = 64
  private let time = SystemTime()
  /// Whether the reader has left the timeline for the page before it, if there is one.
  private(set) var wasLeft = false
  /// The place in other sources to which the reader jumps, if that is why the viewer ended.
  private(set) var next: MarkKeeper.Elsewhere?
  /// The feeds that a page offers, if the viewer ended for the choice among them.
  private(set) var offers: [FeedLink] = []
  /// The subscriptions that the reader chose, if the viewer ended for them.
  private(set) var choice: FeedChoice?
  private let subscribed: SubscribedFeeds?
  private let following: Following
  /// What could not be kept at the end, a line each.
  private var losses: [String] = []

  init(
    feeds: OpenedFeeds,
    order: Timeline.Order?,
    options: App.Options,
    run configuration: RunConfiguration,
    theme: ThemeChoice,
    memory: Memory,
    subscribed: SubscribedFeeds?,
    following: Following,
    reopen: @escaping () throws(FeedError) -> [OpenedFeed]
  ) {
    self.configuration = configuration
    self.reopen = reopen
    self.subscribed = subscribed
    self.following = following
    let settings = configuration.settings
    self.feeds = feeds.list
    if subscribed == nil { FollowedFiles.prepare(feeds.list.map(\.source)) }
    timeline = Timeline(
      sources: LiveSources.records(
        of: feeds.list,
        isPublicOnly: settings.isPublicOnly,
        following.refreshMinutes
      ),
      order: order ?? feeds.usualOrder,
      usualOrder: feeds.usualOrder,
      now: time.wall
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
      let live = LiveSources(
        feeds,
        of: timeline,
        with: children,
        subscribed: subscribed,
        isPublicOnly: settings.isPublicOnly,
        mayFetch: settings.usesNetwork,
        options: configuration.options,
        following: following,
        reopen: reopen
      )
      live.begin()
      let failure = show(on: terminal, events, opener, programs, live)
      live.cancel()
      offers = live.offers
      choice = live.subscriptions.choice
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
    for source in feeds.map(\.source) {
      if try source.spool?.fill() == true { _ = try source.spool?.fill() }
    }
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
    _ sources: LiveSources
  ) -> FeedError? {
    var app = App(
      timeline: timeline,
      size: terminal.size,
      wall: time.wall,
      options: options,
      keymap: configuration.keymap
    )
    let keeper = StateKeeper(memory, on: events)
    sources.onFeed = { [memory] feeds in
      memory.name(ofLastOf: feeds).map { keeper.add($0) } ?? []
    }
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
        return terminal.isGone ? [] : opener.open(file, at: sources.location(of: file))
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
      case .reload: return [sources.reload()]
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
      case .listFeeds(let tallies): return sources.subscriptions.list(tallies)
      case .openFeeds(let choice):
        sources.subscriptions.open(choice)
        return []
      case .refreshFeeds(let choice): return sources.subscriptions.refresh(choice)
      case .fetchArticle(let number, let target): return sources.articles.fetch(number, target)
      case .stopArticle(let number):
        sources.articles.stop(number)
        return []
      // The last two come from the start page, which has a session of its own.
      case .quit, .redraw, .openSource, .forget: return []
      }
    }
    do throws(FeedError) {
      try loop.run()
    } catch {
      return error
    }
    configuration = live.run
    wasLeft = loop.app.isFinished && !loop.app.wasQuit
    losses =
      (subscribed?.problems ?? []) + [memory.place.finish(loop.app.place)].compactMap(\.self)
      + keeper.finish(loop.app.tallies)
    return nil
  }
}
