/// One run of text that starts on a line of its own.
package struct Block: Equatable, Sendable {
  /// What kind of lines a block is laid out as.
  package enum Kind: Equatable, Sendable {
    /// White space is collapsed, lines break where UAX #14 allows. A "\n" inside is a `<br>`.
    case paragraph
    /// As a paragraph; level 1 to 6.
    case heading(level: Int)
    /// White space is kept; lines break at "\n" and, when too long, at the edge.
    case preformatted
    /// A horizontal rule; the range is empty.
    case rule
    /// Rows of cells, each cell a range of the text. The layout decides columns or fields.
    case table(Table)
  }

  package let kind: Kind
  /// Bytes of ``RichText/utf8``.
  package let range: Range<Int>
  /// Written before the first line: quote bars and a list mark, such as "│ " or "• ".
  package let lead: String
  /// Written before every other line, as wide as `lead`, such as "│   ".
  package let hang: String
  /// Empty lines before the block when it is not the first: 0 or 1.
  package let spaceBefore: Int

  package init(kind: Kind, range: Range<Int>, lead: String, hang: String, spaceBefore: Int) {
    self.kind = kind
    self.range = range
    self.lead = lead
    self.hang = hang
    self.spaceBefore = spaceBefore
  }
}

/// The cells of a table as ranges of the plain text.
package struct Table: Equatable, Sendable {
  /// Rows in order; rows may differ in their number of cells.
  package let rows: [[Range<Int>]]
  /// How many rows at the top are headers (0 or more).
  package let headerRows: Int

  package init(rows: [[Range<Int>]], headerRows: Int) {
    self.rows = rows
    self.headerRows = headerRows
  }
}
