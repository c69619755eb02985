/// The role of a scalar outside ASCII in a web address written out in text.
enum ScalarKind {
  /// White space, a bracket or quotation mark of any script, or ideographic punctuation: it ends
  /// the address.
  case end
  /// Punctuation that belongs to the sentence if no more of the address follows.
  case trailing
  case part

  /// Returns the kind of the scalar encoded by `bytes[range]`; malformed bytes are parts.
  static func of(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> ScalarKind {
    guard let scalar = scalar(bytes, range) else { return .part }
    // Skip the table lookup for the letters of most scripts.
    if (0x3040...0xD7FF).contains(scalar.value) { return .part }
    let properties = scalar.properties
    if properties.isWhitespace { return .end }
    switch properties.generalCategory {
    case .control, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation:
      return .end
    case .otherPunctuation: return isIdeographic(scalar.value) ? .end : .trailing
    case .dashPunctuation: return .trailing
    // Among invisible characters, a joiner can be part of a word, but a zero-width space ends one.
    case .format: return scalar.value == 0x200B || scalar.value == 0xFEFF ? .end : .trailing
    default: return .part
    }
  }

  /// Returns the number of bytes of a scalar that begins with `lead`.
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

  /// Whether the scalar is in a block whose stops and commas need no space after them.
  ///
  /// The blocks are "CJK Symbols and Punctuation", "Vertical Forms", "CJK Compatibility Forms",
  /// "Small Form Variants" and "Halfwidth and Fullwidth Forms".
  private static func isIdeographic(_ value: UInt32) -> Bool {
    (0x3000...0x303F).contains(value) || (0xFE10...0xFE1F).contains(value)
      || (0xFE30...0xFE6F).contains(value) || (0xFF00...0xFFEF).contains(value)
  }
}
