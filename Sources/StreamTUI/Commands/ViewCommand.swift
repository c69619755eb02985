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
  @OptionGroup var stateOptions: StateOptions
  @OptionGroup var screenOptions: ScreenOptions

  @Flag(
    name: [.customShort("f"), .long],
    help: "Start at the end and follow posts that are appended."
  )
  var follow = false

  @Argument(
    help: """
      Files, folders or archives, or - for standard input. Without one: a pipe on standard input, \
      else the built-in sample.
      """,
    completion: .file()
  )
  var source: [String] = []

  /// The same choices as a ``Viewing``.
  var viewing: Viewing {
    var viewing = Viewing(
      sources: source,
      hint: feedOptions.formatHint,
      order: orderOptions.wanted,
      isPublicOnly: feedOptions.publicOnly,
      options: strategyOptions.appOptions,
      hyperlinks: screenOptions.hyperlinks,
      theme: screenOptions.theme,
      usesMouse: !screenOptions.noMouse,
      usesUTC: timeOptions.utc,
      followsEnd: follow,
      state: Viewing.State(
        isKept: !stateOptions.noState,
        beginsAnew: stateOptions.fromStart,
        name: stateOptions.name,
        tracksReading: !stateOptions.noUnread
      )
    )
    viewing.isLinear = screenOptions.linear
    return viewing
  }

  func run() throws {
    try viewing.run()
  }
}
