import ArgumentParser
import StreamModel
import StreamUI

/// Shows the posts that the reader keeps.
struct KeptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kept",
    abstract: "Show the posts that you keep, the last one kept first.",
    discussion: """
      You keep a post by its key in the viewer; it stays here when its feed drops it. Without a \
      terminal the posts are printed as text; streamtui dump kept prints them in other formats.
      """
  )

  @OptionGroup var strategyOptions: StrategyOptions
  @OptionGroup var timeOptions: TimeOptions
  @OptionGroup var orderOptions: OrderOptions
  @OptionGroup var screenOptions: ScreenOptions

  func run() throws {
    var viewing = Viewing(
      sources: [],
      hint: nil,
      order: orderOptions.wanted,
      options: strategyOptions.appOptions,
      hyperlinks: screenOptions.hyperlinks,
      theme: screenOptions.theme,
      usesMouse: !screenOptions.noMouse,
      usesUTC: timeOptions.utc,
      followsEnd: false,
      state: Viewing.State(tracksReading: false)
    )
    viewing.showsKept = true
    viewing.isLinear = screenOptions.linear
    try viewing.run()
  }
}

extension KeptPosts {
  /// Opens the kept posts for a command; nil where nothing was ever saved.
  ///
  /// - Throws: Status 1, after a message, if they cannot be read.
  static func opened() throws -> KeptPosts? {
    try SavedState.exiting { () throws(StateRefusal) in
      try SavedState.opened().map { state throws(StateRefusal) in try KeptPosts(in: state.store) }
    }
  }

  /// The feeds of a timeline without kept posts.
  static var none: OpenedFeeds { KeptPosts(in: StateStore(), posts: []).feeds }
}
