import Addresses
import CellGrid
import RichText

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
  func isPart(of text: FieldText) -> Bool { text.contains { pattern.matches($0) } }

  /// Whether a text is the wanted one.
  func isWhole(_ text: FieldText) -> Bool {
    text.contains { pattern.folding.scalars(of: $0) == pattern.scalars }
  }

  /// Whether a language is the wanted one or a variant of it: "de" means "de-AT", too.
  func isLanguage(_ text: FieldText) -> Bool {
    text.contains {
      let scalars = pattern.folding.scalars(of: $0)
      return scalars.starts(with: pattern.scalars)
        && scalars.dropFirst(pattern.scalars.count).first.map { $0 == 0x2D } ?? true
    }
  }
}

extension FieldText {
  var isAny: Bool { contains { _ in true } }

  /// Whether one of the texts passes a test; reads the body if there is one.
  fileprivate func contains(where isMatch: (String) -> Bool) -> Bool {
    switch self {
    case .plain(let text): return isMatch(text)
    case .words(let body): return isMatch(body.read(.flat).string)
    case .hashtags(let body):
      let text = body.read(.flat).string
      guard text.utf8.contains(UInt8(ascii: "#")) else { return false }
      return text.split(separator: "#", omittingEmptySubsequences: false).dropFirst().contains {
        isMatch(String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      }
    case .links(let body, let base):
      let rich = body.read(.rich)
      let base = rich.base.map { Address.resolve($0, against: base) } ?? base
      return rich.links.contains { isMatch(Address.resolve($0.target, against: base)) }
    }
  }
}

extension Body {
  fileprivate func read(_ reading: Reading) -> RichText {
    let reader = RichTextReader(reading: reading)
    return switch self {
    case .html(let html): reader.read(html: html)
    case .text(let text): reader.read(plain: text)
    case .missing: reader.read(plain: "")
    }
  }
}

extension RichText {
  fileprivate var string: String { String(decoding: utf8, as: UTF8.self) }
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
