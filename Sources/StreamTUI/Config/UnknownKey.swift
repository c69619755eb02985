import Configuration

/// The problems of keys and tables that no setting has.
enum UnknownKey {
  /// Keys that belong into a table, with that table.
  private static let homes = [
    (key: "base", table: "themes.NAME"), (key: "run", table: "commands.NAME"),
  ]

  /// Returns a problem for a key of the whole file; for an unknown table, one for it and one for each
  /// setting that stands in it.
  static func problems(of entry: ConfigTable.Entry) -> [ConfigProblem] {
    guard case .table(let table) = entry.value.content else { return [problem(ofKey: entry)] }
    let known = UserConfiguration.tableNames
    var problems = [
      ConfigProblem(
        at: entry.place,
        "unknown table [\(shown(entry.key))] (expected "
          + known.dropLast().map { "[\($0)]" }.joined(separator: ", ")
          + " or [\(known.last ?? "")]\(hint(entry.key, known, "[", "]")))",
        key: [entry.key]
      )
    ]
    for held in table.entries where Setting(rawValue: held.key) != nil {
      problems.append(
        ConfigProblem(
          at: held.place,
          "\(held.key) belongs above the first table (expected it before the line "
            + "\(entry.place.line))",
          key: [entry.key, held.key]
        )
      )
    }
    return problems
  }

  private static func problem(ofKey entry: ConfigTable.Entry) -> ConfigProblem {
    if let home = homes.first(where: { $0.key == entry.key }) {
      return ConfigProblem(
        at: entry.place,
        "\(entry.key) belongs in the table [\(home.table)]",
        key: [entry.key]
      )
    }
    let hint = hint(entry.key, Setting.names, "", "")
    return ConfigProblem(
      at: entry.place,
      "unknown setting \"\(shown(entry.key))\"\(hint.isEmpty ? "" : " (\(hint.dropFirst(2)))")",
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
