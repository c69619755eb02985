package import Configuration
import StreamModel

/// Reads the tables `[commands.NAME]` of a configuration file.
///
/// An error costs its command only.
package struct OwnCommandTable {
  package private(set) var commands: [OwnCommand] = []
  package private(set) var keys: KeyChanges
  package private(set) var problems: [ConfigProblem] = []

  package var names: [String] { commands.map(\.name) }

  /// Reads `table`, the table "commands" of the file.
  package init(_ table: ConfigTable) {
    var assignments: [KeyChanges.Assignment] = []
    for entry in table.entries {
      do throws(ConfigProblem) {
        try Self.checkName(entry)
        guard case .table(let own) = entry.value.content else {
          throw ConfigProblem(
            at: entry.place,
            "\(entry.key) is \(entry.value.content.kind) (expected a table [commands.\(entry.key)])"
          )
        }
        var section = OwnCommandSection(entry.key, own, at: entry.place)
        let command = try section.command()
        assignments.append(.init(KeyCommand(.own(entry.key)), section.keys))
        problems += section.problems
        commands.append(command)
      } catch {
        problems.append(error)
      }
    }
    keys = KeyChanges(page: nil, assignments: assignments.filter { !$0.keys.isEmpty })
    problems.sort { $0.place < $1.place }
  }

  private static func checkName(_ entry: ConfigTable.Entry) throws(ConfigProblem) {
    let name = entry.key
    guard SavedView.isName(name) else {
      let shown = name.count > 60 ? "\(name.prefix(60))…" : name
      throw ConfigProblem(
        at: entry.place,
        "\"\(shown)\" cannot name a command (expected \(SavedView.nameForm))"
      )
    }
    guard !CommandNames.isTaken(name) else {
      throw ConfigProblem(
        at: entry.place,
        "\(name) is the name of an action (expected another name for the command)"
      )
    }
  }
}
