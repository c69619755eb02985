/// A pressed key with its modifiers.
package struct Key: Hashable, Sendable {
  /// The character or function of a key.
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right
    case home, end, pageUp, pageDown
    case function(Int)
  }

  /// The modifier keys that were held down.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    /// Makes a set from its bits.
    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    /// The Shift key, unless the character already shows it.
    package static let shift = Modifiers(rawValue: 4)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// Returns the key that types `scalar`, without modifiers.
  package static func character(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar))
  }

  /// Returns the key `scalar`, a lower-case letter, with Control.
  package static func control(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .control)
  }
}

extension Key: ExpressibleByUnicodeScalarLiteral {
  /// The key that types the character, without modifiers.
  package init(unicodeScalarLiteral scalar: Unicode.Scalar) {
    self.init(.character(scalar))
  }
}
