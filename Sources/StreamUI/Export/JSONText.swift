import CellGrid

/// Builds JSON from safe text; the caller opens and closes objects and arrays.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func open(_ bracket: Character) {
    separate()
    bytes += String(bracket).utf8
    needsComma = false
  }

  mutating func close(_ bracket: Character) {
    bytes += String(bracket).utf8
    needsComma = true
  }

  mutating func key(_ name: StaticString) {
    separate()
    string(String(describing: name))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func value(_ text: String?) {
    separate()
    if let text { string(text) } else { bytes += "null".utf8 }
    needsComma = true
  }

  mutating func value(_ number: Int?) {
    separate()
    bytes += (number.map(String.init) ?? "null").utf8
    needsComma = true
  }

  mutating func clear() {
    bytes.removeAll(keepingCapacity: true)
    needsComma = false
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  /// Writes a string (RFC 8259 section 7); its only control character can be "\n", because it is
  /// sanitized.
  private mutating func string(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
