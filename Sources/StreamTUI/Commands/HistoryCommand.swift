import ArgumentParser
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the feeds that you have opened, the last one first.",
    discussion: """
      One line a source: its name, the number of the post where you stopped, the number of unread \
      posts, and the time when you left it, separated by tabs. A number that is not known is empty.
      With --hosts: one line a host whose addresses open without a question, and when you allowed it.
      """
  )

  @Flag(help: "List the hosts whose addresses open without a question, the last one first.")
  var hosts = false

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    guard let state = try SavedState.exiting(SavedState.opened) else { return }
    if hosts { return try listHosts(of: state) }
    let list = try SavedState.exiting { () throws(StateRefusal) in try HistoryList(of: state) }
    state.close()
    let rows = list.sources.map { source in
      [
        source.family.shownTitle,
        source.place.map { String($0) } ?? "",
        source.unread.map { String($0) } ?? "",
        Timestamp(secondsSinceEpoch: source.seen).rfc3339,
      ]
    }
    try Diagnostics.output(TextTable(rows).tabSeparated)
  }

  private func listHosts(of state: SavedState) throws {
    let hosts = try SavedState.exiting { () throws(StateRefusal) in
      guard let hosts = state.store.trustedHosts() else {
        throw StateRefusal("The trusted hosts cannot be read now", state.store)
      }
      return hosts
    }
    state.close()
    try Diagnostics.output(TextTable(hosts.map { [$0.name, $0.time.rfc3339] }).tabSeparated)
  }
}
