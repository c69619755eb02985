import CellGrid
import StreamUI

/// The configuration of a running viewer: reads the file again, shows it in an editor, and changes the
/// theme.
final class LiveConfiguration {
  private(set) var run: RunConfiguration
  private weak var terminal: NcursesTerminal?
  /// Whether the file was read again, so that streams below the one that is seen are to be told.
  private var wasRead = false

  init(_ run: RunConfiguration, on terminal: NcursesTerminal) {
    self.run = run
    self.terminal = terminal
  }

  /// The message about problems of the file; nil if there are none.
  var notice: Event? { run.notice.map { Self.warning($0) } }

  /// The program that copies its input, and its arguments; empty for the terminal.
  var copyCommand: [String] { run.settings.copyCommand }

  /// Changes to the sources of another stream: their tables are in force now.
  ///
  /// - Parameter configuration: the configuration as it was when the stream was opened.
  /// - Returns: the event of a configuration that was read again since.
  @discardableResult
  func show(_ configuration: RunConfiguration) -> [Event] {
    let old = run
    run = run.scoped(as: configuration)
    if run.themeSetting != old.themeSetting,
      let theme = try? run.themes.choice(of: run.themeSetting)
    {
      terminal?.use(theme)
    }
    return wasRead ? [.configured(run.viewOptions, run.keymap)] : []
  }

  /// Reads the file again; settings whose lines have errors stay as they were.
  func reload() -> [Event] {
    let old = run
    wasRead = true
    run.read()
    if let refusal = run.refusal { return [Self.warning(refusal)] }
    // A theme that a key has chosen stays, unless the file names another one now.
    if run.themeSetting != old.themeSetting || run.themes != old.themes {
      if let theme = try? run.themes.choice(of: run.themeSetting) { terminal?.use(theme) }
    }
    let text = run.notice ?? "\(run.file?.name ?? "No configuration file") was read again"
    return [
      .configured(run.viewOptions, run.keymap),
      .message(SafeText(sanitizing: text), isWarning: run.notice != nil),
    ]
  }

  /// Shows a line of the file in the user's editor, and reads the file again.
  func edit(_ path: String, _ line: Int) -> [Event] {
    let arguments = EditorCommand.arguments(path: path, line: line)
    guard let terminal, let program = arguments.first, ChildProcess.exists(program),
      terminal.lend(to: arguments) != nil
    else {
      let program = arguments.first ?? ""
      return [
        Self.warning("Not edited: \(program) was not found; set EDITOR, such as EDITOR=nano")
      ]
    }
    return terminal.isGone ? [] : reload()
  }

  /// Draws in the theme called `name`; the answer says so, or why not.
  func useTheme(_ name: String) -> Event {
    var setting = run.themeSetting
    setting.name = name
    do throws(ThemeSet.UnknownTheme) {
      terminal?.use(try run.themes.choice(of: setting))
      return .message(SafeText(sanitizing: "Theme \(name)"), isWarning: false)
    } catch {
      return Self.warning(error.message)
    }
  }

  private static func warning(_ text: String) -> Event {
    .message(SafeText(sanitizing: text), isWarning: true)
  }
}
