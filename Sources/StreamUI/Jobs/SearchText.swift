import CellGrid
import StreamModel

/// A text to search for, in the forms that a search needs.
///
/// Capitals count only where the text has some, as in most viewers; accents never count.
struct SearchText: Sendable {
  /// Dates and counts are digits that records may not hold as they are shown; longer numbers are ids.
  private static let mostDigits = 6

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
    let words = pattern.scalars.split { !Self.isInWord($0) }.map { Array($0) }
    let added = words.isEmpty ? nil : AddedWords(names: names)
    guard
      let word = words.filter({ word in !(added?.mayBring(word) ?? true) && !Self.isNumber(word) })
        .max(by: { $0.count < $1.count })
    else { return nil }
    return TextNeedle(
      word,
      ignoringCase: ignoresCase,
      variants: pattern.folding.variants(within: Set(word))
    )
  }

  /// Whether a scalar is a letter, a digit or an emoji: what no label has between its words.
  private static func isInWord(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 {
      return (0x30...0x39).contains(scalar) || (0x61...0x7A).contains(scalar | 0x20)
    }
    guard scalar < 0x1F000, let scalar = Unicode.Scalar(scalar) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// Whether a word may be part of a count, a date or an age such as "5m".
  private static func isNumber(_ word: [UInt32]) -> Bool {
    let digits = word.prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0 else { return false }
    let isAge =
      digits + 1 == word.count && word.last.map { [0x6D, 0x68, 0x64].contains($0) } == true
    return (digits == word.count || isAge) && digits <= mostDigits
  }
}
