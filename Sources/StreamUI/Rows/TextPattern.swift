import CellGrid
import StreamModel

/// The pattern of a search in the texts of rows: folded words, or a regular expression.
enum TextPattern: Sendable {
  case words(FoldedPattern)
  case expression(RegularExpression)

  /// The bytes around a part of a text that a match in it may need: none where the whole text is searched.
  var margin: Int {
    switch self {
    case .words(let pattern): 8 * pattern.scalars.count + 64
    case .expression: 0
    }
  }

  func matches(_ candidate: String) -> Bool {
    switch self {
    case .words(let pattern): return pattern.matches(candidate)
    case .expression(let expression):
      if case .match = expression.firstMatch(in: candidate) { return true }
      return false
    }
  }

  /// Calls `body` with each match that overlaps a part of a text, in order, until it returns false.
  ///
  /// - Parameter joiningLines: whether words may be parted by a line break, as in a body; expressions see the breaks.
  func forEachMatch(
    in text: SafeText,
    _ range: Range<Int>? = nil,
    joiningLines: Bool,
    _ body: (Range<Int>) -> Bool
  ) {
    switch self {
    case .words(let pattern):
      if let range {
        pattern.forEachMatch(in: text, range, joiningLines: joiningLines, body)
      } else {
        pattern.forEachMatch(in: text, joiningLines: joiningLines, body)
      }
    case .expression(let expression):
      // Bounds of words and lines need the text around the part.
      let string = text.string
      var start = 0
      while start <= text.count,
        case .match(let match) = expression.firstMatch(in: string, from: start)
      {
        start = match.isEmpty ? Self.scalar(after: match.upperBound, in: text) : match.upperBound
        // An empty match is nothing that could be shown.
        guard !match.isEmpty, range?.overlaps(match) ?? true else { continue }
        guard body(match) else { return }
      }
    }
  }

  /// The byte after `offset` with which a scalar begins.
  private static func scalar(after offset: Int, in text: SafeText) -> Int {
    var next = offset + 1
    while next < text.count, text.boundary(before: next) != next { next += 1 }
    return next
  }
}
