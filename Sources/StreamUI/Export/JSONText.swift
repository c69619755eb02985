import CellGrid

package struct JSONText {
  package private(set) var bytes: [UInt8] = []
  private var needsComma = false

  package init() {}

  package mutating func open(_ bracket: Character) {
    separate()
    bytes += String(bracket).utf8
    needsComma = false
  }

  package mutating func close(_ bracket: Character) {
    bytes += String(bracket).utf8
    needsComma = true
  }

  package mutating func key(_ name: StaticString) {
    separate()
    string(String(describing: name))
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  package mutating func value(_ number: Int) {
    separate()
    bytes += String(number).utf8
    needsComma = true
  }

  package mutating func member(_ name: StaticString, _ text: String) {
    key(name)
    string(text)
    needsComma = true
  }

  package mutating func member(_ name: StaticString, _ number: Int?) {
    member(name, number: number.map { String($0) } ?? "null")
  }

  /// Writes a member of an object: a number as it is written in JSON, such as 12.345.
  package mutating func member(_ name: StaticString, number: String) {
    key(name)
    bytes += number.utf8
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = false
  }

  /// Writes a string (RFC 8259 section 7); its only control character can be "\n", because it is sanitized.
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
