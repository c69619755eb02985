import ArgumentParser
import CellGrid
import Glibc
import StreamLab
import StreamModel
import StreamUI

/// One run of the demonstration: feed, terminal, meters, loop and shutdown.
struct DemoSession {
  /// A file or "-"; nil for the built-in feed.
  let source: String?
  let hint: FormatHint?
  let simulation: Simulation
  let theme: ThemeChoice
  /// The new file that the screen is recorded to; nil for none.
  let recordPath: String?
  /// The strategies to begin with; nil for the tour.
  let strategies: Pair<Strategy>?
  private let time = SystemTime()
  private static let builtIn = "Run streamtui demo without a source for the built-in feed."

  init(
    source: String?,
    hint: FormatHint?,
    simulation: Simulation,
    theme: ThemeChoice,
    recordPath: String?,
    strategies: Pair<Strategy>?
  ) {
    self.source = source
    self.hint = hint
    self.simulation = simulation
    // A recording must not ask for the background: the terminal that plays it would answer.
    self.theme = recordPath != nil && theme == .auto ? .always(.dark) : theme
    self.recordPath = recordPath
    self.strategies = strategies
  }

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
    let timelines = try Diagnostics.exiting { () throws(FeedError) in try openedTwice() }
    try checkMarkup(of: timelines.left)
    let recording = try recordPath.map(opened)
    let failure = try TerminalSession.run(usesMouse: false, theme: theme, time: time) {
      terminal,
      events in
      recording?.begin(terminal.size)
      terminal.recording = recording
      let failure = show(timelines, on: terminal, events)
      return TerminalSession.Ending(failure: failure) { recording?.finish() }
    }
    if let failure {
      Diagnostics.print(failure)
      throw ExitCode(1)
    }
    if let code = recording?.failure {
      Diagnostics.print("\(recordPath ?? ""): recording incomplete: \(SystemError.text(code))")
      throw ExitCode(1)
    }
  }

  /// Plays `script` on a screen of `size` in memory and returns the last frame.
  ///
  /// The clock moves in waits of the script alone, so measured times are 0. Ages are counted from the
  /// time that ``BenchPlay`` has.
  ///
  /// - Throws: Status 1 if there is nothing to show.
  func play(_ script: KeyScript, size: Size) throws -> Screen {
    LabConditions.fixTerminal()
    let timelines = try Diagnostics.exiting { () throws(FeedError) in try openedTwice() }
    try checkMarkup(of: timelines.left)
    guard let gauges = gauges(size, noColor: false, .dark) else {
      Diagnostics.print(Self.noGauge)
      throw ExitCode(1)
    }
    let time = ManualTime(wall: BenchPlay.wall)
    let terminal = HeadlessTerminal(size: size, script: script, time: time)
    var loop = DemoLoop(
      demo: demo(timelines, size, wall: time.wall, zone: .utc),
      terminal: terminal,
      events: terminal,
      time: time,
      gauges: gauges,
      suspend: {}
    )
    loop.run()
    return terminal.screen ?? Screen(size: size)
  }

  /// Creates the file for the recording.
  private func opened(_ path: String) throws -> Recording {
    guard !Environment.isSecure else {
      Diagnostics.print("\(path): not recorded: secure mode is on (STREAMTUI_SECURE)")
      throw ExitCode(1)
    }
    if let recording = Recording(path: path, time: time) { return recording }
    let reason = errno == EEXIST ? "the file exists already" : SystemError.text(errno)
    Diagnostics.print("\(path): not recorded: \(reason)")
    throw ExitCode(1)
  }

  /// Runs the loop; returns why it could not.
  private func show(
    _ timelines: Pair<Timeline>,
    on terminal: NcursesTerminal,
    _ events: EventLoop
  ) -> String? {
    let noColor = Environment.value("NO_COLOR")?.isEmpty == false
    let size = terminal.size
    let colors = theme.theme(isLight: BackgroundQuery(Environment.value).isLight)
    guard let gauges = gauges(size, noColor: noColor, colors) else { return Self.noGauge }
    var loop = DemoLoop(
      demo: demo(timelines, size, wall: time.wall, zone: SystemZone.local),
      terminal: terminal,
      events: events,
      time: time,
      gauges: gauges,
      suspend: { terminal.suspend() }
    )
    loop.run()
    return nil
  }

  private static let noGauge =
    "streamtui: the demo cannot start: the system gave no file in memory"

  /// Gauges for the frames of both halves; nil if the system gives none.
  private func gauges(_ size: Size, noColor: Bool, _ theme: Theme) -> Pair<any FrameGauge>? {
    guard let left = FrameMeter(size: size, noColor: noColor, theme: theme),
      let right = FrameMeter(size: size, noColor: noColor, theme: theme)
    else { return nil }
    return Pair(left: left, right: right)
  }

  private func demo(
    _ timelines: Pair<Timeline>,
    _ size: Size,
    wall: Timestamp,
    zone: TimeZoneRules
  ) -> Demo {
    var options = ViewOptions()
    options.zone = zone
    return Demo(
      timelines: timelines,
      size: size,
      wall: wall,
      options: options,
      simulation: simulation,
      strategies: strategies
    )
  }

  // MARK: The feed

  /// Opens the feed twice over the same bytes, and scans both to their ends.
  private func openedTwice() throws(FeedError) -> Pair<Timeline> {
    let bytes = try LabConditions.bytes(
      of: source,
      orElse: MemoryBytes(name: "built-in feed", bytes: DemoFeed.json())
    )
    return Pair(left: try scanned(bytes), right: try scanned(bytes))
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
    Diagnostics.print("\(name): nothing to show: \(reason). \(Self.builtIn)")
    throw ExitCode(1)
  }
}
