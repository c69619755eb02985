import Addresses
import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamLab
import StreamModel
import StreamUI

/// One run of the demonstration: feed, terminal, meters, loop and shutdown.
struct DemoSession {
  /// A file or "-"; nil for the built-in feed.
  let source: String?
  let hint: FormatHint?
  /// The waits that the user asked for; nil leaves them to the tour.
  let simulation: Simulation?
  let theme: ThemeChoice
  /// The new file that the screen is recorded to; nil for none.
  let recordPath: String?
  /// Nil for the tour.
  let strategies: Pair<Strategy>?
  private let time = SystemTime()

  /// Shows the demonstration until the user leaves.
  ///
  /// - Throws: Status 1 if there is nothing to show or no terminal to show it on.
  func run() throws {
    Ncurses.setLocale()
    guard isatty(STDOUT_FILENO) == 1 else {
      Diagnostics.print(
        "streamtui: the demo needs a terminal (without one: --keys, or streamtui bench)"
      )
      throw ExitCode(1)
    }
    let (timelines, location) = try Diagnostics.exiting { () throws(FeedError) in try openedTwice()
    }
    try checkMarkup(of: timelines.left)
    let recording = try recordPath.map(opened)
    // A recording must not ask for the background: the terminal that plays it would answer.
    let theme = recordPath != nil && theme == .auto ? .always(.dark) : theme
    let failure = try TerminalSession.run(usesMouse: false, theme: theme, time: time) {
      terminal,
      events in
      recording?.begin(terminal.size)
      terminal.recording = recording
      let failure = show(timelines, location, on: terminal, events, theme)
      return TerminalSession.Ending(failure: failure) { recording?.finish() }
    }
    if let failure {
      throw Diagnostics.failure(failure)
    }
    if let code = recording?.failure {
      throw Diagnostics.failure(
        "\(recordPath ?? ""): recording incomplete: \(SystemError.text(code))"
      )
    }
  }

  /// Plays `script` on a screen of `size` in memory and returns the last frame.
  ///
  /// The clock moves in waits of the script alone, so measured times are 0. Ages are counted from the
  /// time that ``Bench`` has.
  ///
  /// - Throws: Status 1 if there is nothing to show.
  func play(_ script: KeyScript, size: Size) throws -> Screen {
    LabConditions.fixTerminal()
    let (timelines, location) = try Diagnostics.exiting { () throws(FeedError) in try openedTwice()
    }
    try checkMarkup(of: timelines.left)
    let time = ManualTime(wall: Bench.wall)
    let terminal = HeadlessTerminal(size: size, script: script, time: time)
    guard var loop = loop(timelines, location, terminal, terminal, time, zone: .utc) else {
      throw Diagnostics.failure(Self.noGauge)
    }
    loop.run()
    return terminal.screen ?? Screen(size: size)
  }

  /// Creates the file for the recording.
  private func opened(_ path: String) throws -> Recording {
    guard !Environment.isSecure else {
      throw Diagnostics.failure("\(path): not recorded: secure mode is on (STREAMTUI_SECURE)")
    }
    if let recording = Recording(path: path, time: time) { return recording }
    let reason = errno == EEXIST ? "the file exists already" : SystemError.text(errno)
    throw Diagnostics.failure("\(path): not recorded: \(reason)")
  }

  /// Runs the loop; returns why it could not.
  private func show(
    _ timelines: Pair<Timeline>,
    _ location: FeedLocation?,
    on terminal: NcursesTerminal,
    _ events: EventLoop,
    _ theme: ThemeChoice
  ) -> String? {
    let shelf = PictureShelf(loop: events, reader: DemoPictures(location)) { [weak terminal] in
      terminal?.write($0) ?? false
    }
    terminal.shelf = shelf
    // A recording has frames alone, and the terminal that plays it would answer.
    let children = Children(loop: events)
    if recordPath == nil, location != .alone {
      terminal.askForPictures(decodes: false, children)
    }
    let loop = loop(
      timelines,
      location,
      terminal,
      events,
      time,
      zone: SystemZone.local,
      noColor: Environment.value("NO_COLOR")?.isEmpty == false,
      theme: theme.theme(isLight: BackgroundQuery(Environment.value).isLight),
      suspend: { terminal.suspend() },
      showPictures: { shelf.want($0) }
    )
    guard var loop else { return Self.noGauge }
    withExtendedLifetime(children) { loop.run() }
    return nil
  }

  private static let noGauge =
    "streamtui: the demo cannot start: the system gave no file in memory"

  /// Makes the loop of a demonstration; nil if the system gives no gauge for its frames.
  private func loop(
    _ timelines: Pair<Timeline>,
    _ location: FeedLocation?,
    _ terminal: any Terminal,
    _ events: any EventSource,
    _ time: any TimeSource,
    zone: TimeZoneRules,
    noColor: Bool = false,
    theme: Theme = .dark,
    suspend: @escaping () -> Void = {},
    showPictures: @escaping (PictureWishes) -> Void = { _ in }
  ) -> DemoLoop? {
    let size = terminal.size
    guard let left = FrameMeter(size: size, noColor: noColor, theme: theme),
      let right = FrameMeter(size: size, noColor: noColor, theme: theme)
    else { return nil }
    var options = ViewOptions()
    options.zone = zone
    // Each half of the screen has a list of its own.
    options.layout = .list
    return DemoLoop(
      demo: Demo(
        timelines: timelines,
        size: size,
        wall: time.wall,
        options: options,
        simulation: simulation,
        strategies: strategies,
        openPicture: location == .alone ? nil : { DemoPictures(location).picture($0)?.slices }
      ),
      terminal: terminal,
      events: events,
      time: time,
      gauges: Pair(left: left, right: right),
      suspend: suspend,
      showPictures: showPictures
    )
  }

  // MARK: The feed

  /// Opens the feed twice over the same bytes, and scans both to their ends.
  ///
  /// - Returns: The feed, and where it was found; nil for the built-in one.
  private func openedTwice() throws(FeedError) -> (Pair<Timeline>, FeedLocation?) {
    let opened = try LabConditions.source(source)
    let bytes = opened?.bytes ?? MemoryBytes(name: "built-in feed", bytes: DemoFeed.json())
    return (Pair(left: try scanned(bytes), right: try scanned(bytes)), opened?.location)
  }

  private func scanned(_ bytes: any ByteSource) throws(FeedError) -> Timeline {
    let timeline = Timeline(Feed(source: bytes, hint: hint))
    while try timeline.advance(bytes: 4 << 20) == .more {}
    return timeline
  }

  /// Ends the program with a message if no strategy could make a difference.
  private func checkMarkup(of timeline: Timeline) throws {
    guard let reason = Demo.reasonForNothing(timeline, wall: time.wall) else { return }
    let name = source ?? SourceOpener.standardInput
    Diagnostics.print(
      "\(name): nothing to show: \(reason). Run streamtui demo without a source for the built-in feed."
    )
    throw ExitCode(1)
  }
}
