/// A line of cells; copies share their storage until one of them changes.
package struct CellLine: Equatable, Sendable {
  package private(set) var cells: [Cell]

  package init(columns: Int, role: Role = .text) {
    cells = Array(repeating: Cell(0x20, role: role), count: max(0, columns))
  }

  /// Makes a line of `cells`, in which clusters are whole.
  init(cells: [Cell]) { self.cells = cells }

  /// The number of columns before the blanks at the end.
  package var usedColumns: Int { cells.lastIndex { !$0.isBlank }.map { $0 + 1 } ?? 0 }

  /// Returns the scalars of the cluster whose first cell is at `column`.
  ///
  /// The cell of a picture is a shade: dumps show where it lies.
  package func scalars(at column: Int) -> [UInt32] {
    let lead = cells[column]
    guard lead.pictureColor == nil else { return [PicturePlaceholder.shade] }
    var scalars = (0..<lead.scalarCount).map(lead.scalar)
    for tail in cells[(column + 1)...].prefix(while: \.hasTail) {
      scalars += (0..<Cell.limit).map(tail.scalar).prefix { $0 != 0 }
    }
    return scalars
  }

  /// Returns the cluster whose first cell is at `column`; empty for a continuation.
  package func text(at column: Int) -> String {
    guard column + 1 < cells.count, cells[column + 1].hasTail else { return cells[column].text }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars(at: column).map { Unicode.Scalar($0) ?? "\u{FFFD}" })
    return String(text)
  }

  /// Writes `text`, or its bytes in `range`, from `column` on, and returns the column after it.
  ///
  /// Text outside the line is dropped. A cluster that an edge would cut becomes blanks.
  @discardableResult
  package mutating func put(
    _ text: SafeText,
    _ range: Range<Int>? = nil,
    at column: Int,
    role: Role,
    emphasis: Emphasis = []
  ) -> Int {
    let range = (range ?? 0..<text.count).clamped(to: 0..<text.count)
    var column = column
    guard column < cells.count else { return column }
    if column > 0, cells[column].isContinuation { blankCluster(at: column) }
    column = cells.withUnsafeMutableBufferPointer { cells in
      text.utf8.withUnsafeBufferPointer { bytes in
        Self.put(bytes, range, into: cells, at: column, role: role, emphasis: emphasis)
      }
    }
    let next = min(max(0, column), cells.count)
    if next < cells.count, cells[next].isContinuation { blankCluster(at: next, from: next) }
    return column
  }

  private static func put(
    _ bytes: Bytes,
    _ range: Range<Int>,
    into cells: UnsafeMutableBufferPointer<Cell>,
    at first: Int,
    role: Role,
    emphasis: Emphasis
  ) -> Int {
    var column = first
    ColumnWidth.forEachCluster(bytes, range) { cluster in
      guard cluster.columns > 0 else { return true }
      let end = column + cluster.columns
      if column >= 0, end <= cells.count {
        if cluster.first < 0x300, cluster.scalarCount == 1, cluster.columns == 1 {
          cells[column] = Cell(cluster.first, role: role, emphasis: emphasis)
        } else {
          Cell.put(bytes, cluster, into: cells, at: column, role: role, emphasis: emphasis)
        }
      } else {
        for cut in max(0, column)..<max(0, column, min(end, cells.count)) {
          cells[cut] = Cell(0x20, role: role, emphasis: emphasis)
        }
      }
      column = end
      return column < cells.count
    }
    return column
  }

  /// Writes the cells of line `line` of a picture, `columns` wide, from `column` on.
  package mutating func put(_ picture: PictureNumber, line: Int, columns: Int, at column: Int) {
    guard column >= 0, let range = cleared(column..<(column + max(0, columns))) else { return }
    for index in range { cells[index] = Cell(picture, line: line, column: index - column) }
  }

  package mutating func put(_ symbols: [SymbolPicture.Symbol], at column: Int) {
    guard column >= 0, let range = cleared(column..<(column + symbols.count)) else { return }
    for index in range where symbols[index - column].scalar != 0x20 {
      cells[index] = Cell(symbols[index - column])
    }
  }

  /// Changes the role or emphasis of the cells in `columns`, never their text; a cluster changes as a whole.
  package mutating func restyle(columns: Range<Int>, role: Role?, adding emphasis: Emphasis) {
    let range = columns.clamped(to: 0..<cells.count)
    guard !range.isEmpty else { return }
    var low = range.lowerBound
    var high = range.upperBound
    while low > 0, cells[low].isContinuation { low -= 1 }
    while high < cells.count, cells[high].isContinuation { high += 1 }
    for index in low..<high {
      if let role { cells[index].role = role }
      cells[index].emphasis.formUnion(emphasis)
    }
  }

  package mutating func fill(columns: Range<Int>, role: Role) {
    guard let range = cleared(columns) else { return }
    for index in range { cells[index] = Cell(0x20, role: role) }
  }

  /// Draws `line` over the cells from `column` on; a cluster that its edge cuts becomes blanks.
  package mutating func cover(from column: Int, with line: CellLine) {
    guard column >= 0, let range = cleared(column..<(column + line.cells.count)) else { return }
    for index in range { cells[index] = line.cells[index - column] }
    let last = range.upperBound - column
    if last < line.cells.count, line.cells[last].isContinuation {
      blankCluster(at: range.upperBound - 1)
    }
  }

  /// Returns the cells of `columns` as a line; a cluster that an edge cuts becomes blanks.
  package func part(_ columns: Range<Int>) -> CellLine {
    let range = columns.clamped(to: 0..<cells.count)
    guard range != 0..<cells.count else { return self }
    var part = CellLine(columns: range.count)
    part.cells = Array(cells[range])
    if part.cells.first?.isContinuation == true { part.blankCluster(at: 0) }
    if range.upperBound < cells.count, cells[range.upperBound].isContinuation {
      part.blankCluster(at: range.count - 1)
    }
    return part
  }

  /// Returns the line at another width, cut or padded with blanks.
  package func resized(to columns: Int) -> CellLine {
    guard columns != cells.count else { return self }
    var line = CellLine(columns: columns)
    for index in 0..<min(columns, cells.count) { line.cells[index] = cells[index] }
    if columns > 0, columns < cells.count, cells[columns].isContinuation {
      line.blankCluster(at: columns - 1)
    }
    return line
  }

  /// Blanks each cluster that `columns`, which are about to be written, would cut.
  ///
  /// - Returns: Those of the columns that the line has; nil if it has none.
  private mutating func cleared(_ columns: Range<Int>) -> Range<Int>? {
    let range = columns.clamped(to: 0..<cells.count)
    guard !range.isEmpty else { return nil }
    if cells[range.lowerBound].isContinuation { blankCluster(at: range.lowerBound) }
    if range.upperBound < cells.count, cells[range.upperBound].isContinuation {
      blankCluster(at: range.upperBound)
    }
    return range
  }

  /// Blanks the cells of the cluster that has one at `index`, those before `first` excepted.
  private mutating func blankCluster(at index: Int, from first: Int = 0) {
    var low = index
    while low > first, cells[low].isContinuation { low -= 1 }
    var high = index + 1
    while high < cells.count, cells[high].isContinuation { high += 1 }
    for index in low..<high {
      cells[index] = Cell(0x20, role: cells[index].role, emphasis: cells[index].emphasis)
    }
  }
}
