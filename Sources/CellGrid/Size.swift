/// The size of a screen in columns and lines.
package struct Size: Hashable, Sendable {
  /// 0 or more.
  package let columns: Int
  /// 0 or more.
  package let lines: Int

  /// Makes a size; negative numbers become 0.
  package init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}
