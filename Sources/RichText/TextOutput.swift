/// The output of a reading so far: text, blocks, spans and links, within the reader's limits.
struct TextOutput {
  private(set) var text: [UInt8] = []
  private(set) var isMarkedUp = false
  private(set) var blockStart: Int?
  private(set) var limitHit: Limit?
  var isFolded = false
  private var base: String?
  private var relativeTargets = false
  private(set) var blocks: [Block] = []
  private var spans: [Span] = []
  private var links: [Link] = []
  private var linkCount = 0
  private var block: (kind: Block.Kind, lead: String, hang: String, space: Int)?
  /// The ranges of the block that are links or code already, where addresses do not become links.
  private var covered: [Range<Int>] = []
  private let reader: RichTextReader
  private let isRich: Bool

  init(_ reader: RichTextReader) {
    self.reader = reader
    isRich = reader.reading == .rich
    text.reserveCapacity(1024)
  }

  /// The numbers of records at a place of the text.
  typealias Mark = (spans: Int, links: Int, blocks: Int)

  /// The numbers of spans, links and blocks so far, a mark for rewriting those that follow.
  var recorded: Mark { (spans.count, links.count, blocks.count) }

  /// Whether a link target depends on a `<base>` that may still come.
  var hasRelativeTarget: Bool { relativeTargets && base == nil }

  mutating func beginBlock(_ kind: Block.Kind, lead: String, hang: String, space: Int) {
    if !text.isEmpty { text.append(0x0A) }
    blockStart = text.count
    covered.removeAll(keepingCapacity: true)
    block = (kind, lead, hang, space)
  }

  /// Ends the block and drops it if it has no text.
  ///
  /// - Parameter open: The start of a link or code that is still open after the block.
  mutating func endBlock(coveredFrom open: Int? = nil) {
    guard let start = blockStart, let begun = block else { return }
    while text.count > start, let last = text.last, last == 0x20 || last == 0x0A {
      if case .preformatted = begun.kind, last == 0x20 { break }
      text.removeLast()
    }
    blockStart = nil
    block = nil
    guard text.count > start else {
      if start > 0 { text.removeLast() }
      return
    }
    let range = start..<text.count
    if let open { covered.append(min(open, range.upperBound)..<range.upperBound) }
    findLinks(in: range)
    if !reader.customEmoji.isEmpty { findEmoji(in: range) }
    addBlock(begun.kind, range: range, lead: begun.lead, hang: begun.hang, space: begun.space)
  }

  /// Adds a block that has no text of its own, or whose text has been written already.
  mutating func addBlock(
    _ kind: Block.Kind,
    range: Range<Int>,
    lead: String,
    hang: String,
    space: Int
  ) {
    blocks.append(
      Block(
        kind: kind,
        range: range,
        lead: lead,
        hang: hang,
        spaceBefore: blocks.isEmpty ? 0 : space
      )
    )
  }

  mutating func append(_ bytes: some Collection<UInt8>) {
    let room = reader.maxTextBytes - text.count
    guard bytes.count > room else {
      text.append(contentsOf: bytes)
      return
    }
    limitHit = .textBytes(reader.maxTextBytes)
    // Cut before a scalar, never inside one.
    var cut = Array(bytes.prefix(max(0, room)))
    let next = bytes.dropFirst(cut.count).first
    if let next, next & 0xC0 == 0x80 { while let last = cut.popLast(), last & 0xC0 == 0x80 {} }
    text += cut
  }

  mutating func append(_ byte: UInt8) { append(CollectionOfOne(byte)) }

  /// Records the base of relative targets; only the first one counts (WHATWG HTML 4.2.3).
  mutating func noteBase(_ target: String?) {
    if base == nil, let target, !target.isEmpty { base = target }
  }

  mutating func hit(_ limit: Limit) { if limitHit == nil { limitHit = limit } }

  mutating func addSpan(_ kind: Span.Kind, _ range: Range<Int>) {
    guard let range = trimmed(range) else { return }
    isMarkedUp = true
    if case .code = kind { covered.append(range) }
    if isRich { spans.append(Span(kind: kind, range: range)) }
  }

  mutating func addLink(_ target: String, _ kind: Link.Kind, _ range: Range<Int>) {
    guard let range = trimmed(range) else { return }
    covered.append(range)
    linkCount += 1
    guard linkCount <= reader.maxLinks else {
      hit(.links(reader.maxLinks))
      return
    }
    isMarkedUp = true
    if !target.hasPrefix("https://"), !target.hasPrefix("http://") { relativeTargets = true }
    if isRich { links.append(Link(range: range, target: target, kind: kind)) }
  }

  /// Replaces the blocks since `mark` with `blocks`, whose text is there already.
  mutating func replaceBlocks(since mark: Int, with replacement: [Block]) {
    blocks.replaceSubrange(min(mark, blocks.count)..., with: replacement)
  }

  /// Replaces the text from `start` on with `bytes` and moves the spans and links recorded since.
  ///
  /// - Parameter move: Maps old offsets, from `start` on, to new ones.
  mutating func replaceTail(
    from start: Int,
    with bytes: [UInt8],
    since mark: Mark,
    move: (Int) -> Int
  ) {
    text.replaceSubrange(start..., with: bytes)
    func moved(_ range: Range<Int>) -> Range<Int> {
      let lower = range.lowerBound >= start ? move(range.lowerBound) : range.lowerBound
      let upper = range.upperBound > start ? move(range.upperBound) : range.upperBound
      return lower..<max(lower, upper)
    }
    for index in spans.indices.dropFirst(mark.spans) {
      spans[index].range = moved(spans[index].range)
    }
    for index in links.indices.dropFirst(mark.links) {
      links[index].range = moved(links[index].range)
    }
    // The ranges are in order of their ends, so the search can stop at the first that ended before `start`.
    for index in covered.indices.reversed() {
      guard covered[index].upperBound > start else { break }
      covered[index] = moved(covered[index])
    }
  }

  mutating func finish(isCut: Bool = false) -> RichText {
    let order = { (left: Range<Int>, right: Range<Int>) -> Bool in
      left.lowerBound != right.lowerBound
        ? left.lowerBound < right.lowerBound : left.upperBound > right.upperBound
    }
    return RichText(
      utf8: text,
      blocks: blocks,
      spans: spans.compactMap(clipped).sorted { order($0.range, $1.range) },
      links: links.compactMap(clipped).sorted { order($0.range, $1.range) },
      base: base,
      isMarkedUp: isMarkedUp,
      limitHit: limitHit,
      isCut: isCut,
      isFolded: isFolded
    )
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int>? {
    var lower = range.lowerBound
    var upper = min(range.upperBound, text.count)
    while lower < upper, text[lower] == 0x20 || text[lower] == 0x0A { lower += 1 }
    while upper > lower, text[upper - 1] == 0x20 || text[upper - 1] == 0x0A { upper -= 1 }
    return lower < upper ? lower..<upper : nil
  }

  /// Trims the blanks that the end of a block removes from the end of a span; nil if nothing is left.
  private func clipped(_ span: Span) -> Span? {
    trimmed(span.range).map { Span(kind: span.kind, range: $0) }
  }

  private func clipped(_ link: Link) -> Link? {
    trimmed(link.range).map { Link(range: $0, target: link.target, kind: link.kind) }
  }

  private mutating func findLinks(in range: Range<Int>) {
    let found = text.withUnsafeBufferPointer { BareAddresses.find(in: $0, range) }
    guard !found.isEmpty else { return }
    // Both lists ascend, so one pass finds the overlaps.
    let taken = covered.sorted { $0.lowerBound < $1.lowerBound }
    var next = 0
    for address in found {
      while next < taken.count, taken[next].upperBound <= address.lowerBound { next += 1 }
      if next < taken.count, taken[next].lowerBound < address.upperBound { continue }
      let target = String(decoding: text[address], as: UTF8.self)
      addLink(target.hasPrefix("www.") ? "http://\(target)" : target, .link, address)
    }
  }

  private mutating func findEmoji(in range: Range<Int>) {
    var start: Int?
    for index in range {
      let byte = text[index]
      if byte == UInt8(ascii: ":") {
        if let first = start, index > first + 1,
          reader.customEmoji.contains(String(decoding: text[(first + 1)..<index], as: UTF8.self))
        {
          addSpan(.customEmoji, first..<(index + 1))
          start = nil
        } else {
          start = index
        }
      } else if !byte.isASCIIAlphanumeric, byte != UInt8(ascii: "_") {
        start = nil
      }
    }
  }
}
