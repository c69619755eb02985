/// A grid of cells: the contents of one frame.
package struct Screen: Equatable, Sendable {
  package let size: Size
  /// The lines from top to bottom, each `size.columns` cells wide.
  package private(set) var lines: [CellLine]
  /// The hyperlinks in reading order; they lie inside the grid and do not overlap.
  package private(set) var hyperlinks: [Hyperlink] = []
  /// Where the reader is: the selected row, the link in focus, or the end of a text that is being typed; nil where
  /// the terminal's cursor is hidden.
  package var cursor: Cursor?

  /// A cell of the grid, from 0.
  package struct Cursor: Equatable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// Creates a blank screen.
  package init(size: Size) {
    self.size = size
    lines = Array(repeating: CellLine(columns: size.columns), count: size.lines)
  }

  /// Replaces line `line` with `content`; does nothing outside the grid.
  package mutating func set(line: Int, to content: CellLine) {
    guard lines.indices.contains(line) else { return }
    lines[line] = content.resized(to: size.columns)
  }

  /// Draws `content` over the cells of line `line` from `column` on; does nothing outside the grid.
  package mutating func cover(line: Int, from column: Int, with content: CellLine) {
    guard lines.indices.contains(line) else { return }
    lines[line].cover(from: column, with: content)
  }

  /// Replaces the hyperlinks with `links`.
  ///
  /// Links are clipped to the grid. Where links share cells, only the first in reading order stays.
  package mutating func set(hyperlinks links: [Hyperlink]) {
    hyperlinks = links.isEmpty ? [] : links.settled(in: size)
  }
}
