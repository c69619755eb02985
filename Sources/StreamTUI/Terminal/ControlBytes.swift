import StreamHost

/// The control sequences that the program writes itself; ncurses writes all others.
///
/// Source: xterm's ctlseqs, "DEC Private Mode Set".
enum ControlBytes {
  /// Enables button events (1000), motion while pressed (1002) and SGR coordinates (1006).
  static let mouseOn = "\u{1B}[?1000;1002;1006h"
  static let mouseOff = "\u{1B}[?1006;1002;1000l"
  static let pasteOn = "\u{1B}[?2004h"
  static let pasteOff = "\u{1B}[?2004l"
  static let focusOn = "\u{1B}[?1004h"
  static let focusOff = "\u{1B}[?1004l"
  /// Enables reports of whether the terminal's colours are dark or light (contour's "VT extension:
  /// dark and light mode detection").
  static let schemeOn = "\u{1B}[?2031h"
  static let schemeOff = "\u{1B}[?2031l"

  /// Returns the sequence that enables the reports the viewer reads on every terminal.
  static func modesOn(mouse: Bool) -> String {
    (mouse ? mouseOn : "") + pasteOn + focusOn
  }

  /// Returns the sequence that ends those reports.
  static func modesOff(mouse: Bool) -> String {
    (mouse ? mouseOff : "") + pasteOff + focusOff
  }

  /// Returns the sequence that starts a link to `target`, which must be printable ASCII without
  /// blanks.
  ///
  /// Pieces of one link have the same `id` (OSC 8, "Hyperlinks in Terminal Emulators").
  static func hyperlink(to target: String, id: String) -> String {
    "\u{1B}]8;id=\(id);\(target)\u{1B}\\"
  }

  /// Returns the sequence that moves the cursor to `column` of its line, from 0 (CHA).
  static func column(_ column: Int) -> String { "\u{1B}[\(column + 1)G" }

  /// Returns the sequence that erases `line`, from 0, with the colours in use (CUP, EL).
  static func eraseLine(_ line: Int) -> String { "\u{1B}[\(line + 1);1H\u{1B}[K" }

  static let hyperlinkEnd = "\u{1B}]8;;\u{1B}\\"

  /// Turns off all modes, the link and colours, resets the scrolling region, shows the cursor, and
  /// leaves the alternate screen.
  private static let allOff =
    mouseOff + pasteOff + focusOff + schemeOff + hyperlinkEnd
    + "\u{1B}[?1l\u{1B}>\u{1B}[0m\u{1B}[r\u{1B}[?25h\u{1B}[?1049l"

  /// The bytes that a crash writes.
  static let reset = allOff + "\r\n"

  /// The bytes written after another program had the terminal and may have left any mode set.
  ///
  /// They select plain characters and line wrapping, and turn off reports of motion (1003).
  static let afterOthers = "\u{0F}\u{1B}(B\u{1B}[?7h\u{1B}[?1003l" + allOff

  /// Returns the sequence that copies `text` to the clipboard (OSC 52).
  static func copy(_ text: String) -> String {
    "\u{1B}]52;c;\(Base64.encoded(Array(text.utf8)))\u{07}"
  }
}
