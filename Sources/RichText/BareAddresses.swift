/// Finds web addresses written out in text.
enum BareAddresses {
  private static let schemes: [StaticString] = ["https://", "http://", "www."]

  /// Returns the addresses in `bytes[range]`, in order.
  ///
  /// An address begins with http://, https:// or "www." at the start of a word. It ends before
  /// white space, a quotation mark, an angle bracket, or a non-ASCII bracket or stop, and
  /// excludes punctuation and unbalanced brackets at its end.
  static func find(in bytes: Bytes, _ range: Range<Int>) -> [Range<Int>] {
    var found: [Range<Int>] = []
    var index = range.lowerBound
    var before: UInt8 = 0x20
    while index < range.upperBound {
      let byte = bytes[index]
      if byte | 0x20 == UInt8(ascii: "h") || byte | 0x20 == UInt8(ascii: "w"),
        !before.isASCIIAlphanumeric, before != UInt8(ascii: "/"), before != UInt8(ascii: "@"),
        let end = end(ofAddressAt: index, bytes, range)
      {
        found.append(index..<end)
        before = bytes[end - 1]
        index = end
      } else {
        before = byte
        index += 1
      }
    }
    return found
  }

  private static func end(ofAddressAt start: Int, _ bytes: Bytes, _ range: Range<Int>) -> Int? {
    guard
      let scheme = schemes.first(where: { bytes.has(folded: $0, at: start) }),
      start + scheme.utf8CodeUnitCount < range.upperBound
    else { return nil }
    let body = start + scheme.utf8CodeUnitCount
    guard bytes[body].isASCIIAlphanumeric || bytes[body] >= 0x80 else { return nil }
    var end = body
    var open = 0
    var closed = 0
    while end < range.upperBound {
      let byte = bytes[end]
      if byte >= 0x80 {
        let length = ScalarKind.length(lead: byte)
        if ScalarKind.of(bytes, end..<min(end + length, range.upperBound)) == .end { break }
        end = min(end + length, range.upperBound)
        continue
      }
      guard !isEnd(byte) else { break }
      if byte == UInt8(ascii: "(") { open += 1 }
      if byte == UInt8(ascii: ")") { closed += 1 }
      end += 1
    }
    while end > body {
      let last = bytes[end - 1]
      if last >= 0x80 {
        var start = end - 1
        while start > body, bytes[start] & 0xC0 == 0x80 { start -= 1 }
        guard ScalarKind.of(bytes, start..<end) == .trailing else { break }
        end = start
        continue
      }
      if last == UInt8(ascii: ")"), closed > open {
        closed -= 1
      } else if !isTrailing(last) {
        break
      }
      end -= 1
    }
    // "www." is an address only if a name and another dot follow.
    if scheme.utf8CodeUnitCount == 4, !bytes[body..<end].contains(UInt8(ascii: ".")) { return nil }
    return end > body ? end : nil
  }

  /// Whether `byte` ends an address: white space, a control character, a quotation mark or an angle bracket.
  private static func isEnd(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || byte == UInt8(ascii: "<") || byte == UInt8(ascii: ">")
      || byte == UInt8(ascii: "\"")
  }

  private static func isTrailing(_ byte: UInt8) -> Bool { ".,;:!?'*]}".utf8.contains(byte) }
}

/// The role of a scalar outside ASCII in a web address written out in text.
enum ScalarKind {
  /// White space, a bracket or quotation mark of any script, or ideographic punctuation: it ends the address.
  case end
  /// Punctuation that belongs to the sentence if no more of the address follows.
  case trailing
  case part

  /// Returns the kind of the scalar encoded by `bytes[range]`; malformed bytes are parts.
  static func of(_ bytes: Bytes, _ range: Range<Int>) -> ScalarKind {
    guard let scalar = String(decoding: bytes[range], as: UTF8.self).unicodeScalars.first else {
      return .part
    }
    // Skip the table lookup for the letters of most scripts.
    if (0x3040...0xD7FF).contains(scalar.value) { return .part }
    let properties = scalar.properties
    if properties.isWhitespace { return .end }
    switch properties.generalCategory {
    case .control, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
      return .end
    case .otherPunctuation: return isIdeographic(scalar.value) ? .end : .trailing
    case .dashPunctuation: return .trailing
    // Among invisible characters, a joiner can be part of a word, but a zero-width space ends one.
    case .format: return scalar.value == 0x200B || scalar.value == 0xFEFF ? .end : .trailing
    default: return .part
    }
  }

  static func length(lead: UInt8) -> Int {
    switch lead {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...: 4
    default: 1
    }
  }

  /// Whether the scalar is in a block whose stops and commas need no space after them.
  ///
  /// The blocks are "CJK Symbols and Punctuation", "Vertical Forms", "CJK Compatibility Forms",
  /// "Small Form Variants" and "Halfwidth and Fullwidth Forms".
  private static func isIdeographic(_ value: UInt32) -> Bool {
    (0x3000...0x303F).contains(value) || (0xFE10...0xFE1F).contains(value)
      || (0xFE30...0xFE6F).contains(value) || (0xFF00...0xFFEF).contains(value)
  }
}
