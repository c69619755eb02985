extension CellLine {
  /// Returns the columns of each match of `text` in the line.
  ///
  /// - Parameters:
  ///   - text: One scalar per cluster; in lower case if case is ignored.
  ///   - ignoringCase: Whether a to z also match A to Z.
  package func columns(of text: [UInt32], ignoringCase: Bool) -> [Range<Int>] {
    guard let first = text.first, text.count <= cells.count else { return [] }
    let folded = { (cell: Cell) -> UInt32 in
      let scalar = cell.scalar(at: 0)
      return ignoringCase && (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar
    }
    var found: [Range<Int>] = []
    var start = 0
    while start < cells.count {
      guard !cells[start].isContinuation, folded(cells[start]) == first else {
        start += 1
        continue
      }
      var column = start
      var matched = 0
      while matched < text.count, column < cells.count {
        if !cells[column].isContinuation {
          guard folded(cells[column]) == text[matched] else { break }
          matched += 1
        }
        column += 1
      }
      guard matched == text.count else {
        start += 1
        continue
      }
      if column < cells.count, cells[column].isContinuation { column += 1 }
      found.append(start..<column)
      start = column
    }
    return found
  }
}
