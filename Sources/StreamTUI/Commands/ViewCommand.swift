import ArgumentParser
import StreamModel
import StreamUI

/// Runs the viewer.
struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a feed (the default)."
  )

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup var strategyOptions: StrategyOptions

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help: "Links as hyperlinks of the terminal, at rest: auto (where it is known), always, never."
  )
  var hyperlinks = HyperlinkChoice.auto

  @Option(help: "The colours: auto (as the terminal's background), dark or light.")
  var theme = ThemeChoice.auto

  @Flag(help: "Show several feeds one after the other instead of as one stream by time.")
  var noMerge = false

  @Argument(help: "Files, or - for standard input.", completion: .file())
  var source: [String] = []

  /// The same choices as a ``Viewing``.
  var viewing: Viewing {
    Viewing(
      sources: source,
      hint: feedOptions.formatHint,
      order: noMerge ? .separate : .merged,
      options: strategyOptions.appOptions,
      hyperlinks: hyperlinks,
      theme: theme,
      usesMouse: !noMouse
    )
  }

  func run() throws {
    try viewing.run()
  }
}
