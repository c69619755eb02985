import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// One run of the viewer: feed, terminal, loop, and the way out.
final class ViewerSession {
  private let sources: [OpenedSource]
  private let timeline: Timeline
  private let options: App.Options
  private let usesMouse: Bool
  /// Slices of several feeds that are scanned before the terminal is touched.
  private static let headSlices = 64
  private let time = SystemTime()
  private let opener = LinkOpener()

  init(
    feeds: [OpenedFeed],
    order: Timeline.Order,
    options: App.Options,
    hyperlinks: HyperlinkChoice,
    usesMouse: Bool
  ) {
    sources = feeds.map(\.source)
    timeline = Timeline(feeds.map(\.feed), order: order)
    var options = options
    options.isSecure = Environment.isSecure
    options.hasHyperlinks = hyperlinks.holds(Environment.value)
    self.options = options
    self.usesMouse = usesMouse
  }

  /// Shows the feed until the reader leaves it.
  func run() throws {
    // What cannot be shown at all is said before the terminal is touched.
    try Diagnostics.exiting { () throws(FeedError) in try scanHead() }
    let terminal = try openTerminal()
    let failure = loop(on: terminal)
    terminal.close()
    if let signal = terminal.fatalSignal { die(of: signal) }
    for problem in opener.problems { Diagnostics.print(problem) }
    for error in timeline.errors { Diagnostics.print(Diagnostics.text(of: error)) }
    if let failure {
      Diagnostics.print(Diagnostics.text(of: failure))
      throw ExitCode(1)
    }
  }

  private func scanHead() throws(FeedError) {
    // Twice: of a short pipe the end is known then, and the first frame need not guess.
    for source in sources { if try source.spool?.fill() == true { _ = try source.spool?.fill() } }
    // Of several feeds the first row may be known late: the reader waits for it on the screen.
    var slices = sources.count == 1 ? Int.max : Self.headSlices
    while timeline.recordCount == 0, slices > 0,
      try timeline.advance(bytes: RunLoop.headBytes) == .more
    {
      slices -= 1
    }
  }

  private func loop(on terminal: NcursesTerminal) -> FeedError? {
    let app = App(timeline: timeline, size: terminal.size, wall: time.wall, options: options)
    for source in sources {
      if let spool = source.spool { watch(spool, on: terminal) }
    }
    if sources.count == 1, let file = sources.first?.bytes as? FileBytes {
      watch(file, on: terminal)
    }
    terminal.onChild = { [opener] in opener.reap() }
    opener.runInTerminal = { [weak terminal] arguments in terminal?.lend(to: arguments) }
    var loop = RunLoop(app: app, terminal: terminal, time: time) { [opener] effect in
      switch effect {
      case .open(let target): return terminal.isGone ? [] : opener.open(target)
      case .save(let path, let text): return [LinkFile.save(text, to: path)]
      case .copy(let text):
        guard terminal.write(ControlBytes.copy(text)) else {
          return [.message("not copied: the terminal is busy", isWarning: true)]
        }
        return [.message("copied", isWarning: false)]
      case .suspend:
        terminal.suspend()
        return [.resumed]
      case .quit, .redraw, .enrich: return []
      }
    }
    do throws(FeedError) {
      try loop.run()
    } catch {
      return error
    }
    return nil
  }

  private func watch(_ spool: SpoolBytes, on terminal: NcursesTerminal) {
    guard !spool.isComplete else { return }
    terminal.watch(spool.pipe) {
      let goesOn = (try? spool.fill()) ?? false
      return goesOn ? .bytesArrived : nil
    }
  }

  /// What others append to the file is shown as it comes.
  private func watch(_ file: FileBytes, on terminal: NcursesTerminal) {
    guard let watcher = file.watch() else { return }
    terminal.watch(watcher) { [timeline] in
      var notes: [UInt8] = Array(repeating: 0, count: 4096)
      while read(watcher, &notes, notes.count) > 0 {}
      if file.refresh() { _ = timeline.resume() }
      return .bytesArrived
    }
  }

  private func openTerminal() throws -> NcursesTerminal {
    let noColor = Environment.value("NO_COLOR")?.isEmpty == false
    do throws(NcursesTerminal.Failure) {
      return try NcursesTerminal(time: time, usesMouse: usesMouse, noColor: noColor)
    } catch {
      switch error {
      case .noKeys:
        Diagnostics.print("streamtui: no terminal to read keys from (use: streamtui dump)")
      case .unknownTerminal(let name):
        Diagnostics.print(
          "streamtui: terminal type '\(name)' cannot show a screen (set TERM, or use: streamtui dump)"
        )
      }
      throw ExitCode(1)
    }
  }

  private func die(of signal: Int32) {
    // Since the terminal was closed it is not caught.
    raise(signal)
  }
}
