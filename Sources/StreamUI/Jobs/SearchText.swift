import CellGrid
import StreamModel

/// A text to search for, in the forms that a search needs; between slashes it is a regular expression.
///
/// Capitals count only where the text has some, as in most viewers; accents never count.
struct SearchText: Sendable {
  let text: String
  let ignoresCase: Bool
  let pattern: TextPattern
  /// The mistake in an expression, whose text is searched for as words then; nil without one.
  let problem: String?

  init(_ text: String) {
    self.text = text
    let hasCapitals = text.unicodeScalars.contains { $0.properties.isUppercase }
    ignoresCase = !hasCapitals
    let words = TextPattern.words(FoldedPattern(text, ignoringCase: !hasCapitals))
    guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else {
      (pattern, problem) = (words, nil)
      return
    }
    let inner = String(text.dropFirst().dropLast())
    do throws(RegularExpression.Mistake) {
      pattern = .expression(try RegularExpression(inner, mindsCase: hasCapitals))
      problem = nil
    } catch {
      (pattern, problem) = (words, error.message)
    }
  }

  func matches(_ candidate: String) -> Bool { pattern.matches(candidate) }

  /// All matches in sections of the text of a row, in their order; at most `limit`.
  func matches(
    in text: RowText,
    of sections: [RowText.Section] = RowText.Section.allCases,
    limit: Int = .max
  ) -> [RowText.Passage] {
    var found: [RowText.Passage] = []
    for section in sections {
      pattern.forEachMatch(in: text[section], joiningLines: section == .body) { range in
        found.append(RowText.Passage(section: section, range: range))
        return found.count < limit
      }
      guard found.count < limit else { break }
    }
    return found
  }

  /// The longest word that only the bytes of a record can bring onto the screen, as a needle.
  ///
  /// - Parameter names: texts that rows show and their records do not hold.
  /// - Returns: nil where a row may show the text whatever its bytes are.
  func needle(besides names: [String]) -> TextNeedle? {
    let added = AddedWords(names: names, inRows: true)
    switch pattern {
    case .words(let words): return added.needle(for: words, ignoringCase: ignoresCase)
    case .expression(let expression):
      return expression.literal.flatMap {
        added.needle(for: FoldedPattern($0, ignoringCase: true), ignoringCase: true)
      }
    }
  }
}
