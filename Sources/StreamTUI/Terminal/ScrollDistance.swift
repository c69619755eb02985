import CellGrid

/// Finds out how far the page scrolled between two frames; the status line stays in place.
enum ScrollDistance {
  /// Returns the number of lines that the page moved up, negative for down; nil if it did not
  /// scroll.
  ///
  /// Lines are compared by their storage first, which scrolled lines share, so the comparison is
  /// cheap.
  static func between(_ old: [CellLine], _ new: [CellLine]) -> Int? {
    let lines = old.count - 1
    guard lines > 2, new.count == old.count, old[1] != new[1] || old[0] != new[0] else {
      return nil
    }
    let limit = lines / 2
    for distance in 1...max(1, limit) {
      if matches(old, new, distance, lines) { return distance }
      if matches(new, old, distance, lines) { return -distance }
    }
    return nil
  }

  /// Returns `lines` after the move; new lines are blank.
  static func moved(_ lines: [CellLine], by distance: Int) -> [CellLine] {
    let count = lines.count - 1
    let blank = CellLine(columns: lines.first?.cells.count ?? 0)
    return lines.indices.map { index in
      guard index < count else { return lines[index] }
      let source = index + distance
      return (0..<count).contains(source) ? lines[source] : blank
    }
  }

  /// Whether most of the lines that stay are the same; the selection bar may differ.
  private static func matches(
    _ from: [CellLine],
    _ to: [CellLine],
    _ distance: Int,
    _ lines: Int
  ) -> Bool {
    let middle = (lines - distance) / 2
    guard from[middle + distance] == to[middle] else { return false }
    var same = 0
    for index in 0..<(lines - distance) where from[index + distance] == to[index] { same += 1 }
    return same * 4 > (lines - distance) * 3
  }
}
