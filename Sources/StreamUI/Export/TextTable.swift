import CellGrid

package struct TextTable {
  package enum Alignment: Sendable {
    case left, right
  }

  private let rows: [[SafeText]]

  /// Creates a table; a line feed, tab or control character in a cell becomes harmless.
  package init(_ rows: [[String]]) { self.rows = rows.map { $0.map { SafeText(sanitizing: $0) } } }

  /// A line for each row, its cells padded to columns; no line ends in padding.
  ///
  /// The last alignment holds for all further columns; `gap` stands between two.
  package func aligned(_ alignments: Alignment..., gap: String = "  ") -> String {
    let widths = (0..<(rows.map(\.count).max() ?? 0)).map { column in
      rows.lazy.filter { column < $0.count }.map { ColumnWidth.columns(of: $0[column]) }.max() ?? 0
    }
    return rows.reduce(into: "") { text, row in
      // Empty cells at the end would be nothing but padding.
      let cells = row.prefix(1 + (row.lastIndex { !$0.isEmpty } ?? -1))
      for (column, cell) in cells.enumerated() {
        let blanks = String(repeating: " ", count: widths[column] - ColumnWidth.columns(of: cell))
        if column > 0 { text += gap }
        switch column < alignments.count ? alignments[column] : alignments.last ?? .left {
        case .left: text += cell.string + (column + 1 < cells.count ? blanks : "")
        case .right: text += blanks + cell.string
        }
      }
      text += "\n"
    }
  }

  package var tabSeparated: String {
    rows.map { $0.map(\.string).joined(separator: "\t") + "\n" }.joined()
  }
}
