import Addresses
package import CellGrid
package import RichText
package import StreamModel

/// A body as sanitized text with its blocks, and with spans and links if it was read rich; all markup becomes drawable
/// text here: the reader flattens it, the sanitizer makes it safe, and all offsets are mapped to the sanitized text.
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

  package var oneLine: String { blocks.map { text[$0.range].string }.joined(separator: " ") }

  /// Reads `body` and resolves relative targets of its links against `baseURL`.
  ///
  /// After `enoughTextBytes` of text the reading may stop. For `signsChanges` and `foldHint` see ``RichTextReader``.
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
    blocks = rich.blocks.map { $0.moved(by: move) }
    spans = rich.spans.map { Span(kind: $0.kind, range: move($0.range)) }
    writtenLinks = rich.links.map { link in
      Link(range: move(link.range), target: link.target, kind: link.kind)
    }
  }

  /// Returns the text and the blocks alone, in another text; `move` tells where ranges lie there.
  func relaid(_ text: SafeText, by move: (Range<Int>) -> Range<Int>) -> BodyText {
    BodyText(text, blocks.map { $0.moved(by: move) })
  }

  private init(_ text: SafeText, _ blocks: [Block]) {
    self.text = text
    self.blocks = blocks
    (spans, writtenLinks, base) = ([], [], nil)
    (isMarkedUp, limitHit, isCut) = (false, nil, false)
  }
}

/// The numbers of a body's links, each behind its link: "this page[1]"; they take room when lines are broken, but they
/// are marks and no part of the text: searches, links and copies do not see them.
struct LinkNumbers {
  let body: BodyText
  private var inserts: [(offset: Int, range: Range<Int>)] = []

  init(_ plain: BodyText) {
    var utf8: [UInt8] = []
    var copied = 0
    let links = plain.links.enumerated().filter { !$0.element.range.isEmpty }
    for (index, link) in links.sorted(by: {
      $0.element.range.upperBound < $1.element.range.upperBound
    }) {
      let offset = link.range.upperBound
      utf8 += plain.text.utf8[copied..<offset]
      copied = offset
      let start = utf8.count
      utf8 += Array("[\(index + 1)]".utf8)
      inserts.append((offset, start..<utf8.count))
    }
    utf8 += plain.text.utf8[copied...]
    let safe = Sanitizer.sanitize(utf8, keepingNewlines: true)
    guard !inserts.isEmpty, safe.keepsOffsets else {
      body = plain
      inserts = []
      return
    }
    let found = inserts
    // A number belongs to what stands before it.
    func moved(_ offset: Int) -> Int {
      let last = found.last { $0.offset <= offset }
      return last.map { $0.range.upperBound + offset - $0.offset } ?? offset
    }
    body = plain.relaid(safe.text) { moved($0.lowerBound)..<moved($0.upperBound) }
  }

  func restored(_ line: BodyLine) -> BodyLine {
    var pieces: [(column: Int, piece: BodyLine.Piece)] = []
    for (column, piece) in line.pieces {
      guard case .text(let range) = piece else {
        pieces.append((column, piece))
        continue
      }
      var (at, next) = (range.lowerBound, column)
      let before = inserts.prefix { $0.range.upperBound <= at }
      var removed = before.reduce(0) { $0 + $1.range.count }
      func add(_ piece: BodyLine.Piece, to end: Int) {
        pieces.append((next, piece))
        next += ColumnWidth.columns(of: body.text, in: at..<end)
        at = end
      }
      for insert in inserts.dropFirst(before.count) where insert.range.lowerBound < range.upperBound
      {
        if at < insert.range.lowerBound {
          add(.text(at - removed..<insert.range.lowerBound - removed), to: insert.range.lowerBound)
        }
        let end = min(insert.range.upperBound, range.upperBound)
        add(.mark(body.text[at..<end], .faint), to: end)
        removed += insert.range.count
      }
      if at < range.upperBound {
        add(.text(at - removed..<range.upperBound - removed), to: range.upperBound)
      }
    }
    return BodyLine(pieces: pieces)
  }
}
