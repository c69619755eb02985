/// Reads the texts of the one-line form: words, phrases and expressions.
enum TextTerm {
  static func text(_ value: ViewScanner.Value) throws(ViewError) -> TextTest {
    if case .expression(let mindsCase) = value.kind {
      do {
        return TextTest(try RegularExpression(value.text, mindsCase: mindsCase))
      } catch {
        let before = value.text.utf8.prefix(error.offset)
        throw ViewError(
          column: value.column + 1 + String(decoding: before, as: UTF8.self).unicodeScalars.count,
          problem: "in the expression, \(error.message)"
        )
      }
    }
    guard let test = TextTest(value.text) else {
      throw ViewError(
        column: value.column,
        problem: value.text.isEmpty && value.kind == .word ? "a value is missing" : "no text",
        expected: "a word or a phrase"
      )
    }
    return test
  }

  static func texts(_ values: [ViewScanner.Value]) throws(ViewError) -> Choices<TextTest> {
    var tests: [TextTest] = []
    for value in values { tests.append(try text(value)) }
    return try Choices(typed: tests)
  }

  /// The texts after the sign of a field.
  ///
  /// newsboat's signs compare as newsboat does: "=~" with an expression, whose letters are not folded, "#" with each
  /// word of the text.
  ///
  /// - Parameters:
  ///   - inPart: whether the field is compared in part, and not tag by tag.
  ///   - spansLines: whether it may have several lines, which have no bounds of their own in newsboat.
  static func texts(
    _ sign: FieldSign,
    inPart: Bool,
    spansLines: Bool = false,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> Choices<TextTest> {
    let values = try scanner.takeTexts(keepsEscapes: sign.isPattern)
    return try texts(
      values.map { value in
        let pattern: String
        switch value.kind {
        case .expression: return value
        case .word where value.text.isEmpty: return value
        case .word, .phrase:
          if sign.isPattern {
            let mark = spansLines && value.text.contains { $0 == "^" || $0 == "$" } ? "(?-m)" : ""
            pattern = mark + translated(value.text)
          } else if sign.isToken, inPart {
            pattern = "(?<!\\S)\(RegularExpression.escaped(value.text))(?!\\S)"
          } else {
            return value
          }
        }
        let kind = ViewScanner.Value.Kind.expression(mindsCase: sign.isToken)
        return ViewScanner.Value(text: pattern, column: value.column, kind: kind)
      }
    )
  }

  /// The test for a field without a text, such as newsboat's `author = ""`; nil where a text follows.
  static func none(
    _ sign: FieldSign,
    _ test: (Choices<TextTest>) -> Predicate,
    from scanner: inout ViewScanner
  ) throws(ViewError) -> Filter? {
    guard sign.comparison == .whole, scanner.take("\"\"") else { return nil }
    let any = ViewScanner.Value(text: ".", column: 1, kind: .expression(mindsCase: false))
    let filter = Filter(test(Choices(try text(any))))
    return sign.text == "!=" ? filter : filter.negated
  }

  // MARK: Expressions of newsboat

  /// Translates an extended regular expression of POSIX: a backslash in brackets stands for itself, and "\<" and "\>"
  /// are the ends of words.
  private static func translated(_ pattern: String) -> String {
    var text = ""
    var rest = pattern[...]
    while let character = rest.popFirst() {
      switch character {
      case "\\":
        let next = rest.popFirst()
        switch next {
        case "<": text += "\\b(?=\\w)"
        case ">": text += "\\b(?<=\\w)"
        default: text += "\\" + (next.map { String($0) } ?? "")
        }
      case "[":
        text += "["
        if rest.first == "^" { text.append(rest.removeFirst()) }
        // A bracket that comes first stands for itself.
        if rest.first == "]" { text.append(rest.removeFirst()) }
        while let one = rest.popFirst() {
          text += one == "\\" ? "\\\\" : String(one)
          if one == "]" { break }
          // A class such as [:alpha:] has a bracket of its own.
          if one == "[", rest.first == ":", let end = rest.dropFirst().firstIndex(of: "]") {
            text += rest[...end]
            rest = rest[rest.index(after: end)...]
          }
        }
      default: text.append(character)
      }
    }
    return text
  }
}
