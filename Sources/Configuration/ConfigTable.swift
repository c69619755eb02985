/// A table of a configuration file: keys with values, in the order of the file, each key once.
package struct ConfigTable: Equatable, Sendable {
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

  package init(_ entries: [Entry] = []) { self.entries = entries }

  package subscript(key: String) -> ConfigValue? { entries.first { $0.key == key }?.value }
}

/// A configuration file as tables and values, and the errors in it.
package struct ConfigDocument: Equatable, Sendable {
  /// The table of the whole file; `[a.b]` is the table "b" in the table "a".
  package let root: ConfigTable
  /// The tables whose names have values already, such as `[themes.a]` after `themes = "a"`.
  package let shadowed: [ConfigTable.Entry]
  package let problems: [ConfigProblem]
}

package struct ConfigValue: Equatable, Sendable {
  package enum Content: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([ConfigValue])
    case table(ConfigTable)

    package var kind: String {
      switch self {
      case .string: "a text"
      case .integer: "a number"
      case .boolean: "true or false"
      case .array: "a list"
      case .table: "a table"
      }
    }
  }

  /// A part of a text that stands in the file as it reads, without escapes or line ends.
  struct Run: Equatable {
    /// Its first scalar, by its number in the text from 0.
    let start: Int
    let place: ConfigPlace
  }

  package let content: Content
  package let place: ConfigPlace
  /// The parts of a text with escapes or line ends; empty for one without.
  private let runs: [Run]

  package init(_ content: Content, at place: ConfigPlace) {
    self.init(content, at: place, runs: [])
  }

  init(_ content: Content, at place: ConfigPlace, runs: [Run]) {
    self.content = content
    self.place = place
    self.runs = runs
  }

  /// The position of a scalar of a text, by its number from 0.
  package func place(ofScalar number: Int) -> ConfigPlace {
    let first = Run(start: 0, place: ConfigPlace(line: place.line, column: place.column + 1))
    let run = runs.last { $0.start <= number } ?? first
    return ConfigPlace(line: run.place.line, column: run.place.column + max(0, number - run.start))
  }
}

/// An error in a configuration file.
///
/// It costs the line or the table in which it stands, never the start.
package struct ConfigProblem: Error, Equatable, Sendable {
  package let place: ConfigPlace
  /// The message for the user: the text found, the text expected, and the remedy.
  package let message: String
  /// The key whose line it costs, from the tables above it on; empty if no key could be read.
  package let key: [String]

  package init(at place: ConfigPlace, _ message: String, key: [String] = []) {
    self.place = place
    self.message = message
    self.key = key
  }
}

package struct ConfigPlace: Hashable, Comparable, Sendable {
  package let line: Int
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  package func problem(_ message: String, key: [String] = []) -> ConfigProblem {
    ConfigProblem(at: self, message, key: key)
  }

  package static func < (first: ConfigPlace, second: ConfigPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
