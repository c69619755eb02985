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
  @OptionGroup var configOptions: ConfigOptions

  @OptionGroup var followOptions: FollowOptions

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
    Viewing(
      sources: source,
      programs: followOptions.exec,
      runsAgain: followOptions.again,
      hint: feedOptions.formatHint,
      given: feedOptions.given + strategyOptions.given + timeOptions.given + orderOptions.given
        + stateOptions.given + screenOptions.given + followOptions.given,
      config: configOptions.source,
      followsEnd: followOptions.follow,
      beginsAnew: stateOptions.fromStart,
      name: stateOptions.name
    )
  }

  func run() throws {
    try viewing.run()
  }
}
