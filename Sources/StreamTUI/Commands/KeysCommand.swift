import ArgumentParser
import CellGrid
import Glibc
import StreamUI

/// Lists the keys in force.
struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the keys of a page and the actions that they trigger.",
    discussion: """
      One line an action: its keys as the configuration writes them, its name, and what it does. \
      After the keys of a preset come the differences that remain between that program and streamtui.
      """
  )

  /// The forms of the list.
  enum Format: String, ExpressibleByArgument {
    case table, tsv
  }

  @Option(help: "table, or tsv: page, command, keys, help.")
  var format = Format.table

  @Option(help: "List the keys of this preset: default, less, vim or newsboat.")
  var preset: String?

  @Option(help: "List the keys of this page, such as detail or link-list.")
  var page = KeyPage.timeline.rawValue

  func validate() throws {
    if let preset, Keymap.preset(named: preset) == nil {
      let names = KeyPreset.all.map(\.name).joined(separator: ", ")
      throw ValidationError("--preset takes one of \(names)")
    }
    if KeyPage(rawValue: page) == nil {
      let names = KeyPage.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--page takes one of \(names)")
    }
  }

  func run() throws {
    signal(SIGPIPE, SIG_DFL)
    guard let page = KeyPage(rawValue: page) else { return }
    let chosen = KeyPreset.all.first { $0.name == preset }
    let keymap = chosen?.keymap ?? ownKeymap
    var text =
      format == .tsv ? Self.tabSeparated(keymap, on: page) : Self.text(of: keymap, on: page)
    for surprise in format == .tsv ? [] : chosen?.surprises ?? [] { text += "# \(surprise)\n" }
    guard Diagnostics.write(text, to: STDOUT_FILENO) else {
      Diagnostics.print("standard output: the output failed")
      throw ExitCode(1)
    }
  }

  /// The keys of the user's configuration.
  private var ownKeymap: Keymap {
    let run = RunConfiguration(.usual, given: [])
    for line in run.lines { Diagnostics.print(line) }
    return run.keymap
  }

  /// The keys of `keymap` on `page`, a line for each command: keys, command, help.
  static func text(of keymap: Keymap, on page: KeyPage) -> String {
    let rows = commands(of: keymap, on: page).map { row in
      [row.keys.map(\.quoted).joined(separator: ", "), row.command.text, row.help]
    }
    let widths = (0..<2).map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      return (cells + row.suffix(1)).joined(separator: "  ") + "\n"
    }.joined()
  }

  /// A line for each command: the page, the command, its keys with blanks between them, its help.
  static func tabSeparated(_ keymap: Keymap, on page: KeyPage) -> String {
    commands(of: keymap, on: page).reduce(into: "") { text, row in
      let keys = row.keys.map(\.script).joined(separator: " ")
      text += [page.rawValue, row.command.text, keys, row.help].joined(separator: "\t") + "\n"
    }
  }

  private static func commands(
    of keymap: Keymap,
    on page: KeyPage
  ) -> [(command: KeyCommand, keys: [KeySequence], help: String)] {
    KeyListing(keymap.on(page)).lines.compactMap { line in
      if case .command(let command, let keys, let help) = line {
        (command, keys, help)
      } else {
        nil
      }
    }
  }
}
