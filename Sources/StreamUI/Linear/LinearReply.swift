package import Addresses
import CellGrid

/// The answer of ``LinearReader`` to a line: text to print, and an action outside.
package struct LinearReply: Equatable {
  /// An action that only the executable can carry out.
  package enum Effect: Equatable {
    /// Opens a target that the gate let through, and that ``LinearReply/text`` names.
    case open(LinkTarget)
    /// Opens a file beside a feed, if its folder lets it.
    case openFile(FileTarget)
    case quit
  }

  /// Sanitized lines, each with a newline at its end; empty for none.
  package let text: String
  /// The action after the text is printed; nil for none.
  package let effect: Effect?

  init(_ text: String = "", _ effect: Effect? = nil) {
    self.text = text
    self.effect = effect
  }

  /// Makes a reply of one line, which is sanitized.
  init(sentence: String, _ effect: Effect? = nil) {
    self.init(SafeText(sanitizing: sentence).string + "\n", effect)
  }
}
