/// Tokens to text, blocks, spans and links: a flat machine with a bounded stack, never a tree.
///
/// It does what a reader wants of the standard's tree construction and no more: blocks begin and
/// end lines, phrases become spans, lists and quotes become marks before lines, tables become cells.
struct Flattener {
  /// An element that is open.
  struct Open {
    let tag: Tag
    /// Where its text begins; nil as long as it has none.
    var start: Int?
    /// What its end records.
    var effect: Effect

    /// Whether it is a part of a sentence that is left out.
    var isHiddenPhrase: Bool {
      if tag == .span, case .hidden = effect { true } else { false }
    }

    /// Whether no address is looked for in its text.
    var coversText: Bool {
      switch effect {
      case .link: true
      case .spans(let kinds): kinds.contains(.code)
      default: false
      }
    }

    /// Whether its end says what its text is, or what becomes of it.
    var changesText: Bool {
      switch effect {
      case .link, .smallForm, .hidden: true
      default: tag == .link
      }
    }
  }

  /// What the end of an element does.
  enum Effect {
    case none
    case spans([Span.Kind])
    case link(target: String, kind: Link.Kind)
    case quotation(closing: String)
    case smallForm(raised: Bool, mark: (spans: Int, links: Int))
    case hidden
    case ellipsis
  }

  private var tokenizer: Tokenizer
  var output: TextOutput
  var stack: [Open] = []
  var context = BlockContext()
  var table: TableBuilder?
  private let reader: RichTextReader
  /// A blank is due before the next word.
  var pendingSpace = false
  /// Elements that hide their text, counted.
  private var hidden = 0
  private var quotations = 0
  /// Whether the reading ended before the document did.
  private var isCut = false
  /// How many elements were not pushed because the stack was full.
  private var overflow = 0
  private var dropsNewline = false
  /// What was met inside the block at hand and stands behind it: elements and their addresses.
  private var embedded: [(kind: String, source: String)] = []
  private static let mostEmbedded = 100
  /// The column, in scalars, of the text at `offset`, for the next tab of preformatted text.
  var tabs = (offset: 0, column: 0)

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ reader: RichTextReader) {
    tokenizer = Tokenizer(bytes)
    output = TextOutput(reader)
    self.reader = reader
  }

  mutating func flatten() -> RichText {
    while !isCut, let token = tokenizer.next() {
      switch token {
      case .text: take(tokenizer.bytes, tokenizer.textRange)
      case .characters:
        let scratch = tokenizer.scratch
        scratch.withUnsafeBufferPointer { take($0, 0..<$0.count) }
      case .startTag:
        begin(Tag(tokenizer.name))
        isCut = mayStop()
      case .endTag:
        end(Tag(tokenizer.name))
        isCut = mayStop()
      case .comment: break
      }
    }
    if isCut { endBlock() }
    while let open = stack.last { close(open.tag) }
    finishTable()
    endBlock()
    return output.finish(isCut: isCut)
  }

  /// Whether enough has been read, and nothing that comes could change what has been.
  ///
  /// That is where a line ends outside of tables, links, and what becomes small letters at its end.
  private mutating func mayStop() -> Bool {
    guard let enough = reader.enoughTextBytes, output.text.count >= enough, table == nil,
      output.blockStart == nil || (output.text.last == 0x0A && !context.isPreformatted),
      tokenizer.bytes.count - tokenizer.index > RichTextReader.smallestRest,
      !stack.contains(where: { $0.changesText })
    else { return false }
    return !output.hasRelativeTarget || !restMayHaveBase
  }

  /// Whether a `<base>` may come, on which all relative targets depend.
  private lazy var restMayHaveBase: Bool = {
    let bytes = tokenizer.bytes
    let word = [UInt8](arrayLiteral: 0x62, 0x61, 0x73, 0x65)
    var index = tokenizer.index
    while index + word.count < bytes.count {
      if bytes[index] == UInt8(ascii: "<"),
        word.indices.allSatisfy({ bytes[index + 1 + $0].lowercased == word[$0] })
      {
        return true
      }
      index += 1
    }
    return false
  }()

  // MARK: Text

  private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    guard hidden == 0 else { return }
    var range = range
    if dropsNewline, let first = range.first {
      dropsNewline = false
      if bytes[first] == 0x0A { range = (first + 1)..<range.upperBound }
    }
    if context.isPreformatted, table == nil {
      takePreformatted(bytes, range)
    } else {
      takeFlowing(bytes, range)
    }
  }

  private mutating func takeFlowing(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index].isHTMLSpace {
        if hasText { pendingSpace = true }
        index += 1
        continue
      }
      // Words that single blanks part are written at once.
      let start = index
      while index < range.upperBound {
        if bytes[index].isHTMLSpace {
          guard bytes[index] == 0x20, index + 1 < range.upperBound, !bytes[index + 1].isHTMLSpace
          else { break }
        }
        index += 1
      }
      write(bytes[start..<index])
    }
  }

  private mutating func takePreformatted(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ range: Range<Int>
  ) {
    guard !range.isEmpty else { return }
    beginBlockIfNeeded()
    startElements()
    for index in range {
      guard bytes[index] == 0x09 else {
        output.append(bytes[index])
        continue
      }
      for byte in output.text[min(tabs.offset, output.text.count)...] {
        tabs.column = byte == 0x0A ? 0 : byte & 0xC0 == 0x80 ? tabs.column : tabs.column + 1
      }
      tabs.offset = output.text.count
      output.append(repeatElement(0x20, count: 8 - tabs.column % 8))
    }
  }

  /// The text from `start` on is about to become another: columns are counted from there again.
  mutating func recountTabs(from start: Int) {
    guard tabs.offset > start else { return }
    let counted = output.text[start..<min(tabs.offset, output.text.count)]
    if counted.contains(0x0A) {
      // A line is looked at again once at most: the text behind goes on in a line further down.
      let line = output.text[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      tabs.column = output.text[line..<start].count { $0 & 0xC0 != 0x80 }
    } else {
      tabs.column -= counted.count { $0 & 0xC0 != 0x80 }
    }
    tabs.offset = start
  }

  /// Appends a word with the blank that is due before it; returns where the word begins.
  @discardableResult
  mutating func write(_ word: some Collection<UInt8>) -> Int {
    beginBlockIfNeeded()
    if pendingSpace { output.append(0x20) }
    pendingSpace = false
    startElements()
    let start = output.text.count
    output.append(word)
    return start
  }

  /// The text that follows is the first of every element that has none yet.
  private mutating func startElements() {
    for index in stack.indices.reversed() {
      // Elements below have begun before those above them.
      guard stack[index].start == nil else { break }
      stack[index].start = output.text.count
    }
  }

  /// Whether a blank would stand behind something.
  private var hasText: Bool {
    if let table { return output.text.count > table.cellStart && table.isInCell }
    guard let start = output.blockStart, output.text.count > start else { return false }
    return output.text.last != 0x0A
  }

  private mutating func beginBlockIfNeeded() {
    if table != nil {
      table?.beginCellIfNeeded(&output, isHeader: false)
      return
    }
    guard output.blockStart == nil else { return }
    let (lead, hang) = context.marks()
    output.beginBlock(context.kind, lead: lead, hang: hang, space: context.takeSpace())
    tabs = (output.text.count, 0)
  }

  /// Ends the lines at hand; the next text begins a block, `gap` empty lines further down.
  mutating func endBlock(gap: Int = 0) {
    if table != nil {
      if hasText { pendingSpace = true }
      return
    }
    pendingSpace = false
    output.endBlock(coveredFrom: coveredStart)
    if !embedded.isEmpty { writeEmbedded() }
    context.addSpace(gap)
    // What began with blanks that are gone now has not begun.
    let end = output.text.count
    for index in stack.indices.reversed() {
      guard let start = stack[index].start else { continue }
      // Elements below have begun before those above them.
      guard start > end else { break }
      stack[index].start = nil
    }
  }

  /// Where the links and code begin that are still open.
  var coveredStart: Int? {
    stack.first { $0.coversText && $0.start != nil }?.start
  }

  // MARK: Elements

  private mutating func begin(_ tag: Tag) {
    if let content = tag.content { tokenizer.content = content }
    if tag.isBlock { closeHiddenPhrases(above: -1) }
    switch tag {
    case .lineBreak: lineBreak()
    case .rule: rule()
    case .image: image("image")
    case .media: media()
    case .base: output.noteBase(attribute("href"))
    case .table: beginTable()
    case .tableRow, .tableSection, .tableHead, .tableCell, .tableHeaderCell, .caption:
      beginTablePart(tag)
    case .paragraph:
      // A paragraph ends the one before it; so do items and terms.
      if stack.last?.tag == .paragraph { close(.paragraph) }
      endBlock(gap: 1)
      push(tag, .none)
    case .listItem:
      closeItem()
      endBlock()
      let value = number("value")
      if push(tag, .none) { context.beginItem(value: value) }
    case .unorderedList, .orderedList: beginList(tag)
    case .blockquote:
      endBlock(gap: 1)
      if push(tag, .none) { context.beginQuote() }
    case .preformatted:
      endBlock(gap: 1)
      dropsNewline = true
      if push(tag, .spans([.code])) { context.beginPreformatted() }
    case .heading:
      endBlock(gap: 1)
      let level = tokenizer.name.last.map { Int($0) - 0x30 }
      if push(tag, .spans([.heading])) { context.heading = level }
    case .division, .term, .definition:
      endBlock()
      push(tag, .none)
    case .link: beginLink()
    default: beginPhrase(tag)
    }
  }

  private mutating func beginPhrase(_ tag: Tag) {
    switch tag {
    case .quote:
      let (opening, closing) = quotations % 2 == 0 ? ("“", "”") : ("‘", "’")
      let start = write(opening.utf8)
      if push(tag, .quotation(closing: closing), start: start) { quotations += 1 }
    case .lowered, .raised:
      push(tag, .smallForm(raised: tag == .raised, mark: output.recorded))
    case .span, .font: beginSpan(tag)
    default:
      if tag.isHidden {
        if push(tag, .hidden) { hidden += 1 }
      } else if let kind = Self.span(of: tag) {
        push(tag, .spans([kind] + InlineStyle.spans(attribute("style"))))
      }
    }
  }

  private mutating func beginSpan(_ tag: Tag) {
    if attribute("class", has: "invisible") {
      if push(tag, .hidden) { hidden += 1 }
    } else if attribute("class", has: "ellipsis") {
      push(tag, .ellipsis)
    } else {
      var kinds = InlineStyle.spans(attribute("style"))
      if attribute("bgcolor") != nil { kinds.append(.mark) }
      push(tag, kinds.isEmpty ? .none : .spans(kinds))
    }
  }

  private mutating func beginLink() {
    if stack.contains(where: { $0.tag == .link }) { close(.link) }
    guard let target = attribute("href"), !target.isEmpty else {
      push(.link, .none)
      return
    }
    let isTag = attribute("class", has: "hashtag") || attribute("rel", has: "tag")
    let isMention = !isTag && attribute("class", has: "mention")
    let kind: Link.Kind = isTag ? .hashtag : isMention ? .mention : .link
    push(.link, .link(target: target, kind: kind))
  }

  /// False when the stack is full: the text is kept, the structure is not.
  @discardableResult
  mutating func push(_ tag: Tag, _ effect: Effect, start: Int? = nil) -> Bool {
    guard stack.count < reader.maxDepth else {
      output.hit(.depth(reader.maxDepth))
      return false
    }
    stack.append(Open(tag: tag, start: start, effect: effect))
    return true
  }

  private mutating func end(_ tag: Tag) {
    switch tag {
    case .table: endTable()
    case .tableRow, .tableSection, .tableHead, .tableCell, .tableHeaderCell, .caption:
      endTablePart(tag)
    case .lineBreak: lineBreak()
    case .paragraph where !stack.contains(where: { $0.tag == .paragraph }):
      closeHiddenPhrases(above: -1)
      endBlock(gap: 1)
    default: close(tag)
    }
  }

  /// Closes the innermost open `tag`; the blocks inside it end with it, phrases go on.
  mutating func close(_ tag: Tag) {
    guard let index = stack.lastIndex(where: { $0.tag == tag }) else {
      // A block that was too deep to be pushed ends its lines nevertheless.
      if tag.isBlock, stack.count >= reader.maxDepth { endBlock() }
      return
    }
    closeHiddenPhrases(above: index)
    if tag.isBlock {
      while let inner = stack.lastIndex(where: { $0.tag.isBlock }), inner > index {
        finish(stack.remove(at: inner))
      }
    }
    finish(stack.remove(at: index))
  }

  /// Closes phrases without text for readers: they end with the element they are in, and where a
  /// block begins, so that one that is never closed does not swallow the rest.
  private mutating func closeHiddenPhrases(above index: Int) {
    guard hidden > 0 else { return }
    while let inner = stack.lastIndex(where: \.isHiddenPhrase), inner > index {
      finish(stack.remove(at: inner))
    }
  }

  /// Records what `open` has become, and ends its lines if it is a block.
  private mutating func finish(_ open: Open) {
    let end = output.text.count
    let range = open.start.map { $0..<max($0, end) }
    switch open.effect {
    case .none: break
    case .spans(let kinds):
      for kind in kinds { if let range { output.addSpan(kind, range) } }
    case .link(let target, let kind): finishLink(target, kind, range)
    case .quotation(let closing):
      quotations -= 1
      if !isCut { write(closing.utf8) }
      output.addSpan(.quote, (open.start ?? end)..<output.text.count)
    case .smallForm(let raised, let mark):
      if let start = open.start { makeSmall(from: start, raised: raised, mark) }
    case .hidden: hidden -= 1
    case .ellipsis:
      let isInText = table.map(\.isInCell) ?? (output.blockStart != nil)
      if range != nil, isInText { output.append("…".utf8) }
    }
    guard open.tag.isBlock else { return }
    endBlock(gap: context.gap(after: open.tag))
    context.leave(open.tag)
  }

  /// A link without text shows its target.
  private mutating func finishLink(_ target: String, _ kind: Link.Kind, _ range: Range<Int>?) {
    if let range {
      output.addLink(target, kind, range)
    } else if hidden == 0 {
      let start = write(target.utf8)
      output.addLink(target, kind, start..<output.text.count)
    }
  }

  // MARK: Things

  private mutating func lineBreak() {
    guard hidden == 0 else { return }
    guard table == nil else {
      if hasText { pendingSpace = true }
      return
    }
    pendingSpace = false
    beginBlockIfNeeded()
    output.append(0x0A)
  }

  private mutating func rule() {
    endBlock(gap: 1)
    guard table == nil else { return }
    let (lead, hang) = context.marks()
    let place = output.text.count
    let space = context.takeSpace()
    output.addBlock(.rule, range: place..<place, lead: lead, hang: hang, space: space)
    context.addSpace(1)
  }

  /// What plays or is another document stands on a line of its own, behind the text around it.
  private mutating func media() {
    guard let source = attribute("src") ?? attribute("data"), hidden == 0 else { return }
    let kind = String(decoding: tokenizer.name, as: UTF8.self)
    guard table == nil, embedded.count < Self.mostEmbedded else { return image(kind) }
    embedded.append((kind, source))
  }

  /// Writes what was embedded in the block that has ended, a line each.
  private mutating func writeEmbedded() {
    let waiting = embedded
    embedded.removeAll()
    for (kind, source) in waiting {
      let start = write("[\(kind)]".utf8)
      if !source.isEmpty, !stack.contains(where: { $0.tag == .link }) {
        output.addLink(source, .attachment, start..<output.text.count)
      }
      endBlock()
    }
  }

  /// "[image: what it shows]"; decoration, which says that it shows nothing, is left out.
  private mutating func image(_ kind: String) {
    guard hidden == 0 else { return }
    let alt = attribute("alt")
    guard alt != "" else { return }
    let words = alt?.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let start = write((words.map { "[\(kind): \($0)]" } ?? "[\(kind)]").utf8)
    let source = attribute("src") ?? attribute("data") ?? ""
    guard !source.isEmpty, !stack.contains(where: { $0.tag == .link }) else { return }
    output.addLink(source, .attachment, start..<output.text.count)
  }

  private static func span(of tag: Tag) -> Span.Kind? {
    switch tag {
    case .bold: .bold
    case .italic: .italic
    case .underline: .underline
    case .strike: .strike
    case .mark: .mark
    case .code: .code
    case .small: .small
    default: nil
    }
  }

  // MARK: Attributes

  /// The value of an attribute, without white space around it.
  func attribute(_ name: StaticString) -> String? {
    value(of: name).map { String(decoding: tokenizer.attributeBytes[$0], as: UTF8.self) }
  }

  /// Whether `word` is one of those in the value of an attribute, which white space parts.
  private func attribute(_ name: StaticString, has word: StaticString) -> Bool {
    guard let value = value(of: name) else { return false }
    let bytes = tokenizer.attributeBytes
    var start = value.lowerBound
    while start < value.upperBound {
      var end = start
      while end < value.upperBound, bytes[end] > 0x20 { end += 1 }
      if Self.isSame(bytes, start..<end, word) { return true }
      start = end + 1
    }
    return false
  }

  /// Where the value of an attribute stands, without white space around it.
  private func value(of name: StaticString) -> Range<Int>? {
    let bytes = tokenizer.attributeBytes
    for attribute in tokenizer.attributes where Self.isSame(bytes, attribute.name, name) {
      var value = attribute.value
      while let last = value.last, bytes[last] <= 0x20 { value = value.lowerBound..<last }
      while let first = value.first, bytes[first] <= 0x20 {
        value = (first + 1)..<value.upperBound
      }
      return value
    }
    return nil
  }

  private static func isSame(_ bytes: [UInt8], _ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in range where bytes[index] != word.utf8Start[index - range.lowerBound] {
      return false
    }
    return true
  }

  func number(_ name: StaticString) -> Int? {
    attribute(name).flatMap { Int($0) }.map { max(-999_999, min($0, 999_999)) }
  }
}
