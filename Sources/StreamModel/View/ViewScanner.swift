/// Takes the one-line form of a view apart: blanks, signs and values, each with its column.
struct ViewScanner {
  struct Value {
    let text: String
    let column: Int
    let kind: Kind

    enum Kind: Equatable {
      case word, phrase
      case expression(mindsCase: Bool)
    }
  }

  /// A name with the sign after it, such as `likes` and `>=`.
  struct Name {
    let text: String
    let sign: String
    let signColumn: Int
    let isApart: Bool
  }

  /// More values make no filter that a person wrote, and each takes time for every post.
  static let mostValues = 1_000

  private let scalars: [Unicode.Scalar]
  private var at = 0
  private var valueCount = 0

  init(_ text: some StringProtocol) { scalars = Array(text.unicodeScalars) }

  /// The column of the next scalar, from 1.
  var column: Int { at + 1 }

  var next: Unicode.Scalar? { scalar(after: 0) }
  var second: Unicode.Scalar? { scalar(after: 1) }
  mutating func skipBlanks() { while let next, next.properties.isWhitespace { at += 1 } }

  mutating func take(_ text: String) -> Bool {
    guard scalars[at...].starts(with: text.unicodeScalars) else { return false }
    at += text.unicodeScalars.count
    return true
  }

  mutating func takeOperator() -> String? {
    if take("||") || take("|") { return "or" }
    if take("&&") { return "and" }
    guard let word = ViewText.operators.first(where: { isWord($0) }) else { return nil }
    at += word.unicodeScalars.count
    return word.lowercased()
  }

  private static let signs = [":", "==", "=~", "=", "!=", "!~", "<=", "<", ">=", ">"]

  /// Takes a name with the sign after it; nil if no name and sign come next.
  ///
  /// Blanks may stand around a sign other than ":". The signs "#", "!#" and "between" are newsboat's.
  mutating func takeName() -> Name? {
    let name = scalars[at...].prefix { $0.isASCII && $0.properties.isAlphabetic || $0 == "_" }
    guard !name.isEmpty else { return nil }
    let blanks = scalars[name.endIndex...].prefix { $0.properties.isWhitespace }
    let rest = scalars[blanks.endIndex...]
    let isApart = !blanks.isEmpty
    var sign = Self.signs.first { rest.starts(with: $0.unicodeScalars) && !(isApart && $0 == ":") }
    for word in ["!#", "#", "between"] where sign == nil {
      guard rest.starts(with: word.unicodeScalars),
        let after = rest.dropFirst(word.unicodeScalars.count).first
      else { continue }
      // `water #"big lake"` is a word and a hashtag, but nobody looks for the word "title" so.
      let isQuoted = after == "\"" && FieldEntry.named(Self.string(name).lowercased()) != nil
      if isApart && after.properties.isWhitespace || isQuoted { sign = word }
    }
    guard var sign else { return nil }
    let signColumn = rest.startIndex + 1
    at = rest.startIndex + sign.unicodeScalars.count
    if sign == ":", next == "<" || next == ">", second != nil {
      // `likes:>10` is GitHub's.
      sign = take("<=") ? "<=" : take(">=") ? ">=" : take("<") ? "<" : take(">") ? ">" : sign
    }
    if sign != ":" { skipBlanks() }
    let text = Self.string(name).lowercased()
    return Name(text: text, sign: sign, signColumn: signColumn, isApart: isApart)
  }

  /// Takes a word or phrase; its text is empty where none comes.
  ///
  /// - Parameters:
  ///   - end: a scalar at which a word ends, besides blanks, quotation marks, `(`, `)` and `|`.
  ///   - keepsEscapes: whether a phrase keeps its backslashes.
  mutating func takeValue(
    endingAt end: Unicode.Scalar? = nil,
    keepsEscapes: Bool = false
  ) throws(ViewError) -> Value {
    let start = column
    valueCount += 1
    guard valueCount <= Self.mostValues else {
      throw ViewError(
        at: start,
        "too many words and values",
        expected: "at most \(Self.mostValues)"
      )
    }
    if let next, next == "\"" || next == "'" { return try takePhrase(until: next, keepsEscapes) }
    let word = scalars[at...].prefix {
      !$0.properties.isWhitespace && !"\"'()|".unicodeScalars.contains($0) && $0 != end
    }
    at = word.endIndex
    return Value(text: Self.string(word), column: start, kind: .word)
  }

  mutating func takeValues() throws(ViewError) -> [Value] {
    var values = [try takeValue(endingAt: ",")]
    while take(",") { values.append(try takeValue(endingAt: ",")) }
    return values
  }

  mutating func takeText(
    endingAt end: Unicode.Scalar? = nil,
    keepsEscapes: Bool = false
  ) throws(ViewError) -> Value {
    next == "/" ? try takeExpression() : try takeValue(endingAt: end, keepsEscapes: keepsEscapes)
  }

  mutating func takeTexts(keepsEscapes: Bool = false) throws(ViewError) -> [Value] {
    var values: [Value] = []
    repeat {
      values.append(try takeText(endingAt: ",", keepsEscapes: keepsEscapes))
    } while take(",")
    return values
  }

  /// Whether a range of newsboat comes next, such as `0:3`.
  var nextIsRange: Bool {
    let word = scalars[at...].prefix { !$0.properties.isWhitespace }
    let parts = Self.string(word).split(separator: ":", omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { Int($0) != nil }
  }

  /// Takes `/expression/`, with "c" after it where case matters; "i" says that it does not, as it is without.
  private mutating func takeExpression() throws(ViewError) -> Value {
    let start = column
    var text: [Unicode.Scalar] = []
    at += 1
    while let scalar = next, scalar != "/" {
      at += 1
      // Only the slash is this form's: other escapes are the expression's.
      if scalar == "\\", let escaped = next {
        if escaped != "/" { text.append(scalar) }
        text.append(escaped)
        at += 1
      } else {
        text.append(scalar)
      }
    }
    guard take("/") else {
      throw ViewError(
        at: start,
        "/ is not closed",
        expected: "another /, or the text in quotation marks"
      )
    }
    let mindsCase = take("c")
    _ = !mindsCase && take("i")
    if let next, !next.properties.isWhitespace, !",()|\"'".unicodeScalars.contains(next) {
      throw ViewError(
        at: column,
        "\"\(next)\" is no ending of an expression",
        expected: "/…/ or /…/c, or the text in quotation marks"
      )
    }
    return Value(text: Self.string(text), column: start, kind: .expression(mindsCase: mindsCase))
  }

  private mutating func takePhrase(
    until mark: Unicode.Scalar,
    _ keepsEscapes: Bool
  ) throws(ViewError) -> Value {
    let start = column
    var text: [Unicode.Scalar] = []
    at += 1
    while var scalar = next {
      at += 1
      if scalar == mark { return Value(text: Self.string(text), column: start, kind: .phrase) }
      if scalar == "\\", let escaped = next {
        if keepsEscapes { text.append(scalar) }
        scalar = escaped
        at += 1
      }
      text.append(scalar)
    }
    throw ViewError(at: start, "\(mark) is not closed", expected: "another \(mark)")
  }

  private func scalar(after count: Int) -> Unicode.Scalar? {
    at + count < scalars.count ? scalars[at + count] : nil
  }

  private func isWord(_ word: String) -> Bool {
    guard scalars[at...].starts(with: word.unicodeScalars) else { return false }
    guard let after = scalar(after: word.unicodeScalars.count) else { return true }
    return after.properties.isWhitespace || "()|\"'".unicodeScalars.contains(after)
  }

  private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}

extension ViewScanner.Value {
  /// An error that names the value, or says that it is missing.
  func error(_ problem: String, _ expected: String?) -> ViewError {
    let whole = text.isEmpty ? "a value is missing" : "\"\(text)\" \(problem)"
    return ViewError(at: column, whole, expected: expected)
  }
}

struct FieldSign {
  static let ofTexts = [":", "=~", "=", "==", "!=", "!~", "#", "!#"]
  static let ofNumbers = [":", "=", "==", "!=", "<", "<=", ">", ">=", "between"]

  let text: String
  /// The name of its field, and its own column, for what is wrong with it.
  let field: String
  let column: Int

  var isPattern: Bool { text == "=~" || text == "!~" }
  var isToken: Bool { text == "#" || text == "!#" }
  var isComparison: Bool { text.first == "<" || text.first == ">" }
  var comparison: Predicate.Comparison { text == ":" || isPattern || isToken ? .usual : .whole }

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
      at: column,
      "\(field) has no \(text)",
      expected: shown.map { field + $0 }.joined(separator: ", ")
    )
  }
}
