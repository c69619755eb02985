package import CellGrid
import RichText

/// A row with its spans and links drawn; it replaces the flat row when the screen is at rest.
package struct RichRow: Sendable, Equatable {
  /// The lines, with as many cells and the same characters as the flat ones.
  package let lines: [CellLine]
  package let links: [RowLink]
  /// The spans of which a cell is visible; a span over several lines counts once.
  let spanCount: Int

  /// The links of which a cell is visible.
  var placedLinkCount: Int { links.count { !$0.spots.isEmpty } }

  /// The approximate memory in bytes.
  var cost: Int {
    links.reduce(Self.cost(of: lines)) { sum, link in
      sum + MemoryLayout<RowLink>.stride + link.target.utf8.count + link.label.utf8.count
        + link.spots.count * MemoryLayout<RowLink.Spot>.stride
    }
  }

  /// Returns the memory in bytes of lines that share no storage.
  static func cost(of lines: [CellLine]) -> Int {
    lines.count * (lines.first?.cells.count ?? 0) * MemoryLayout<Cell>.stride
  }
}

/// A link of a rich row, with the cells it covers.
package struct RowLink: Sendable, Equatable {
  /// The cells of a link on one line.
  package struct Spot: Sendable, Equatable {
    /// The line of the row, from 0.
    package let line: Int
    package let columns: Range<Int>
  }

  package let target: String
  package let label: String
  package let kind: Kind
  /// The cells in reading order; empty if the link's text is cut off.
  package let spots: [Spot]

  /// The action of a link inside the viewer.
  package enum Kind: String, Sendable, Equatable {
    case link, mention, hashtag, attachment
  }
}
