/// Writes JSON, with commas between members and elements.
package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func open(_ bracket: StaticString) {
    separate()
    append(bracket)
    needsComma = false
  }

  package mutating func close(_ bracket: StaticString) {
    append(bracket)
    needsComma = true
  }

  package mutating func key(_ name: StaticString) {
    separate()
    bytes.append(0x22)
    append(name)
    bytes += [0x22, 0x3A]
    needsComma = false
  }

  package mutating func value(_ text: String?) {
    guard let text else { return write("null") }
    separate()
    bytes.append(0x22)
    escape(text)
    bytes.append(0x22)
    needsComma = true
  }

  package mutating func value(_ number: Int?) { write(number.map(String.init) ?? "null") }

  /// Writes a value as it stands in JSON, such as true or 12.345.
  package mutating func write(_ value: String) {
    separate()
    bytes += value.utf8
    needsComma = true
  }

  package mutating func member(_ name: StaticString, _ text: String?) {
    key(name)
    value(text)
  }

  package mutating func member(_ name: StaticString, _ number: Int?) {
    key(name)
    value(number)
  }

  private mutating func separate() {
    if needsComma { bytes.append(0x2C) }
    needsComma = false
  }

  private mutating func append(_ text: StaticString) { text.withUTF8Buffer { bytes += $0 } }

  /// Escapes only what RFC 8259 requires.
  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x0D: bytes += [0x5C, 0x72]
      case 0x09: bytes += [0x5C, 0x74]
      case 0..<0x20:
        let digits = String(byte, radix: 16).utf8
        bytes += [0x5C, 0x75] + [UInt8](repeating: 0x30, count: 4 - digits.count) + digits
      default: bytes.append(byte)
      }
    }
  }
}
