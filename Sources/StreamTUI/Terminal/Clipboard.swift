import CellGrid
import StreamHost
import StreamUI

/// Copies through the terminal (OSC 52).
///
/// No terminal says whether it copied, so the message tells what was done and not what came of it.
enum Clipboard {
  /// The consoles and terminals of old, which have no clipboard and may print the request.
  private static let without = ["linux", "vt", "ansi", "dumb", "cons", "sun"]

  /// Whether terminals of this type have a clipboard, as far as is known.
  static func isKnown(term: String) -> Bool { !without.contains { term.hasPrefix($0) } }

  /// Sends `text` to the clipboard of `terminal`, whose type `TERM` names; returns the message for the status line.
  static func copy(_ text: String, through terminal: NcursesTerminal) -> Event {
    let term = Environment.value("TERM") ?? ""
    guard isKnown(term: term) else {
      return .warning(
        "Not copied: this terminal (\(term)) has no clipboard. Select it with the mouse: \(text)"
      )
    }
    guard terminal.write(ControlBytes.copy(text)) else {
      return .warning("Not copied: the terminal is busy; try again")
    }
    return .message(
      SafeText(sanitizing: "Sent to the terminal's clipboard: \(CopiedText(text).words)"),
      isWarning: false
    )
  }
}
