/// A value of a configuration file, with its position.
package struct ConfigValue: Equatable, Sendable {
  /// The kinds of values.
  package enum Content: Equatable, Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([ConfigValue])
    case table(ConfigTable)

    /// The kind as messages name it, with its article.
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

  /// The value itself.
  package let content: Content
  /// The position of its first character.
  package let place: ConfigPlace

  /// Makes a value.
  package init(_ content: Content, at place: ConfigPlace) {
    self.content = content
    self.place = place
  }
}
