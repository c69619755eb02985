import ArgumentParser
import CellGrid
import StreamModel
import StreamUI

/// Measures the scroll-idle strategies.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Play the same scroll under each strategy and print what it costs."
  )

  /// The strategies to measure.
  enum Choice: Equatable, ExpressibleByArgument {
    case all
    case one(Strategy)

    init?(argument: String) {
      if argument == "all" {
        self = .all
      } else if let strategy = Strategy(rawValue: argument) {
        self = .one(strategy)
      } else {
        return nil
      }
    }

    var strategies: [Strategy] {
      switch self {
      case .all: Strategy.allCases
      case .one(let strategy): [strategy]
      }
    }
  }

  @OptionGroup var feedOptions: FeedOptions

  @Option(help: "all, or one of idle, sticky, sync, eager, flat.")
  var strategy = Choice.all

  @Option(help: "Columns x lines.")
  var size = Size(columns: 120, lines: 40)

  @Option(help: "Line keys to play under each strategy.")
  var keys = 2000

  @Argument(
    help: "A file. Without one: a pipe on standard input, else the built-in sample.",
    completion: .file()
  )
  var source: String?

  mutating func validate() throws {
    guard (1...1_000_000).contains(keys) else {
      throw ValidationError("--keys takes 1 to 1000000")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    // A pipe can be read only once: all strategies play on the same bytes.
    let bytes = try Diagnostics.exiting { () throws(FeedError) in try openedBytes() }
    var rows = [BenchResult.heading]
    // The first run pays for the growing heap, so its result is discarded.
    _ = try Diagnostics.exiting { () throws(FeedError) in try measure(.flat, on: bytes) }
    for strategy in strategy.strategies {
      let result = try Diagnostics.exiting { () throws(FeedError) in
        try measure(strategy, on: bytes)
      }
      rows.append(result.line(strategy))
    }
    let text = rows.joined(separator: "\n") + "\n"
    guard Diagnostics.write(text, to: 1) else { throw ExitCode(1) }
  }

  private func openedBytes() throws(FeedError) -> any ByteSource {
    guard source != nil || SourceArguments.hasInput else { return OpenedFeed.sampleBytes }
    let opened = try SourceOpener.open(source ?? "-")
    while let spool = opened.spool, !spool.isComplete { _ = try spool.fillBlocking() }
    return opened.bytes
  }

  private func measure(
    _ strategy: Strategy,
    on bytes: any ByteSource
  ) throws(FeedError) -> BenchResult {
    let feed = Feed(source: bytes, hint: feedOptions.formatHint)
    let time = BenchTime()
    let terminal = BenchTerminal(size: size, keys: keys, time: time)
    var options = App.Options()
    options.strategy = strategy
    let app = App(feed: feed, size: size, wall: time.wall, options: options)
    var loop = RunLoop(app: app, terminal: terminal, events: terminal, time: time) { _ in [] }
    try loop.run()
    return BenchResult(
      frames: terminal.frames.sorted(),
      rests: terminal.rests.sorted(),
      counts: loop.app.view.pages.enrichmentCounts
    )
  }
}

/// The real clock, which can be moved forward to a deadline.
private final class BenchTime: TimeSource {
  private let clock = SystemTime()
  private var skipped: Int64 = 0

  var now: Moment { Moment(nanoseconds: clock.now.nanoseconds &+ skipped) }
  var wall: Timestamp { clock.wall }

  func skip(to moment: Moment) {
    skipped += max(0, moment.nanoseconds(since: now))
  }
}

/// Plays rounds of a hundred line keys, ten pages and a rest, and measures each from key to frame.
private final class BenchTerminal: Terminal, EventSource {
  let size: Size
  let isCaughtUp = true
  /// The time from each key to its frame, in nanoseconds.
  private(set) var frames: [Int64] = []
  /// The time from the start of each rest until all rows are rich, in nanoseconds.
  private(set) var rests: [Int64] = []
  private let time: BenchTime
  private var keysLeft: Int
  private var keysOfRound = 0
  private var keySent: Moment?
  private var restBegan: Moment?

  private static let linesOfRound = 100
  private static let pagesOfRound = 10

  init(size: Size, keys: Int, time: BenchTime) {
    self.size = size
    keysLeft = keys
    self.time = time
  }

  func wait(until deadline: Moment?) -> [TerminalEvent] {
    let now = time.now
    if let sent = keySent {
      frames.append(now.nanoseconds(since: sent))
      keySent = nil
    }
    if let deadline, deadline <= now { return [] }
    if keysOfRound == Self.linesOfRound + Self.pagesOfRound {
      return rest(until: deadline)
    }
    guard keysLeft > 0 else { return [.scriptEnded] }
    let isPage = keysOfRound >= Self.linesOfRound
    if !isPage { keysLeft -= 1 }
    keysOfRound += 1
    keySent = time.now
    return [.input(.key(isPage ? Key(.pageDown) : .character("j")))]
  }

  func present(_ screen: Screen) {}
  func invalidate() {}

  /// Skips the idle delay; when all rows are rich, nothing is due any more.
  private func rest(until deadline: Moment?) -> [TerminalEvent] {
    if let deadline {
      time.skip(to: deadline)
      restBegan = time.now
      return []
    }
    if let began = restBegan { rests.append(time.now.nanoseconds(since: began)) }
    restBegan = nil
    keysOfRound = 0
    return wait(until: nil)
  }
}

/// The figures of one strategy.
private struct BenchResult {
  /// The frame times in nanoseconds, sorted.
  let frames: [Int64]
  let rests: [Int64]
  let counts: Enrichment.Counts

  static let heading =
    "strategy   frames   p50 us   p95 us   p99 us   max us  enriched cancelled"
    + "  rest to rich us p50/max"

  func line(_ strategy: Strategy) -> String {
    let cells = [
      Self.padded(frames.count, 7), Self.tenths(Self.at(50, frames)),
      Self.tenths(Self.at(95, frames)), Self.tenths(Self.at(99, frames)),
      Self.tenths(frames.last ?? 0), Self.padded(counts.enriched, 9),
      Self.padded(counts.cancelled, 9),
      "  \(Self.at(50, rests) / 1000) / \((rests.last ?? 0) / 1000)",
    ]
    let name = strategy.rawValue
    return name + String(repeating: " ", count: max(1, 9 - name.count))
      + cells.joined(separator: " ")
  }

  private static func at(_ percent: Int, _ sorted: [Int64]) -> Int64 {
    sorted.isEmpty ? 0 : sorted[min(sorted.count - 1, sorted.count * percent / 100)]
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = String(number)
    return String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// Formats nanoseconds as microseconds with one decimal.
  private static func tenths(_ nanoseconds: Int64) -> String {
    let text = "\(nanoseconds / 1000).\(nanoseconds / 100 % 10)"
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}
