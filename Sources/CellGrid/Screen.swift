/// A grid of cells: one frame as a value.
package struct Screen: Equatable, Sendable {
  package let size: Size
  /// From top to bottom; each has `size.columns` cells.
  package private(set) var lines: [CellLine]
  /// In reading order, inside the grid, no cell in two of them.
  package private(set) var hyperlinks: [Hyperlink] = []

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

  /// Makes these the hyperlinks; what lies outside the grid is cut, and of those that share cells
  /// the first in reading order stays.
  package mutating func set(hyperlinks links: [Hyperlink]) {
    hyperlinks = links.isEmpty ? [] : links.settled(in: size)
  }
}
