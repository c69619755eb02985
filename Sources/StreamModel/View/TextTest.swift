import CPCRE2
import CellGrid

/// A text that a filter looks for: words without accents, and mostly without case, or a regular expression.
package struct TextTest: Equatable, Sendable {
  private enum Kind: Sendable {
    case folded(FoldedPattern)
    case expression(RegularExpression)
  }

  /// The words, with one blank for each run of white space, or the pattern of the expression.
  package let text: String
  private let kind: Kind

  /// Makes a test of a text; nil if nothing of it could be compared.
  package init?(_ text: String, mindsCase: Bool = false) {
    let words = text.unicodeScalars.split { TextFolding.isBlank($0.value) }
    self.text = words.map { String($0) }.joined(separator: " ")
    let pattern = FoldedPattern(self.text, ignoringCase: !mindsCase)
    kind = .folded(pattern)
    guard pattern.scalars.contains(where: { $0 != 0x20 }) else { return nil }
  }

  package init(_ expression: RegularExpression) {
    text = expression.pattern
    kind = .expression(expression)
  }

  package var expression: RegularExpression? {
    if case .expression(let expression) = kind { expression } else { nil }
  }

  private var folded: FoldedPattern? {
    if case .folded(let pattern) = kind { pattern } else { nil }
  }

  /// Words without case that each text which passes holds; nil where an expression has none.
  var literal: FoldedPattern? {
    let words: String? =
      switch kind {
      case .folded: text
      case .expression(let expression): expression.literal
      }
    return words.map { FoldedPattern($0, ignoringCase: true) }
  }

  package static func == (one: TextTest, other: TextTest) -> Bool {
    one.text == other.text && one.expression == other.expression
  }

  func isPart(of text: String, _ problem: inout FilterProblem?) -> Bool {
    switch kind {
    case .folded(let pattern): return pattern.matches(text)
    case .expression(let expression):
      // As it is shown: without soft hyphens, for example, but with its lines.
      let shown = Sanitizer.sanitize(Array(text.utf8), keepingNewlines: true).text.string
      switch expression.firstMatch(in: shown) {
      case .match: return true
      case .none: return false
      case .limit:
        problem = FilterProblem(expression: expression)
        return false
      }
    }
  }

  /// Whether a text is the wanted one; an expression says itself where a text begins and ends.
  func isWhole(_ text: String, _ problem: inout FilterProblem?) -> Bool {
    guard let folded else { return isPart(of: text, &problem) }
    return folded.folding.scalars(of: text) == folded.scalars
  }

  /// Whether a language is the wanted one or a variant of it: "de" means "de-AT", too.
  func isLanguage(_ text: String, _ problem: inout FilterProblem?) -> Bool {
    guard let folded else { return isPart(of: text, &problem) }
    let scalars = folded.folding.scalars(of: text)
    return scalars.starts(with: folded.scalars)
      && scalars.dropFirst(folded.scalars.count).first.map { $0 == 0x2D } ?? true
  }

  /// Whether a host is the wanted one or below it: "a.example" means "www.a.example", too.
  func isHost(_ text: String, _ problem: inout FilterProblem?) -> Bool {
    guard let folded else { return isPart(of: text, &problem) }
    let scalars = folded.folding.scalars(of: text)
    guard scalars.count > folded.scalars.count else { return scalars == folded.scalars }
    return scalars.suffix(folded.scalars.count).elementsEqual(folded.scalars)
      && scalars.dropLast(folded.scalars.count).last == 0x2E
  }
}

/// The reason why a filter has no answer about a post, which then counts as one that the test does not pass.
package struct FilterProblem: Equatable, Sendable, CustomStringConvertible {
  /// The expression that takes too long for a text.
  let expression: RegularExpression

  package var description: String { "\(expression) takes too long" }
}

/// The values of which a field may have any: at least one.
package struct Choices<Value: Equatable & Sendable>: Equatable, Sendable {
  package let values: [Value]

  package init?(_ values: [Value]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  package init(_ first: Value, _ others: Value...) { values = [first] + others }
  func contains(where isMatch: (Value) -> Bool) -> Bool { values.contains(where: isMatch) }
}

/// A compiled regular expression of PCRE2, matched within limits of time and steps.
///
/// Case does not matter unless asked; accents do, other than in words and phrases: a class such as `[à-ü]` would mean
/// nothing after folding. "^" and "$" are the bounds of a line, and "." is no line break.
package final class RegularExpression: Sendable {
  /// The longest pattern, in UTF-8 code units; longer ones take seconds to compile.
  package static let longest = 1_000
  /// The pattern that matches a text itself.
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { pattern, character in
      if ".[]()|*+?^${}\\".contains(character) { pattern += "\\" }
      pattern.append(character)
    }
  }

  private static let mostMicroseconds: Int64 = 6_000

  package struct Mistake: Error, Equatable {
    package let message: String
    /// The number of bytes before it.
    package let offset: Int
  }

  package enum Outcome: Equatable, Sendable {
    /// The bytes of the first match; empty where nothing is matched, as by `x*`.
    case match(Range<Int>)
    case none
    /// A limit ended the search, so nobody knows.
    case limit
  }

  /// The release of the library, such as "10.42".
  package static var version: String {
    // It has the date of the release after a blank.
    var text = [UInt8](repeating: 0, count: 64)
    guard pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), nil) <= text.count,
      pcre2_config_8(UInt32(PCRE2_CONFIG_VERSION), &text) > 0
    else { return "of an unknown release" }
    return String(decoding: text.prefix { $0 != 0 && $0 != 0x20 }, as: UTF8.self)
  }

  package let pattern: String
  package let mindsCase: Bool
  /// The address of what the library compiled: no two threads may change it, and it never changes.
  private let code: UInt

  package init(_ pattern: String, mindsCase: Bool = false) throws(Mistake) {
    guard pattern.utf8.count <= Self.longest else {
      throw Mistake(message: "it is longer than \(Self.longest) bytes", offset: 0)
    }
    if let control = pattern.utf8.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) {
      let offset = pattern.utf8.distance(from: pattern.startIndex, to: control)
      throw Mistake(
        message: "a control character is written as an escape such as \\n",
        offset: offset
      )
    }
    var error: Int32 = 0
    var offset = 0
    // A pattern without bytes has no address, and the library wants one.
    let bytes = Array(pattern.utf8) + [0]
    code = cp_compile(bytes, bytes.count - 1, mindsCase ? 1 : 0, &error, &offset)
    self.pattern = pattern
    self.mindsCase = mindsCase
    guard code != 0 else { throw Mistake(message: Self.message(of: error), offset: offset) }
  }

  deinit { if code != 0 { cp_free(code) } }

  /// Finds the first match that begins at or after a byte, which begins a scalar.
  package func firstMatch(in text: String, from start: Int = 0) -> Outcome {
    var text = text
    return text.withUTF8 { bytes in
      var none: UInt8 = 0
      var (from, to) = (0, 0)
      let result =
        bytes.baseAddress.map {
          cp_match(code, $0, bytes.count, max(0, start), Self.mostMicroseconds, &from, &to)
        } ?? cp_match(code, &none, 0, max(0, start), Self.mostMicroseconds, &from, &to)
      return result > 0 ? .match(from..<max(from, to)) : result == 0 ? .none : .limit
    }
  }

  private static func message(of error: Int32) -> String {
    var text = [UInt8](repeating: 0, count: 200)
    let length = cp_message(error, &text, text.count)
    return length > 0
      ? String(decoding: text.prefix(Int(clamping: length)), as: UTF8.self) : "it is not valid"
  }

  /// The longest run of ASCII letters and digits that each match holds; nil where none is certain.
  ///
  /// Looks at what stands outside groups and classes, and gives up where one character may change what others mean.
  package var literal: String? {
    let tricky = ["(?", "(*", "\\Q", "[:", "[]", "[^]"]
    guard !tricky.contains(where: { pattern.contains($0) }) else { return nil }
    var (longest, run) = ("", "")
    var depth = 0
    var state = Reading.plain
    for scalar in pattern.unicodeScalars {
      var goesOn = false
      switch (state, scalar) {
      case (.escape, _): state = Self.reading(afterEscaped: scalar)
      case (.control, _): state = .plain
      case (.escapeInClass, _): state = .characterClass
      case (.characterClass, "\\"): state = .escapeInClass
      case (_, "\\"): state = .escape
      case (.characterClass, _): state = scalar == "]" ? .plain : .characterClass
      case (.braces, _): state = scalar == "}" ? .plain : .braces
      case (.argument, "{"): state = .braces
      case (.argument, _) where Self.isPlain(scalar): break
      case (.number, _) where Self.isDigit(scalar): break
      case (.quantifier, "}"): state = .plain
      case (.quantifier, _) where Self.isDigit(scalar) || scalar == "," || scalar == " ": break
      default:
        state = .plain
        switch scalar {
        case "[": state = .characterClass
        case "(": depth += 1
        case ")": depth -= 1
        case "|" where depth == 0: return nil
        // The character before it need not be there.
        case "?", "*", "{":
          if !run.isEmpty { run.removeLast() }
          if scalar == "{" { state = .quantifier }
        case _ where depth == 0 && Self.isPlain(scalar):
          run.unicodeScalars.append(scalar)
          goesOn = true
        default: break
        }
      }
      guard !goesOn else { continue }
      if run.utf8.count > longest.utf8.count { longest = run }
      run = ""
    }
    if run.utf8.count > longest.utf8.count { longest = run }
    return longest.utf8.count > 1 ? longest : nil
  }

  private enum Reading {
    case plain, characterClass, escape, escapeInClass
    /// After an escape that takes a name, a property or digits in braces, and in the braces.
    case argument, braces
    /// After the number of a group or a character.
    case number
    /// After the escape of a control character, which is the next one.
    case control
    /// After a brace, which stands for itself unless numbers and another brace follow.
    case quantifier
  }

  private static func reading(afterEscaped scalar: Unicode.Scalar) -> Reading {
    switch scalar {
    case "x", "o", "p", "P", "N", "u", "g", "k": .argument
    case "c": .control
    default: isDigit(scalar) ? .number : .plain
    }
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
  }
}

extension RegularExpression: Equatable {
  package static func == (one: RegularExpression, other: RegularExpression) -> Bool {
    one.pattern == other.pattern && one.mindsCase == other.mindsCase
  }
}

extension RegularExpression: CustomStringConvertible {
  /// The pattern between slashes, with "c" after it where case matters.
  package var description: String {
    var text = "/"
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      if scalar == "/", !isEscaped { text += "\\" }
      isEscaped = scalar == "\\" && !isEscaped
      text.unicodeScalars.append(scalar)
    }
    return text + "/" + (mindsCase ? "c" : "")
  }
}
