/// The sign between a field and its values.
struct FieldSign {
  static let ofTexts = [":", "=~", "=", "==", "!=", "!~", "#", "!#"]
  static let ofNumbers = [":", "=", "==", "!=", "<", "<=", ">", ">=", "between"]

  let text: String
  private let field: String
  private let column: Int

  init(_ name: ViewScanner.Name, of field: String) {
    text = name.sign
    self.field = field
    column = name.signColumn
  }

  var isPattern: Bool { text == "=~" || text == "!~" }

  var isToken: Bool { text == "#" || text == "!#" }

  var isComparison: Bool { text.first == "<" || text.first == ">" }

  var comparison: Predicate.Comparison {
    text == ":" || isPattern || isToken ? .usual : .whole
  }

  /// The filter of a test: negated after "!=", "!~" and "!#".
  func filter(_ predicate: Predicate) -> Filter {
    text.first == "!" ? Filter(predicate).negated : Filter(predicate)
  }

  /// The two ends of `a..b`; after newsboat's "between" of `a:b`; nil where it is no range.
  func ends(of value: String) -> (first: String, last: String)? {
    if text == "between", let colon = value.firstIndex(of: ":") {
      return (String(value[..<colon]), String(value[value.index(after: colon)...]))
    }
    guard value.contains("..") else { return nil }
    return MomentText.ends(of: value)
  }

  func check(isOneOf signs: [String]) throws(ViewError) {
    guard !signs.contains(text) else { return }
    let shown = signs.filter { !["#", "!#", "between", "==", "!~"].contains($0) }
    throw ViewError(
      column: column,
      problem: "\(field) has no \(text)",
      expected: shown.map { field + $0 }.joined(separator: ", ")
    )
  }
}
