/// A piece of text that starts on a line of its own.
package struct Block: Equatable, Sendable {
  /// The way in which a block is laid out.
  package enum Kind: Equatable, Sendable {
    /// A paragraph: white space is collapsed and lines break where UAX #14 allows. A "\n" inside is
    /// a `<br>`.
    case paragraph
    /// A heading of level 1 to 6, laid out like a paragraph.
    case heading(level: Int)
    /// Preformatted text: white space is kept, and lines break only at "\n" and at the edge.
    case preformatted
    /// Its range is empty.
    case rule
    /// Each cell is a range of the text. The layout chooses columns or fields.
    case table(Table)
  }

  package let kind: Kind
  /// The bytes of the block in ``RichText/utf8``.
  package let range: Range<Int>
  /// The prefix of the first line: quote bars and a list mark, such as "│ " or "• ".
  package let lead: String
  /// The prefix of every other line, as wide as `lead`, such as "│   ".
  package let hang: String
  /// The number of empty lines before the block unless it is the first: 0 or 1.
  package let spaceBefore: Int
}

extension Block {
  /// Returns the block with another kind and range.
  package func with(_ kind: Kind, _ range: Range<Int>) -> Block {
    Block(kind: kind, range: range, lead: lead, hang: hang, spaceBefore: spaceBefore)
  }
}

/// The cells of a table as ranges of the plain text.
package struct Table: Equatable, Sendable {
  /// A cell, or the blank that stands where no cell begins.
  package struct Cell: Equatable, Sendable {
    /// The text of the cell, in which "\n" is a `<br>`; empty in a blank.
    package let range: Range<Int>
    /// The number of columns that the cell takes, at least 1.
    package let columns: Int
  }

  package let rows: [[Cell]]
  /// The number of header rows at the top, 0 or more.
  package let headerRows: Int

  package var columns: Int {
    rows.reduce(0) { most, row in max(most, row.reduce(0) { $0 + $1.columns }) }
  }

  /// Returns the table with its cells at other places of the text.
  package func moved(by move: (Range<Int>) -> Range<Int>) -> Table {
    let rows = rows.map { row in row.map { Cell(range: move($0.range), columns: $0.columns) } }
    return Table(rows: rows, headerRows: headerRows)
  }
}
