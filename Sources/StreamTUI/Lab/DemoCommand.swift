import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamLab
import StreamModel
import StreamUI

/// Shows two strategies side by side.
struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show two strategies side by side, with what each costs.",
    discussion: """
      Both halves show the same feed at the same place. Press n for the next step of the tour, \
      ? for the keys, q to leave. The feed is read to its end first.

      --keys plays keys without a terminal, as streamtui snapshot does, and prints the last frame: \
      --keys '<wait 4000>' is the frame after four seconds. Measured times are 0 then.
      """
  )

  enum Format: String, ExpressibleByArgument {
    case text, svg
  }

  @Option(
    help: .value(
      "strategy",
      "The left strategy: \(Strategy.names). Without --left and --right the tour begins. (default: eager)"
    ),
    completion: .list(Strategy.allCases.map(\.rawValue)),
    transform: Strategy.parsed
  )
  var left: Strategy?

  @Option(
    help: .value("strategy", "The right strategy. (default: idle)"),
    completion: .list(Strategy.allCases.map(\.rawValue)),
    transform: Strategy.parsed
  )
  var right: Strategy?

  @Option(
    help: "The format, if the content does not show it. man streamtui-formats lists the names.",
    completion: .list(FormatHint.allCases.map(\.rawValue)),
    transform: FormatHint.parsed
  )
  var formatHint: FormatHint?

  @Option(help: .value("ms", "Simulate this delay for each post that gets styles (0 to 10000)."))
  var slow: Int?

  @Option(
    help: .value("bit/s", "Simulate a slow connection, with ten bits for a byte (50 to 10000000).")
  )
  var baud: Int?

  @Option(
    help: .value("file", "Record the screen to a new file, as an asciicast (version 2)."),
    completion: .file()
  )
  var record: String?

  @Option(help: "Play these keys without a terminal and print the last frame.")
  var keys: String?

  @Option(help: "With --keys: columns x lines. (default: 120x40)")
  var size: Size?

  @Option(help: "With --keys: text or svg. (default: text)")
  var format: Format?

  @Option(
    help: .value("name", "The colours; auto: to suit the terminal's background."),
    completion: .list(ThemeSet().choices)
  )
  var theme = ThemeSetting()

  @Argument(
    help: "A file. Without one: a pipe on standard input, else the built-in feed.",
    completion: .file()
  )
  var source: String?

  mutating func validate() throws {
    guard slow.map(Simulation.rowRange.contains) ?? true else {
      throw ValidationError("--slow takes 0 to 10000 milliseconds")
    }
    guard baud.map(Simulation.baudRange.contains) ?? true else {
      throw ValidationError("--baud takes 50 to 10000000 bits a second")
    }
    guard keys != nil || (size == nil && format == nil) else {
      throw ValidationError("--size and --format work only with --keys")
    }
    guard keys == nil || record == nil else {
      throw ValidationError("--record needs a terminal and does not work with --keys")
    }
  }

  func run() throws {
    let theme = try ThemeSet().chosen(theme)
    guard let keys else { return try show(in: theme) }
    let screen = try play(LabConditions.script(keys), size: size ?? Size(columns: 120, lines: 40))
    let colours = theme.theme(isLight: false)
    let text =
      switch format ?? .text {
      case .text: screen.textPlane()
      case .svg: screen.svg(colours.style, title: "streamtui demo", window: .fitting(colours))
      }
    try Diagnostics.output(text)
  }
}

/// One run of the demonstration: feed, terminal, meters, loop and shutdown.
extension DemoCommand {
  /// The waits that the user asked for; nil leaves them to the tour.
  private var simulation: Simulation? {
    slow == nil && baud == nil ? nil : Simulation(millisecondsPerRow: slow ?? 0, baud: baud)
  }

  /// Nil for the tour.
  private var strategies: Pair<Strategy>? {
    left == nil && right == nil ? nil : Pair(left: left ?? .eager, right: right ?? .idle)
  }

  /// Shows the demonstration until the user leaves.
  ///
  /// - Throws: Status 1 if there is nothing to show or no terminal to show it on.
  private func show(in theme: ThemeChoice) throws {
    Ncurses.setLocale()
    guard isatty(STDOUT_FILENO) == 1 else {
      throw Diagnostics.failure(
        "streamtui: the demo needs a terminal (without one: --keys, or streamtui bench)"
      )
    }
    let (timelines, location) = try openedTwice()
    let recording = try record.map(opened)
    // A recording must not ask for the background: the terminal that plays it would answer.
    let theme = record != nil && theme == .auto ? .always(.dark) : theme
    let failure = try TerminalSession.run(usesMouse: false, theme: theme) { terminal, children in
      recording?.begin(terminal.size)
      terminal.recording = recording
      let failure = show(timelines, location, on: terminal, children, theme)
      return TerminalSession.Ending(failure: failure) { recording?.finish() }
    }
    if let failure { throw Diagnostics.failure(failure) }
    if let code = recording?.failure {
      throw Diagnostics.failure(
        "\(record ?? ""): recording incomplete: \(SystemError.text(code))"
      )
    }
  }

  /// Plays `script` on a screen of `size` in memory and returns the last frame.
  ///
  /// The clock moves in waits of the script alone, so measured times are 0. Ages are counted from the
  /// time that ``Bench`` has.
  ///
  /// - Throws: Status 1 if there is nothing to show.
  private func play(_ script: KeyScript, size: Size) throws -> Screen {
    LabConditions.fixTerminal()
    let (timelines, location) = try openedTwice()
    let time = ManualTime(wall: Bench.wall)
    let terminal = HeadlessTerminal(size: size, script: script, time: time)
    guard var loop = loop(timelines, location, terminal, terminal, time, zone: .utc) else {
      throw Diagnostics.failure(Self.noGauge)
    }
    loop.run()
    return terminal.screen ?? Screen(size: size)
  }

  private func opened(_ path: String) throws -> Recording {
    guard !Environment.isSecure else {
      throw Diagnostics.failure("\(path): not recorded: secure mode is on (STREAMTUI_SECURE)")
    }
    if let recording = Recording(path: path, time: SystemTime()) { return recording }
    let reason = errno == EEXIST ? "the file exists already" : SystemError.text(errno)
    throw Diagnostics.failure("\(path): not recorded: \(reason)")
  }

  /// Runs the loop; returns why it could not.
  private func show(
    _ timelines: Pair<Timeline>,
    _ location: FeedLocation?,
    on terminal: NcursesTerminal,
    _ children: Children,
    _ theme: ThemeChoice
  ) -> String? {
    let events = children.loop
    let shelf = PictureShelf(loop: events, reader: DemoPictures(location)) { [weak terminal] in
      terminal?.write($0) ?? false
    }
    terminal.shelf = shelf
    // A recording has frames alone, and the terminal that plays it would answer.
    if record == nil, location != .alone { terminal.askForPictures(decodes: false, children) }
    let loop = loop(
      timelines,
      location,
      terminal,
      events,
      events.time,
      zone: SystemZone.local,
      noColor: Environment.value("NO_COLOR")?.isEmpty == false,
      theme: theme.theme(isLight: TerminalBackground.isLight(Environment.value)),
      suspend: { terminal.suspend() },
      showPictures: { shelf.want($0) }
    )
    guard var loop else { return Self.noGauge }
    loop.run()
    return nil
  }

  private static let noGauge = "streamtui: the demo cannot start: the system gave no file in memory"

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
  private func openedTwice() throws -> (Pair<Timeline>, FeedLocation?) {
    let opened = try LabConditions.source(source)
    let bytes = opened?.bytes ?? MemoryBytes(name: "built-in feed", bytes: DemoFeed.json())
    let timelines = Pair(left: try scanned(bytes), right: try scanned(bytes))
    try checkMarkup(of: timelines.left)
    return (timelines, opened?.location)
  }

  private func scanned(_ bytes: any ByteSource) throws(FeedError) -> Timeline {
    let timeline = Timeline(Feed(source: bytes, hint: formatHint))
    while try timeline.advance(bytes: 4 << 20) == .more {}
    return timeline
  }

  /// Ends the program with a message if no strategy could make a difference.
  private func checkMarkup(of timeline: Timeline) throws {
    guard let reason = Demo.reasonForNothing(timeline, wall: SystemTime().wall) else { return }
    let name = source ?? SourceOpener.standardInput
    throw Diagnostics.failure(
      "\(name): nothing to show: \(reason). Run streamtui demo without a source for the built-in feed."
    )
  }
}

/// A picture of the demonstration's feed: a lake under a sky, made by a formula from its number.
struct DemoPicture {
  let number: Int

  static let width = 160
  static let height = 80
  /// The line of the picture where sky and water meet.
  private static let shore = 48

  /// Makes the picture that the built-in feed names; nil for any other name.
  init?(path: String) {
    let parts = path.split(separator: "/")
    guard parts.count == 2, parts[0] == "lakes", parts[1].hasSuffix(".png"),
      let number = Int(parts[1].dropLast(4))
    else { return nil }
    self.number = number
  }

  var picture: TerminalPicture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Self.width * Self.height * 4)
    for line in 0..<Self.height {
      for column in 0..<Self.width { bytes += color(line, column) + [255] }
    }
    return TerminalPicture(width: Self.width, height: Self.height, bytes: bytes)
  }

  private func color(_ line: Int, _ column: Int) -> [UInt8] {
    let isWater = line >= Self.shore
    // The water shows the sky upside down, and darker.
    let height = isWater ? 2 * Self.shore - line : line
    let (sunLine, sunColumn) = (14 + number * 5 % 22, 20 + number * 37 % 120)
    let (down, across) = (height - sunLine, column - sunColumn)
    let isSun = down * down + across * across < 90
    let hill = 40 - (column + number * 29) * (160 - column + number * 13 % 60) % 97 / 9
    let sky = [250 - height * 2, 140 + height + number * 31 % 60, 110 + number * 17 % 140]
    let base = isSun ? [255, 240, 190] : height > hill ? [50, 80 + number % 40, 70] : sky
    return base.map { UInt8(clamping: isWater ? $0 * 3 / 5 + (line + column / 9) % 3 * 8 : $0) }
  }
}

/// The pictures of a demonstration: PNG files beside its feed, or those of the built-in one.
final class DemoPictures: PictureSource {
  private let location: FeedLocation?

  /// - Parameter location: Where the feed was found; nil for the built-in one.
  init(_ location: FeedLocation?) { self.location = location }

  func picture(_ wish: PictureWish) -> TerminalPicture? {
    guard case .file(let target) = wish.target else { return nil }
    guard let location else { return DemoPicture(path: wish.target.path)?.picture }
    guard let read = try? PictureFile(target.reference, beside: location),
      case .whole(let file) = PNGFile.read(read.bytes)
    else { return nil }
    return TerminalPicture(file)
  }

  /// A file counts as the same for as long as the demonstration runs.
  func stamp(of wish: PictureWish) -> PictureFile.Stamp? { nil }

  func read(_ wish: PictureWish) -> PictureReading {
    picture(wish).map { .picture($0) } ?? .refused(.otherKind)
  }

  func cancel() {}
}
