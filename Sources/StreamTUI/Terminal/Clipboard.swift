import CellGrid
import StreamUI

/// Copies through the terminal (OSC 52).
///
/// No terminal says whether it copied, so the message tells what was done and not what came of it.
struct Clipboard {
  /// The consoles and terminals of old, which have no clipboard and may print the request.
  private static let without = ["linux", "vt", "ansi", "dumb", "cons", "sun"]

  private let term: String
  private let terminal: NcursesTerminal

  /// Copies through `terminal`, whose type `TERM` names.
  init(_ terminal: NcursesTerminal, term: String) {
    self.terminal = terminal
    self.term = term
  }

  /// Whether terminals of this type have a clipboard, as far as is known.
  static func isKnown(term: String) -> Bool { !without.contains { term.hasPrefix($0) } }

  /// Sends `text` to the clipboard; returns the message for the status line.
  func copy(_ text: String) -> Event {
    guard Self.isKnown(term: term) else {
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
