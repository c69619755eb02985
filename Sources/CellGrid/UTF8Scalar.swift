/// Decodes single scalars from UTF-8 that may be malformed.
enum UTF8Scalar {
  /// Returns the scalar that begins at `index` and its length in bytes.
  ///
  /// Bytes that are not well-formed (Unicode table 3-7) give nil and the length of the maximal
  /// subpart, at least 1. `index` must lie inside `bytes`.
  @inline(__always)
  static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>,
    at index: Int
  ) -> (scalar: UInt32?, length: Int) {
    let first = bytes[index]
    if first < 0x80 { return (UInt32(first), 1) }
    let count: Int
    var low: UInt8 = 0x80
    var high: UInt8 = 0xBF
    var value: UInt32
    switch first {
    case 0xC2...0xDF:
      count = 2
      value = UInt32(first & 0x1F)
    case 0xE0...0xEF:
      count = 3
      value = UInt32(first & 0x0F)
      if first == 0xE0 { low = 0xA0 }
      if first == 0xED { high = 0x9F }
    case 0xF0...0xF4:
      count = 4
      value = UInt32(first & 0x07)
      if first == 0xF0 { low = 0x90 }
      if first == 0xF4 { high = 0x8F }
    default:
      return (nil, 1)
    }
    for offset in 1..<count {
      guard index + offset < bytes.count else { return (nil, offset) }
      let byte = bytes[index + offset]
      guard byte >= low, byte <= high else { return (nil, offset) }
      value = value << 6 | UInt32(byte & 0x3F)
      low = 0x80
      high = 0xBF
    }
    return (value, count)
  }

  /// Appends `scalar` to `bytes`; a number that is no scalar is written as U+FFFD.
  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    let scalar = Unicode.Scalar(scalar) ?? "\u{FFFD}"
    bytes += UTF8.encode(scalar).map { Array($0) } ?? []
  }
}
