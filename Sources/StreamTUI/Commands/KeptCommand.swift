import ArgumentParser
import Configuration
import StreamHost
import StreamModel
import StreamUI

struct KeptCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "kept",
    abstract: "Show the posts that you keep, the last one kept first.",
    discussion: """
      You keep a post by its key in the viewer; it stays here when its feed drops it. Without a \
      terminal the posts are printed as text; streamtui dump kept prints them in other formats.
      """
  )

  @OptionGroup(visibility: .hidden) var strategyOptions: StrategyOptions
  @OptionGroup var timeOptions: TimeOptions
  @OptionGroup var orderOptions: OrderOptions
  @OptionGroup var screenOptions: ScreenOptions
  @OptionGroup var configOptions: ConfigOptions

  func run() throws {
    let viewing = Viewing(
      sources: [],
      hint: nil,
      // Kept posts are part of the state, whatever the configuration says of it.
      given: strategyOptions.given + timeOptions.given + orderOptions.given + screenOptions.given
        + [SettingValue(.state, .boolean(true))],
      config: configOptions.source,
      showsKept: true
    )
    try viewing.run()
  }
}

extension KeptPosts {
  /// Opens the kept posts for a command, of some subscriptions or all; nil where nothing was ever saved.
  ///
  /// - Throws: Status 1, after a message, if they cannot be read.
  static func opened(of choice: SubscriptionChoice? = nil) throws -> KeptPosts? {
    try SavedState.exiting { () throws(StateRefusal) in
      try SavedState.opened().map { state throws(StateRefusal) in
        let all = try KeptPosts(in: state.store)
        guard let choice else { return all }
        let sources = choice.subscriptions.compactMap {
          state.store.knownSource(key: SourceName(of: $0.source, title: nil).key)
        }
        return KeptPosts(in: state.store, posts: all.posts.filter { sources.contains($0.source) })
      }
    }
  }

  static var none: KeptPosts { KeptPosts(in: StateStore(), posts: []) }
}
