typealias Bytes = UnsafeBufferPointer<UInt8>

/// The properties of one scalar in the Unicode Character Database.
struct ScalarProperties {
  private let index: Int

  /// Looks up `scalar`; a number that is no scalar has the properties of U+0000.
  @inline(__always)
  init(_ scalar: UInt32) {
    let scalar = scalar < 0x11_0000 ? Int(scalar) : 0
    let blocks = UnicodeTable.blocks.utf8Start
    let base = Int(UnicodeTable.base)
    let position = scalar / UnicodeTable.blockSize * 2
    let block =
      (Int(blocks[position]) - base) * UnicodeTable.radix + Int(blocks[position + 1]) - base
    let entry = block * UnicodeTable.blockSize + scalar % UnicodeTable.blockSize
    index = (Int(UnicodeTable.sets.utf8Start[entry]) - base) * 4
  }

  var graphemeBreak: GraphemeBreak { GraphemeBreak(rawValue: field(0)) ?? .other }
  var lineBreak: LineBreakClass { LineBreakClass(rawValue: field(1)) ?? .al }
  var columns: Int { Int(field(2)) }
  var isPictographic: Bool { field(3) & 1 != 0 }

  /// Whether the scalar followed by U+FE0F is an emoji (emoji-variation-sequences.txt).
  var hasEmojiForm: Bool { field(3) & 2 != 0 }

  @inline(__always)
  private func field(_ offset: Int) -> UInt8 {
    UnicodeTable.properties.utf8Start[index + offset] &- UnicodeTable.base
  }
}

/// Decodes single scalars from UTF-8 that may be malformed.
enum UTF8Scalar {
  /// Returns the scalar that begins at `index` and its length in bytes.
  ///
  /// Bytes that are not well-formed (Unicode table 3-7) give nil and the length of the maximal
  /// subpart, at least 1. `index` must lie inside `bytes`.
  @inline(__always)
  static func decode(_ bytes: Bytes, at index: Int) -> (scalar: UInt32?, length: Int) {
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
    default: return (nil, 1)
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
