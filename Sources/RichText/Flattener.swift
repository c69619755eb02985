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

  var tokenizer: Tokenizer
  var output: TextOutput
  var stack: [Open] = []
  var context = BlockContext()
  var table: TableBuilder?
  let reader: RichTextReader
  /// A blank is due before the next word.
  var pendingSpace = false
  /// Elements that hide their text, counted.
  var hidden = 0
  var quotations = 0
  /// Whether the reading ended before the document did.
  var isCut = false
  /// How many elements were not pushed because the stack was full.
  private var overflow = 0
  var dropsNewline = false
  /// What was met inside the block at hand and stands behind it: elements and their addresses.
  var embedded: [(kind: String, source: String)] = []
  static let mostEmbedded = 100
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
}
