import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// One run of the viewer: feed, terminal, loop and shutdown.
final class ViewerSession {
  private let sources: [OpenedSource]
  private let timeline: Timeline
  private let options: App.Options
  private let theme: ThemeChoice
  private let usesMouse: Bool
  /// The slices of several feeds that are scanned before the terminal is touched.
  private static let headSlices = 64
  private let time = SystemTime()

  init(
    feeds: [OpenedFeed],
    order: Timeline.Order,
    options: App.Options,
    hyperlinks: HyperlinkChoice,
    theme: ThemeChoice,
    usesMouse: Bool
  ) {
    sources = feeds.map(\.source)
    timeline = Timeline(feeds.map(\.feed), order: order)
    var options = options
    options.isSecure = Environment.isSecure
    options.hasHyperlinks = hyperlinks.holds(Environment.value)
    self.options = options
    self.theme = theme
    self.usesMouse = usesMouse
  }

  /// Shows the feed until the user quits.
  func run() throws {
    // Report feeds that cannot be shown at all before touching the terminal.
    try Diagnostics.exiting { () throws(FeedError) in try scanHead() }
    guard let signals = SignalPipe() else {
      Diagnostics.print("streamtui: no pipe for signals: \(SystemError.text(errno))")
      throw ExitCode(1)
    }
    // After the release, signals have their default effect again.
    defer { signals.release() }
    let events = EventLoop(signals: signals, time: time)
    let terminal = try openTerminal(events, signals)
    let children = Children(loop: events)
    let opener = LinkOpener(children: children)
    opener.runInTerminal = { [weak terminal] arguments in terminal?.lend(to: arguments) }
    let files = WatchedFiles(loop: events)
    watchSources(events, files)
    // Nothing else keeps the watches alive.
    let failure = withExtendedLifetime(files) { show(on: terminal, events, opener) }
    terminal.close()
    children.endAll()
    signals.release()
    if let signal = events.endingSignal { raise(signal) }
    for problem in opener.problems { Diagnostics.print(problem) }
    for error in timeline.errors { Diagnostics.print(Diagnostics.text(of: error)) }
    if let failure = terminal.frameFailure {
      Diagnostics.print(Self.text(ofFrameFailure: failure))
      throw ExitCode(1)
    }
    if let failure {
      Diagnostics.print(Diagnostics.text(of: failure))
      throw ExitCode(1)
    }
  }

  private func scanHead() throws(FeedError) {
    // Fill twice: the end of a short pipe is then known, and the first frame need not guess.
    for source in sources { if try source.spool?.fill() == true { _ = try source.spool?.fill() } }
    // Several feeds may know their first row late: the reader waits for it on the screen.
    var slices = sources.count == 1 ? Int.max : Self.headSlices
    while timeline.recordCount == 0, slices > 0,
      try timeline.advance(bytes: RunLoop.headBytes) == .more
    {
      slices -= 1
    }
  }

  private func show(
    on terminal: NcursesTerminal,
    _ events: EventLoop,
    _ opener: LinkOpener
  ) -> FeedError? {
    let app = App(timeline: timeline, size: terminal.size, wall: time.wall, options: options)
    let clipboard = Clipboard(terminal, term: Environment.value("TERM") ?? "")
    var loop = RunLoop(app: app, terminal: terminal, events: events, time: time) { effect in
      switch effect {
      case .open(let target): return terminal.isGone ? [] : opener.open(target)
      case .save(let path, let text): return [LinkFile.save(text, to: path)]
      case .copy(let text): return [clipboard.copy(text)]
      case .suspend:
        terminal.suspend()
        return [.resumed]
      case .quit, .redraw: return []
      }
    }
    do throws(FeedError) {
      try loop.run()
    } catch {
      return error
    }
    return nil
  }

  /// Makes pipes, and a file that other processes append to, wake the loop.
  private func watchSources(_ events: EventLoop, _ files: WatchedFiles) {
    for source in sources {
      guard let spool = source.spool, !spool.isComplete else { continue }
      var token: EventLoop.Token?
      token = events.watch(spool.pipe, for: .reading) { [weak events] in
        let goesOn = (try? spool.fill()) ?? false
        if !goesOn { events?.remove(token) }
        return [.bytesArrived]
      }
    }
    guard sources.count == 1, let file = sources.first?.bytes as? FileBytes else { return }
    files.watch(file.name) { [timeline] in
      if file.refresh() { _ = timeline.resume() }
      return [.bytesArrived]
    }
  }

  private func openTerminal(
    _ events: EventLoop,
    _ signals: SignalPipe
  ) throws -> NcursesTerminal {
    let noColor = Environment.value("NO_COLOR")?.isEmpty == false
    do throws(NcursesTerminal.Failure) {
      return try NcursesTerminal(
        loop: events,
        signals: signals,
        usesMouse: usesMouse,
        noColor: noColor,
        theme: theme
      )
    } catch {
      switch error {
      case .noKeys:
        Diagnostics.print("streamtui: no terminal to read keys from (use: streamtui dump)")
      case .unknownTerminal(let name):
        Diagnostics.print(
          "streamtui: terminal type '\(name)' cannot show a screen (set TERM, or use: streamtui dump)"
        )
      case .noFrames(let code): Diagnostics.print(Self.text(ofFrameFailure: code))
      }
      throw ExitCode(1)
    }
  }

  /// Returns the message for frames that cannot be written to a file in memory.
  private static func text(ofFrameFailure code: Int32) -> String {
    let advice = code == EFBIG ? " (raise the limit on file sizes: ulimit -f unlimited)" : ""
    return "streamtui: the screen cannot be drawn: \(SystemError.text(code))\(advice)"
  }
}
