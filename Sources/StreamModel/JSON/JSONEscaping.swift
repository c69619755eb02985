/// The form of text between the quotes of JSON.
enum JSONEscaping {
  /// Escapes only what RFC 8259 requires.
  static func escape(_ text: some Sequence<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(text.underestimatedCount + 8)
    for byte in text {
      switch byte {
      case 0x22, 0x5C: out += [0x5C, byte]
      case 0x0A: out += [0x5C, 0x6E]
      case 0x0D: out += [0x5C, 0x72]
      case 0x09: out += [0x5C, 0x74]
      case 0..<0x20:
        let digits = String(byte, radix: 16).utf8
        out += [0x5C, 0x75] + [UInt8](repeating: 0x30, count: 4 - digits.count) + digits
      default: out.append(byte)
      }
    }
    return out
  }
}
