/// A rectangle of the frame that takes part in gestures.
///
/// The app registers the areas for each input; later ones are on top of earlier ones.
package struct GestureArea: Equatable, Sendable {
  /// The part of the screen.
  package enum ID: Hashable, Sendable {
    case page, beside, panel, statusLine
  }

  /// The part of the screen that the area belongs to.
  package let id: ID
  /// The columns of the area.
  package let columns: Range<Int>
  /// The lines of the area.
  package let lines: Range<Int>

  /// Makes an area.
  package init(_ id: ID, columns: Range<Int>, lines: Range<Int>) {
    self.id = id
    self.columns = columns
    self.lines = lines
  }

  func contains(column: Int, line: Int) -> Bool {
    columns.contains(column) && lines.contains(line)
  }
}
