/// The look of a cell: colours and attributes.
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

/// A colour in one of the forms that terminals support.
package enum Color: Hashable, Sendable {
  case standard
  /// A colour of the user's palette, 0 to 15.
  case ansi(UInt8)
  /// One of xterm's 256 colours.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}

/// The attributes of text; options combine freely.
package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Makes a set from its bits.
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

/// The emphasis of text, independent of its role; options combine freely.
package struct Emphasis: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  /// Makes a set from its bits.
  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Emphasis(rawValue: 1 << 0)
  package static let italic = Emphasis(rawValue: 1 << 1)
  package static let underline = Emphasis(rawValue: 1 << 2)
  package static let strike = Emphasis(rawValue: 1 << 3)
  package static let small = Emphasis(rawValue: 1 << 4)
}
