import ArgumentParser
import Glibc
import StreamHost
import StreamUI

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "List the keys of a page and the actions that they trigger.",
    discussion: """
      One line an action: its keys as the configuration writes them, its name, and what it does; an action \
      without a key runs by its name, such as :why. \
      After the keys of a preset come the differences that remain between that program and streamtui.
      """
  )

  @Option(help: "table, or tsv: page, command, keys, help.")
  var format = TableFormat.table

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
    var text = Self.text(of: keymap, on: page, as: format)
    for surprise in format == .tsv ? [] : chosen?.surprises ?? [] { text += "# \(surprise)\n" }
    try Diagnostics.output(text)
  }

  private var ownKeymap: Keymap {
    let run = RunConfiguration(.usual, given: [])
    for line in run.lines { Diagnostics.print(line) }
    return run.keymap
  }

  /// A line for each command of `keymap` on `page`.
  static func text(of keymap: Keymap, on page: KeyPage, as format: TableFormat) -> String {
    let rows = KeyListing(keymap.on(page), withKeyless: true).lines.compactMap {
      line -> [String]? in
      guard case .command(let command, let keys, let help) = line else { return nil }
      return switch format {
      case .table: [keys.map(\.quoted).joined(separator: ", "), command.text, help]
      case .tsv: [page.rawValue, command.text, keys.map(\.script).joined(separator: " "), help]
      }
    }
    let table = TextTable(rows)
    return format == .table ? table.aligned(.left) : table.tabSeparated
  }
}
