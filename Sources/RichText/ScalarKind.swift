/// What a scalar beyond ASCII is to a web address that stands in text.
enum ScalarKind {
  /// White space, a bracket or quotation mark of any script, or an ideographic stop: no part of it.
  case end
  /// Punctuation that belongs to the sentence where nothing follows it.
  case trailing
  /// Part of the address.
  case part

  /// The kind of the scalar whose UTF-8 is `bytes[range]`; bytes that are none are parts.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> ScalarKind {
    guard let scalar = scalar(bytes, range) else { return .part }
    // Letters of most scripts need no look into the tables.
    if (0x3040...0xD7FF).contains(scalar.value) { return .part }
    let properties = scalar.properties
    if properties.isWhitespace { return .end }
    switch properties.generalCategory {
    case .control, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
      return .end
    case .otherPunctuation: return isIdeographic(scalar.value) ? .end : .trailing
    case .dashPunctuation: return .trailing
    // Of the marks that are not seen, joiners are parts of words; the space of no width is none.
    case .format: return scalar.value == 0x200B || scalar.value == 0xFEFF ? .end : .trailing
    default: return .part
    }
  }

  /// Bytes of a scalar that begins with `lead`.
  static func length(lead: UInt8) -> Int {
    switch lead {
    case 0xC0...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...: 4
    default: 1
    }
  }

  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) -> Unicode.Scalar? {
    guard let lead = range.first.map({ bytes[$0] }), range.count == length(lead: lead) else {
      return nil
    }
    var value = UInt32(lead) & (lead >= 0xF0 ? 0x07 : lead >= 0xE0 ? 0x0F : 0x1F)
    for index in range.dropFirst() { value = value << 6 | UInt32(bytes[index] & 0x3F) }
    return Unicode.Scalar(value)
  }

  /// Blocks "CJK Symbols and Punctuation", "Vertical Forms", "CJK Compatibility Forms", "Small Form
  /// Variants" and "Halfwidth and Fullwidth Forms", whose stops are followed by no space.
  private static func isIdeographic(_ value: UInt32) -> Bool {
    (0x3000...0x303F).contains(value) || (0xFE10...0xFE1F).contains(value)
      || (0xFE30...0xFE6F).contains(value) || (0xFF00...0xFFEF).contains(value)
  }
}
