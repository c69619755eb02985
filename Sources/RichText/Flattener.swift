/// Turns tokens into text, blocks, spans and links with a bounded stack instead of a tree.
///
/// It implements the part of the standard's tree construction that matters for reading: blocks begin and end lines,
/// inline elements become spans, lists and quotes become line prefixes, tables become cells.
struct Flattener {
  struct Open {
    let tag: Tag
    /// The start of the element's text; nil while it has none.
    var start: Int?
    var effect: Effect

    var isHiddenPhrase: Bool {
      if case .hidden = effect { !tag.isBlock && !tag.isHidden } else { false }
    }

    /// Whether addresses inside the element's text do not become links.
    var coversText: Bool {
      switch effect {
      case .link: true
      case .spans(let kinds): kinds.contains(.code)
      default: false
      }
    }

    var changesText: Bool {
      switch effect {
      case .link, .smallForm, .hidden, .change, .formula, .fold: true
      default: tag == .link
      }
    }
  }

  enum Effect {
    case none
    case spans([Span.Kind])
    case link(target: String, kind: Link.Kind)
    case change([Span.Kind], mark: TextOutput.Mark)
    case formula(mark: TextOutput.Mark)
    case annotation, lineNumber
    case fold(isNoted: Bool)
    case quotation(closing: String)
    case smallForm(raised: Bool, mark: TextOutput.Mark)
    case hidden, ellipsis
  }

  var tokenizer: Tokenizer
  var output: TextOutput
  var stack: [Open] = []
  var context = BlockContext()
  var tables: [TableBuilder] = []
  var ignoredTables = 0
  let reader: RichTextReader
  var pendingSpace = false
  var hidden = 0
  var quotations = 0
  var isCut = false
  var dropsNewline = false
  /// The text of the open link if it gets none; nil for a link that is an anchor.
  var emptyLinkText: String?
  var changes = 0
  var formulaEnd = -1
  /// The open player or picture without an address of its own, and the one that it offers.
  var player: (kind: String, source: String?)?
  /// The end of the last image that a script loads; a copy of it may follow in `noscript`.
  var lazyImageEnd = -1
  /// The kinds and addresses of elements inside the current block that are written after it.
  var embedded: [(kind: String, source: String)] = []
  static let mostEmbedded = 100
  /// The column, in scalars, of the text at `offset`; positions the next tab of preformatted text.
  var tabs = (offset: 0, column: 0)

  init(_ bytes: Bytes, _ reader: RichTextReader) {
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
      }
    }
    if isCut { endBlock() }
    ignoredTables = 0
    while !tables.isEmpty { endTable() }
    while let open = stack.last { close(open.tag) }
    endBlock()
    return output.finish(isCut: isCut)
  }

  /// Whether enough has been read and later input cannot change it.
  ///
  /// That is the case at the end of a line outside of tables, links, and text that becomes small at
  /// the end of its element.
  private mutating func mayStop() -> Bool {
    guard let enough = reader.enoughTextBytes, output.text.count >= enough, tables.isEmpty,
      output.blockStart == nil || (output.text.last == 0x0A && !context.isPreformatted),
      tokenizer.bytes.count - tokenizer.index > RichTextReader.smallestRest,
      !stack.contains(where: { $0.changesText })
    else { return false }
    return !output.hasRelativeTarget || !restMayHaveBase
  }

  /// Whether a `<base>`, which all relative targets depend on, may still come.
  private lazy var restMayHaveBase: Bool = {
    let bytes = tokenizer.bytes
    return bytes.indices[tokenizer.index...].contains { index in
      bytes[index] == UInt8(ascii: "<") && bytes.has(folded: "base", at: index + 1)
    }
  }()
}

/// Writes signs around text that was added or removed, which a style alone would tell: those of GNU wdiff.
extension Flattener {
  /// Begins an element with styles; flat and rich rows, dumps and the linear viewer sign changes alike.
  mutating func beginSpans(_ tag: Tag, _ kinds: [Span.Kind]) {
    let isRemoval = kinds.contains(.strike)
    let isSigned = stack.contains { open in
      if case .change(let outer, _) = open.effect {
        outer.contains(.strike) == isRemoval
      } else {
        false
      }
    }
    guard isRemoval || tag == .inserted, reader.signsChanges, !isSigned else {
      push(tag, .spans(kinds))
      return
    }
    if push(tag, .change(kinds, mark: output.recorded)) { changes += 1 }
  }

  /// Signs the part of each change that stands in the block that ends.
  mutating func signChanges() {
    for index in stack.indices {
      guard case .change = stack[index].effect else { continue }
      sign(stack[index])
      stack[index].start = nil
    }
  }

  mutating func sign(_ open: Open) {
    guard case .change(let kinds, let mark) = open.effect, let start = open.start,
      let block = output.blockStart, block <= start
    else { return }
    var end = output.text.count
    while end > start, output.text[end - 1].isHTMLSpace { end -= 1 }
    guard end > start else { return }
    let signs = kinds.contains(.strike) ? ("[-", "-]") : ("{+", "+}")
    let bytes = Array(signs.0.utf8) + output.text[start..<end] + signs.1.utf8 + output.text[end...]
    // The signs have two bytes each.
    rewrite(from: start, with: bytes, since: mark) { $0 + ($0 > end ? 4 : 2) }
    for kind in kinds { output.addSpan(kind, start..<(end + 4)) }
  }
}

/// Hides spoilers and the text of `details` until the reader asks for them.
extension Flattener {
  /// The classes of spoilers: of Discourse and several plugins, of Reddit, of XenForo.
  private static let spoilerClasses: [StaticString] = [
    "spoiler", "md-spoiler-text", "bbCodeSpoiler", "bbCodeInlineSpoiler", "inline-spoiler",
  ]

  /// Begins an element that is a spoiler, with a note in its place; returns false for any other.
  mutating func beginSpoiler(_ tag: Tag) -> Bool {
    guard reader.foldHint != nil, hidden == 0 else { return false }
    // Matrix names the reason in the attribute.
    let reason = tokenizer.attribute("data-mx-spoiler")
    guard
      reason != nil
        || Self.spoilerClasses.contains(where: { tokenizer.attribute("class", has: $0) })
    else { return false }
    noteFold(reason.map { $0.isEmpty ? "spoiler" : "spoiler: \($0)" } ?? "spoiler")
    beginHidden(tag)
    return true
  }

  mutating func beginDetails() {
    endBlock()
    let isOpen = reader.foldHint == nil || tokenizer.attribute("open") != nil
    if push(.details, isOpen ? .none : .fold(isNoted: false)), !isOpen { hidden += 1 }
  }

  /// Begins the heading of `details`, which is shown.
  mutating func beginSummary() {
    endBlock()
    guard let place = stack.lastIndex(where: { $0.tag == .details }),
      case .fold(isNoted: false) = stack[place].effect
    else {
      push(.summary, .none)
      return
    }
    guard push(.summary, .fold(isNoted: false)) else { return }
    stack[place].effect = .fold(isNoted: true)
    hidden -= 1
  }

  mutating func finishFold(_ tag: Tag, isNoted: Bool) {
    if tag == .details { hidden -= 1 }
    if !isNoted, hidden == 0 { noteFold("folded") }
    if tag == .summary { hidden += 1 }
  }

  private mutating func noteFold(_ word: String) {
    let hint = reader.foldHint ?? ""
    pendingSpace = hasText
    write("(\(word)\(hint.isEmpty ? "" : ", \(hint)"))".utf8)
    output.isFolded = true
  }
}

/// Reads formulas, which pages write in several notations at once: one of them is shown.
extension Flattener {
  /// Whether the element that begins draws the formula that has just ended once more, as KaTeX, MathJax and
  /// MediaWiki write it.
  var repeatsFormula: Bool {
    formulaEnd == output.text.count
      && (tokenizer.attribute("aria-hidden") == "true"
        || tokenizer.attribute("class", has: "katex-html"))
  }

  /// Begins a formula of MathML; a text in place of it is TeX in most.
  mutating func beginFormula() {
    if hidden == 0, let text = tokenizer.attribute("alttext"), !text.isEmpty {
      write(text.utf8)
      formulaEnd = output.text.count
      beginHidden(.formula)
    } else {
      push(.formula, .formula(mark: output.recorded))
    }
  }

  /// Begins the formula in another notation: TeX replaces what was read of it, others are not shown.
  mutating func beginAnnotation() {
    guard hidden == 0, tokenizer.attribute("encoding")?.lowercased().hasSuffix("tex") == true,
      let place = stack.lastIndex(where: { $0.tag == .formula }),
      case .formula(let mark) = stack[place].effect
    else { return beginHidden(.annotation) }
    if let start = stack[place].start {
      guard let block = output.blockStart, block <= start else { return beginHidden(.annotation) }
      rewrite(from: start, with: [], since: mark) { _ in start }
      pendingSpace = false
    }
    push(.annotation, .annotation)
  }

  mutating func finishAnnotation() {
    guard let place = stack.lastIndex(where: { $0.tag == .formula }),
      case .formula = stack[place].effect
    else { return }
    stack[place].effect = .hidden
    hidden += 1
    formulaEnd = output.text.count
  }
}
