/// The tables of a configuration file: their names, and the lines that begin them.
enum ConfigTables {
  /// The tables whose keys other parts of the program read.
  static let ofFile = ["themes", "keys", "commands", "openers", "sources"]
  /// The tables that the table of a source may hold.
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
