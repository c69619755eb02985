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

  /// Makes a rich text of its parts.
  package init(
    utf8: [UInt8],
    blocks: [Block],
    spans: [Span],
    links: [Link],
    base: String? = nil,
    isMarkedUp: Bool,
    limitHit: Limit?,
    isCut: Bool = false
  ) {
    self.utf8 = utf8
    self.blocks = blocks
    self.spans = spans
    self.links = links
    self.base = base
    self.isMarkedUp = isMarkedUp
    self.limitHit = limitHit
    self.isCut = isCut
  }
}
