import ArgumentParser
import CellGrid
import Glibc
import StreamHost
import StreamUI

/// Shows, checks and completes the configuration file; ``ConfigAddition`` alone writes it.
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Print the settings in force and where each comes from.",
    discussion: """
      The file is $XDG_CONFIG_HOME/streamtui/config.toml, else ~/.config/streamtui/config.toml. \
      streamtui config --default prints one with every setting, key and role. The program \
      adds the views that you save at the end of the file, and writes nothing else into it.

      --check ends with status 1 if the file has problems or cannot be read. It also remarks on actions \
      that your keys have left without one.
      """
  )

  @Flag(
    name: .customLong("default"),
    help: "Print a file with every setting, its help and default."
  )
  var printsDefaults = false

  @Flag(help: "Print the problems of the file as FILE:LINE:COLUMN: message.")
  var check = false

  @Option(
    name: .customLong("config"),
    help: .value("file", "The same as FILE, as streamtui takes it."),
    completion: .file()
  )
  var named: String?

  @Argument(help: "A file in place of your own.", completion: .file())
  var file: String?

  mutating func validate() throws {
    guard !printsDefaults || !check else {
      throw ValidationError("--default and --check exclude each other")
    }
    guard named == nil || file == nil else {
      throw ValidationError("--config and FILE name two files (expected one)")
    }
  }

  func run() throws {
    Ncurses.setLocale()
    if printsDefaults { return try Diagnostics.output(DefaultFile.text) }
    let source = (file ?? named).map { ConfigSource.named($0) } ?? .usual
    let run = RunConfiguration(source, given: [])
    if check {
      let lines = run.lines + run.remarks
      try Diagnostics.output(lines.map { Diagnostics.safe($0) + "\n" }.joined())
      guard run.lines.isEmpty else { throw ExitCode(1) }
      return
    }
    for line in run.lines { Diagnostics.print(line) }
    try Diagnostics.output(ConfigListing.inForce(run))
  }
}

struct ConfigOptions: ParsableArguments {
  @Option(
    help: .value("file", "Read this configuration file instead of your own."),
    completion: .file()
  )
  var config: String?

  @Flag(help: "Read no configuration file.")
  var noConfig = false

  mutating func validate() throws {
    guard config == nil || !noConfig else {
      throw ValidationError("--config and --no-config exclude each other")
    }
  }

  /// The file that is read where neither option names one: the user's own.
  var source: ConfigSource { noConfig ? .none : config.map { .named($0) } ?? .usual }
}

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
    let keymap = chosen?.keymap ?? RunConfiguration.ofUser().keymap
    var text = Self.text(of: keymap, on: page, as: format)
    for surprise in format == .tsv ? [] : chosen?.surprises ?? [] { text += "# \(surprise)\n" }
    try Diagnostics.output(text)
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
    let themes = RunConfiguration.ofUser().themes
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

extension RunConfiguration {
  /// Reads the user's own file for a command, and prints its problems.
  static func ofUser() -> RunConfiguration {
    let run = RunConfiguration(.usual, given: [])
    for line in run.lines { Diagnostics.print(line) }
    return run
  }
}

extension Screen.Window {
  /// The window whose background suits `theme`.
  static func fitting(_ theme: Theme) -> Screen.Window { theme.isForLight ? .light : .dark }
}
