import Configuration
import StreamUI

/// The configuration of a run: the file, and what the command line gives beside it.
struct RunConfiguration {
  /// The file; nil for none.
  let file: ConfigFile?
  /// The settings of the command line.
  let given: [SettingValue]
  /// The contents of the file.
  private(set) var contents = UserConfiguration()
  /// The built-in themes and those of the file.
  private(set) var themes = ThemeSet()
  /// The keys in force.
  private(set) var keymap = Keymap.standard
  /// The problems of the file in its order.
  private(set) var problems: [ConfigProblem] = []
  /// The reason why the file was not read; nil if it was, or is not there.
  private(set) var refused: ConfigFile.Refusal?

  /// Reads the file of `source`.
  init(_ source: ConfigSource, given: [SettingValue]) {
    self.init(source.file, given: given)
  }

  /// Reads `file`.
  init(_ file: ConfigFile?, given: [SettingValue] = []) {
    self.file = file
    self.given = given
    read()
  }

  /// The line that says why the file was not read; nil if it was, or is not there.
  var refusal: String? { refused?.text }

  /// The settings in force.
  var settings: Settings { contents.settings(with: given) }

  /// The names of the themes in force.
  var themeSetting: ThemeSetting {
    let settings = settings
    return ThemeSetting(name: settings.theme, dark: settings.themeDark, light: settings.themeLight)
  }

  /// The themes in force.
  ///
  /// - Throws: `ValidationError` for a name on the command line that no theme has; those of the file were
  ///   checked when it was read.
  func chosenTheme() throws -> ThemeChoice { try themes.chosen(themeSetting) }

  /// The options of a viewer with these settings.
  var viewOptions: App.Options {
    var options = settings.options
    options.themes = themes.ownNames
    options.zone = settings.usesUTC ? .utc : SystemZone.local
    options.configReport = file.map {
      ConfigReport(path: $0.path, name: $0.name, problems: problems)
    }
    return options
  }

  /// The message of the viewer about problems of the file; nil if there are none.
  var notice: String? { refusal ?? viewOptions.configReport?.summary(keymap: keymap) }

  /// Reads the file again; settings whose lines have errors stay, and so do all if it is refused.
  mutating func read() {
    refused = nil
    guard let file else { return }
    do throws(ConfigFile.Refusal) {
      guard let bytes = try file.read() else {
        (contents, themes, keymap, problems) = (UserConfiguration(), ThemeSet(), .standard, [])
        return
      }
      interpret(ConfigDocument(bytes))
    } catch {
      refused = error
    }
  }

  private mutating func interpret(_ document: ConfigDocument) {
    let before = contents
    contents = UserConfiguration(document, previous: before)
    let own = contents.table("themes").map { ThemeTable.themes(from: $0) }
    themes = own?.themes ?? ThemeSet()
    let unknown = contents.replaceThemes(unknownTo: themes, with: before)
    let name = settings.preset
    let preset = name == Settings().preset ? nil : Keymap.preset(named: name)
    let base = preset ?? .standard
    let commands = OwnCommandTable(contents.table("commands") ?? ConfigTable())
    let defined = base.applying([commands.keys]).defining(commands.commands)
    let keys = contents.table("keys").map {
      KeyTable($0, over: defined, commands: commands.names)
    }
    keymap = keys?.keymap ?? defined
    problems =
      (contents.problems + (own?.problems ?? []) + unknown + commands.problems
      + (keys?.problems ?? []))
      .sorted { $0.place < $1.place }
  }

  /// The problems as lines `name:line:column: message`, and the refusal.
  var lines: [String] {
    let name = file?.name ?? ""
    return (refusal.map { [$0] } ?? [])
      + problems.map { "\(name):\($0.place.line):\($0.place.column): \($0.message)" }
  }
}
