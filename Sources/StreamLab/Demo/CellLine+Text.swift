import CellGrid

extension CellLine {
  /// Writes sanitized text from `column` on, and returns the column after it.
  @discardableResult
  mutating func put(
    _ text: String,
    at column: Int,
    _ role: Role = .text,
    _ emphasis: Emphasis = []
  ) -> Int {
    put(SafeText(sanitizing: text), at: column, role: role, emphasis: emphasis)
  }
}
