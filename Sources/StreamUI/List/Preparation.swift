/// Measures rows ahead of the viewport between keys, so that the key that brings one in finds it
/// ready.
struct Preparation {
  /// Whether a row within a screenful ahead may not have been measured yet.
  private(set) var isWanted = false
  /// The position to measure next; nil before the first.
  private var next: Int?
  private var linesLeft = 0

  /// Whether it is known where to go on.
  var hasStarted: Bool { next != nil }

  /// Looks ahead from the viewport as it is when the first row is measured.
  mutating func begin(lines: Int) {
    self = Preparation()
    isWanted = true
    linesLeft = lines
  }

  /// Measures the next row that has not been, if it lies within a screenful.
  ///
  /// - Parameter start: the position of the first row ahead of the viewport, needed once.
  mutating func measureOne(from start: Int?, up: Bool, in rows: PageRows) {
    let step = up ? -1 : 1
    guard var position = next ?? start else { return }
    // Rows that are known cost nothing: one turn goes on to the first that is not.
    let measured = rows.measuredCount
    while isAhead(position, in: rows), rows.measuredCount == measured {
      linesLeft -= rows.height(at: position)
      position += step
    }
    next = position
    isWanted = isAhead(position, in: rows)
  }

  private func isAhead(_ position: Int, in rows: PageRows) -> Bool {
    linesLeft > 0 && position >= 0 && position < rows.count
  }
}
