import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamUI

/// Lists the themes, or shows the roles of one in their styles.
struct ThemeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "theme",
    abstract: "List the themes, or show the styles of one.",
    discussion: """
      With a name, every role is shown in its style, with its name for the configuration file. Text \
      with too little contrast is listed after them.
      """
  )

  enum Format: String, ExpressibleByArgument {
    case table, tsv, svg
  }

  @Option(help: "table, tsv (role, foreground, background, attributes, contrast), or svg.")
  var format = Format.table

  @Argument(
    help: "The theme. Without one: the list.",
    completion: .list(ThemeSet().names)
  )
  var name: String?

  mutating func validate() throws {
    guard format != .table, name == nil else { return }
    throw ValidationError("--format \(format.rawValue) needs the name of a theme")
  }

  func run() throws {
    let run = RunConfiguration(.usual, given: [])
    for line in run.lines { Diagnostics.print(line) }
    let themes = run.themes
    guard let name else {
      // A theme of the user has no sentence.
      let rows = themes.names.map { [$0, BuiltInTheme(rawValue: $0)?.help ?? "Yours."] }
      return try Diagnostics.output(TextTable(rows).aligned(.left))
    }
    let theme = try themes.chosen(ThemeSetting(name: name)).theme(isLight: false)
    let page = ThemePage(theme, name: name)
    try Diagnostics.output(text(of: page, in: theme))
    for warning in page.warnings { Diagnostics.print("\(name): \(warning)") }
  }

  private func text(of page: ThemePage, in theme: Theme) -> String {
    switch format {
    case .svg: page.screen.svg(theme.style, title: "streamtui theme", window: .fitting(theme))
    case .tsv: TextTable(page.cells).tabSeparated
    case .table:
      isatty(STDOUT_FILENO) == 1 ? page.screen.ansi(theme.style) : page.screen.textPlane()
    }
  }
}

extension Screen.Window {
  /// The window whose background suits `theme`.
  static func fitting(_ theme: Theme) -> Screen.Window { theme.isForLight ? .light : .dark }
}
