import CellGrid

/// The answer of ``LinearReader`` to a line: text to print, and an action outside.
package struct LinearReply: Equatable {
  /// Sanitized lines, each with a newline at its end; empty for none.
  package let text: String
  /// The action after the text is printed; nil for none.
  package let effect: LinearEffect?

  init(_ text: String = "", _ effect: LinearEffect? = nil) {
    self.text = text
    self.effect = effect
  }

  /// Makes a reply of one line, which is sanitized.
  init(sentence: String, _ effect: LinearEffect? = nil) {
    self.init(SafeText(sanitizing: sentence).string + "\n", effect)
  }
}
