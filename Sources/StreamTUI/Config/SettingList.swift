import Configuration
import StreamUI

/// The settings of one table of the file, each once, in the order of the file.
struct SettingList: Equatable {
  private(set) var values: [SettingValue] = []

  /// Adds the setting that an entry states.
  ///
  /// - Throws: ``ConfigProblem`` if its value is not allowed.
  mutating func add(_ setting: Setting, of entry: ConfigTable.Entry) throws(ConfigProblem) {
    let content = try setting.kind.checked(entry.value, of: setting.name)
    values.append(SettingValue(setting, content, line: entry.place.line))
  }

  func states(_ setting: Setting) -> Bool { values.contains { $0.setting == setting } }

  /// Takes over the settings of `previous` in whose lines there are problems now.
  ///
  /// - Parameter path: The keys of the tables around the settings.
  mutating func keep(
    _ previous: SettingList,
    because problems: [ConfigProblem],
    in path: [String] = []
  ) {
    for problem in problems where problem.key.count == path.count + 1 {
      guard problem.key.starts(with: path), let name = problem.key.last,
        let old = previous.values.first(where: { $0.setting.name == name }), !states(old.setting)
      else { continue }
      values.append(old)
    }
  }

  /// Replaces settings that name a theme that does not exist by those of `previous`; the problems of their lines.
  ///
  /// - Parameter path: The keys of the tables around the settings.
  mutating func replaceThemes(
    unknownTo themes: ThemeSet,
    with previous: SettingList,
    in path: [String] = []
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
        let key = path + [value.setting.name]
        problems.append(place.problem(error.message, key: key))
        return previous.values.first { $0.setting == value.setting && $0 != value }
      }
    }
    return problems
  }

  /// Drops a first page that is a view of none of these names; the problem of its line.
  mutating func dropFirstPage(unlessAmong views: [String]) -> [ConfigProblem] {
    guard let index = values.lastIndex(where: { $0.setting == .firstPage }),
      case .string(let text) = values[index].content, let line = values[index].line,
      let name = SettingKind.view(named: text), !views.contains(name)
    else { return [] }
    let setting = values.remove(at: index).setting.name
    return [
      ConfigProblem(
        at: ConfigPlace(line: line, column: 1),
        "\(setting) is \"\(text.prefix(60))\", but there is no view \"\(name.prefix(60))\""
          + " (expected a table [views.NAME] without errors\(NearestName.offer(name, among: views)))",
        key: [setting]
      )
    ]
  }
}

/// A setting with a value that its kind allows, as a file or the command line gives it.
struct SettingValue: Equatable {
  let setting: Setting
  let content: ConfigValue.Content
  /// The line in the file, from 1; nil for the command line.
  let line: Int?

  init(_ setting: Setting, _ content: ConfigValue.Content, line: Int? = nil) {
    self.setting = setting
    self.content = content
    self.line = line
  }
}
