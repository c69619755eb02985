/// A pressed key with its modifiers.
package struct Key: Hashable, Sendable {
  /// What is on the key.
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    case enter, tab, backTab, escape, backspace, delete, insert
    case up, down, left, right
    case home, end, pageUp, pageDown
    case function(Int)
  }

  /// What was held down with it.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    package static let control = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let shift = Modifiers(rawValue: 4)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// The key that types `scalar`, without modifiers.
  package static func character(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar))
  }

  /// The key with control held, named by its lower-case letter.
  package static func control(_ scalar: Unicode.Scalar) -> Key {
    Key(.character(scalar), .control)
  }
}
