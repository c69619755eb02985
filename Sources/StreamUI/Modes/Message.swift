import CellGrid

/// A sentence for the status line, until the next key.
struct Message {
  let text: SafeText
  let isWarning: Bool

  init(_ text: SafeText, isWarning: Bool = false) {
    self.text = text
    self.isWarning = isWarning
  }

  init(_ text: String, isWarning: Bool = false) {
    self.init(SafeText(sanitizing: text), isWarning: isWarning)
  }
}
