import CellGrid
import Configuration
import StreamUI

enum UnknownKey {
  /// The tables that know a key, as words; nil for a key that none does.
  private static func home(of key: String) -> String? {
    var tables: [String] = []
    if key == "leader" || Action(named: key) != nil { tables.append("[keys]") }
    if key == "base" || Role.allCases.contains(where: { RoleName($0).name == key }) {
      tables.append("[themes.NAME]")
    }
    if key == "run" { tables.append("[commands.NAME]") }
    if key == "filter" { tables.append("[views.NAME]") }
    if ["when", "do", "until"].contains(key) { tables.append("[rules.NAME]") }
    return tables.isEmpty ? nil : tables.joined(separator: " or ")
  }

  /// Returns a problem for a key of the whole file; for an unknown table, one for it and one for each
  /// setting that stands in it.
  static func problems(of entry: ConfigTable.Entry) -> [ConfigProblem] {
    guard case .table(let table) = entry.value.content else { return [problem(ofKey: entry)] }
    let known = ConfigTables.ofFile
    var problems = [
      entry.place.problem(
        "Unknown table [\(shown(entry.key))] (expected "
          + known.dropLast().map { "[\($0)]" }.joined(separator: ", ")
          + " or [\(known.last ?? "")]\(hint(entry.key, known, "[", "]")))",
        key: [entry.key]
      )
    ]
    for held in table.entries where Setting(rawValue: held.key) != nil {
      problems.append(
        held.place.problem(
          "\(held.key) belongs above the first table (expected it before the line "
            + "\(entry.place.line))",
          key: [entry.key, held.key]
        )
      )
    }
    return problems
  }

  /// Returns the problem of a key that stands directly in the table `[sources]`.
  static func problem(besideSources entry: ConfigTable.Entry) -> ConfigProblem {
    if Setting(rawValue: entry.key) != nil {
      return entry.place.problem(
        "\(entry.key) belongs above the first table, or in a table such as [sources.\"tag:work\"]",
        key: ["sources", entry.key]
      )
    }
    return entry.value.place.problem(
      "\(shown(entry.key)) is \(entry.value.content.kind) (expected a table "
        + "\(ConfigTables.title(shown(entry.key))))",
      key: ["sources", entry.key]
    )
  }

  /// Returns the problem of a key that the table of a source cannot have.
  ///
  /// - Parameter source: The name of the table.
  static func problem(of entry: ConfigTable.Entry, inSource source: String) -> ConfigProblem {
    let title = ConfigTables.title(shown(source))
    if Setting(rawValue: entry.key) != nil {
      return entry.place.problem(
        "\(entry.key) holds for all sources (expected it above the first table, not in \(title))"
      )
    }
    if ConfigTables.ofSource.contains(entry.key) {
      return entry.value.place.problem(
        "\(entry.key) is \(entry.value.content.kind) (expected a table "
          + "\(ConfigTables.title(shown(source), entry.key)))"
      )
    }
    if ConfigTables.ofFile.contains(entry.key) {
      return entry.place.problem(
        "\(entry.key) holds for all sources (expected [\(entry.key)], not a table in \(title))"
      )
    }
    guard case .table = entry.value.content else { return problem(ofKey: entry, in: title) }
    let tables = ConfigTables.ofSource.map { ConfigTables.title(shown(source), $0) }
    let hint = NearestName.of(entry.key, among: ConfigTables.ofSource)
      .map { "; did you mean \(ConfigTables.title(shown(source), $0))?" }
    return entry.place.problem(
      "Unknown table \(ConfigTables.title(shown(source), shown(entry.key))) (expected "
        + "\(tables.joined(separator: " or "))\(hint ?? ""))"
    )
  }

  /// - Parameter title: The table of a source in which the key stands; nil for one of the whole file.
  private static func problem(
    ofKey entry: ConfigTable.Entry,
    in title: String? = nil
  ) -> ConfigProblem {
    if let home = home(of: entry.key) {
      return entry.place.problem("\(entry.key) belongs in the table \(home)", key: [entry.key])
    }
    let names = title == nil ? Setting.names : Setting.namesOfSources
    let hint = hint(entry.key, names, "", "")
    let place = title.map { " in \($0)" } ?? ""
    return entry.place.problem(
      "Unknown setting \"\(shown(entry.key))\"\(place)\(hint.isEmpty ? "" : " (\(hint.dropFirst(2)))")",
      key: [entry.key]
    )
  }

  private static func hint(
    _ name: String,
    _ names: [String],
    _ left: String,
    _ right: String
  ) -> String {
    NearestName.of(name, among: names).map { "; did you mean \(left)\($0)\(right)?" } ?? ""
  }

  private static func shown(_ name: String) -> String {
    name.count > 60 ? "\(name.prefix(60))…" : name
  }
}

/// The tables of a configuration file: their names, and the lines that begin them.
enum ConfigTables {
  /// The tables whose keys other parts of the program read.
  static let ofFile = [
    "themes", "keys", "commands", "openers", "views", "rules", "discussions", "sources",
  ]
  static let ofSource = ["keys", "commands"]

  /// The line that begins the table of a source, or one inside it.
  static func title(_ name: String, _ table: String? = nil) -> String {
    "[sources.\(quoted(name))\(table.map { ".\($0)" } ?? "")]"
  }

  /// Returns `text` as a basic string of TOML.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.properties.generalCategory == .control:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
