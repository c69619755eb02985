import Configuration
import StreamModel

/// A table `[views.NAME]` or `[rules.NAME]` while it is read: a name for a line of the filter language.
struct FilterSection {
  let name: String
  let place: ConfigPlace
  let table: ConfigTable
  /// The errors that do not cost the table.
  private(set) var problems: [ConfigProblem] = []

  /// Reads an entry of the table `kind` of the file.
  ///
  /// - Parameters:
  ///   - noun: what the table states, such as "view".
  ///   - keys: the keys that it may have.
  /// - Throws: ``ConfigProblem`` if it costs the table.
  init(
    _ entry: ConfigTable.Entry,
    of kind: String,
    noun: String,
    keys: [String]
  ) throws(ConfigProblem) {
    name = entry.key
    place = entry.place
    let shown = name.count > 60 ? "\(name.prefix(60))…" : name
    guard SavedView.isName(name) else {
      throw ConfigProblem(
        at: entry.place,
        "\"\(shown)\" cannot name a \(noun) (expected \(SavedView.nameForm))"
      )
    }
    guard case .table(let table) = entry.value.content else {
      throw ConfigProblem(
        at: entry.value.place,
        "\(name) is \(entry.value.content.kind) (expected a table [\(kind).\(name)])"
      )
    }
    self.table = table
    for held in table.entries where !keys.contains(held.key) {
      let isSetting = Setting(rawValue: held.key) != nil
      problems.append(
        ConfigProblem(
          at: held.place,
          isSetting
            ? "\(held.key) belongs above the first table"
            : "Unknown key \"\(held.key.prefix(60))\" in [\(kind).\(name)] (expected "
              + "\(keys.joined(separator: ", "))\(NearestName.offer(held.key, among: keys)))"
        )
      )
    }
  }

  /// Returns the text of a key, with its value; nil if the table lacks the key.
  func text(_ key: String) throws(ConfigProblem) -> (text: String, value: ConfigValue)? {
    guard let value = table[key] else { return nil }
    guard case .string(let text) = value.content else {
      throw ConfigProblem(at: value.place, "\(key) is \(value.content.kind) (expected a text)")
    }
    return (text, value)
  }

  /// Returns the line of a key that must be there.
  ///
  /// - Parameter kind: the table of the file that holds this one.
  func line(
    _ key: String,
    of kind: String
  ) throws(ConfigProblem) -> (text: String, value: ConfigValue) {
    let example = "\(key) = \"water is:unread\""
    guard let line = try text(key) else {
      throw ConfigProblem(
        at: place,
        "[\(kind).\(name)] has no \(key) (expected a line such as \(example))"
      )
    }
    guard line.text.contains(where: { !$0.isWhitespace }) else {
      throw ConfigProblem(
        at: line.value.place,
        "\(key) is empty (expected a filter, as in \(example))"
      )
    }
    return line
  }

  /// Returns the problem of the line that `value` states, at the place of its error.
  static func problem(_ error: ViewError, in value: ConfigValue) -> ConfigProblem {
    ConfigProblem(
      at: value.place(ofScalar: error.column - 1),
      error.problem + (error.expected.map { " (expected \($0))" } ?? "")
    )
  }
}
