import Addresses
package import CellGrid
package import RichText
package import StreamModel

/// A body as safe text with its blocks; spans and links where it was read rich.
///
/// The one place where markup becomes text that may be drawn: the reader flattens, the sanitizer
/// makes it safe, and all offsets are carried over to the safe text.
package struct BodyText: Sendable {
  package let text: SafeText
  package let blocks: [Block]
  package let spans: [Span]
  package let isMarkedUp: Bool
  package let limitHit: Limit?
  /// Whether there is more of the body, which was not read.
  package let isCut: Bool
  /// Links with targets as they are written, and what those are relative to.
  private let writtenLinks: [Link]
  private let base: String?

  package static let empty = BodyText(
    RichText(utf8: [], blocks: [], spans: [], links: [], isMarkedUp: false, limitHit: nil)
  )

  /// The links, their targets resolved.
  package var links: [Link] {
    writtenLinks.map { link in
      Link(range: link.range, target: Address.resolve(link.target, against: base), kind: link.kind)
    }
  }

  /// Bytes of memory, roughly.
  var cost: Int {
    text.count + blocks.count * MemoryLayout<Block>.stride + spans.count * MemoryLayout<Span>.stride
      + writtenLinks.reduce(0) { $0 + MemoryLayout<Link>.stride + $1.target.utf8.count }
  }

  /// The text alone: blocks on lines of their own, an empty line where a paragraph ends.
  package var plain: String {
    var result = ""
    for block in blocks {
      if !result.isEmpty { result += block.spaceBefore > 0 ? "\n\n" : "\n" }
      result += text[block.range].string
    }
    return result
  }

  /// The text alone, on one line.
  package var oneLine: String {
    blocks.map { text[$0.range].string }.joined(separator: " ")
  }

  /// Reads `body`; relative targets of its links are resolved against `baseURL`.
  ///
  /// - Parameter enoughTextBytes: After so much text the reading may end; nil reads all.
  package init(
    _ body: Body,
    baseURL: String? = nil,
    customEmoji: [String],
    reading: Reading = .rich,
    enoughTextBytes: Int? = nil
  ) {
    let reader = RichTextReader(
      reading: reading,
      customEmoji: Set(customEmoji),
      enoughTextBytes: enoughTextBytes
    )
    switch body {
    case .html(let html): self.init(reader.read(html: html), baseURL: baseURL)
    case .text(let plain): self.init(reader.read(plain: plain), baseURL: baseURL)
    case .missing: self = .empty
    }
  }

  private init(_ rich: RichText, baseURL: String? = nil) {
    // The document's own <base> is relative to where the document is from.
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
    blocks = rich.blocks.map { block in
      Block(
        kind: Self.moved(block.kind, by: move),
        range: move(block.range),
        lead: block.lead,
        hang: block.hang,
        spaceBefore: block.spaceBefore
      )
    }
    spans = rich.spans.map { Span(kind: $0.kind, range: move($0.range)) }
    writtenLinks = rich.links.map { link in
      Link(range: move(link.range), target: link.target, kind: link.kind)
    }
  }

  private static func moved(_ kind: Block.Kind, by move: (Range<Int>) -> Range<Int>) -> Block.Kind {
    guard case .table(let table) = kind else { return kind }
    return .table(Table(rows: table.rows.map { $0.map(move) }, headerRows: table.headerRows))
  }
}
