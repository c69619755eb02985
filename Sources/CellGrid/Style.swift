/// A concrete look: colours and attributes.
package struct Style: Hashable, Sendable {
  package let foreground: Color
  package let background: Color
  package let attributes: Attributes

  package init(foreground: Color, background: Color, attributes: Attributes) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
  }
}

/// A colour as terminals know them.
package enum Color: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// 0 to 15, as the user's palette has them.
  case ansi(UInt8)
  /// Of xterm's 256 colours.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

/// Attributes of text, which combine freely.
package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Attributes(rawValue: 1 << 0)
  package static let dim = Attributes(rawValue: 1 << 1)
  package static let italic = Attributes(rawValue: 1 << 2)
  package static let underline = Attributes(rawValue: 1 << 3)
  package static let strike = Attributes(rawValue: 1 << 4)
  package static let reverse = Attributes(rawValue: 1 << 5)
}
