import ArgumentParser
import CellGrid
import Glibc
import StreamLab
import StreamModel
import StreamUI

/// Measures the scroll-idle strategies.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Play the same scroll under each strategy and print what it costs.",
    discussion: """
      Rows, spans, links and bytes are counted in a play whose clock stands still: they are the same \
      in every run. Times are measured in rounds; each round plays every strategy once. --paces counts \
      only bytes, at several paces of reading.
      """
  )

  /// The strategies to measure.
  enum Choice: Equatable {
    case all
    case one(Strategy)

    init(parsing argument: String) throws {
      self = argument == "all" ? .all : .one(try Strategy.parsed(argument))
    }

    var strategies: [Strategy] {
      switch self {
      case .all: Strategy.allCases
      case .one(let strategy): [strategy]
      }
    }
  }

  @OptionGroup var feedOptions: FeedOptions

  @Option(
    help: "all, or one of \(Strategy.names). (default: all)",
    completion: .list(["all"] + Strategy.allCases.map(\.rawValue)),
    transform: Choice.init(parsing:)
  )
  var strategy = Choice.all

  @Option(help: "Columns x lines.")
  var size = Size(columns: 120, lines: 40)

  @Option(
    help: "Line keys in a run; after every 50 come a short pause, 5 page keys and a long pause."
  )
  var keys = 500

  @Option(
    name: [.customLong("repeat"), .customLong("rounds")],
    help: "Timed runs of each strategy."
  )
  var rounds = 11

  @Flag(help: "Count the bytes at paces from a line to ten pages between two rests.")
  var paces = false

  @Option(help: "table, json, csv, or svg (a chart).")
  var format = BenchFormat.table

  @Argument(
    help: "A file. Without one: a pipe on standard input, else the built-in sample.",
    completion: .file()
  )
  var source: String?

  mutating func validate() throws {
    guard (1...100_000).contains(keys) else {
      throw ValidationError("--keys takes 1 to 100000")
    }
    guard (1...1_000).contains(rounds) else {
      throw ValidationError("--repeat takes 1 to 1000")
    }
    guard !paces || format != .svg else {
      throw ValidationError("--paces prints table, json or csv")
    }
  }

  func run() throws {
    LabConditions.fixTerminal()
    // A pipe can be read only once: all plays are on the same bytes.
    let bytes = try Diagnostics.exiting { () throws(FeedError) in
      try LabConditions.bytes(of: source, orElse: OpenedFeed.sampleBytes)
    }
    let play = BenchPlay(
      bytes: bytes,
      hint: feedOptions.formatHint,
      isPublicOnly: feedOptions.publicOnly,
      size: size,
      clock: ProcessorTime()
    )
    let text = try Diagnostics.exiting { () throws(FeedError) in try report(of: play, bytes.name) }
    guard let text, Diagnostics.write(text, to: STDOUT_FILENO) else { throw ExitCode(1) }
  }

  /// Measures and returns the report; prints a line and returns nil if there is nothing to scroll.
  private func report(of play: BenchPlay, _ name: String) throws(FeedError) -> String? {
    let posts = try play.postCount()
    guard posts > 0 else {
      Diagnostics.print("\(name): no posts, so there is nothing to scroll")
      return nil
    }
    guard let scroll = try play.scroll(lineKeys: keys) else {
      Diagnostics.print(
        "\(name): everything fits on \(size.defaultValueDescription), so there is nothing to scroll;"
          + " make the screen smaller with --size, or name a longer feed"
      )
      return nil
    }
    guard makeMeter() != nil else {
      Diagnostics.print(
        "bench: the terminal type \(BenchPlay.terminal) has no description here (terminfo)"
      )
      return nil
    }
    let subject = BenchSubject(
      feed: Diagnostics.safe(name),
      posts: posts,
      size: size.defaultValueDescription
    )
    if paces {
      let rows = try BenchPaceReport.rows(strategy.strategies, of: play) { makeMeter() }
      return rows.map { BenchPaceReport(subject: subject, rows: $0).text(as: format) }
    }
    let results = try BenchRounds(strategies: strategy.strategies, count: rounds)
      .results(of: play, scroll) { makeMeter() }
    return results.map {
      BenchReport(subject: subject, scroll: scroll, rounds: rounds, results: $0).text(as: format)
    }
  }

  /// A gauge that has seen no frame.
  private func makeMeter() -> FrameMeter? {
    FrameMeter(size: size, noColor: false, theme: .dark)
  }
}

extension BenchFormat: ExpressibleByArgument {
  /// Parses the name of a format; "text" is the name of tables in earlier versions.
  package init?(argument: String) {
    self.init(rawValue: argument == "text" ? "table" : argument)
  }
}
