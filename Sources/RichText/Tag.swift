/// The HTML elements that affect how a feed's text is shown.
enum Tag {
  // Blocks.
  case paragraph, division, heading, blockquote, preformatted, rule, lineBreak
  case unorderedList, orderedList, listItem, term, definition
  case table, tableRow, tableCell, tableHeaderCell, tableSection, tableHead, caption
  // Phrases.
  case bold, italic, underline, strike, mark, code, small, quote, link, span, font
  case lowered, raised, inserted
  // Embedded content, the base address and forms.
  case image, media, source, picture, base, input
  // Formulas: the whole, and its text in another notation.
  case formula, annotation
  // Text that is folded until it is asked for, and its heading.
  case details, summary
  // Raw text that is never shown.
  case script, style, title, template, unscripted
  // Raw text that is shown.
  case textArea, rawShown, plainText
  case other

  /// Looks up the element called `name`, in lower case; `other` for an unknown name.
  init(_ name: [UInt8]) {
    guard let key = Key(name) else {
      self = .other
      return
    }
    self = Self.places[Self.place(of: key, in: Self.places)].tag
  }

  /// The way in which the content is read without tags; nil for ordinary content.
  var content: Tokenizer.Content? {
    switch self {
    case .script: .script
    case .style, .rawShown: .rawText
    case .title, .textArea: .rcdata
    case .plainText: .plainText
    default: nil
    }
  }

  var isHidden: Bool {
    switch self {
    case .script, .style, .title, .template: true
    default: false
    }
  }

  var isBlock: Bool {
    switch self {
    case .paragraph, .division, .heading, .blockquote, .preformatted, .unorderedList,
      .orderedList, .listItem, .term, .definition, .table, .tableRow, .tableCell,
      .tableHeaderCell, .tableSection, .tableHead, .caption, .details, .summary:
      true
    default: false
    }
  }

  /// A name of at most 15 bytes as two integers: its bytes and its length, so that keys are unique.
  private struct Key: Equatable {
    private(set) var head: UInt64 = 0
    private(set) var tail: UInt64 = 0

    /// The key of the empty name, which marks a free slot.
    init() {}

    init?(_ name: [UInt8]) {
      guard name.count <= 15 else { return nil }
      for byte in name.prefix(8) { head = head << 8 | UInt64(byte) }
      for byte in name.dropFirst(8) { tail = tail << 8 | UInt64(byte) }
      tail = tail << 8 | UInt64(name.count)
    }

    /// The top byte of a product by the golden ratio (Knuth, volume 3, section 6.4).
    var hash: Int { Int(((head ^ tail << 24) &* 0x9E37_79B9_7F4A_7C15) >> 56) }
  }

  private typealias Entry = (key: Key, tag: Tag)

  /// Returns the slot of `key` in `places`, or the free slot where probing for it ends.
  private static func place(of key: Key, in places: [Entry]) -> Int {
    var place = key.hash
    while places[place].key != key, places[place].key != Key() { place = (place + 1) & 0xFF }
    return place
  }

  /// The hash table from keys to tags: 256 slots, of which more than half are free.
  private static let places: [Entry] = {
    var places: [Entry] = Array(repeating: (Key(), .other), count: 256)
    for (name, tag) in names {
      guard let key = Key(Array(name.utf8)) else { continue }
      places[place(of: key, in: places)] = (key, tag)
    }
    return places
  }()

  /// The names of all elements, at most 15 bytes each and fewer than 128 in total (`TagTests`).
  static let names: [(name: String, tag: Tag)] = [
    ("p", .paragraph), ("div", .division), ("section", .division), ("article", .division),
    ("header", .division), ("footer", .division), ("main", .division), ("nav", .division),
    ("aside", .division), ("figure", .division), ("figcaption", .division),
    ("address", .division), ("details", .details), ("summary", .summary),
    ("center", .division), ("form", .division), ("fieldset", .division), ("legend", .division),
    ("dl", .division), ("dir", .unorderedList), ("menu", .unorderedList), ("h1", .heading),
    ("h2", .heading), ("h3", .heading), ("h4", .heading), ("h5", .heading), ("h6", .heading),
    ("blockquote", .blockquote), ("pre", .preformatted), ("listing", .preformatted),
    ("hr", .rule), ("br", .lineBreak), ("ul", .unorderedList), ("ol", .orderedList),
    ("li", .listItem), ("dt", .term), ("dd", .definition), ("table", .table),
    ("tr", .tableRow), ("td", .tableCell), ("th", .tableHeaderCell), ("tbody", .tableSection),
    ("tfoot", .tableSection), ("thead", .tableHead), ("caption", .caption), ("b", .bold),
    ("strong", .bold), ("i", .italic), ("em", .italic), ("cite", .italic), ("dfn", .italic),
    ("var", .italic), ("u", .underline), ("ins", .inserted), ("s", .strike),
    ("del", .strike), ("strike", .strike), ("mark", .mark), ("code", .code), ("kbd", .code),
    ("samp", .code), ("tt", .code), ("small", .small), ("q", .quote), ("a", .link),
    ("span", .span), ("font", .font), ("sub", .lowered), ("sup", .raised),
    ("base", .base), ("img", .image), ("image", .image), ("video", .media), ("audio", .media),
    ("iframe", .media), ("embed", .media), ("object", .media), ("script", .script),
    ("style", .style), ("title", .title), ("template", .template), ("textarea", .textArea),
    ("xmp", .rawShown), ("noembed", .rawShown), ("noframes", .rawShown),
    ("plaintext", .plainText), ("source", .source), ("picture", .picture), ("input", .input),
    ("noscript", .unscripted), ("math", .formula), ("annotation", .annotation),
    ("annotation-xml", .annotation), ("amp-img", .image), ("amp-audio", .media),
    ("amp-video", .media), ("amp-iframe", .media),
  ]
}
