/// The elements that mean something to a reader of feeds.
enum Tag {
  // Blocks.
  case paragraph, division, heading, blockquote, preformatted, rule, lineBreak
  case unorderedList, orderedList, listItem, term, definition
  case table, tableRow, tableCell, tableHeaderCell, tableSection, tableHead, caption
  // Phrases.
  case bold, italic, underline, strike, mark, code, small, quote, link, span, font
  case lowered, raised
  // Things.
  case image, media, base
  // Text that is read raw, and never shown.
  case script, style, title, template
  // Text that is read raw, and shown.
  case textArea, rawShown, plainText
  case other

  /// The element named by `name`, in lower case.
  init(_ name: [UInt8]) {
    let key = Self.key(name)
    self = Self.names[Self.place(of: key, in: Self.names)].tag
  }

  /// Whether its content is read without tags, and how.
  var content: Tokenizer.Content? {
    switch self {
    case .script: .script
    case .style, .rawShown: .rawText
    case .title, .textArea: .rcdata
    case .plainText: .plainText
    default: nil
    }
  }

  /// Whether its text is left out: it is not for readers.
  var isHidden: Bool {
    switch self {
    case .script, .style, .title, .template: true
    default: false
    }
  }

  /// Whether it starts and ends lines.
  var isBlock: Bool {
    switch self {
    case .paragraph, .division, .heading, .blockquote, .preformatted, .unorderedList,
      .orderedList, .listItem, .term, .definition, .table, .tableRow, .tableCell,
      .tableHeaderCell, .tableSection, .tableHead, .caption:
      true
    default: false
    }
  }

  /// The first seven bytes and the length: no two of the names below share both.
  private static func key(_ name: [UInt8]) -> UInt64 {
    guard name.count <= 12 else { return 0 }
    var key: UInt64 = 0
    for byte in name.prefix(7) { key = key << 8 | UInt64(byte) }
    return key << 8 | UInt64(name.count)
  }

  /// The places of `names`, of which more than half stay empty.
  private static let placeCount: UInt64 = 256

  /// Where `key` stands in `names`, or the empty place that ends the search for it.
  private static func place(of key: UInt64, in names: [(key: UInt64, tag: Tag)]) -> Int {
    // The top bits of a product by the golden ratio (Knuth, volume 3, section 6.4).
    var place = ((key &* 0x9E37_79B9_7F4A_7C15) >> 56) % placeCount
    while names[Int(place)].key != key, names[Int(place)].key != 0 {
      place = (place + 1) % placeCount
    }
    return Int(place)
  }

  /// By their keys; made without sorting, which needs types that the start would wait for.
  private static let names: [(key: UInt64, tag: Tag)] = {
    let list: [(String, Tag)] = [
      ("p", .paragraph), ("div", .division), ("section", .division), ("article", .division),
      ("header", .division), ("footer", .division), ("main", .division), ("nav", .division),
      ("aside", .division), ("figure", .division), ("figcaption", .division),
      ("address", .division), ("details", .division), ("summary", .division),
      ("center", .division), ("form", .division), ("fieldset", .division), ("legend", .division),
      ("dl", .division), ("dir", .unorderedList), ("menu", .unorderedList), ("h1", .heading),
      ("h2", .heading), ("h3", .heading), ("h4", .heading), ("h5", .heading), ("h6", .heading),
      ("blockquote", .blockquote), ("pre", .preformatted), ("listing", .preformatted),
      ("hr", .rule), ("br", .lineBreak), ("ul", .unorderedList), ("ol", .orderedList),
      ("li", .listItem), ("dt", .term), ("dd", .definition), ("table", .table),
      ("tr", .tableRow), ("td", .tableCell), ("th", .tableHeaderCell), ("tbody", .tableSection),
      ("tfoot", .tableSection), ("thead", .tableHead), ("caption", .caption), ("b", .bold),
      ("strong", .bold), ("i", .italic), ("em", .italic), ("cite", .italic), ("dfn", .italic),
      ("var", .italic), ("u", .underline), ("ins", .underline), ("s", .strike),
      ("del", .strike), ("strike", .strike), ("mark", .mark), ("code", .code), ("kbd", .code),
      ("samp", .code), ("tt", .code), ("small", .small), ("q", .quote), ("a", .link),
      ("span", .span), ("font", .font), ("sub", .lowered), ("sup", .raised),
      ("base", .base), ("img", .image), ("image", .image), ("video", .media), ("audio", .media),
      ("iframe", .media), ("embed", .media), ("object", .media), ("script", .script),
      ("style", .style), ("title", .title), ("template", .template), ("textarea", .textArea),
      ("xmp", .rawShown), ("noembed", .rawShown), ("noframes", .rawShown),
      ("plaintext", .plainText),
    ]
    var names: [(key: UInt64, tag: Tag)] = Array(repeating: (0, .other), count: Int(placeCount))
    for (name, tag) in list {
      let key = key(Array(name.utf8))
      names[place(of: key, in: names)] = (key, tag)
    }
    return names
  }()
}
