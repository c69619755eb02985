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

  func run() throws {
    Ncurses.setLocale()
    let source = try Diagnostics.exiting { () throws(FeedError) in
      try SourceOpener.open(try sourceName())
    }
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

  private func sourceName() throws(FeedError) -> String {
    if let first = source.first { return first }
    if isatty(STDIN_FILENO) == 0 { return "-" }
    throw .unreadable(
      name: "streamtui",
      reason: "nothing to show (expected a file, or - for standard input)"
    )
  }
}
