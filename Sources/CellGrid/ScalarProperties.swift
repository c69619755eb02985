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

  /// The width of the scalar: 0, 1 or 2 columns.
  var columns: Int { Int(field(2)) }

  /// Whether the scalar is Extended_Pictographic (UTS #51).
  var isPictographic: Bool { field(3) & 1 != 0 }

  /// Whether the scalar followed by U+FE0F is an emoji (emoji-variation-sequences.txt).
  var hasEmojiForm: Bool { field(3) & 2 != 0 }

  @inline(__always)
  private func field(_ offset: Int) -> UInt8 {
    UnicodeTable.properties.utf8Start[index + offset] &- UnicodeTable.base
  }
}
