import CellGrid

/// One laid-out line of a body: what is written where.
///
/// The same for flat and rich.
struct BodyLine {
  /// A piece of the line.
  enum Piece {
    /// Marks that are no text of the body: quote bars, bullets, table borders.
    case mark(SafeText, Role)
    /// Bytes of the body's safe text.
    case text(Range<Int>)
  }

  /// Pieces with the column each begins at, from the body's left edge.
  var pieces: [(column: Int, piece: Piece)] = []

  static let blank = BodyLine()
}
