/// A grid of cells: one frame as a value.
package struct Screen: Equatable, Sendable {
  package let size: Size
  /// From top to bottom; each has `size.columns` cells.
  package private(set) var lines: [CellLine]

  /// A screen of blanks.
  package init(size: Size) {
    self.size = size
    lines = Array(repeating: CellLine(columns: size.columns), count: size.lines)
  }

  /// Puts `content` at `line`; nothing happens outside the grid.
  package mutating func set(line: Int, to content: CellLine) {
    guard lines.indices.contains(line) else { return }
    lines[line] = content.resized(to: size.columns)
  }
}
