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

  /// Nil for words.
  package var expression: RegularExpression? {
    if case .expression(let expression) = kind { expression } else { nil }
  }

  /// Nil for an expression.
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

  /// Whether both look for the same text.
  package static func == (one: TextTest, other: TextTest) -> Bool {
    one.text == other.text && one.expression == other.expression
  }

  /// Whether a text holds the wanted one.
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
        problem = .expressionTooSlow(expression)
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
package enum FilterProblem: Equatable, Sendable, CustomStringConvertible {
  case expressionTooSlow(RegularExpression)

  package var description: String {
    switch self {
    case .expressionTooSlow(let expression): "\(expression) takes too long"
    }
  }
}

/// The values of which a field may have any: at least one.
package struct Choices<Value: Equatable & Sendable>: Equatable, Sendable {
  package let values: [Value]

  /// Makes choices; nil without a value.
  package init?(_ values: [Value]) {
    guard !values.isEmpty else { return nil }
    self.values = values
  }

  package init(_ first: Value, _ others: Value...) {
    values = [first] + others
  }

  func contains(where isMatch: (Value) -> Bool) -> Bool { values.contains(where: isMatch) }
}
