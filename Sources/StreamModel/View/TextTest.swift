import CellGrid

/// A text that a filter looks for: not empty, on one line, compared without case and accents.
package struct TextTest: Equatable, Sendable {
  /// The text, with one blank for each run of white space.
  package let text: String
  private let pattern: FoldedPattern

  /// Makes a test of a text; nil if nothing of it could be compared.
  package init?(_ text: String) {
    let words = text.unicodeScalars.split { TextFolding.isBlank($0.value) }
    self.text = words.map { String($0) }.joined(separator: " ")
    pattern = FoldedPattern(self.text, ignoringCase: true)
    guard pattern.scalars.contains(where: { $0 != 0x20 }) else { return nil }
  }

  /// Whether both look for the same text.
  package static func == (one: TextTest, other: TextTest) -> Bool { one.text == other.text }

  /// Whether a text holds the wanted one.
  func isPart(of text: String) -> Bool { pattern.matches(text) }

  /// Whether a text is the wanted one.
  func isWhole(_ text: String) -> Bool { pattern.folding.scalars(of: text) == pattern.scalars }

  /// Whether a language is the wanted one or a variant of it: "de" means "de-AT", too.
  func isLanguage(_ text: String) -> Bool {
    let scalars = pattern.folding.scalars(of: text)
    return scalars.starts(with: pattern.scalars)
      && scalars.dropFirst(pattern.scalars.count).first.map { $0 == 0x2D } ?? true
  }

  /// Whether a host is the wanted one or below it: "a.example" means "www.a.example", too.
  func isHost(_ text: String) -> Bool {
    let scalars = pattern.folding.scalars(of: text)
    guard scalars.count > pattern.scalars.count else { return scalars == pattern.scalars }
    return scalars.suffix(pattern.scalars.count).elementsEqual(pattern.scalars)
      && scalars.dropLast(pattern.scalars.count).last == 0x2E
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
