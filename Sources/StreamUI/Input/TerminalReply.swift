/// A report of the terminal about itself: an answer to a question of the program, or a change.
package enum TerminalReply: Equatable, Sendable {
  /// The background (OSC 11), each component from 0 to 65535.
  case background(red: Int, green: Int, blue: Int)
  /// The terminal's attributes (DA1): all questions before it are answered, or never will be.
  case attributes
  /// Whether the terminal can report a change between dark and light colours (DECRPM for mode 2031).
  case reportsScheme(Bool)
  /// The terminal's colours are light now, or dark (mode 2031, "Dark and light mode detection").
  case scheme(isLight: Bool)
  /// The name and release of the terminal (XTVERSION), such as "kitty(0.41.1)".
  case version(String)
  /// The cursor stands here, each counted from 1 (CPR); on the first line that would be a key.
  case cursor(line: Int, column: Int)
  /// The terminal has the focus now, or has lost it (mode 1004).
  case focus(Bool)

  /// Reads the text of an OSC reply, without its start and end; nil if it is of another kind.
  ///
  /// Terminals write `11;rgb:RRRR/GGGG/BBBB` with one to four digits each, or `rgba:` with a fourth component (xterm's
  /// ctlseqs, "Operating System Commands"; XParseColor).
  package init?(string: some Collection<UInt8>) {
    let text = String(decoding: string, as: UTF8.self)
    guard let colon = text.firstIndex(of: ":"),
      ["11;rgb", "11;rgba"].contains(text[..<colon])
    else { return nil }
    let parts = text[text.index(after: colon)...]
      .split(separator: "/", omittingEmptySubsequences: false)
    let components = parts.compactMap(Self.component)
    guard components.count == parts.count, (3...4).contains(parts.count) else { return nil }
    self = .background(red: components[0], green: components[1], blue: components[2])
  }

  /// Reads the text of a DCS reply: `> | text` answers XTVERSION (xterm's ctlseqs, "CSI > Ps q"); nil for other kinds.
  init?(deviceString: some Collection<UInt8>) {
    guard deviceString.starts(with: [UInt8(ascii: ">"), UInt8(ascii: "|")]) else { return nil }
    self = .version(String(decoding: deviceString.dropFirst(2), as: UTF8.self))
  }

  /// Reads `CSI parameters final` as a report about dark and light colours; nil if it is of another kind.
  ///
  /// `? 2031 ; n $ y` tells whether mode 2031 is known: 1 is set, 2 is reset, 3 is always set; the others mean that it is
  /// not known or can never be set. `? 997 ; 1 n` is dark, `? 997 ; 2 n` light.
  init?(parameters: [UInt8], final: UInt8) {
    switch (String(decoding: parameters, as: UTF8.self), Unicode.Scalar(final)) {
    case ("?2031;1$", "y"), ("?2031;2$", "y"), ("?2031;3$", "y"): self = .reportsScheme(true)
    case ("?2031;0$", "y"), ("?2031;4$", "y"): self = .reportsScheme(false)
    case ("?997;1", "n"): self = .scheme(isLight: false)
    case ("?997;2", "n"): self = .scheme(isLight: true)
    default: return nil
    }
  }

  /// Reads `CSI line ; column R`, without its start and end; nil if it is of another kind, as keys are on the first line.
  init?(cursorReport parameters: [UInt8]) {
    let parts = String(decoding: parameters, as: UTF8.self).split(separator: ";").map { Int($0) }
    guard parts.count == 2, let line = parts[0], let column = parts[1], line > 1, column > 0 else {
      return nil
    }
    self = .cursor(line: line, column: column)
  }

  /// Whether a background is light: black text on it is easier to read than white text.
  package var isLight: Bool {
    guard case .background(let red, let green, let blue) = self else { return false }
    // Rec. 709 weights on the components as they are: exact enough to tell dark from light.
    return red * 2126 + green * 7152 + blue * 722 > 65_535 * 5_000
  }

  /// Scales one to four hexadecimal digits to 16 bits.
  private static func component(_ digits: Substring) -> Int? {
    guard (1...4).contains(digits.utf8.count), let value = Int(digits, radix: 16), value >= 0 else {
      return nil
    }
    return value * 65_535 / ((1 << (4 * digits.utf8.count)) - 1)
  }
}
