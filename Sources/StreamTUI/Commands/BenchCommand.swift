import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// Measures the scroll-idle strategies.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Play the same scroll under each strategy and print what it costs.",
    discussion: """
      Rows, spans, links and bytes are counted in a play whose clock stands still: they are the same \
      in every run. Times are measured in rounds; each round plays every strategy once.
      """
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

  /// The output format of the report.
  enum Format: String, ExpressibleByArgument {
    case text, json, csv, svg
  }

  @OptionGroup var feedOptions: FeedOptions

  @Option(help: "all, or one of idle, sticky, sync, eager, flat.")
  var strategy = Choice.all

  @Option(help: "Columns x lines.")
  var size = Size(columns: 120, lines: 40)

  @Option(
    help: "Line keys in a run; after every 50 come a short pause, 5 page keys and a long pause."
  )
  var keys = 500

  @Option(help: "Timed runs of each strategy.")
  var rounds = 11

  @Option(help: "text, json, csv, or svg (a chart).")
  var format = Format.text

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
      throw ValidationError("--rounds takes 1 to 1000")
    }
  }

  func run() throws {
    // The bytes are those for one terminal, whatever the reader's own is.
    setenv("TERM", BenchPlay.terminal, 1)
    setenv("LC_ALL", "C.UTF-8", 1)
    Ncurses.setLocale()
    // A pipe can be read only once: all plays are on the same bytes.
    let bytes = try Diagnostics.exiting { () throws(FeedError) in try openedBytes() }
    let play = BenchPlay(
      bytes: bytes,
      hint: feedOptions.formatHint,
      isPublicOnly: feedOptions.publicOnly,
      size: size
    )
    let report = try Diagnostics.exiting { () throws(FeedError) in try self.report(of: play) }
    guard let report else { throw ExitCode(1) }
    guard Diagnostics.write(text(of: report), to: STDOUT_FILENO) else { throw ExitCode(1) }
  }

  private func openedBytes() throws(FeedError) -> any ByteSource {
    guard source != nil || SourceArguments.hasInput else { return OpenedFeed.sampleBytes }
    let opened = try SourceOpener.open(source ?? "-")
    while let spool = opened.spool, !spool.isComplete { _ = try spool.fillBlocking() }
    return opened.bytes
  }

  /// Measures; prints a line and returns nil if there is nothing to scroll.
  private func report(of play: BenchPlay) throws(FeedError) -> BenchReport? {
    let name = play.bytes.name
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
    let rounds = BenchRounds(strategies: strategy.strategies, count: rounds)
    let results = try rounds.results(of: play, scroll) {
      FrameMeter(size: size, noColor: false, theme: .dark)
    }
    guard let results else {
      Diagnostics.print(
        "bench: the terminal type \(BenchPlay.terminal) has no description here (terminfo)"
      )
      return nil
    }
    return BenchReport(
      feed: Diagnostics.safe(name),
      posts: posts,
      size: size.defaultValueDescription,
      lineKeys: scroll.lineCount,
      pageKeys: scroll.pageCount,
      glances: scroll.glanceCount,
      rests: scroll.restCount,
      rounds: rounds.count,
      results: results
    )
  }

  private func text(of report: BenchReport) -> String {
    switch format {
    case .text: BenchTable(report: report).text
    case .json: BenchJSON(report: report).text
    case .csv: BenchCSV(report: report).text
    case .svg: BenchChart(report: report).text
    }
  }
}
