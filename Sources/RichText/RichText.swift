/// The plain text of a body, with the blocks, spans and links of its markup.
///
/// All ranges are UTF-8 byte offsets into ``utf8`` and lie on scalar boundaries. The flat and the
/// rich reading of a body have the same `utf8` and `blocks`; the flat reading has no spans or
/// links.
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

  package static let empty = RichText(
    utf8: [],
    blocks: [],
    spans: [],
    links: [],
    base: nil,
    isMarkedUp: false,
    limitHit: nil,
    isCut: false,
    isFolded: false
  )
}

/// A range of plain text with a target.
package struct Link: Equatable, Sendable {
  /// The action of a link inside the viewer.
  package enum Kind: String, Equatable, Sendable {
    case link
    case mention
    case hashtag
    case attachment
  }

  /// The bytes of the link text in ``RichText/utf8``; never empty.
  package let range: Range<Int>
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

/// A range of plain text with a style or meaning.
package struct Span: Equatable, Sendable {
  /// The styles and meanings of markup; they combine where spans nest.
  package enum Kind: Equatable, Sendable, Hashable {
    case bold
    case italic
    case underline
    case strike
    case mark
    case code
    case small
    case quote
    case heading
    case customEmoji
  }

  package let kind: Kind
  /// The bytes of the span in ``RichText/utf8``; never empty.
  package let range: Range<Int>

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
