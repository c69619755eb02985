import Configuration
import StreamUI

/// The settings in force as text.
enum ConfigListing {
  /// A line of the listing, and the remark after it.
  private typealias Line = (text: String, origin: String)

  /// One line a setting: `name = value`, and its origin as a comment; the tables of sources follow.
  static func inForce(_ run: RunConfiguration) -> String {
    let settings = run.settings
    let name = run.file?.name ?? ""
    let lines = Setting.allCases.map { setting in
      line(setting, setting.content(in: settings), origin(of: setting, in: run))
    }
    let tables = run.contents.tables.filter { $0.key != "sources" }
    let text =
      aligned(lines)
      + tables.map { "# the table [\($0.key)]: \(name):\($0.place.line)\n" }.joined()
    return run.sourceSections.sections.reduce(into: text) { text, table in
      text += "\n" + Self.text(of: table, in: name)
    }
  }

  private static func text(of table: SourceSection, in file: String) -> String {
    let title = ConfigTables.title(table.scope.name)
    let settings = table.settings.values.map { value in
      line(value.setting, value.content, value.line.map { "\(file):\($0)" } ?? "")
    }
    let tables = table.tables.map {
      let title = ConfigTables.title(table.scope.name, $0.name)
      return "# the table \(title): \(file):\($0.place.line)\n"
    }
    return aligned([(title, "\(file):\(table.place.line)")] + settings) + tables.joined()
  }

  private static func line(
    _ setting: Setting,
    _ content: ConfigValue.Content,
    _ origin: String
  ) -> Line {
    ("\(setting.name) = \(text(of: content))", origin)
  }

  private static func aligned(_ lines: [Line]) -> String {
    TextTable(lines.map { [$0.text, $0.origin] }).aligned(.left, gap: "  # ")
  }

  private static func origin(of setting: Setting, in run: RunConfiguration) -> String {
    if run.given.contains(where: { $0.setting == setting }) { return "command line" }
    guard let value = run.contents.values.first(where: { $0.setting == setting }),
      let line = value.line
    else { return "default" }
    return "\(run.file?.name ?? ""):\(line)"
  }

  /// A value as it is written in the file.
  static func text(of content: ConfigValue.Content) -> String {
    switch content {
    case .integer(let number): String(number)
    case .boolean(let isTrue): isTrue ? "true" : "false"
    case .string(let text): ConfigTables.quoted(text)
    case .array(let items): "[\(items.map { Self.text(of: $0.content) }.joined(separator: ", "))]"
    // No setting has tables.
    case .table: ""
    }
  }
}
