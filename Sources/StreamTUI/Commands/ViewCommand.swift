import ArgumentParser
import Configuration
import StreamModel
import StreamUI

struct ViewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "view",
    abstract: "Show a feed (the default)."
  )

  @OptionGroup var feedOptions: FeedOptions
  @OptionGroup(visibility: .hidden) var strategyOptions: StrategyOptions
  @OptionGroup var timeOptions: TimeOptions
  @OptionGroup var orderOptions: OrderOptions
  @OptionGroup var stateOptions: StateOptions
  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var configOptions: ConfigOptions

  @OptionGroup var followOptions: FollowOptions
  @OptionGroup var filterOptions: FilterOptions

  @Argument(
    help: """
      Files, folders, archives or addresses; subscriptions by name or as tag:NAME; unread or kept, alone or \
      with these; - for standard input. Without one: a pipe on standard input, else the unread posts of your \
      subscriptions, else the sources that you opened before, else a built-in sample.
      """,
    completion: .file()
  )
  var source: [String] = []

  var viewing: Viewing {
    var viewing = Viewing(
      sources: source,
      programs: followOptions.exec,
      hint: feedOptions.formatHint,
      given: feedOptions.given + strategyOptions.given + timeOptions.given + orderOptions.given
        + stateOptions.given + screenOptions.given + followOptions.given,
      config: configOptions.source,
      followsEnd: followOptions.follow,
      beginsAnew: stateOptions.fromStart,
      name: stateOptions.name
    )
    viewing.filter = filterOptions.filter
    return viewing
  }

  func run() throws {
    try viewing.run()
  }
}

struct StateOptions: ParsableArguments {
  @Flag(help: "Remember nothing: neither read nor write the state folder.")
  var noState = false

  @Flag(help: "Start at the first post, not where you stopped reading.")
  var fromStart = false

  @Flag(help: .of(.firstUnread))
  var firstUnread = false

  @Option(
    help: ArgumentHelp(
      "Remember place and posts under this name. Nothing is remembered of a pipe without one.",
      valueName: "name"
    )
  )
  var name: String?

  var given: [SettingValue] {
    [
      noState ? SettingValue(.state, .boolean(false)) : nil,
      firstUnread ? SettingValue(.firstUnread, .boolean(true)) : nil,
    ].compactMap(\.self)
  }
}
