import Configuration

/// The settings in force as text.
enum ConfigListing {
  /// One line a setting: `name = value`, and its origin as a comment.
  static func inForce(_ run: RunConfiguration) -> String {
    let settings = run.settings
    let lines = Setting.allCases.map { setting in
      (
        text: "\(setting.name) = \(Self.text(of: setting.content(in: settings)))",
        origin: origin(of: setting, in: run)
      )
    }
    let width = lines.map(\.text.count).max() ?? 0
    var text = ""
    for line in lines {
      let blanks = String(repeating: " ", count: width - line.text.count)
      text += "\(line.text)\(blanks)  # \(line.origin)\n"
    }
    for table in run.contents.tables {
      text += "# the table [\(table.key)]: \(run.file?.name ?? ""):\(table.place.line)\n"
    }
    return text
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
    case .string(let text): quoted(text)
    case .array(let items): "[\(items.map { Self.text(of: $0.content) }.joined(separator: ", "))]"
    // No setting has tables.
    case .table: ""
    }
  }

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
