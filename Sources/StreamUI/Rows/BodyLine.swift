import CellGrid

/// One line of a body after layout: its pieces and their columns.
///
/// Flat and rich rows use the same lines.
struct BodyLine {
  /// A piece of the line.
  enum Piece {
    /// A mark that is not part of the body's text: a quote bar, a bullet, a table border.
    case mark(SafeText, Role)
    /// Bytes of the body's sanitized text.
    case text(Range<Int>)
  }

  /// The pieces, each with its first column, counted from the body's left edge.
  var pieces: [(column: Int, piece: Piece)] = []

  static let blank = BodyLine()
}
