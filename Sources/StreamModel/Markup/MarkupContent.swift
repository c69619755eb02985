import Addresses

/// An element's content in the forms that feeds write: text, HTML as text, markup, a person.
struct MarkupContent {
  /// How the form of a text is known.
  enum Typing {
    /// By the attributes "type" and "mode", as Atom says (RFC 4287, section 3.1; Atom 0.3).
    case stated
    /// By its looks: RSS says nothing.
    case guessed
    /// Always HTML, as the descriptions of RSS are.
    case html
  }

  let element: MarkupElement
  private let reader: MarkupReader
  /// Whether there are elements inside.
  private let hasElements: Bool

  init(_ element: MarkupElement, _ reader: MarkupReader) {
    self.element = element
    self.reader = reader
    var inside = reader.inside(element)
    var found = false
    while let event = inside.next() {
      if case .start = event {
        found = true
        break
      }
    }
    hasElements = found
  }

  /// The attribute's value, relative addresses as they are; nil where it is missing or empty.
  func attribute(_ name: StaticString) -> String? {
    guard let value = reader.attribute(name, of: element.tag), !value.isEmpty else { return nil }
    return value
  }

  /// The text without markup, white space at its ends removed.
  var plain: String { text(.plain, limit: Limits.text).string.trimmed }

  /// The text, if there is any.
  var filledPlain: String? {
    let text = plain
    return text.isEmpty ? nil : text
  }

  /// The element's name as it is written.
  var tagName: String { String(decoding: reader.bytes[element.tag.name], as: UTF8.self) }

  /// Whether a construct of at most `limit` bytes leaves something out.
  func isCut(limit: Int) -> Bool {
    guard element.content.count > limit else { return false }
    return hasElements ? markup(limit: limit).isCut : text(.plain, limit: limit).isCut
  }

  /// The elements inside.
  var children: [MarkupContent] {
    var inside = reader.inside(element)
    var children: [MarkupContent] = []
    while children.count < Limits.entries, let child = inside.nextElement(in: element.scope) {
      children.append(MarkupContent(child, inside))
    }
    return children
  }

  /// A text construct: a headline or a body.
  func construct(_ typing: Typing, limit: Int = Limits.body) -> Body {
    let type = (attribute("type") ?? "").lowercased()
    if typing == .stated, isEncoded(type),
      let decoded = Base64.decode(text(.plain, limit: limit).utf8)
    {
      let string = String(decoding: decoded, as: UTF8.self)
      let isMarkedUp = isHTML(type) || SyndicationText.looksLikeMarkup(decoded)
      return filled(isMarkedUp ? .html(string) : .text(string))
    }
    if hasElements, typing != .stated || !isPlain(type) || attribute("mode") != "escaped" {
      return filled(.html(markup(limit: limit).string))
    }
    switch typing {
    case .html:
      return filled(.html(text(.plain, limit: limit).string))
    case .guessed:
      let text = text(.plain, limit: limit)
      if text.hasForeignReference || SyndicationText.looksLikeMarkup(text.utf8) {
        return filled(.html(text.string))
      }
      return filled(.text(text.string.trimmed))
    case .stated:
      if isHTML(type) { return filled(.html(text(.plain, limit: limit).string)) }
      if isMarkup(type) { return filled(.html(markup(limit: limit).string)) }
      let text = text(.plain, limit: limit)
      guard text.hasForeignReference else { return filled(.text(text.string.trimmed)) }
      return filled(.html(self.text(.escaped, limit: limit).string))
    }
  }

  /// A person of Atom: elements for name, address and e-mail, or text alone.
  var person: Account? {
    var name: String?
    var address: String?
    var mail: String?
    for child in children {
      switch child.element.name {
      case "name": name = name ?? child.filledPlain
      case "uri", "url", "homepage": address = address ?? child.filledPlain
      case "email": mail = mail ?? child.filledPlain
      default: break
      }
    }
    guard name != nil || mail != nil || address != nil else { return Account(person: words) }
    let url = address.map { Address.resolve($0, against: element.scope.base) }
    return Account(name: name ?? mail, handle: nil, url: url)
  }

  /// The text without the tags that some write into what should be text alone.
  private var words: String {
    let text = text(.plain, limit: Limits.text)
    guard SyndicationText.looksLikeMarkup(text.utf8) else { return text.string.trimmed }
    return MarkupText.words(of: text.string)
  }
}

// MARK: Types

extension MarkupContent {
  private func filled(_ body: Body) -> Body {
    switch body {
    case .html(let text), .text(let text): text.utf8.contains { $0 > 0x20 } ? body : .missing
    case .missing: .missing
    }
  }

  private func isHTML(_ type: String) -> Bool {
    type == "html" || type == "text/html"
      || (type == "application/xhtml+xml" || type == "xhtml") && !hasElements
  }

  private func isMarkup(_ type: String) -> Bool {
    type == "xhtml" || type.hasSuffix("+xml") || type.hasSuffix("/xml")
  }

  private func isPlain(_ type: String) -> Bool {
    type.isEmpty || type == "text" || type == "text/plain"
  }

  /// Whether the text is Base64: said so (Atom 0.3), or of a type that is no text (RFC 4287, 4.1.3.3).
  private func isEncoded(_ type: String) -> Bool {
    if let mode = attribute("mode") { return mode.lowercased() == "base64" }
    return element.name == "content" && type.contains("/") && !type.hasPrefix("text/")
      && !isMarkup(type)
  }
}

// MARK: Reading

extension MarkupContent {
  private func text(_ purpose: MarkupText.Purpose, limit: Int) -> MarkupText {
    var inside = reader.inside(element)
    var text = MarkupText(purpose, limit: limit)
    while let event = inside.next() {
      switch event {
      case .text(let range): text.add(reader.bytes, range)
      case .cdata(let range): text.add(literally: reader.bytes, range)
      case .start, .end: break
      }
    }
    return text
  }

  /// What is inside as HTML: tags and references as they are, without the prefixes of XHTML.
  private func markup(limit: Int) -> MarkupText {
    var inside = reader.inside(element)
    var markup = MarkupText(.escaped, limit: limit)
    var scope = element.scope
    while let event = inside.next() {
      switch event {
      case .text(let range): markup.add(markup: reader.bytes, range)
      case .cdata(let range): markup.add(literally: reader.bytes, range)
      case .start(let tag):
        if reader.bytes[tag.name].contains(0x3A) { scope = scope.inside(tag, of: reader) }
        add(tag.name, tag.range, scope, to: &markup)
      case .end(let name, let range):
        add(name, range, scope, to: &markup)
      }
    }
    return markup
  }

  private func add(
    _ name: Range<Int>,
    _ tag: Range<Int>,
    _ scope: MarkupScope,
    to markup: inout MarkupText
  ) {
    guard let colon = reader.bytes[name].firstIndex(of: 0x3A),
      scope.resolve(name, of: reader).0 == .xhtml
    else { return markup.add(markup: reader.bytes, tag) }
    markup.add(markup: reader.bytes, tag.lowerBound..<name.lowerBound)
    markup.add(markup: reader.bytes, colon + 1..<tag.upperBound)
  }
}
