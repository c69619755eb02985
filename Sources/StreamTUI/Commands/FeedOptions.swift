import ArgumentParser
import StreamModel
import StreamUI

/// Options that several commands share.
struct FeedOptions: ParsableArguments {
  @Option(help: "The format, if the content does not show it.")
  var formatHint: FormatHint?

  @Flag(help: "Leave out posts that are marked as not public.")
  var publicOnly = false
}

/// Options of the scroll-idle strategy.
struct StrategyOptions: ParsableArguments {
  @Option(
    help: """
      When posts show their styles and links. idle: after scrolling stops; sticky: the same, and \
      posts near the screen keep them; sync: at most 4 ms a frame while scrolling; eager: always; \
      flat: never.
      """
  )
  var strategy = Strategy.idle

  @Option(help: "Milliseconds without scrolling until posts show styles and links.")
  var idleDelay = 150

  @Flag(help: "Show the strategy's live figures in the status line.")
  var hud = false

  mutating func validate() throws {
    guard (0...60_000).contains(idleDelay) else {
      throw ValidationError("--idle-delay takes 0 to 60000 milliseconds")
    }
  }

  /// The viewer's options as chosen on the command line.
  var appOptions: App.Options {
    var options = App.Options()
    options.strategy = strategy
    options.idleDelay = idleDelay
    options.figures = hud ? .shown : .hidden
    return options
  }
}
