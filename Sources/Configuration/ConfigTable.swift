/// A table of a configuration file: keys with values, in the order of the file, each key once.
package struct ConfigTable: Equatable, Sendable {
  /// A key and its value.
  package struct Entry: Equatable, Sendable {
    /// The key, without quotation marks.
    package let key: String
    package let place: ConfigPlace
    package let value: ConfigValue

    package init(_ key: String, at place: ConfigPlace, _ value: ConfigValue) {
      self.key = key
      self.place = place
      self.value = value
    }
  }

  package let entries: [Entry]

  /// Makes a table of entries with different keys.
  package init(_ entries: [Entry] = []) {
    self.entries = entries
  }

  /// The value of `key`; nil if the table lacks it.
  package subscript(key: String) -> ConfigValue? {
    entries.first { $0.key == key }?.value
  }
}

/// A configuration file as tables and values, and the errors in it.
package struct ConfigDocument: Equatable, Sendable {
  /// The table of the whole file; `[a.b]` is the table "b" in the table "a".
  package let root: ConfigTable
  /// The tables whose names have values already, such as `[themes.a]` after `themes = "a"`.
  package let shadowed: [ConfigTable.Entry]
  package let problems: [ConfigProblem]

  package init(
    root: ConfigTable,
    shadowed: [ConfigTable.Entry] = [],
    problems: [ConfigProblem] = []
  ) {
    self.root = root
    self.shadowed = shadowed
    self.problems = problems
  }
}
