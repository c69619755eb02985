/// Text that is safe to draw, print or log; only the sanitizer makes it.
///
/// It is valid UTF-8. It has no control character (except "\n" where lines were kept), no escape
/// sequence, and no bidi embedding, override or isolate.
package struct SafeText: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The text as valid UTF-8.
  package private(set) var utf8: [UInt8]

  package static let empty = SafeText(trusted: [])

  /// Sanitizes `text` into one line: newlines and tabs become blanks.
  package init(sanitizing text: some StringProtocol) {
    self = Sanitizer.sanitize(Array(text.utf8), keepingNewlines: false).text
  }

  /// Makes a text of the program's own, sanitized like any other.
  package init(_ literal: StaticString) {
    self = literal.withUTF8Buffer { Sanitizer.sanitize(Array($0), keepingNewlines: false).text }
  }

  /// Makes a text from a literal, sanitized like any other.
  package init(stringLiteral value: StaticString) {
    self.init(value)
  }

  /// Wraps bytes that are already safe; for the sanitizer only.
  init(trusted utf8: [UInt8]) {
    self.utf8 = utf8
  }

  package var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Returns the bytes of `range`, clamped to the text and to whole scalars, as a string.
  package func string(in range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<utf8.count)
    let whole = boundary(range.lowerBound)..<boundary(range.upperBound)
    return String(decoding: utf8[whole], as: UTF8.self)
  }

  /// The length in bytes.
  package var count: Int { utf8.count }

  package var isEmpty: Bool { utf8.isEmpty }

  /// Returns the bytes of `range`, clamped to the text and to whole scalars.
  package subscript(range: Range<Int>) -> SafeText {
    let range = range.clamped(to: 0..<utf8.count)
    return SafeText(trusted: Array(utf8[boundary(range.lowerBound)..<boundary(range.upperBound)]))
  }

  package mutating func append(_ other: SafeText) {
    utf8 += other.utf8
  }

  /// Returns `offset`, clamped to the text, or the start of the scalar that contains it.
  package func boundary(before offset: Int) -> Int {
    boundary(max(0, min(offset, utf8.count)))
  }

  /// Returns `offset`, or the start of the scalar that contains it.
  private func boundary(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, offset < utf8.count, utf8[offset] & 0xC0 == 0x80 { offset -= 1 }
    return offset
  }
}
