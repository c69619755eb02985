import ArgumentParser
import CellGrid
import StreamHost
import StreamLab
import StreamModel
import StreamUI

/// Measures the scroll-idle strategies.
struct BenchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Play the same scroll under each strategy and print what it costs.",
    discussion: """
      Rows, spans, links and bytes are counted in plays whose clock stands still: they are the same in \
      every run. --paces counts only bytes, at several paces of reading.
      """
  )

  @OptionGroup var feedOptions: FeedOptions

  @Option(
    help: "all, or one of \(Strategy.names). (default: all)",
    completion: .list(["all"] + Strategy.allCases.map(\.rawValue)),
    transform: { $0 == "all" ? Strategy.allCases : [try Strategy.parsed($0)] }
  )
  var strategy = Strategy.allCases

  @Option(help: "Columns x lines.")
  var size = Size(columns: 120, lines: 40)

  @Option(
    help: "Line keys; after every 50 of them come a short pause, 5 page keys and a long pause."
  )
  var keys = 500

  @Flag(help: "Count the bytes at paces from a line to ten pages between two rests.")
  var paces = false

  @Flag(help: "Draw the pictures (PNG) beside the feed of a folder, as kitty does, and count them.")
  var pictures = false

  @Option(help: "table or json.")
  var format = Bench.Format.table

  @Argument(
    help: "A file. Without one: a pipe on standard input, else the built-in sample.",
    completion: .file()
  )
  var source: String?

  mutating func validate() throws {
    guard (1...100_000).contains(keys) else { throw ValidationError("--keys takes 1 to 100000") }
    guard !pictures || (source != nil && !paces) else {
      throw ValidationError("--pictures needs a folder with a feed, and does not work with --paces")
    }
  }

  func run() throws {
    LabConditions.fixTerminal()
    // A pipe can be read only once: all plays are on the same bytes.
    let opened = try LabConditions.source(source) ?? OpenedSource(bytes: OpenedFeed.sampleBytes)
    let bench = Bench(
      bytes: opened.bytes,
      hint: feedOptions.formatHint,
      isPublicOnly: feedOptions.publicOnly,
      size: size,
      pictures: pictures ? LabPictures(at: opened.location) : nil
    ) { FrameMeter(size: size, noColor: false, theme: .dark) }
    let outcome = try bench.outcome(of: strategy, lineKeys: paces ? nil : keys, as: format)
    switch outcome {
    case .report(let text): try Diagnostics.output(text)
    case .nothing(let reason): throw Diagnostics.failure(reason)
    }
  }
}

extension Bench.Format: ExpressibleByArgument {}
