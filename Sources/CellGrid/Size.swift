/// Columns and lines of a screen.
package struct Size: Hashable, Sendable {
  package let columns: Int
  package let lines: Int

  /// A size; negative numbers count as 0.
  package init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}
