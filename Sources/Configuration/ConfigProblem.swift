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

/// A position in a configuration file.
package struct ConfigPlace: Hashable, Comparable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether `first` comes before `second` in the file.
  package static func < (first: ConfigPlace, second: ConfigPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
