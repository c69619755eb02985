/// A position in a configuration file.
package struct ConfigPlace: Hashable, Comparable, Sendable {
  /// The line, from 1.
  package let line: Int
  /// The column in characters, from 1.
  package let column: Int

  /// Makes a position.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether `first` comes before `second` in the file.
  package static func < (first: ConfigPlace, second: ConfigPlace) -> Bool {
    (first.line, first.column) < (second.line, second.column)
  }
}
