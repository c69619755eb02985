/// The plain text of a body, with the blocks, spans and links of its markup.
///
/// All ranges are UTF-8 byte offsets into ``utf8`` and lie on scalar boundaries. The flat and the rich reading of a
/// body have the same `utf8` and `blocks`; the flat reading has no spans or links.
package struct RichText: Equatable, Sendable {
  /// The plain text, valid UTF-8, without markup.
  ///
  /// Blocks are separated by one "\n".
  package let utf8: [UInt8]
  /// The blocks in reading order; their ranges are ascending, do not overlap, and cover all text.
  package let blocks: [Block]
  /// The styled ranges in ascending order of lower bound; they may nest.
  ///
  /// Empty in a flat reading.
  package let spans: [Span]
  /// The links in reading order.
  ///
  /// Empty in a flat reading.
  package let links: [Link]
  /// The target of the first `<base>` as written; relative targets of links refer to it.
  package let base: String?
  /// Whether a rich reading has any span or link.
  ///
  /// A row without them is never enriched.
  package let isMarkedUp: Bool
  /// The limit that the reading reached; nil if everything was kept.
  package let limitHit: Limit?
  /// Whether the reader stopped early because it had enough; the text up to there is unaffected.
  package let isCut: Bool
  package let isFolded: Bool

  package static let empty = RichTextReader(reading: .flat).read(plain: "")
}

package struct Link: Equatable, Sendable {
  /// The action of a link inside the viewer.
  package enum Kind: String, Equatable, Sendable {
    case link, mention, hashtag, attachment
  }

  /// The bytes of the link text in ``RichText/utf8``; never empty.
  package internal(set) var range: Range<Int>
  /// The target as written, with character references resolved and white space trimmed.
  ///
  /// It is not checked yet: it may be relative or of any scheme.
  package let target: String
  package let kind: Kind

  package init(range: Range<Int>, target: String, kind: Kind) {
    self.range = range
    self.target = target
    self.kind = kind
  }
}

package struct Span: Equatable, Sendable {
  /// The styles and meanings of markup; they combine where spans nest.
  package enum Kind: Equatable, Sendable, Hashable {
    case bold, italic, underline, strike, mark, code, small, quote, heading, customEmoji
  }

  package let kind: Kind
  /// The bytes of the span in ``RichText/utf8``; never empty.
  package internal(set) var range: Range<Int>

  package init(kind: Kind, range: Range<Int>) {
    self.kind = kind
    self.range = range
  }
}

/// A limit that hostile or malformed markup reached; the rest is dropped and reported.
package enum Limit: Equatable, Sendable {
  case textBytes(Int)
  case links(Int)
  /// The body is nested deeper than the reader follows; it keeps the text but not the structure.
  case depth(Int)
}

/// A piece of text that starts on a line of its own.
package struct Block: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// A paragraph: white space is collapsed and lines break where UAX #14 allows. A "\n" inside is a `<br>`.
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

  package func with(_ kind: Kind, _ range: Range<Int>) -> Block {
    Block(kind: kind, range: range, lead: lead, hang: hang, spaceBefore: spaceBefore)
  }

  /// The block in another text, in which `move` tells where ranges lie: its own, and those of the cells of a table.
  package func moved(by move: (Range<Int>) -> Range<Int>) -> Block {
    guard case .table(let table) = kind else { return with(kind, move(range)) }
    return with(.table(table.moved(by: move)), move(range))
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
  package let headerRows: Int

  package var columns: Int {
    rows.reduce(0) { most, row in max(most, row.reduce(0) { $0 + $1.columns }) }
  }

  package func moved(by move: (Range<Int>) -> Range<Int>) -> Table {
    let rows = rows.map { row in row.map { Cell(range: move($0.range), columns: $0.columns) } }
    return Table(rows: rows, headerRows: headerRows)
  }
}
