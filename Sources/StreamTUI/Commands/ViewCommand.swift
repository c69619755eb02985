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

  @Flag(help: "Show several feeds one after the other instead of as one stream by time.")
  var noMerge = false

  @Argument(help: "Files, or - for standard input.", completion: .file())
  var source: [String] = []

  func run() throws {
    Ncurses.setLocale()
    let isShown = isatty(STDOUT_FILENO) == 1
    let feeds = try openFeeds(waits: !isShown)
    guard isShown else {
      try DumpRunner(format: .text, width: 80).run(feeds)
      return
    }
    try ViewerSession(
      feeds: feeds,
      order: noMerge ? .separate : .merged,
      options: strategyOptions.appOptions,
      usesMouse: !noMouse
    ).run()
  }

  /// What was named, else a pipe on standard input, else the sample, which says what it is.
  private func openFeeds(waits: Bool) throws -> [OpenedFeed] {
    let names = source.isEmpty && isatty(STDIN_FILENO) == 0 ? ["-"] : source
    if !names.isEmpty {
      return try SourceOpener.openAll(names, hint: feedOptions.formatHint, waits: waits)
    }
    let text = UnsafeBufferPointer(
      start: SampleFeed.text.utf8Start,
      count: SampleFeed.text.utf8CodeUnitCount
    )
    let sample = MemoryBytes(name: "built-in sample", bytes: Array(text))
    return [OpenedFeed(feed: Feed(source: sample), source: OpenedSource(bytes: sample))]
  }
}
