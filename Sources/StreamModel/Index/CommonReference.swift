/// Character references whose characters are known without the table of all names: numbers, and the
/// names that feeds use most.
enum CommonReference {
  /// The scalar of the reference with `name`, without "&" and ";"; nil where it is not one of these,
  /// or where readers show another character than its number says.
  static func scalar(named name: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
    if name.first == UInt8(ascii: "#") { return number(name.dropFirst()) }
    if name.elementsEqual("lt".utf8) { return 0x3C }
    if name.elementsEqual("gt".utf8) { return 0x3E }
    if name.elementsEqual("amp".utf8) { return 0x26 }
    if name.elementsEqual("quot".utf8) { return 0x22 }
    if name.elementsEqual("apos".utf8) { return 0x27 }
    return name.elementsEqual("nbsp".utf8) ? 0xA0 : nil
  }

  private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32? {
    let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    let digits = isHex ? digits.dropFirst() : digits
    guard (1...6).contains(digits.count) else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      switch byte {
      case 0x30...0x39: value = value &* (isHex ? 16 : 10) &+ UInt32(byte &- 0x30)
      case 0x41...0x46 where isHex, 0x61...0x66 where isHex:
        value = value &* 16 &+ UInt32((byte | 0x20) &- 0x57)
      default: return nil
      }
    }
    // The reader sees controls and invalid numbers as other characters, and invisible ones not at all.
    guard value >= 0xA0 || (0x20..<0x7F).contains(value), let scalar = Unicode.Scalar(value),
      !scalar.properties.isDefaultIgnorableCodePoint
    else { return nil }
    return value
  }
}
