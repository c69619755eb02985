import ArgumentParser
import CellGrid
import Glibc
import StreamModel
import StreamUI

/// Runs of the start page, each followed by the viewer of the source that was chosen on it.
struct StartSession {
  /// The row that was chosen.
  private enum Choice {
    case sample
    case file(String)
  }

  /// The most sources on the page.
  private static let mostSources = 1_000

  let usesMouse: Bool
  let theme: ThemeChoice
  let options: App.Options
  let keymap: Keymap
  private let time = SystemTime()

  init(usesMouse: Bool, theme: ThemeChoice, options: App.Options, keymap: Keymap) {
    self.usesMouse = usesMouse
    self.theme = theme
    self.options = options
    self.keymap = keymap
  }

  /// Shows the start page, and each time the source that is chosen, until the reader quits.
  ///
  /// - Parameter view: shows a file, or the sample for nil; returns whether the reader left it for the
  ///   page before.
  /// - Returns: false where no source was opened before, so that there is no page.
  func run(_ view: (String?) throws -> Bool) throws -> Bool {
    var wasShown = false
    while let state = opened() {
      guard let list = try? HistoryList(of: state, limit: Self.mostSources), !list.sources.isEmpty
      else {
        state.close()
        return wasShown
      }
      let choice = try choose(from: list, in: state)
      state.close()
      wasShown = true
      switch choice {
      case .sample: guard try view(nil) else { return true }
      case .file(let path): guard try view(path) else { return true }
      case nil: return true
      }
    }
    return wasShown
  }

  /// The state; nil where there is none, or it cannot be used: the sample needs none.
  private func opened() -> SavedState? {
    do throws(StateRefusal) {
      return try SavedState.opened()
    } catch {
      return nil
    }
  }

  private func choose(from list: HistoryList, in state: SavedState) throws -> Choice? {
    var choice: Choice?
    let bytes = MemoryBytes(name: "start", bytes: Array(#"{"version": 1, "posts": []}"#.utf8))
    let timeline = Timeline(Feed(source: bytes))
    var options = options
    options.recent = Self.rows(of: list)
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
        case .openSource(let key):
          switch Self.choice(of: key) {
          case .success(let found):
            choice = found
            events.post([.closed])
            return []
          case .failure(let reason): return [Self.warning(reason.text)]
          }
        case .forget(let key): return Self.forget(key, in: state)
        case .suspend:
          terminal.suspend()
          return [.resumed]
        default: return []
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
    return choice
  }

  private static func choice(of key: String?) -> Result<Choice, StateRefusal> {
    guard let key else { return .success(.sample) }
    let family = SourceFamily(key: key)
    guard let path = family.path else {
      let name = family.title
      return .failure(
        StateRefusal(
          "Not opened: \(name) came from a pipe. Run its command again with --name \(name)."
        )
      )
    }
    guard access(path, R_OK) == 0 else {
      return .failure(StateRefusal("Not opened: \(path): \(SystemError.text(errno))"))
    }
    return .success(.file(path))
  }

  private static func forget(_ key: String, in state: SavedState) -> [Event] {
    let report = Forgetting(state: state).forget(SourceFamily(key: key))
    let text = report.failure ?? report.line ?? "Nothing was saved of it"
    let message = Event.message(SafeText(sanitizing: text), isWarning: report.failure != nil)
    // Rows whose bytes remain somewhere are gone from the history all the same.
    return report.line == nil && report.failure != nil ? [message] : [.forgotten(key), message]
  }

  private static func warning(_ text: String) -> Event {
    .message(SafeText(sanitizing: text), isWarning: true)
  }

  private static func rows(of list: HistoryList) -> [RecentSource] {
    let home = (Environment.value("HOME") ?? "") + "/"
    return list.sources.map { source in
      let title = source.family.title
      let isBelowHome = home.count > 1 && title.hasPrefix(home)
      return RecentSource(
        key: source.family.key,
        name: isBelowHome ? "~/" + title.dropFirst(home.count) : title,
        place: source.place,
        posts: source.posts,
        unread: source.unread,
        seen: Timestamp(secondsSinceEpoch: source.seen)
      )
    }
  }
}
