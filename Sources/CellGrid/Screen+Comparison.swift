/// The comparison of two screens by their text alone.
extension Screen {
  /// Returns the number of cells in the first `lines` lines whose characters differ from those of
  /// `other`; roles and emphasis do not count.
  ///
  /// A cell that only one of the screens has differs. A wide cluster counts with both of its cells.
  package func differingCells(from other: Screen, lines: Int) -> Int {
    (0..<max(0, lines)).reduce(0) { count, line in
      let mine = self.lines.indices.contains(line) ? self.lines[line].cells : []
      let others = other.lines.indices.contains(line) ? other.lines[line].cells : []
      let longer = max(mine.count, others.count) - min(mine.count, others.count)
      return count + longer + zip(mine, others).count { !$0.hasSameText(as: $1) }
    }
  }
}
