import Configuration
import StreamUI

/// A table `[sources."NAME"]`: settings, keys and commands for the sources that its name means.
struct SourceSection {
  let scope: SourceScope
  let place: ConfigPlace
  /// The problems in the order of the file, without those of keys and commands.
  let problems: [ConfigProblem]
  /// The settings that it states.
  let settings: SettingList
  /// The names of its tables in the order of the file, with the places of their lines.
  let tables: [(name: String, place: ConfigPlace)]
  private let keys: ConfigTable?
  private let commands: OwnCommandTable

  /// Reads an entry of the table "sources".
  ///
  /// - Parameters:
  ///   - previous: The table of that name before; its settings stay where their lines have errors.
  ///   - faults: The errors of the document.
  ///   - themes: The themes that settings may name.
  /// - Throws: ``ConfigProblem`` if it costs the table.
  init(
    _ entry: ConfigTable.Entry,
    previous: SourceSection?,
    faults: [ConfigProblem],
    themes: ThemeSet
  ) throws(ConfigProblem) {
    guard case .table(let table) = entry.value.content else {
      throw UnknownKey.problem(besideSources: entry)
    }
    do throws(SourceScope.Refusal) {
      scope = try SourceScope(entry.key)
    } catch {
      throw ConfigProblem(at: entry.place, error.text)
    }
    place = entry.place
    var settings = SettingList()
    var tables: [(entry: ConfigTable.Entry, table: ConfigTable)] = []
    var problems: [ConfigProblem] = []
    let path = ["sources", entry.key]
    for held in table.entries {
      do throws(ConfigProblem) {
        if case .table(let own) = held.value.content, ConfigTables.ofSource.contains(held.key) {
          tables.append((held, own))
        } else if let setting = Setting(rawValue: held.key), !setting.isOfProgram {
          try settings.add(setting, of: held)
        } else {
          throw UnknownKey.problem(of: held, inSource: entry.key)
        }
      } catch {
        problems.append(ConfigProblem(at: error.place, error.message, key: path + [held.key]))
      }
    }
    let before = previous?.settings ?? SettingList()
    settings.keep(before, because: faults + problems, in: path)
    problems += settings.replaceThemes(unknownTo: themes, with: before, in: path)
    self.settings = settings
    self.problems = problems
    self.tables = tables.map { ($0.entry.key, $0.entry.place) }
    keys = tables.first { $0.entry.key == "keys" }?.table
    let commands = tables.first { $0.entry.key == "commands" }?.table
    self.commands = OwnCommandTable(commands ?? ConfigTable())
  }

  /// Returns `base` with the commands and keys of the table, and the problems of their lines.
  func keymap(over base: Keymap) -> (keymap: Keymap, problems: [ConfigProblem]) {
    let others = base.commands.filter { !commands.names.contains($0.name) }
    let defined = base.applying([commands.keys]).defining(others + commands.commands)
    guard let keys else { return (defined, commands.problems) }
    let table = KeyTable(keys, over: defined, commands: defined.commands.map(\.name))
    return (table.keymap, commands.problems + table.problems)
  }
}
