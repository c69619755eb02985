/// A rectangle of the frame that takes part in gestures.
///
/// The app registers areas for each input; what lies later in the list lies on top.
package struct GestureArea: Equatable, Sendable {
  /// Which part of the screen it is.
  package enum ID: Hashable, Sendable {
    case page, panel, statusLine
  }

  package let id: ID
  package let columns: Range<Int>
  package let lines: Range<Int>

  package init(_ id: ID, columns: Range<Int>, lines: Range<Int>) {
    self.id = id
    self.columns = columns
    self.lines = lines
  }

  func contains(column: Int, line: Int) -> Bool {
    columns.contains(column) && lines.contains(line)
  }
}
