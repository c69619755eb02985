/// Decodes character references (WHATWG HTML 13.2.5.72 to 13.2.5.80).
enum CharacterReference {
  struct Match {
    /// The bytes in the source, from the "&" on.
    let length: Int
    let value: Value

    enum Value {
      case scalar(UInt32)
      /// A range of bytes of the entity table: one or two scalars as UTF-8.
      case named(Range<Int>)
    }
  }

  /// Returns the reference that begins with the "&" at `index`; nil if the "&" stands for itself.
  static func match(_ bytes: Bytes, at index: Int, inAttribute: Bool) -> Match? {
    let next = index + 1
    guard next < bytes.count else { return nil }
    if bytes[next] == UInt8(ascii: "#") { return numeric(bytes, at: index) }
    guard bytes[next].isASCIIAlphanumeric else { return nil }
    return named(bytes, at: index, inAttribute: inAttribute)
  }

  static func append(_ match: Match, to output: inout [UInt8]) {
    switch match.value {
    case .scalar(let scalar):
      let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
      if let encoded = UTF8.encode(scalar) { output.append(contentsOf: encoded) }
    case .named(let range):
      let start = EntityTable.text.utf8Start
      for offset in range { output.append(start[offset]) }
    }
  }

  private static func numeric(_ bytes: Bytes, at start: Int) -> Match? {
    var index = start + 2
    var value: UInt32 = 0
    var digits = 0
    let isHex = index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "x")
    if isHex { index += 1 }
    while index < bytes.count, let digit = digit(bytes[index], isHex: isHex) {
      // Saturates: every number that is too large becomes U+FFFD.
      value = min(value * (isHex ? 16 : 10) + digit, 0x11_0000)
      digits += 1
      index += 1
    }
    guard digits > 0 else { return nil }
    if index < bytes.count, bytes[index] == UInt8(ascii: ";") { index += 1 }
    return Match(length: index - start, value: .scalar(corrected(value)))
  }

  private static func digit(_ byte: UInt8, isHex: Bool) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46 where isHex: UInt32(byte - 0x37)
    case 0x61...0x66 where isHex: UInt32(byte - 0x57)
    default: nil
    }
  }

  /// Applies the corrections of 13.2.5.80: Windows-1252 for C1 controls, U+FFFD for an invalid scalar.
  private static func corrected(_ value: UInt32) -> UInt32 {
    let windows1252: [UInt32] = [
      0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
      0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
      0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
    ]
    switch value {
    case 0, 0xD800...0xDFFF, 0x11_0000...: return 0xFFFD
    case 0x80...0x9F: return windows1252[Int(value - 0x80)]
    default: return value
    }
  }

  /// Looks up a named reference.
  ///
  /// Names consist of letters and digits, so the longest match is either the whole run with its
  /// semicolon or the longest name that needs none (at most six letters).
  private static func named(_ bytes: Bytes, at start: Int, inAttribute: Bool) -> Match? {
    let first = start + 1
    var end = first
    while end < bytes.count, end - first < 32, bytes[end].isASCIIAlphanumeric { end += 1 }
    if end < bytes.count, bytes[end] == UInt8(ascii: ";"),
      let entry = find(bytes, first..<end)
    {
      return Match(length: end + 1 - start, value: .named(entry.value))
    }
    var length = min(6, end - first)
    while length >= 2 {
      if let entry = find(bytes, first..<(first + length)), entry.isLegacy {
        let next = first + length
        if inAttribute, next < bytes.count,
          bytes[next] == UInt8(ascii: "=") || bytes[next].isASCIIAlphanumeric
        {
          return nil
        }
        return Match(length: length + 1, value: .named(entry.value))
      }
      length -= 1
    }
    return nil
  }

  /// Searches the table by halves; `name` consists of letters and digits.
  private static func find(
    _ bytes: Bytes,
    _ name: Range<Int>
  ) -> (value: Range<Int>, isLegacy: Bool)? {
    let text = EntityTable.text.utf8Start
    var low = 0
    var high = EntityTable.text.utf8CodeUnitCount
    while low < high {
      var start = (low + high) / 2
      while start > low, text[start - 1] != EntityTable.end { start -= 1 }
      var at = start
      var wanted = name.lowerBound
      while wanted < name.upperBound, text[at] == bytes[wanted] {
        at += 1
        wanted += 1
      }
      var end = at
      while text[end] != EntityTable.end { end += 1 }
      let isWhole = !text[at].isASCIIAlphanumeric
      if wanted == name.upperBound {
        if isWhole { return (at + 1..<end, text[at] == UInt8(ascii: ",")) }
        high = start
      } else if isWhole || text[at] < bytes[wanted] {
        low = end + 1
      } else {
        high = start
      }
    }
    return nil
  }
}

extension UInt8 {
  @inline(__always)
  var isASCIIAlpha: Bool { (0x61...0x7A).contains(self | 0x20) }

  @inline(__always)
  var isASCIIAlphanumeric: Bool { isASCIIAlpha || (0x30...0x39).contains(self) }

  /// Whether the byte is a tab, line feed, form feed or space (carriage returns are line feeds by now).
  @inline(__always)
  var isHTMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x09 || self == 0x0C }

  /// The byte in lower case if it is an ASCII letter, otherwise unchanged.
  @inline(__always)
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
