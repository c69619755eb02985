/// The emphasis of text, independent of its role; options combine freely.
package struct Emphasis: OptionSet, Hashable, Sendable {
  /// The options as bits.
  package let rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Bold text.
  package static let bold = Emphasis(rawValue: 1 << 0)
  /// Italic text.
  package static let italic = Emphasis(rawValue: 1 << 1)
  /// Underlined text.
  package static let underline = Emphasis(rawValue: 1 << 2)
  /// Text that is struck through.
  package static let strike = Emphasis(rawValue: 1 << 3)
  /// Small print, which themes show dim.
  package static let small = Emphasis(rawValue: 1 << 4)
}
