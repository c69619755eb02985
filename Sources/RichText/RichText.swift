/// A body as plain text with what markup said about it: blocks, spans and links.
///
/// All ranges are UTF-8 byte offsets into ``utf8`` and lie on scalar boundaries. Flat and rich
/// readings of one body have the same `utf8` and `blocks`; the flat reading has no spans or links.
package struct RichText: Equatable, Sendable {
  /// The plain text, valid UTF-8, without markup.
  ///
  /// Blocks are separated by one "\n".
  package let utf8: [UInt8]
  /// The blocks in reading order; their ranges are ascending, do not overlap, and cover all text.
  package let blocks: [Block]
  /// Styled ranges in ascending order of lower bound; they may nest.
  ///
  /// Empty in a flat reading.
  package let spans: [Span]
  /// Links in reading order.
  ///
  /// Empty in a flat reading.
  package let links: [Link]
  /// The target of the first `<base>`, to which the links' targets are relative, as it is written.
  package let base: String?
  /// Whether a rich reading has any span or link.
  ///
  /// A row without is never enriched.
  package let isMarkedUp: Bool
  /// What was cut off or given up because a limit was hit; nil when all was kept.
  package let limitHit: Limit?
  /// Whether the reader had enough before the end; what it has read is what it would be otherwise.
  package let isCut: Bool

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
