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
