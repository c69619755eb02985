import Addresses

/// The content of an element in the forms that feeds use: text, HTML as text, markup, a person.
struct MarkupContent {
  /// The way to determine the form of a text.
  enum Typing {
    /// By the attributes "type" and "mode", as Atom demands (RFC 4287, section 3.1; Atom 0.3).
    case stated
    /// By its appearance, because RSS does not state it.
    case guessed
    /// Always HTML, like the descriptions of RSS.
    case html
  }

  let element: MarkupElement
  private let reader: MarkupReader
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

  /// Returns the attribute's value, with relative addresses unchanged; nil if it is missing or empty.
  func attribute(_ name: StaticString) -> String? {
    guard let value = reader.attribute(name, of: element.tag), !value.isEmpty else { return nil }
    return value
  }

  /// The text without markup and without surrounding white space.
  var plain: String { text(.plain, limit: Limits.text).string.trimmed }

  var filledPlain: String? {
    let text = plain
    return text.isEmpty ? nil : text
  }

  var tagName: String { String(decoding: reader.bytes[element.tag.name], as: UTF8.self) }

  func isCut(limit: Int) -> Bool {
    guard element.content.count > limit else { return false }
    return hasElements ? markup(limit: limit).isCut : text(.plain, limit: limit).isCut
  }

  var children: [MarkupContent] {
    var inside = reader.inside(element)
    var children: [MarkupContent] = []
    while children.count < Limits.entries, let child = inside.nextElement(in: element.scope) {
      children.append(MarkupContent(child, inside))
    }
    return children
  }

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
    case .html: return filled(Body(untaggedHTML: text(.plain, limit: limit).string))
    case .guessed:
      let text = text(.plain, limit: limit)
      if text.hasForeignReference || SyndicationText.isMarkedUp(text.utf8) {
        return filled(.html(text.string))
      }
      return filled(.text(text.string.trimmed))
    case .stated:
      if isHTML(type) {
        let text = text(.plain, limit: limit).string
        guard element.name == "title" else { return filled(Body(untaggedHTML: text)) }
        return filled(.html(SyndicationText.hasTag(Array(text.utf8)) ? text : text.escapedTags))
      }
      if isMarkup(type) { return filled(.html(markup(limit: limit).string)) }
      let text = text(.plain, limit: limit)
      guard text.hasForeignReference else {
        // Django 5.2 and sigal 2.6 escape titles twice: references that are left are those of the title.
        let isEscaped = element.name == "title" && SyndicationText.hasReference(text.utf8)
        return filled(isEscaped ? .html(text.string.escapedTags) : .text(text.string.trimmed))
      }
      return filled(.html(self.text(.escaped, limit: limit).string))
    }
  }

  /// The person of an Atom element: children for name, address and e-mail, or only text.
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

  /// The text without tags, which some feeds write into elements that should have only text.
  private var words: String {
    let text = text(.plain, limit: Limits.text)
    guard SyndicationText.looksLikeMarkup(text.utf8) else { return text.string.trimmed }
    return MarkupText.words(of: text.string)
  }

  // MARK: Types

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

  /// Whether the text is Base64: declared (Atom 0.3), or of a type that is not text (RFC 4287, 4.1.3.3).
  private func isEncoded(_ type: String) -> Bool {
    if let mode = attribute("mode") { return mode.lowercased() == "base64" }
    return element.name == "content" && type.contains("/") && !type.hasPrefix("text/")
      && !isMarkup(type)
  }

  // MARK: Reading

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

  /// Returns the content as HTML: tags and references as written, without XHTML prefixes.
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
      case .end(let name, let range): add(name, range, scope, to: &markup)
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

/// Decodes Base64 (RFC 4648, section 4) as leniently as mail and feeds require.
enum Base64 {
  /// Returns the bytes; nil if `text` has anything but the alphabet, padding and white space.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    var bits: UInt32 = 0
    var count = 0
    for character in text where character > 0x20 && character != 0x3D {
      guard let value = value(character) else { return nil }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return bytes
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character - 0x41)
    case 0x61...0x7A: UInt32(character - 0x61 + 26)
    case 0x30...0x39: UInt32(character - 0x30 + 52)
    case 0x2B, 0x2D: 62
    case 0x2F, 0x5F: 63
    default: nil
    }
  }
}

/// An element with its content, which may be malformed.
struct MarkupElement {
  let namespace: MarkupNamespace
  let name: String
  let tag: MarkupReader.Tag
  let content: Range<Int>
  let scope: MarkupScope
  let isUnclosed: Bool
}

extension MarkupReader {
  static let depthLimit = 128

  func value(_ attribute: MarkupAttributes.Attribute) -> String {
    var text = MarkupText(limit: Limits.text)
    text.add(bytes, attribute.value)
    return text.string.trimmed
  }

  /// Returns the value of the attribute `name`, in lower case, with or without a prefix.
  func attribute(_ name: StaticString, of tag: Tag) -> String? {
    for attribute in MarkupAttributes(bytes, in: tag.attributes) {
      let written = bytes[attribute.name]
      if MarkupName.isFolded(written, name) { return value(attribute) }
    }
    return nil
  }

  mutating func nextElement(in scope: MarkupScope) -> MarkupElement? {
    while let event = next() {
      guard case .start(let tag) = event else { continue }
      let inner = scope.inside(tag, of: self)
      let (namespace, name) = inner.resolve(tag.name, of: self)
      let (content, isUnclosed) = tag.isEmpty ? (offset..<offset, false) : skip(tag)
      return MarkupElement(
        namespace: namespace,
        name: name,
        tag: tag,
        content: content,
        scope: inner,
        isUnclosed: isUnclosed
      )
    }
    return nil
  }

  /// Returns the element at the start of the bytes, which extends to their end even if it is malformed.
  mutating func record(in scope: MarkupScope) -> MarkupElement? {
    guard case .start(let tag) = next() else { return nil }
    let inner = scope.inside(tag, of: self)
    let (namespace, name) = inner.resolve(tag.name, of: self)
    let ending = tag.name.count + 2
    var stop = end
    while stop > offset, bytes[stop - 1] <= 0x20 || bytes[stop - 1] == 0x3E { stop -= 1 }
    let isClosed =
      stop - ending >= offset && bytes[stop - ending] == 0x3C
      && isSame(tag.name, stop - tag.name.count..<stop)
    return MarkupElement(
      namespace: namespace,
      name: name,
      tag: tag,
      content: offset..<max(offset, isClosed ? stop - ending : end),
      scope: inner,
      isUnclosed: !isClosed && !tag.isEmpty
    )
  }

  func inside(_ element: MarkupElement) -> MarkupReader { MarkupReader(bytes, in: element.content) }

  /// Moves to the end tag that belongs to `tag`; an end tag closes elements that are open inside.
  ///
  /// Without one, only the text up to the next tag is inside, and the rest is read again. This
  /// happens once for each name, so the total time is linear.
  private mutating func skip(_ tag: Tag) -> (content: Range<Int>, isUnclosed: Bool) {
    let start = offset
    let key = stableHash(bytes[tag.name])
    guard !isKnownUnclosed(key) else { return leaveUnclosed(from: start) }
    var open = [tag.name]
    var deeper = 0
    while let event = next() {
      switch event {
      case .start(let inner) where !inner.isEmpty:
        if open.count < Self.depthLimit { open.append(inner.name) } else { deeper += 1 }
      case .end(let name, let range):
        if deeper > 0 {
          deeper -= 1
        } else if let match = open.lastIndex(where: { isSame($0, name) }) {
          open.removeSubrange(match...)
          if open.isEmpty { return (start..<range.lowerBound, false) }
        }
      default: break
      }
    }
    noteUnclosed(key)
    return leaveUnclosed(from: start)
  }

  private mutating func leaveUnclosed(from start: Int) -> (content: Range<Int>, isUnclosed: Bool) {
    move(to: start)
    var stop = start
    text: while let event = next() {
      switch event {
      case .text, .cdata: stop = offset
      case .start, .end: break text
      }
    }
    move(to: stop)
    return (start..<stop, true)
  }

  private func isSame(_ one: Range<Int>, _ other: Range<Int>) -> Bool {
    guard one.count == other.count else { return false }
    return zip(bytes[one], bytes[other]).allSatisfy { $0 == $1 }
  }
}
