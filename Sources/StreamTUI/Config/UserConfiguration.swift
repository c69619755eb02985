import Configuration
import StreamUI

/// The contents of the configuration file: settings, the tables of other parts, and problems.
struct UserConfiguration: Equatable {
  /// The tables whose keys other parts of the program read.
  static let tableNames = ["themes", "keys", "commands", "openers"]

  /// The settings in the order of the file, each once.
  private(set) var values: [SettingValue]
  /// The tables `[themes.NAME]`, `[keys]`, `[commands.NAME]` and `[openers]`, as they are written.
  let tables: [ConfigTable.Entry]
  /// The problems in the order of the file.
  let problems: [ConfigProblem]

  /// A configuration without settings.
  init() {
    (values, tables, problems) = ([], [], [])
  }

  /// Interprets a document.
  ///
  /// - Parameter previous: The configuration before, whose settings stay where the document has an error
  ///   in their lines.
  init(_ document: ConfigDocument, previous: UserConfiguration? = nil) {
    var values: [SettingValue] = []
    var tables: [ConfigTable.Entry] = []
    var problems = document.problems
    for entry in document.root.entries {
      do throws(ConfigProblem) {
        if Self.tableNames.contains(entry.key) {
          guard case .table = entry.value.content else {
            throw ConfigProblem(
              at: entry.value.place,
              "\(entry.key) is \(entry.value.content.kind) (expected a table [\(entry.key)])"
            )
          }
          tables.append(entry)
        } else if let setting = Setting(rawValue: entry.key) {
          let content = try setting.kind.checked(entry.value, of: setting.name)
          values.append(SettingValue(setting, content, line: entry.place.line))
        } else {
          problems += UnknownKey.problems(of: entry)
        }
      } catch {
        problems.append(ConfigProblem(at: error.place, error.message, key: [entry.key]))
      }
    }
    for problem in problems {
      guard let name = problem.key.first, problem.key.count == 1,
        let old = previous?.values.first(where: { $0.setting.name == name }),
        !values.contains(where: { $0.setting == old.setting })
      else { continue }
      values.append(old)
    }
    self.values = values
    self.tables = tables
    self.problems = problems.sorted { $0.place < $1.place }
  }

  /// The table of a name in ``tableNames``; nil if the file has none.
  func table(_ name: String) -> ConfigTable? {
    guard case .table(let table)? = tables.first(where: { $0.key == name })?.value.content else {
      return nil
    }
    return table
  }

  /// Replaces settings that name a theme that does not exist by those of `previous`; the problems of
  /// their lines.
  mutating func replaceThemes(
    unknownTo themes: ThemeSet,
    with previous: UserConfiguration
  ) -> [ConfigProblem] {
    var problems: [ConfigProblem] = []
    values = values.compactMap { value in
      guard value.setting.isTheme, case .string(let name) = value.content, let line = value.line,
        // Auto depends on the background, so it cannot be the theme of one.
        value.setting != .theme || name != ThemeSetting.auto
      else { return value }
      do throws(ThemeSet.UnknownTheme) {
        _ = try themes.theme(name)
        return value
      } catch {
        let place = ConfigPlace(line: line, column: 1)
        problems.append(ConfigProblem(at: place, error.message, key: [value.setting.name]))
        return previous.values.first { $0.setting == value.setting && $0 != value }
      }
    }
    return problems
  }

  /// The settings in force: those given on the command line, else those of the file, else the defaults.
  func settings(with given: [SettingValue]) -> Settings {
    var settings = Settings()
    for value in values + given { value.setting.apply(value.content, to: &settings) }
    return settings
  }
}
