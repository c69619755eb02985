import ArgumentParser
import CellGrid
import Configuration
import Glibc
import StreamHost
import StreamModel
import StreamUI

struct ViewsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "views",
    abstract: "List the saved views.",
    discussion: """
      A saved view is a table [views.NAME] of the configuration with the line filter = "FILTER". In a filter view:NAME \
      stands for it: streamtui dump --filter view:NAME FEED.
      """
  )

  @Option(help: "table, tsv (name, filter, place), or json (an array).")
  var format = ListFormat.table

  func run() throws {
    Ncurses.setLocale()
    signal(SIGPIPE, SIG_DFL)
    let run = RunConfiguration(.usual, given: [])
    for line in run.lines { Diagnostics.print(line) }
    guard !run.views.isEmpty || format == .json else {
      guard format == .table else { return }
      Diagnostics.print(
        "No views are saved yet. Write into \(run.file?.path ?? "a configuration"):"
      )
      Diagnostics.print("[views.water]")
      return Diagnostics.print("filter = \"water is:unread sort:newest\"")
    }
    try Diagnostics.output(text(of: run))
  }

  private func text(of run: RunConfiguration) -> String {
    let rows = run.views.map { view in
      [view.name, view.line, "\(run.file?.path ?? ""):\(view.place.line)"]
    }
    switch format {
    case .table: return TextTable(rows).aligned(.left)
    case .tsv: return TextTable(rows).tabSeparated
    case .json: return ListFormat.json(rows, ["name", "filter", "place"])
    }
  }
}
