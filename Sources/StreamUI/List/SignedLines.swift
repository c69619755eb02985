import CellGrid
import StreamModel

/// Keeps the first lines of rows with the sign that was drawn over them last; clearing it changes no frame.
///
/// A line that is kept has the same buffer in each frame, so that frames are compared without looking at its cells.
final class SignedLines {
  /// The meaning of the sign.
  struct Sign: Equatable {
    let isUnread: Bool
    let isKept: Bool
  }

  private struct Known {
    let id: RecordID
    let plain: CellLine
    let sign: Sign
    let line: CellLine
  }

  /// The rows of a few screens; a power of two, because each has a place by its number.
  private static let count = 128

  private var known: [Known?] = Array(repeating: nil, count: count)

  /// The line of a row with its sign, which `draw` draws where it is not kept.
  func line(
    of id: RecordID,
    _ plain: CellLine,
    _ sign: Sign,
    draw: (inout CellLine) -> Void
  ) -> CellLine {
    let place = (id.number &+ id.source &* 67) & (Self.count - 1)
    if let known = known[place], known.id == id, known.sign == sign, known.plain == plain {
      return known.line
    }
    var line = plain
    draw(&line)
    known[place] = Known(id: id, plain: plain, sign: sign, line: line)
    return line
  }

  func clear() { known = Array(repeating: nil, count: Self.count) }
}
