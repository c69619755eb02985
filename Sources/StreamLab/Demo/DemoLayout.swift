import CellGrid

/// The places of the parts of the demonstration on a screen.
struct DemoLayout {
  /// The smallest screen on which both halves have room.
  static let smallest = Size(columns: 60, lines: 20)
  /// The columns from which the halves stand side by side; below, one is above the other.
  static let columnsForBoth = 120

  let size: Size
  private let isSimulated: Bool

  init(size: Size, isSimulated: Bool) {
    self.size = size
    self.isSimulated = isSimulated
  }

  /// Whether the screen is large enough.
  var hasRoom: Bool {
    size.columns >= Self.smallest.columns && size.lines >= Self.smallest.lines
  }

  /// Whether the halves stand side by side.
  var isBeside: Bool { size.columns >= Self.columnsForBoth }

  /// The columns of a half.
  var columns: Int { isBeside ? (size.columns - 1) / 2 : size.columns }

  /// The lines of rows in a half.
  var lines: Int {
    let left = size.lines - tourLines - 1
    let half = isBeside ? left - ledgerLines : left / 2 - ledgerLines
    return max(1, half)
  }

  /// The lines below a half that tell its strategy and its costs.
  var ledgerLines: Int { (isBeside ? 5 : 3) + (isSimulated ? 1 : 0) }

  /// The size of the viewer in a half: its last line, the status line, is not shown.
  var viewer: Size { Size(columns: columns, lines: lines + 1) }

  /// The first line of a half.
  func line(of side: Side) -> Int {
    side == .left || isBeside ? 0 : lines + ledgerLines
  }

  /// The first column of a half.
  func column(of side: Side) -> Int {
    side == .left || !isBeside ? 0 : columns + 1
  }

  /// The lines of the tour, as many as its longest step needs.
  var tourLines: Int {
    TourStep.all.reduce(2) { max($0, Self.lines(of: $1, columns: size.columns).count) }
  }

  /// The lines of a step of the tour.
  ///
  /// - Parameter reason: Says in the place of its sentences why it cannot be shown.
  static func lines(of step: TourStep, instead reason: String? = nil, columns: Int) -> [String] {
    let text = "\(step.number)/\(TourStep.all.count) \(step.title): \(reason ?? step.sentences)"
    return text.wrapped(columns: max(1, columns - 2))
  }
}
