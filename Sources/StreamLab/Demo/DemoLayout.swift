import CellGrid

/// The places of the parts of the demonstration on a screen.
struct DemoLayout {
  static let smallest = Size(columns: 60, lines: 20)
  /// The columns from which the halves stand side by side; below, one is above the other.
  static let columnsForBoth = 120
  /// The lines above and below a half: its name and its costs.
  static let ledgerLines = 3

  let size: Size

  var hasRoom: Bool {
    size.columns >= Self.smallest.columns && size.lines >= Self.smallest.lines
  }

  var isBeside: Bool { size.columns >= Self.columnsForBoth }

  var names: Pair<String> {
    isBeside ? Pair(left: "Left", right: "Right") : Pair(left: "Above", right: "Below")
  }

  /// The columns of a half.
  var columns: Int { isBeside ? (size.columns - 1) / 2 : size.columns }

  /// The lines of rows in a half.
  var lines: Int {
    let left = size.lines - tourLines - 1
    return max(1, (isBeside ? left : left / 2) - Self.ledgerLines)
  }

  /// The size of the viewer in a half: its last line, the status line, is not shown.
  var viewer: Size { Size(columns: columns, lines: lines + 1) }

  /// The first line of a half.
  func line(of side: Side) -> Int {
    side == .left || isBeside ? 0 : lines + Self.ledgerLines
  }

  /// The first column of a half.
  func column(of side: Side) -> Int {
    side == .left || !isBeside ? 0 : columns + 1
  }

  /// The lines of the tour, as many as its longest step needs.
  var tourLines: Int {
    TourStep.allCases.reduce(2) { max($0, lines(of: $1, $1.simulation).count) }
  }

  func lines(of step: TourStep, _ simulation: Simulation) -> [String] {
    wrapped(step.sentences(names.left, names.right, simulation))
  }

  /// Breaks a text of narrow characters between words into lines, of the screen unless `columns` are given.
  func wrapped(_ text: String, columns: Int? = nil) -> [String] {
    let room = (columns ?? size.columns) - 2
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + word.count < room {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
