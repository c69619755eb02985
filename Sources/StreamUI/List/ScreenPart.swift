/// A part of the screen where a row may stand.
enum ScreenPart {
  case top, middle, bottom

  /// The line, from 0, on which a row of `height` lines begins that stands in this part of `lines`; less
  /// than 0 where its end stands at the bottom and its beginning above the screen.
  func line(ofHeight height: Int, in lines: Int) -> Int {
    switch self {
    case .top: 0
    case .middle: max(0, (lines - height) / 2)
    case .bottom: lines - height
    }
  }

  /// The row of `visible` in this part; nil where none is seen.
  ///
  /// Rows that begin above the screen count only where no other is seen.
  ///
  /// - Parameter number: the number of the row, from 1, counted from the edge; the middle has one.
  func row(_ number: Int, of visible: [Viewport.Visible]) -> Int? {
    let beginning = visible.filter { $0.firstLine == 0 }
    let rows = beginning.isEmpty ? visible : beginning
    guard let first = rows.first, let last = rows.last else { return nil }
    switch self {
    case .top: return rows[min(max(1, number), rows.count) - 1].row
    case .bottom: return rows[rows.count - min(max(1, number), rows.count)].row
    case .middle:
      let middle = (last.top + last.lines) / 2
      return rows.last { $0.top <= middle }?.row ?? first.row
    }
  }
}
