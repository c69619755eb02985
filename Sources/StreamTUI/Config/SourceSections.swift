import Configuration
import StreamUI

/// The tables `[sources."NAME"]` of the file.
struct SourceSections {
  private(set) var sections: [SourceSection] = []
  private(set) var problems: [ConfigProblem] = []
  private(set) var settingProblems: [ConfigProblem] = []

  init() {}

  /// Reads the table "sources" of the file; nil if there is none.
  ///
  /// - Parameters:
  ///   - previous: The tables before; settings of theirs stay where lines have errors.
  ///   - faults: The errors of the document.
  ///   - themes: The themes that settings may name.
  ///   - keymap: The keys of all sources.
  init(
    _ table: ConfigTable?,
    previous: SourceSections,
    faults: [ConfigProblem],
    themes: ThemeSet,
    over keymap: Keymap
  ) {
    for entry in table?.entries ?? [] {
      do throws(ConfigProblem) {
        let before = previous.sections.first { $0.scope.name == entry.key }
        let read = try SourceSection(entry, previous: before, faults: faults, themes: themes)
        sections.append(read)
        settingProblems += read.problems
        problems += read.problems + read.keymap(over: keymap).problems
      } catch {
        settingProblems.append(error)
        problems.append(error)
      }
    }
  }

  /// The tables that mean each of `sources`, a later one before an earlier: those of tags and folders, then
  /// those of single sources, each in the order of the file.
  ///
  /// Sources that are shown together have one screen and one keymap, so a table that means only some of
  /// them has no effect.
  func inForce(for sources: [ShownSource]) -> [SourceSection] {
    guard !sections.isEmpty, !sources.isEmpty else { return [] }
    let matching = sections.filter { section in sources.allSatisfy { section.scope.matches($0) } }
    return matching.filter(\.scope.isGroup) + matching.filter { !$0.scope.isGroup }
  }
}

/// A table `[sources."NAME"]`: settings, keys and commands for the sources that its name means.
struct SourceSection {
  let scope: SourceScope
  let place: ConfigPlace
  /// The problems in the order of the file, without those of keys and commands.
  let problems: [ConfigProblem]
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
    do throws(SourceScope.Failure) {
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
