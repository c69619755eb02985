import StreamModel

/// Decodes references that a feed escaped once too often: its titles say "It&#8217;s".
///
/// A title is text by now, so a reference in it is a mistake of the feed or the subject of the title.
/// References to letters and typographic signs are mistakes. "&amp;", "&lt;" and the like stay: who
/// writes about markup writes these. So does a reference in quotation marks.
enum TitleReferences {
  /// Returns `title` with such references decoded.
  static func decoded(_ title: String) -> String {
    guard title.utf8.contains(UInt8(ascii: "&")) else { return title }
    let bytes = Array(title.utf8)
    var result: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if let reference = Reference(bytes, at: index), let text = text(of: reference, in: bytes) {
        result += text.utf8
        index = reference.range.upperBound
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The character of a reference; nil if the reference is to stay.
  private static func text(of reference: Reference, in bytes: [UInt8]) -> String? {
    let text = BodyText(.html(reference.markup), customEmoji: []).oneLine
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1,
      !controls.contains(scalar)
    else { return nil }
    let before = reference.range.lowerBound > 0 ? bytes[reference.range.lowerBound - 1] : 0
    let after = reference.range.upperBound < bytes.count ? bytes[reference.range.upperBound] : 0
    if before == after, quotes.contains(before) { return nil }
    let touchesWord = isWord(before) || isWord(after)
    if scalar.isASCII {
      // WordPress writes "&#038;" and "&#039;"; "don&#39;t" is an apostrophe within a word.
      let isWanted = reference.isNumber && (reference.hasLeadingZero || touchesWord)
      return isWanted && ["&", "'", "\""].contains(text) ? text : nil
    }
    return reference.isNumber || reference.isEscaped || touchesWord ? text : nil
  }

  /// The character that stands for controls and numbers that are no character.
  private static let controls: Set<Unicode.Scalar> = Set(
    (0x2400...0x2426).compactMap { Unicode.Scalar($0 as UInt32) } + ["\u{FFFD}"]
  )

  private static let quotes = [UInt8(ascii: "`"), UInt8(ascii: "\""), UInt8(ascii: "'")]

  /// Whether a byte belongs to a letter, a digit or any character beyond ASCII.
  private static func isWord(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}

/// A character reference within a text, such as "&#8217;", "&rsquo;" or "&amp;#8217;".
private struct Reference {
  private static let longest = 32

  /// The bytes from "&" to ";".
  let range: Range<Int>
  /// The reference without further escapes.
  let markup: String
  let isNumber: Bool
  let hasLeadingZero: Bool
  /// Whether its "&" is written as "&amp;".
  let isEscaped: Bool

  init?(_ bytes: [UInt8], at start: Int) {
    guard bytes[start] == UInt8(ascii: "&") else { return nil }
    var index = start + 1
    let escape = Array("amp;".utf8)
    while bytes[index...].starts(with: escape) { index += escape.count }
    let first = index
    while index < bytes.count, index - first < Self.longest, bytes[index] != UInt8(ascii: ";") {
      index += 1
    }
    guard index < bytes.count, bytes[index] == UInt8(ascii: ";"), index > first else { return nil }
    let name = bytes[first..<index]
    guard name.allSatisfy({ $0 == UInt8(ascii: "#") || Self.isLetterOrDigit($0) }) else {
      return nil
    }
    range = start..<index + 1
    markup = "&" + String(decoding: name, as: UTF8.self) + ";"
    isNumber = name.first == UInt8(ascii: "#")
    hasLeadingZero = isNumber && name.dropFirst().first == UInt8(ascii: "0")
    isEscaped = first > start + 1
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
  }
}
