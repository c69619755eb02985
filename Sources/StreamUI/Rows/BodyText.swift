import Addresses
package import CellGrid
package import RichText
package import StreamModel

/// A body as sanitized text with its blocks, and with spans and links if it was read rich.
///
/// All markup becomes drawable text here: the reader flattens it, the sanitizer makes it safe, and
/// all offsets are mapped to the sanitized text.
package struct BodyText: Sendable {
  package let text: SafeText
  package let blocks: [Block]
  /// The spans in ascending order, as ranges of ``text``; empty in a flat reading.
  package let spans: [Span]
  package let isMarkedUp: Bool
  /// The limit that the reading reached; nil if everything was kept.
  package let limitHit: Limit?
  /// Whether the body continues after the part that was read.
  package let isCut: Bool
  /// The links with their targets as written, and the base of these targets.
  private let writtenLinks: [Link]
  private let base: String?

  package static let empty = BodyText(.empty)

  package var links: [Link] {
    writtenLinks.map { link in
      Link(range: link.range, target: Address.resolve(link.target, against: base), kind: link.kind)
    }
  }

  var hasLinks: Bool { !writtenLinks.isEmpty }

  /// The approximate memory in bytes.
  var cost: Int {
    text.count + blocks.count * MemoryLayout<Block>.stride + spans.count * MemoryLayout<Span>.stride
      + writtenLinks.reduce(0) { $0 + MemoryLayout<Link>.stride + $1.target.utf8.count }
  }

  /// The text alone, with each block on lines of its own and an empty line after a paragraph.
  package var plain: String {
    var result = ""
    for block in blocks {
      if !result.isEmpty { result += block.spaceBefore > 0 ? "\n\n" : "\n" }
      result += text[block.range].string
    }
    return result
  }

  package var oneLine: String {
    blocks.map { text[$0.range].string }.joined(separator: " ")
  }

  /// Reads `body` and resolves relative targets of its links against `baseURL`.
  ///
  /// - Parameter enoughTextBytes: Bytes of text after which the reading may stop; nil reads
  ///   everything. For `signsChanges` and `foldHint` see ``RichTextReader``.
  package init(
    _ body: Body,
    baseURL: String? = nil,
    customEmoji: [String],
    reading: Reading = .rich,
    enoughTextBytes: Int? = nil,
    signsChanges: Bool = true,
    foldHint: String? = nil
  ) {
    let reader = RichTextReader(
      reading: reading,
      customEmoji: Set(customEmoji),
      enoughTextBytes: enoughTextBytes,
      signsChanges: signsChanges,
      foldHint: foldHint
    )
    switch body {
    case .html(let html): self.init(reader.read(html: html), baseURL: baseURL)
    case .text(let plain): self.init(reader.read(plain: plain), baseURL: baseURL)
    case .missing: self = .empty
    }
  }

  private init(_ rich: RichText, baseURL: String? = nil) {
    // The document's own <base> is relative to the document's address.
    base = rich.base.map { Address.resolve($0, against: baseURL) } ?? baseURL
    let safe = Sanitizer.sanitize(rich.utf8, keepingNewlines: true)
    text = safe.text
    isMarkedUp = rich.isMarkedUp
    limitHit = rich.limitHit
    isCut = rich.isCut
    guard !safe.keepsOffsets else {
      blocks = rich.blocks
      spans = rich.spans
      writtenLinks = rich.links
      return
    }
    let move = { (range: Range<Int>) -> Range<Int> in
      let lower = safe.offset(range.lowerBound)
      return lower..<max(lower, safe.offset(range.upperBound))
    }
    blocks = rich.blocks.map { $0.with(Self.moved($0.kind, by: move), move($0.range)) }
    spans = rich.spans.map { Span(kind: $0.kind, range: move($0.range)) }
    writtenLinks = rich.links.map { link in
      Link(range: move(link.range), target: link.target, kind: link.kind)
    }
  }

  /// Returns the text and the blocks alone, in another text; `move` tells where ranges lie there.
  func relaid(_ text: SafeText, by move: (Range<Int>) -> Range<Int>) -> BodyText {
    BodyText(text, blocks.map { $0.with(Self.moved($0.kind, by: move), move($0.range)) })
  }

  private init(_ text: SafeText, _ blocks: [Block]) {
    self.text = text
    self.blocks = blocks
    (spans, writtenLinks, base) = ([], [], nil)
    (isMarkedUp, limitHit, isCut) = (false, nil, false)
  }

  private static func moved(_ kind: Block.Kind, by move: (Range<Int>) -> Range<Int>) -> Block.Kind {
    guard case .table(let table) = kind else { return kind }
    return .table(table.moved(by: move))
  }
}
