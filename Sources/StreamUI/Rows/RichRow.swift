package import CellGrid
import RichText

/// A row with its spans and links drawn: what a flat row becomes at rest.
package struct RichRow: Sendable, Equatable {
  package let lines: [CellLine]
  package let links: [RowLink]

  /// Bytes of memory, roughly.
  var cost: Int {
    links.reduce(Self.cost(of: lines)) { sum, link in
      sum + MemoryLayout<RowLink>.stride + link.target.utf8.count + link.label.utf8.count
        + link.spots.count * MemoryLayout<RowLink.Spot>.stride
    }
  }

  /// Bytes of memory of lines that share nothing.
  static func cost(of lines: [CellLine]) -> Int {
    lines.count * (lines.first?.cells.count ?? 0) * MemoryLayout<Cell>.stride
  }
}

/// A link of a rich row, with the cells it covers.
package struct RowLink: Sendable, Equatable {
  /// Cells of one line that belong to a link.
  package struct Spot: Sendable, Equatable {
    /// Line of the row, from 0.
    package let line: Int
    package let columns: Range<Int>
  }

  package let target: String
  /// The visible text of the link.
  package let label: String
  package let kind: Kind
  /// In reading order; empty when the link's text is cut off.
  package let spots: [Spot]

  /// What following a link means inside the viewer.
  package enum Kind: String, Sendable, Equatable {
    case link, mention, hashtag, attachment
  }
}
