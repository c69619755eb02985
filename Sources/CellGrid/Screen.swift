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

  package struct Cursor: Equatable, Sendable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

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

package struct Size: Hashable, Sendable {
  package let columns: Int
  package let lines: Int

  /// Makes a size; negative numbers become 0.
  package init(columns: Int, lines: Int) {
    self.columns = max(0, columns)
    self.lines = max(0, lines)
  }
}

/// The cells in which two screens of one size differ.
package struct ScreenDifference: Equatable, Sendable {
  /// Neighbouring cells of one line.
  package struct Place: Equatable, Sendable {
    /// The line of the screen, from 0.
    package let line: Int
    /// The columns on that line, from 0.
    package let columns: Range<Int>
  }

  package let characters: [Place]
  /// The number of cells with the same characters in another role or emphasis.
  package let restyledCount: Int

  package var characterCount: Int { characters.reduce(0) { $0 + $1.columns.count } }

  /// Compares the first `limit` lines of `one` and `other`.
  ///
  /// A cell that only one of them has is a difference. A wide cluster counts with both of its cells.
  package init(_ one: Screen, _ other: Screen, lines limit: Int = .max) {
    var places: [Place] = []
    var restyled = 0
    for line in 0..<max(0, min(limit, max(one.lines.count, other.lines.count))) {
      let mine = one.lines.indices.contains(line) ? one.lines[line].cells : []
      let others = other.lines.indices.contains(line) ? other.lines[line].cells : []
      for column in 0..<max(mine.count, others.count) {
        if mine.indices.contains(column), others.indices.contains(column),
          mine[column].hasSameText(as: others[column])
            || mine[column].hasSamePicture(as: others[column])
        {
          restyled += mine[column] == others[column] ? 0 : 1
        } else if let last = places.last, last.line == line, last.columns.upperBound == column {
          places[places.count - 1] = Place(
            line: line,
            columns: last.columns.lowerBound..<column + 1
          )
        } else {
          places.append(Place(line: line, columns: column..<column + 1))
        }
      }
    }
    characters = places
    restyledCount = restyled
  }
}
