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

  package var letter: UInt8 {
    switch self {
    case .text: UInt8(ascii: ".")
    case .faint: UInt8(ascii: ",")
    case .gutter: UInt8(ascii: "g")
    case .gutterSelected: UInt8(ascii: "G")
    case .accountName: UInt8(ascii: "n")
    case .voice1: UInt8(ascii: "2")
    case .voice2: UInt8(ascii: "3")
    case .voice3: UInt8(ascii: "4")
    case .voice4: UInt8(ascii: "5")
    case .voice5: UInt8(ascii: "6")
    case .voice6: UInt8(ascii: "7")
    case .handle: UInt8(ascii: "h")
    case .time: UInt8(ascii: "t")
    case .reshared: UInt8(ascii: "r")
    case .title: UInt8(ascii: "T")
    case .contentWarning: UInt8(ascii: "w")
    case .heading: UInt8(ascii: "1")
    case .code: UInt8(ascii: "c")
    case .quoteMark: UInt8(ascii: "q")
    case .listMark: UInt8(ascii: "l")
    case .mark: UInt8(ascii: "m")
    case .searchMatch: UInt8(ascii: "s")
    case .currentMatch: UInt8(ascii: "S")
    case .customEmoji: UInt8(ascii: "e")
    case .link: UInt8(ascii: "L")
    case .linkFocused: UInt8(ascii: "F")
    case .linkPressed: UInt8(ascii: "d")
    case .linkVisited: UInt8(ascii: "v")
    case .hint: UInt8(ascii: "f")
    case .hintTyped: UInt8(ascii: "y")
    case .hintTarget: UInt8(ascii: "o")
    case .mention: UInt8(ascii: "M")
    case .hashtag: UInt8(ascii: "H")
    case .counts: UInt8(ascii: "#")
    case .attachment: UInt8(ascii: "a")
    case .more: UInt8(ascii: "+")
    case .rowSign: UInt8(ascii: "%")
    case .unreadSign: UInt8(ascii: "u")
    case .keptSign: UInt8(ascii: "*")
    case .problem: UInt8(ascii: "p")
    case .commentMark: UInt8(ascii: "|")
    case .status: UInt8(ascii: "=")
    case .statusWarning: UInt8(ascii: "!")
    case .statusTarget: UInt8(ascii: "@")
    case .helpKey: UInt8(ascii: "k")
    }
  }
}

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

  package init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  package static let bold = Emphasis(rawValue: 1 << 0)
  package static let italic = Emphasis(rawValue: 1 << 1)
  package static let underline = Emphasis(rawValue: 1 << 2)
  package static let strike = Emphasis(rawValue: 1 << 3)
  package static let small = Emphasis(rawValue: 1 << 4)
}
