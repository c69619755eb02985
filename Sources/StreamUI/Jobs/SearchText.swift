import CellGrid
import StreamModel

/// A text to search for, in the forms that a search needs.
///
/// Capitals count only where the text has some, as in most viewers; accents never count.
struct SearchText: Sendable {
  let text: String
  let ignoresCase: Bool
  let pattern: FoldedPattern

  init(_ text: String) {
    self.text = text
    ignoresCase = !text.unicodeScalars.contains { $0.properties.isUppercase }
    pattern = FoldedPattern(text, ignoringCase: ignoresCase)
  }

  /// Whether `candidate` contains the text.
  func matches(_ candidate: String) -> Bool { pattern.matches(candidate) }

  /// All matches in the text of a row, in reading order; at most `limit`.
  func matches(in text: RowText, limit: Int = .max) -> [RowText.Passage] {
    var found: [RowText.Passage] = []
    for section in RowText.Section.allCases {
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
    AddedWords(names: names).needle(for: pattern, ignoringCase: ignoresCase)
  }
}
