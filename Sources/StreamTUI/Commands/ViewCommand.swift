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
  @OptionGroup var timeOptions: TimeOptions
  @OptionGroup var orderOptions: OrderOptions

  @Flag(name: [.customShort("f"), .long], help: "Begin at the end, and follow what is appended.")
  var follow = false

  @Flag(help: "Leave the mouse to the terminal.")
  var noMouse = false

  @Option(
    help: "Links as hyperlinks of the terminal, at rest: auto (where it is known), always, never."
  )
  var hyperlinks = HyperlinkChoice.auto

  @Option(help: "The colours: auto (as the terminal's background), dark or light.")
  var theme = ThemeChoice.auto

  @Argument(help: "Files, or - for standard input.", completion: .file())
  var source: [String] = []

  /// The same choices as a ``Viewing``.
  var viewing: Viewing {
    Viewing(
      sources: source,
      hint: feedOptions.formatHint,
      order: orderOptions.wanted,
      isPublicOnly: feedOptions.publicOnly,
      options: strategyOptions.appOptions,
      hyperlinks: hyperlinks,
      theme: theme,
      usesMouse: !noMouse,
      usesUTC: timeOptions.utc,
      followsEnd: follow
    )
  }

  func run() throws {
    try viewing.run()
  }
}
