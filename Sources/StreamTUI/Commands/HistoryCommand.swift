import ArgumentParser
import CellGrid
import Glibc
import StreamModel

/// Lists the sources that were opened.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the feeds that you have opened, the last one first.",
    discussion: """
      One line a source: its name, the number of the post where you stopped, the number of unread \
      posts, and the time when you left it, separated by tabs. A number that is not known is empty.
      """
  )

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    guard let state = try SavedState.exiting(SavedState.opened) else { return }
    let list = try SavedState.exiting { () throws(StateRefusal) in try HistoryList(of: state) }
    var text = ""
    for source in list.sources { text += Self.line(of: source) }
    let isWritten = Diagnostics.write(text, to: STDOUT_FILENO)
    state.close()
    guard isWritten else {
      Diagnostics.print("standard output: the output failed")
      throw ExitCode(1)
    }
  }

  private static func line(of source: HistoryEntry) -> String {
    let fields = [
      SafeText(sanitizing: source.family.shownTitle).string,
      source.place.map { String($0) } ?? "",
      source.unread.map { String($0) } ?? "",
      Timestamp(secondsSinceEpoch: source.seen).rfc3339,
    ]
    return fields.joined(separator: "\t") + "\n"
  }
}
