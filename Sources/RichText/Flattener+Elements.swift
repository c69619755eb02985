extension Flattener {
  mutating func begin(_ tag: Tag) {
    if let content = tag.content { tokenizer.content = content }
    if tag.isBlock { closeHiddenPhrases(above: -1) }
    switch tag {
    case .lineBreak: lineBreak()
    case .rule: rule()
    case .image: image("image")
    case .media, .picture: beginPlayer(tag)
    case .source: source()
    case .input: input()
    case .unscripted where lazyImageEnd == output.text.count: beginHidden(tag)
    case .formula: beginFormula()
    case .annotation: beginAnnotation()
    case .details: beginDetails()
    case .summary: beginSummary()
    case .base: output.noteBase(tokenizer.attribute("href"))
    case .table: beginTable()
    case .tableRow, .tableSection, .tableHead, .tableCell, .tableHeaderCell, .caption:
      beginTablePart(tag)
    case .paragraph:
      // A paragraph closes an open paragraph; list items and terms do the same.
      if stack.last?.tag == .paragraph { close(.paragraph) }
      endBlock(gap: 1)
      push(tag, .none)
    case .listItem:
      closeItem()
      endBlock()
      let value = tokenizer.number("value")
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
      if tag != .division || !beginSpoiler(tag) { push(tag, .none) }
    case .link: beginLink()
    default: beginPhrase(tag)
    }
  }

  private mutating func beginPhrase(_ tag: Tag) {
    switch tag {
    case .code where beginLineOfCode(): break
    case .quote:
      let (opening, closing) = quotations % 2 == 0 ? ("“", "”") : ("‘", "’")
      let start = write(opening.utf8)
      if push(tag, .quotation(closing: closing), start: start) { quotations += 1 }
    case .lowered, .raised: push(tag, .smallForm(raised: tag == .raised, mark: output.recorded))
    case .span, .font: beginSpan(tag)
    default:
      if tag.isHidden {
        beginHidden(tag)
      } else if let kind = Self.span(of: tag) {
        beginSpans(tag, [kind] + InlineStyle.spans(tokenizer.attribute("style")))
      }
    }
  }

  mutating func beginHidden(_ tag: Tag) { if push(tag, .hidden) { hidden += 1 } }

  private mutating func beginSpan(_ tag: Tag) {
    if tokenizer.attribute("class", has: "invisible") || repeatsFormula {
      beginHidden(tag)
    } else if tokenizer.attribute("class", has: "ellipsis") {
      push(tag, .ellipsis)
    } else if context.isPreformatted,
      Self.numberClasses.contains(where: { tokenizer.attribute("class", has: $0) })
    {
      push(tag, .lineNumber)
    } else if !beginSpoiler(tag) {
      if tokenizer.attribute("class", has: "chcklst-box") {
        box("☑", "☐", isChecked: tokenizer.attribute("class", has: "checked"))
      }
      var kinds = InlineStyle.spans(tokenizer.attribute("style"))
      if tokenizer.attribute("bgcolor") != nil { kinds.append(.mark) }
      if kinds.isEmpty { push(tag, .none) } else { beginSpans(tag, kinds) }
    }
  }

  /// The classes of line numbers that stand in the code: of Pygments and Sphinx, Rouge, Chroma.
  private static let numberClasses: [StaticString] = ["linenos", "lineno", "ln", "line-number"]

  private mutating func beginLink() {
    if stack.contains(where: { $0.tag == .link }) { close(.link) }
    guard let target = tokenizer.attribute("href"), !target.isEmpty else {
      push(.link, .none)
      return
    }
    let isTag =
      tokenizer.attribute("class", has: "hashtag") || tokenizer.attribute("rel", has: "tag")
    let isMention = !isTag && tokenizer.attribute("class", has: "mention")
    let kind: Link.Kind = isTag ? .hashtag : isMention ? .mention : .link
    // Few links have no text; what others are called need not be read.
    emptyLinkText = tokenizer.isBeforeText ? target : textOfEmptyLink(target)
    push(.link, .link(target: target, kind: kind))
  }

  /// The text of a link that may have none: its label, or its address; nil for one that is hidden or an anchor
  /// of a heading or a line.
  private func textOfEmptyLink(_ target: String) -> String? {
    guard target.utf8.first != UInt8(ascii: "#"), tokenizer.attribute("aria-hidden") != "true"
    else { return nil }
    for name in ["aria-label", "title"] as [StaticString] {
      if let label = tokenizer.attribute(name), !label.isEmpty { return label }
    }
    return target.utf8.contains(UInt8(ascii: "#")) ? nil : target
  }

  /// Pushes an open element; returns false if the stack is full, which drops the structure but not the text.
  @discardableResult
  mutating func push(_ tag: Tag, _ effect: Effect, start: Int? = nil) -> Bool {
    guard stack.count < RichTextReader.maxDepth else {
      output.hit(.depth(RichTextReader.maxDepth))
      return false
    }
    stack.append(Open(tag: tag, start: start, effect: effect))
    return true
  }

  mutating func end(_ tag: Tag) {
    switch tag {
    case .table: endTable()
    case .tableRow, .tableSection, .tableHead, .tableCell, .tableHeaderCell, .caption:
      endTablePart(tag)
    case .lineBreak: lineBreak()
    case .media, .picture: endPlayer(tag)
    case .paragraph where !stack.contains(where: { $0.tag == .paragraph }):
      closeHiddenPhrases(above: -1)
      endBlock(gap: 1)
    default: close(tag)
    }
  }

  mutating func close(_ tag: Tag) {
    guard let index = stack.lastIndex(where: { $0.tag == tag }) else {
      // A block that was too deep to be pushed still ends its lines.
      if tag.isBlock, stack.count >= RichTextReader.maxDepth { endBlock() }
      return
    }
    // A cell ends with its row: no end tag inside it reaches what is around it.
    if tag.isBlock, !tables.isEmpty,
      let cell = stack.lastIndex(where: { $0.tag == .tableCell || $0.tag == .tableHeaderCell }),
      cell > index
    {
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

  /// Closes inline elements whose text is hidden.
  ///
  /// They end with the element around them and where a block begins, so that one that is never
  /// closed does not hide the rest.
  private mutating func closeHiddenPhrases(above index: Int) {
    guard hidden > 0 else { return }
    while let inner = stack.lastIndex(where: \.isHiddenPhrase), inner > index {
      finish(stack.remove(at: inner))
    }
  }

  /// Records the span, link or block of `open`, and ends its lines if it is a block.
  private mutating func finish(_ open: Open) {
    let end = output.text.count
    let range = open.start.map { $0..<max($0, end) }
    switch open.effect {
    case .none: break
    case .spans(let kinds): for kind in kinds { if let range { output.addSpan(kind, range) } }
    case .link(let target, let kind): finishLink(target, kind, range)
    case .quotation(let closing):
      quotations -= 1
      if !isCut { write(closing.utf8) }
      output.addSpan(.quote, (open.start ?? end)..<output.text.count)
    case .smallForm(let raised, let mark):
      if let start = open.start { makeSmall(from: start, raised: raised, mark) }
    case .hidden: hidden -= 1
    case .change:
      changes -= 1
      sign(open)
    case .formula: formulaEnd = end
    case .annotation: finishAnnotation()
    case .lineNumber:
      // Only a style sheet parts the number from the code.
      if range != nil, output.blockStart != nil, output.text.last?.isHTMLSpace == false {
        output.append(0x20)
      }
    case .fold(let isNoted): finishFold(open.tag, isNoted: isNoted)
    case .ellipsis: if range != nil, output.blockStart != nil { output.append("…".utf8) }
    }
    guard open.tag.isBlock else { return }
    endBlock(gap: context.gap(after: open.tag))
    context.leave(open.tag)
  }

  /// Records a link; one without text shows its label or its target.
  private mutating func finishLink(_ target: String, _ kind: Link.Kind, _ range: Range<Int>?) {
    if let range {
      output.addLink(target, kind, range)
    } else if hidden == 0, let text = emptyLinkText {
      let start = write(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").utf8)
      output.addLink(target, kind, start..<output.text.count)
    }
  }

  private static func span(of tag: Tag) -> Span.Kind? {
    switch tag {
    case .bold: .bold
    case .italic: .italic
    case .underline, .inserted: .underline
    case .strike: .strike
    case .mark: .mark
    case .code: .code
    case .small: .small
    default: nil
    }
  }
}

/// Translates style attributes to the spans that a terminal can show.
enum InlineStyle {
  /// Returns the spans for declarations such as `font-weight: bold`; ignores others.
  static func spans(_ style: String?) -> [Span.Kind] {
    guard let style, !style.isEmpty else { return [] }
    var kinds: [Span.Kind] = []
    for declaration in style.lowercased().split(separator: ";").prefix(32) {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let words = parts[1].split(whereSeparator: \.isWhitespace)
      let name = parts[0].split(whereSeparator: \.isWhitespace).first ?? ""
      guard let kind = kind(name, words), !kinds.contains(kind) else { continue }
      kinds.append(kind)
    }
    return kinds
  }

  private static func kind(_ name: Substring, _ words: [Substring]) -> Span.Kind? {
    switch name {
    case "background", "background-color":
      let clear: Set<Substring> = ["none", "transparent", "inherit", "initial", "unset"]
      return words.isEmpty || words.contains(where: clear.contains) ? nil : .mark
    case "font-weight":
      let isHeavy = words.contains { $0 == "bold" || $0 == "bolder" || (Int($0) ?? 0) >= 600 }
      return isHeavy ? .bold : nil
    case "font-style": return words.contains("italic") || words.contains("oblique") ? .italic : nil
    case "text-decoration", "text-decoration-line":
      if words.contains("underline") { return .underline }
      return words.contains("line-through") ? .strike : nil
    default: return nil
    }
  }
}
