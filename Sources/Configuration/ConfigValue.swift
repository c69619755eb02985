/// A value of a configuration file, with its position.
package struct ConfigValue: Equatable, Sendable {
  /// The kinds of values.
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
