/// A report of the terminal about itself: an answer to a question of the program, or a change.
package enum TerminalReply: Equatable, Sendable {
  /// The background (OSC 11), each component from 0 to 65535.
  case background(red: Int, green: Int, blue: Int)
  /// The terminal's attributes (DA1): all questions before it are answered, or never will be.
  case attributes
  /// The terminal has the focus now, or has lost it (mode 1004).
  case focus(Bool)

  /// Reads the text of an OSC reply, without its start and end; nil if it is of another kind.
  ///
  /// Terminals write `11;rgb:RRRR/GGGG/BBBB` with one to four digits each, or `rgba:` with a fourth
  /// component (xterm's ctlseqs, "Operating System Commands"; XParseColor).
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
