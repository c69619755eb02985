import CellGrid

/// Compares the text of two viewers of the same size, cell by cell, without their status lines.
package struct TextComparison: Equatable, Sendable {
  /// Cells that differed in the last comparison.
  package private(set) var differing = 0
  /// Cells compared in the last comparison.
  package private(set) var cells = 0
  /// Cells that differed in any comparison.
  package private(set) var differingEver = 0

  /// Compares the screens of two viewers; styles do not count.
  mutating func compare(_ left: Screen, _ right: Screen) {
    let lines = max(0, left.size.lines - 1)
    cells = lines * left.size.columns
    differing = ScreenDifference(left, right, lines: lines).characterCount
    differingEver += differing
  }
}
