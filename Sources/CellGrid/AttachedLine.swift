/// A line for a terminal that gives spacing marks no column, but draws them in that of their letter.
///
/// The text after such a mark moves to the left. Where the line has two blanks, a vertical line, or a picture, the rest
/// is in its place again.
package struct AttachedLine {
  package let line: CellLine
  /// The column of the frame for each column of ``line``.
  private let sources: [Int]

  /// Moves the text of `frame`; nil if it has no spacing mark.
  package init?(_ frame: CellLine) {
    let all = frame.cells
    guard all.contains(where: { $0.columns > 1 && Self.marks(of: $0) > 0 }) else { return nil }
    var cells: [Cell] = []
    var sources: [Int] = []
    var index = 0
    while index < all.count {
      let cell = all[index]
      let moved = index - cells.count
      if moved > 0, Self.isStop(all, at: index) {
        let blank = cell.ascii == 0x20 ? cell : all[index - 1]
        for column in (index - moved)..<index {
          cells.append(Cell(0x20, role: blank.role, emphasis: []))
          sources.append(column)
        }
      }
      let columns = max(1, Int(cell.columns))
      let kept = max(1, columns - Self.marks(of: cell))
      for offset in 0..<kept where index + offset < all.count {
        cells.append(offset == 0 ? cell.taking(columns: kept) : all[index + offset])
        sources.append(index + offset)
      }
      index += columns
    }
    while cells.count < all.count {
      sources.append(cells.count)
      cells.append(Cell(0x20, role: all[all.count - 1].role))
    }
    line = CellLine(cells: cells)
    self.sources = sources
  }

  package func frameColumn(_ column: Int) -> Int {
    sources.indices.contains(column) ? sources[column] : column
  }

  package func column(_ column: Int) -> Int { sources.firstIndex { $0 >= column } ?? column }

  package func moved(_ link: Hyperlink) -> Hyperlink {
    let first = column(link.columns.lowerBound)
    return link.over(columns: first..<max(first, column(link.columns.upperBound)))
  }

  /// The columns of a cluster's spacing marks, but for those that its scalars need as room.
  ///
  /// kitty 0.26 and 0.41 give the vowel signs of Thai and Lao and the voiced marks of half-width kana a column, which
  /// Unicode counts to the letter before, too, and newer marks, which they do not know: only marks of plane 0 move.
  private static func marks(of cell: Cell) -> Int {
    guard cell.columns > 1, cell.scalarCount < Cell.limit, cell.pictureColor == nil else {
      return 0
    }
    var sum = 0
    for index in 1..<max(1, cell.scalarCount) {
      let scalar = cell.scalar(at: index)
      guard (0x0900..<0xAC00).contains(scalar), scalar != 0x0E33, scalar != 0x0EB3 else { continue }
      let properties = ScalarProperties(scalar)
      let kind = properties.graphemeBreak
      if kind == .spacingMark || kind == .extend { sum += properties.columns }
    }
    return min(sum, Int(cell.columns) - 1)
  }

  private static func isStop(_ cells: [Cell], at index: Int) -> Bool {
    let cell = cells[index]
    if cell.scalar(at: 0) == 0x2502 || cell.pictureColor != nil || cell.symbolColors != nil {
      return true
    }
    return cell.ascii == 0x20 && (index + 1 == cells.count || cells[index + 1].ascii == 0x20)
  }
}
