import Configuration
import StreamModel
import StreamUI

/// The contents of the configuration file: settings, the tables of other parts, and problems.
struct UserConfiguration: Equatable {
  private var list: SettingList
  let tables: [ConfigTable.Entry]
  let problems: [ConfigProblem]

  init() {
    (list, tables, problems) = (SettingList(), [], [])
  }

  /// Interprets a document.
  ///
  /// - Parameter previous: The configuration before, whose settings stay where the document has an error
  ///   in their lines.
  init(_ document: ConfigDocument, previous: UserConfiguration? = nil) {
    var list = SettingList()
    var tables: [ConfigTable.Entry] = []
    var problems = document.problems
    for entry in document.root.entries {
      do throws(ConfigProblem) {
        if ConfigTables.ofFile.contains(entry.key) {
          guard case .table = entry.value.content else {
            // The table may follow, and is read.
            tables += document.shadowed.filter { $0.key == entry.key }
            let hint = NearestName.offer(entry.key, among: Setting.names)
            throw ConfigProblem(
              at: entry.value.place,
              "\(entry.key) is \(entry.value.content.kind) (expected a table [\(entry.key)]\(hint))"
            )
          }
          tables.append(entry)
        } else if let setting = Setting(rawValue: entry.key) {
          try list.add(setting, of: entry)
        } else {
          problems += UnknownKey.problems(of: entry)
        }
      } catch {
        problems.append(ConfigProblem(at: error.place, error.message, key: [entry.key]))
      }
    }
    if let previous { list.keep(previous.list, because: problems) }
    self.list = list
    self.tables = tables
    self.problems = problems.sorted { $0.place < $1.place }
  }

  /// The settings above the first table, in the order of the file, each once.
  var values: [SettingValue] { list.values }

  /// The table of a name in ``ConfigTables/ofFile``; nil if the file has none.
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
    list.replaceThemes(unknownTo: themes, with: previous.list)
  }

  /// Drops a first page that is a saved view which does not exist; the problem of its line.
  mutating func dropFirstPage(unlessAmong views: [SavedView]) -> [ConfigProblem] {
    list.dropFirstPage(unlessAmong: views.map(\.name))
  }

  /// The settings in force: those of `given`, a later one before an earlier, else those of the file, else
  /// the defaults.
  func settings(with given: [SettingValue]) -> Settings {
    var settings = Settings()
    for value in values + given { value.setting.apply(value.content, to: &settings) }
    return settings
  }
}
