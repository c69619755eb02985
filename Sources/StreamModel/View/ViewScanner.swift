/// Takes the one-line form of a view apart: blanks, signs and values, each with its column.
struct ViewScanner {
  /// A value as it was written.
  struct Value {
    let text: String
    let column: Int
  }

  private let scalars: [Unicode.Scalar]
  private var at = 0

  init(_ text: some StringProtocol) {
    scalars = Array(text.unicodeScalars)
  }

  /// The column of the next scalar, from 1.
  var column: Int { at + 1 }

  /// The next scalar; nil at the end.
  var next: Unicode.Scalar? { scalar(after: 0) }

  mutating func skipBlanks() {
    while let next, next.properties.isWhitespace { at += 1 }
  }

  /// Takes `text` if it comes next.
  mutating func take(_ text: String) -> Bool {
    guard scalars[at...].starts(with: text.unicodeScalars) else { return false }
    at += text.unicodeScalars.count
    return true
  }

  /// Takes a word that joins others, if that comes next.
  mutating func takeOperator() -> String? {
    if take("|") { return "or" }
    guard let word = ViewText.operators.first(where: { isWord($0) }) else { return nil }
    at += word.unicodeScalars.count
    return word.lowercased()
  }

  /// Takes a name with the sign after it, such as `likes` and `>=`; nil if no name and sign come next.
  mutating func takeName() -> (name: String, sign: String)? {
    let name = scalars[at...].prefix { $0.isASCII && $0.properties.isAlphabetic || $0 == "_" }
    guard !name.isEmpty else { return nil }
    let rest = scalars[name.endIndex...]
    let signs = [":", "==", "=~", "=", "!=", "<=", "<", ">=", ">"]
    guard let sign = signs.first(where: { rest.starts(with: $0.unicodeScalars) }) else {
      return nil
    }
    at = name.endIndex + sign.unicodeScalars.count
    return (Self.string(name).lowercased(), sign)
  }

  /// Takes a word or phrase; its text is empty where none comes.
  ///
  /// - Parameter end: a scalar at which a word ends, besides blanks, quotation marks, `(`, `)` and `|`.
  mutating func takeValue(endingAt end: Unicode.Scalar? = nil) throws(ViewError) -> Value {
    let start = column
    if let next, next == "\"" || next == "'" { return try takePhrase(until: next) }
    let word = scalars[at...].prefix {
      !$0.properties.isWhitespace && !"\"'()|".unicodeScalars.contains($0) && $0 != end
    }
    if word.first == "/" {
      throw ViewError(
        column: start,
        problem: "a regular expression is not supported",
        expected: "a word, or the text in quotation marks"
      )
    }
    at = word.endIndex
    return Value(text: Self.string(word), column: start)
  }

  /// Takes one value or several with commas between.
  mutating func takeValues() throws(ViewError) -> [Value] {
    var values = [try takeValue(endingAt: ",")]
    while take(",") { values.append(try takeValue(endingAt: ",")) }
    return values
  }

  private mutating func takePhrase(until mark: Unicode.Scalar) throws(ViewError) -> Value {
    let start = column
    var text: [Unicode.Scalar] = []
    at += 1
    while var scalar = next {
      at += 1
      if scalar == mark { return Value(text: Self.string(text), column: start) }
      if scalar == "\\", let escaped = next {
        scalar = escaped
        at += 1
      }
      text.append(scalar)
    }
    throw ViewError(column: start, problem: "\(mark) is not closed", expected: "another \(mark)")
  }

  private func scalar(after count: Int) -> Unicode.Scalar? {
    at + count < scalars.count ? scalars[at + count] : nil
  }

  /// Whether a word comes next and ends there.
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
