import CellGrid
import Glibc
import StreamHost
import StreamModel
import StreamUI

/// The sources that were opened before, and the sample, for the page on which the reader picks one.
struct StartPage {
  private static let mostSources = 1_000

  let state: SavedState

  /// Reads the state; nil where there is none, or it cannot be used: the sample needs none.
  init?() {
    do throws(StateRefusal) {
      guard let state = try SavedState.opened() else { return nil }
      self.state = state
    } catch {
      return nil
    }
  }

  /// The sources without subscriptions, the last one first; none where nothing was opened before, or it cannot be
  /// read.
  func sources() -> [RecentSource] {
    let list = try? HistoryList(of: state, limit: Self.mostSources)
    let subscriptions = SubscriptionChoice(.all)?.subscriptions ?? []
    let subscribed = Set(subscriptions.map { SourceFamily(of: $0.source).key })
    let home = (Environment.value("HOME") ?? "") + "/"
    return (list?.sources ?? []).filter { !subscribed.contains($0.family.key) }.map { source in
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

  /// The name by which a source is opened; a sentence where it cannot be.
  static func name(ofSource key: String) -> Result<String, StateRefusal> {
    let family = SourceFamily(key: key)
    guard let name = family.openingName else {
      let name = family.title
      return .failure(
        StateRefusal(
          "Not opened: \(name) came from a pipe. Run its command again with --name \(name)."
        )
      )
    }
    guard !name.hasPrefix("/") || access(name, R_OK) == 0 else {
      return .failure(StateRefusal("Not opened: \(name): \(SystemError.text(errno))"))
    }
    return .success(name)
  }

  /// Removes all that is saved of a source.
  func forget(_ key: String) -> [Event] {
    let report = Forgetting(state: state).forget(SourceFamily(key: key))
    let text = report.failure ?? report.line ?? "Nothing was saved of it"
    let message = Event.message(SafeText(sanitizing: text), isWarning: report.failure != nil)
    // Rows whose bytes remain somewhere are gone from the history all the same.
    return report.line == nil && report.failure != nil ? [message] : [.forgotten(key), message]
  }
}
