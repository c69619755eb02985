/// Measures rows ahead of the viewport between keys, so that the key that brings one in finds it
/// ready.
struct Preparation {
  /// Whether a row within a screenful ahead may not have been measured yet.
  private(set) var isWanted = false
  private var next = 0
  /// 1 for down, -1 for up.
  private var step = 1
  private var linesLeft = 0

  /// Nothing to measure.
  init() {}

  /// Looks `lines` lines ahead of the rows that are seen, above them if `up`.
  init(from visible: [Viewport.Visible], up: Bool, lines: Int) {
    isWanted = true
    next = up ? (visible.first?.row ?? 0) - 1 : (visible.last?.row ?? -1) + 1
    step = up ? -1 : 1
    linesLeft = lines
  }

  /// Measures the next row that has not been, if it lies within a screenful.
  mutating func measureOne(in rows: PageRows) {
    // Rows that are known cost nothing: one turn goes on to the first that is not.
    let measured = rows.measuredCount
    while isAhead(in: rows), rows.measuredCount == measured {
      linesLeft -= rows.height(at: next)
      next += step
    }
    isWanted = isAhead(in: rows)
  }

  private func isAhead(in rows: PageRows) -> Bool {
    linesLeft > 0 && next >= 0 && next < rows.count
  }
}
