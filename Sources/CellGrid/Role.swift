/// The meaning of a cell; a theme maps it to a look.
///
/// The raw value is stable within a run only. `letter` is the cell's sign in the style plane of a
/// snapshot, and golden screens depend on it.
package enum Role: UInt8, CaseIterable, Sendable, Hashable {
  case text, faint, gutter, gutterSelected, accountName
  case voice1, voice2, voice3, voice4, voice5, voice6
  case handle, time, reshared, title, contentWarning, heading, code, quoteMark, listMark, mark
  case searchMatch, currentMatch, customEmoji, link, linkFocused, linkPressed, linkVisited, hint
  case hintTyped, hintTarget, mention, hashtag, counts, attachment, more, rowSign, unreadSign
  case keptSign, problem, commentMark, status, statusWarning, statusTarget, helpKey

  /// Returns the role of voice `number` of a conversation, from 0; six roles repeat.
  package static func voice(_ number: Int) -> Role {
    let voices: [Role] = [.voice1, .voice2, .voice3, .voice4, .voice5, .voice6]
    return voices[number % voices.count]
  }

  package var letter: UInt8 { Self.letters[Int(rawValue)] }

  /// One for each role, in the order of the cases.
  private static let letters = Array(".,gGn234567htrTw1cqlmsSeLFdvfyoMH#a+%u*p|=!@k".utf8)
}

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

package struct Attributes: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

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

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = Emphasis(rawValue: 1 << 0)
  package static let italic = Emphasis(rawValue: 1 << 1)
  package static let underline = Emphasis(rawValue: 1 << 2)
  package static let strike = Emphasis(rawValue: 1 << 3)
  package static let small = Emphasis(rawValue: 1 << 4)
}
