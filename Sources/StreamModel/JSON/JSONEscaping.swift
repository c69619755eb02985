/// The ways in which JSON writers escape text.
enum JSONEscaping: CaseIterable {
  /// Escapes only what RFC 8259 requires.
  case least
  /// Also writes "/" as "\/".
  case slashes
  /// Writes everything outside ASCII as \u escapes.
  case ascii

  /// Returns the text between the quotes; only `ascii` changes invalid UTF-8.
  func escape(_ text: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.count + 8)
    guard self == .ascii else {
      for byte in text { append(byte, to: &out) }
      return out
    }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if scalar.isASCII {
        append(UInt8(truncatingIfNeeded: scalar.value), to: &out)
      } else {
        for unit in String(scalar).utf16 { appendUnit(unit, to: &out) }
      }
    }
    return out
  }

  private func append(_ byte: UInt8, to out: inout [UInt8]) {
    switch byte {
    case 0x22, 0x5C: out += [0x5C, byte]
    case 0x2F where self == .slashes: out += [0x5C, byte]
    case 0x0A: out += [0x5C, 0x6E]
    case 0x0D: out += [0x5C, 0x72]
    case 0x09: out += [0x5C, 0x74]
    case 0..<0x20: appendUnit(UInt16(byte), to: &out)
    default: out.append(byte)
    }
  }

  private func appendUnit(_ unit: UInt16, to out: inout [UInt8]) {
    let digits = String(unit, radix: 16).utf8
    out += [0x5C, 0x75] + [UInt8](repeating: 0x30, count: 4 - digits.count) + digits
  }
}
