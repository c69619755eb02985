/// The article of a web page, without the menus and margins around it.
///
/// It is the `<article>` with the most text, else `<main>`, else the innermost block with most of the text that is no
/// link. If that is short and little of the page, the whole page is the article: no text is to be lost.
package struct WebArticle: Equatable, Sendable {
  private static let short = 1_000

  package let html: String
  /// The words of the page that the markup lacks.
  package let leftOut: Int

  package init(of page: String) {
    var bytes = Array(page.utf8)
    let (cuts, words) = bytes.withUnsafeMutableBufferPointer { buffer in
      PageOutline(UnsafeBufferPointer(buffer)).article(unlessShorterThan: Self.short)
    }
    guard words > 0 else {
      html = page
      leftOut = 0
      return
    }
    html = String(decoding: cuts.flatMap { bytes[$0] }, as: UTF8.self)
    leftOut = words
  }
}

/// The blocks of a page with the text in each; read in one pass and without recursion.
private struct PageOutline {
  private struct Block {
    let name: String
    let start: Int
    let parent: Int
    var isOut = false
    /// Whether its class or id speaks of a menu: it is one if most of its text is links.
    var isSuspect = false
    var isMain = false
    var end: Int
    /// The letters outside and inside of links, and the words of both, without those of blocks that are out.
    var letters = 0
    var linked = 0
    var words = 0
  }

  /// The deepest nesting of blocks; deeper ones are text of those around them.
  private static let deepest = 512
  /// Elements that are noted: blocks, and links.
  private static let noted: Set<String> = [
    "body", "div", "section", "article", "main", "header", "footer", "nav", "aside", "menu",
    "dialog",
    "table", "tbody", "tr", "td", "ul", "ol", "li", "dl", "form", "a", "p", "center", "blockquote",
    "figure", "details", "fieldset",
  ]
  private static let small: Set<String> = ["a", "p", "ul", "ol", "li", "tr", "figure", "dl"]
  private static let raw: Set<String> = [
    "script", "style", "template", "title", "textarea", "iframe",
  ]
  private static let out: Set<String> = ["nav", "footer", "aside", "menu", "dialog"]
  private static let outRoles: Set<String> = [
    "navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar", "dialog",
  ]
  private static let menuWords: Set<String> = [
    "nav", "navbar", "navigation", "menu", "menus", "sidebar", "footer", "masthead", "breadcrumb",
    "breadcrumbs", "cookie", "cookies", "share", "sharing", "social", "related", "newsletter",
    "promo",
    "toolbar", "pagination", "skip",
  ]

  private let bytes: Bytes
  private var blocks: [Block]
  private var open: [Int] = [0]
  private var base: Range<Int>?
  private var all = (letters: 0, words: 0)

  init(_ bytes: Bytes) {
    self.bytes = bytes
    blocks = [Block(name: "", start: 0, parent: 0, end: bytes.count)]
    read()
  }

  /// Returns the parts of the page that are its article, and the words of the other parts; 0 where that is all of it.
  func article(unlessShorterThan short: Int) -> (parts: [Range<Int>], leftOut: Int) {
    let chosen = chosenBlock
    let block = blocks[chosen]
    let letters = block.letters + block.linked
    let isLittle = letters * 4 < all.letters && letters < short
    let leftOut = all.words - block.words
    guard !isLittle, letters > 0, leftOut > 0 else { return ([], 0) }
    var parts = base.map { [$0] } ?? []
    var start = block.start
    for inner in blocks[chosen...]
    where inner.isOut && inner.start >= start && inner.end <= block.end {
      parts.append(start..<inner.start)
      start = max(start, inner.end)
    }
    return (parts + [start..<max(start, block.end)], leftOut)
  }

  // MARK: Choosing

  private var chosenBlock: Int {
    let shown = blocks.indices.filter { !isOut($0) }
    let articles = shown.filter { blocks[$0].name == "article" && !isInside($0, "article") }
    if let best = articles.max(by: { blocks[$0].letters < blocks[$1].letters }) {
      // On a page of several articles none of them is the article.
      let sum = articles.reduce(0) { $0 + blocks[$1].letters }
      if blocks[best].letters * 2 > sum { return best }
    }
    let mains = shown.filter { blocks[$0].isMain }
    if let best = mains.max(by: { blocks[$0].letters < blocks[$1].letters }),
      blocks[best].letters > 0
    {
      return best
    }
    return innermost(of: shown)
  }

  /// The innermost block with most of the text that is no link.
  private func innermost(of shown: [Int]) -> Int {
    var richest: [Int: Int] = [:]
    for index in shown.dropFirst() where !Self.small.contains(blocks[index].name) {
      var parent = blocks[index].parent
      while parent > 0, Self.small.contains(blocks[parent].name) { parent = blocks[parent].parent }
      let known = richest[parent].map { blocks[$0].letters } ?? -1
      if blocks[index].letters > known { richest[parent] = index }
    }
    var block = 0
    while let inner = richest[block], blocks[inner].letters * 10 >= blocks[block].letters * 7 {
      block = inner
    }
    return block
  }

  private func isOut(_ index: Int) -> Bool { isAny(from: index, \.isOut) }

  private func isInside(_ index: Int, _ name: String) -> Bool {
    isAny(from: blocks[index].parent) { $0.name == name }
  }

  /// Whether a block, or one around it, passes a test.
  private func isAny(from index: Int, _ test: (Block) -> Bool) -> Bool {
    var index = index
    while index > 0 {
      if test(blocks[index]) { return true }
      index = blocks[index].parent
    }
    return false
  }

  // MARK: Reading

  private mutating func read() {
    var reader = MarkupReader(bytes, in: 0..<bytes.count)
    while let event = reader.next() {
      switch event {
      case .start(let tag): begin(tag, &reader)
      case .end(let name, let range): end(Self.lowercased(bytes[name]), range)
      case .text(let range), .cdata(let range): count(range)
      }
    }
    while open.count > 1 { close(at: bytes.count) }
  }

  private mutating func begin(_ tag: MarkupReader.Tag, _ reader: inout MarkupReader) {
    let name = Self.lowercased(bytes[tag.name])
    if Self.raw.contains(name) {
      if !tag.isEmpty { reader.move(to: self.end(ofRaw: name, from: tag.range.upperBound)) }
      return
    }
    if name == "base", base == nil { base = tag.range }
    guard Self.noted.contains(name), !tag.isEmpty, open.count < Self.deepest else { return }
    // A start tag closes these elements where their end tags are missing.
    let last = blocks[open[open.count - 1]].name
    if last == "a", name == "a" || name == "p" { close(at: tag.range.lowerBound) }
    if last == "p", name != "a" { close(at: tag.range.lowerBound) }
    if last == "li", name == "li" { close(at: tag.range.lowerBound) }
    let role = reader.attribute("role", of: tag)?.lowercased() ?? ""
    let isMain = name == "main" || role == "main"
    let block = Block(
      name: name,
      start: tag.range.lowerBound,
      parent: open[open.count - 1],
      isOut: !isMain && name != "article" && isOut(name, role, tag, reader),
      isSuspect: isSuspect(tag, reader),
      isMain: isMain,
      end: bytes.count
    )
    open.append(blocks.count)
    blocks.append(block)
  }

  private func isOut(
    _ name: String,
    _ role: String,
    _ tag: MarkupReader.Tag,
    _ reader: MarkupReader
  ) -> Bool {
    if Self.out.contains(name) || Self.outRoles.contains(role) { return true }
    // The head of an article has its title and author.
    let isOfArticle = open.contains { blocks[$0].name == "article" || blocks[$0].isMain }
    if name == "header", !isOfArticle { return true }
    return reader.attribute("aria-hidden", of: tag) == "true"
  }

  private func isSuspect(_ tag: MarkupReader.Tag, _ reader: MarkupReader) -> Bool {
    guard !tag.attributes.isEmpty else { return false }
    for attribute: StaticString in ["class", "id"] {
      guard let value = reader.attribute(attribute, of: tag) else { continue }
      let words = value.lowercased().split { !$0.isLetter }
      if words.contains(where: { Self.menuWords.contains(String($0)) }) { return true }
    }
    return false
  }

  private mutating func end(_ name: String, _ range: Range<Int>) {
    guard Self.noted.contains(name),
      let depth = open.lastIndex(where: { blocks[$0].name == name }), depth > 0
    else { return }
    while open.count > depth + 1 { close(at: range.lowerBound) }
    close(at: range.upperBound)
  }

  private mutating func close(at end: Int) {
    let index = open.removeLast()
    blocks[index].end = end
    let block = blocks[index]
    let isBig = block.name == "body" || block.name == "article" || block.isMain
    if block.isSuspect, !isBig, block.linked >= block.letters { blocks[index].isOut = true }
    guard !blocks[index].isOut else { return }
    blocks[block.parent].letters += block.letters
    blocks[block.parent].linked += block.linked
    blocks[block.parent].words += block.words
  }

  private mutating func count(_ range: Range<Int>) {
    var (letters, words) = (0, 0)
    var isInWord = false
    for byte in bytes[range] {
      let isBlank = byte <= 0x20
      if !isBlank, !isInWord { words += 1 }
      // A character has one byte that continues none.
      if !isBlank, byte & 0xC0 != 0x80 { letters += 1 }
      isInWord = !isBlank
    }
    all.letters += letters
    all.words += words
    let inner = open[open.count - 1]
    blocks[inner].words += words
    if open.contains(where: { blocks[$0].name == "a" }) {
      blocks[inner].linked += letters
    } else {
      blocks[inner].letters += letters
    }
  }

  /// The offset of the end tag of an element whose content is no markup.
  private func end(ofRaw name: String, from start: Int) -> Int {
    ByteNeedle("</\(name)".utf8, ignoringCase: true).first(in: bytes, from: start) ?? bytes.count
  }

  private static func lowercased(_ name: Slice<Bytes>) -> String {
    String(decoding: name, as: UTF8.self).lowercased()
  }
}
