/// Measures rows ahead of the viewport between keys, so that the key that brings one in finds it
/// ready.
struct Preparation {
  /// Whether a row within a screenful ahead may not have been measured yet.
  private(set) var isWanted = false
  /// The position to measure next; nil before the first.
  private var next: Int?
  private var linesLeft = 0

  /// Looks ahead from the viewport as it is when the first row is measured.
  mutating func begin(lines: Int) {
    self = Preparation()
    isWanted = true
    linesLeft = lines
  }

  /// Measures the next row that has not been, if it lies within a screenful.
  mutating func measureOne(beyond visible: [Viewport.Visible], up: Bool, in rows: PageRows) {
    let step = up ? -1 : 1
    let edge = up ? (visible.first?.row ?? 0) - 1 : (visible.last?.row ?? -1) + 1
    var position = next ?? edge
    guard linesLeft > 0, position >= 0, position < rows.count else {
      isWanted = false
      return
    }
    // Rows that are known cost nothing: one turn goes on to the first that is not.
    let measured = rows.measuredCount
    while linesLeft > 0, position >= 0, position < rows.count, rows.measuredCount == measured {
      linesLeft -= rows.height(at: position)
      position += step
    }
    next = position
  }
}
