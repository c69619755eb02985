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
    case source(String)
  }

  /// The most sources on the page.
  private static let mostSources = 1_000

  let choices: ChoiceSession
  let options: App.Options

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
      case .source(let name): guard try view(name) else { return true }
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
    var options = options
    options.recent = Self.rows(of: list)
    try choices.run(options) { effect, events in
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
      default: return []
      }
    }
    return choice
  }

  private static func choice(of key: String?) -> Result<Choice, StateRefusal> {
    guard let key else { return .success(.sample) }
    let family = SourceFamily(key: key)
    if family.isWeb { return .success(.source(family.address)) }
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
    return .success(.source(path))
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
      let title = source.family.shownTitle
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
