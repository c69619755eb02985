/// Turns tokens into text, blocks, spans and links with a bounded stack instead of a tree.
///
/// It implements the part of the standard's tree construction that matters for reading: blocks
/// begin and end lines, inline elements become spans, lists and quotes become line prefixes, tables
/// become cells.
struct Flattener {
  /// An open element.
  struct Open {
    let tag: Tag
    /// The start of the element's text; nil while it has none.
    var start: Int?
    var effect: Effect

    /// Whether the element is inline and its text is hidden.
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

  /// The action at the end of an element.
  enum Effect {
    case none
    case spans([Span.Kind])
    case link(target: String, kind: Link.Kind)
    case change([Span.Kind], mark: TextOutput.Mark)
    case formula(mark: TextOutput.Mark)
    case annotation
    case lineNumber
    case fold(isNoted: Bool)
    case quotation(closing: String)
    case smallForm(raised: Bool, mark: TextOutput.Mark)
    case hidden
    case ellipsis
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
  /// The number of open elements whose text was added or removed.
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
}
