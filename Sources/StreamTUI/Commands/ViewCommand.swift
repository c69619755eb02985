import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// The viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a feed (the default)."
  )

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup var strategyOptions: StrategyOptions

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Argument(help: "A file, or - for standard input.", completion: .file())
  var source: [String] = []

  mutating func validate() throws {
    guard source.count <= 1 else {
      throw ValidationError("one SOURCE at a time (got \(source.count))")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    let source = try Diagnostics.exiting { () throws(FeedError) in try openSource() }
    guard isatty(STDOUT_FILENO) == 1 else {
      try DumpRunner(format: .text, width: 80).run([source], hint: feedOptions.formatHint)
      return
    }
    try ViewerSession(
      source: source,
      hint: feedOptions.formatHint,
      options: strategyOptions.appOptions,
      usesMouse: !noMouse
    ).run()
  }

  /// What was named, else a pipe on standard input, else the sample, which says what it is.
  private func openSource() throws(FeedError) -> OpenedSource {
    if let name = source.first { return try SourceOpener.open(name) }
    if isatty(STDIN_FILENO) == 0 { return try SourceOpener.open("-") }
    let text = UnsafeBufferPointer(
      start: SampleFeed.text.utf8Start,
      count: SampleFeed.text.utf8CodeUnitCount
    )
    let sample = MemoryBytes(name: "built-in sample", bytes: Array(text))
    return OpenedSource(bytes: sample, spool: nil)
  }
}
