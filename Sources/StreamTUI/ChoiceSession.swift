import ArgumentParser
import CellGrid
import StreamModel
import StreamUI

/// Runs of a page without a feed, on which the user picks one.
struct ChoiceSession {
  let usesMouse: Bool
  let theme: ThemeChoice
  let keymap: Keymap

  /// Shows the page that `options` name, until it is left or `perform` closes the loop.
  ///
  /// - Parameter perform: carries out the effects of the page's own keys.
  /// - Throws: Status 1, after a message, if there is no terminal.
  func run(_ options: App.Options, perform: @escaping (Effect, EventLoop) -> [Event]) throws {
    let time = SystemTime()
    let bytes = MemoryBytes(name: "start", bytes: Array(#"{"version": 1, "posts": []}"#.utf8))
    let timeline = Timeline(Feed(source: bytes))
    let failure = try TerminalSession.run(usesMouse: usesMouse, theme: theme, time: time) {
      terminal,
      events in
      let app = App(
        timeline: timeline,
        size: terminal.size,
        wall: time.wall,
        options: options,
        keymap: keymap
      )
      var loop = RunLoop(app: app, terminal: terminal, events: events, time: time) { effect in
        switch effect {
        case .suspend:
          terminal.suspend()
          return [.resumed]
        case .listFeeds, .openFeeds, .refreshFeeds, .fetchArticle:
          return [.message("Open a feed first", isWarning: true)]
        default: return perform(effect, events)
        }
      }
      // An empty feed in memory is always readable.
      try? loop.run()
      return TerminalSession.Ending(failure: nil) {}
    }
    if let failure {
      Diagnostics.print(failure)
      throw ExitCode(1)
    }
  }

  /// Shows the feeds that a web page offers; returns the address of the one that was picked.
  func pick(among offers: [OfferedFeed], _ options: App.Options) throws -> String? {
    var options = options
    options.offers = offers
    var picked: String?
    try run(options) { effect, events in
      if case .openSource(let address) = effect {
        picked = address
        events.post([.closed])
      }
      return []
    }
    return picked
  }
}
