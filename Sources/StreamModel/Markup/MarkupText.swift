import RichText

/// Collects character data with its references resolved (XML 1.0, sections 4.1 and 4.6).
struct MarkupText {
  enum Purpose {
    case plain
    /// HTML that stands for the same characters.
    case escaped
  }

  private(set) var utf8: [UInt8] = []
  /// Whether the text has a reference that only HTML defines, which stays as written.
  private(set) var hasForeignReference = false
  private(set) var isCut = false
  private let purpose: Purpose
  private let limit: Int
  private var endsWithReturn = false

  init(_ purpose: Purpose = .plain, limit: Int) {
    self.purpose = purpose
    self.limit = limit
  }

  /// Invalid UTF-8 becomes U+FFFD.
  var string: String { String(decoding: utf8, as: UTF8.self) }

  /// Returns the text of `html` without its tags, on one line.
  static func words(of html: String) -> String {
    Array(html.utf8).withUnsafeBufferPointer { bytes in
      var reader = MarkupReader(bytes, in: 0..<bytes.count)
      var words = MarkupText(limit: Limits.text)
      while let event = reader.next() {
        if case .text(let range) = event { words.add(bytes, range) }
      }
      return words.string.split { $0.isWhitespace }.joined(separator: " ")
    }
  }

  mutating func add(_ bytes: Bytes, _ range: Range<Int>) {
    var at = range.lowerBound
    utf8.reserveCapacity(utf8.count + Swift.min(range.count, limit))
    while at < range.upperBound {
      let next = bytes.index(of: 0x26, in: at..<range.upperBound) ?? range.upperBound
      add(run: bytes, at..<next)
      at = next
      guard at < range.upperBound else { return }
      if let end = addReference(bytes, at, range.upperBound) {
        at = end
      } else {
        addByte(bytes[at])
        at += 1
      }
    }
  }

  mutating func add(literally bytes: Bytes, _ range: Range<Int>) {
    utf8.reserveCapacity(utf8.count + Swift.min(range.count, limit))
    add(run: bytes, range)
  }

  mutating func add(markup bytes: Bytes, _ range: Range<Int>) {
    let kept = min(range.count, max(0, limit - utf8.count))
    if kept < range.count { isCut = true }
    utf8.append(contentsOf: bytes[range.lowerBound..<range.lowerBound + kept])
  }

  /// Appends text without references, in one piece if every byte stands for itself.
  private mutating func add(run bytes: Bytes, _ range: Range<Int>) {
    let isWhole = purpose == .plain && utf8.count + range.count <= limit && !endsWithReturn
    if isWhole, bytes.index(of: 0x0D, in: range) == nil {
      utf8.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
    } else {
      for at in range { addByte(bytes[at]) }
    }
  }

  /// Appends one byte of text; every line end becomes one line feed (section 2.11).
  private mutating func addByte(_ byte: UInt8) {
    guard utf8.count < limit else {
      isCut = true
      return
    }
    defer { endsWithReturn = byte == 0x0D }
    switch byte {
    case 0x0D: utf8.append(0x0A)
    case 0x0A where endsWithReturn: break
    case 0x26 where purpose == .escaped: utf8.append(contentsOf: "&amp;".utf8)
    case 0x3C where purpose == .escaped: utf8.append(contentsOf: "&lt;".utf8)
    case 0x3E where purpose == .escaped: utf8.append(contentsOf: "&gt;".utf8)
    default: utf8.append(byte)
    }
  }

  /// Appends the text of the reference at `start` and returns its end; nil if it is not a reference.
  private mutating func addReference(_ bytes: Bytes, _ start: Int, _ end: Int) -> Int? {
    let longest = min(end, start + 40)
    var stop = start + 1
    while stop < longest, bytes[stop] != 0x3B {
      let isSign = stop == start + 1 && bytes[stop] == 0x23
      guard bytes[stop].isASCIILetter || bytes[stop].isASCIIDigit || isSign else { return nil }
      stop += 1
    }
    guard stop < longest, stop > start + 1 else { return nil }
    let name = bytes[start + 1..<stop]
    if name.first == 0x23 {
      let digits = name.dropFirst()
      guard !digits.isEmpty, digits.count > 1 || digits.first ?? 0 <= 0x39 else { return nil }
      guard let scalar = Self.scalar(name.dropFirst()) else {
        return addForeign(bytes, start..<stop + 1)
      }
      for byte in UTF8.encode(scalar) ?? .init() { addByte(byte) }
      return stop + 1
    }
    guard let byte = CommonReference.predefined(name) else {
      return addForeign(bytes, start..<stop + 1)
    }
    addByte(byte)
    return stop + 1
  }

  private mutating func addForeign(_ bytes: Bytes, _ range: Range<Int>) -> Int {
    hasForeignReference = true
    add(markup: bytes, range)
    return range.upperBound
  }

  /// Returns the character of a number; nil if HTML interprets it differently or it is invalid.
  private static func scalar(_ digits: Slice<Bytes>) -> Unicode.Scalar? {
    let isHexadecimal = digits.first == 0x78 || digits.first == 0x58
    let text = String(decoding: isHexadecimal ? digits.dropFirst() : digits, as: UTF8.self)
    guard let number = UInt32(text, radix: isHexadecimal ? 16 : 10), let first = text.utf8.first,
      first != 0x2B, number >= 0x20 || number == 0x09 || number == 0x0A || number == 0x0D,
      !(0x80...0x9F).contains(number)
    else { return nil }
    return Unicode.Scalar(number)
  }
}

extension String {
  /// The text as HTML whose references are those of the text, and which has no tags.
  var escapedTags: String { trimmed.replacing("<", with: "&lt;").replacing(">", with: "&gt;") }

  var trimmed: String {
    let blank: (UInt8) -> Bool = { $0 <= 0x20 }
    guard let first = utf8.first, let last = utf8.last, blank(first) || blank(last) else {
      return self
    }
    guard let start = utf8.firstIndex(where: { !blank($0) }),
      let end = utf8.lastIndex(where: { !blank($0) })
    else { return "" }
    return String(decoding: utf8[start...end], as: UTF8.self)
  }
}

/// Guesses the meaning of syndication texts whose form is not stated: markup or not, which person.
enum SyndicationText {
  /// Whether a text of no stated type has HTML tags or references.
  static func looksLikeMarkup(_ utf8: [UInt8]) -> Bool {
    utf8.indices.contains { at in
      switch utf8[at] {
      case 0x26: isReference(utf8, at)
      case 0x3C: tag(utf8, at).map { inlineTags.contains($0.name) } == true
      default: false
      }
    }
  }

  /// Whether a headline of no stated type has HTML references, or tags that do something: such as stand alone, or in pairs.
  ///
  /// Others are named by it: "Use <dialog>, not <div>".
  static func isMarkedUp(_ utf8: [UInt8]) -> Bool {
    var at = 0
    var opened: Set<String> = []
    while at < utf8.count {
      if utf8[at] == 0x26, isReference(utf8, at) { return true }
      if utf8[at] == 0x3C, let tag = tag(utf8, at), inlineTags.contains(tag.name) {
        if ["br", "hr", "img"].contains(tag.name) || tag.isEnd && opened.contains(tag.name) {
          return true
        }
        if !tag.isEnd { opened.insert(tag.name) }
      }
      at += 1
    }
    return false
  }

  static func hasReference(_ utf8: [UInt8]) -> Bool {
    utf8.indices.contains { utf8[$0] == 0x26 && isReference(utf8, $0) }
  }

  private static func isReference(_ utf8: [UInt8], _ start: Int) -> Bool {
    var at = start + 1
    if at + 1 < utf8.count, utf8[at] == 0x23 {
      at += MarkupName.folded(utf8[at + 1]) == 0x78 ? 2 : 1
    }
    let first = at
    while at < utf8.count, at - start < 32 {
      switch utf8[at] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: at += 1
      case 0x3B: return at > first
      default: return false
      }
    }
    return false
  }

  /// Whether a text has a comment, or a tag of HTML: Fossil and Git write "<chips>" and "<ada@example.org>" as they are.
  static func hasTag(_ utf8: [UInt8]) -> Bool {
    utf8.indices.contains { at in
      guard utf8[at] == 0x3C, at + 1 < utf8.count else { return false }
      guard let tag = tag(utf8, at) else { return utf8[at + 1] == 0x21 }
      return tag.isEnd || tag.name == "wbr" || tag.name.utf8.contains(0x2D)
        || RichTextReader.knows(element: tag.name)
    }
  }

  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "big", "blockquote", "br", "cite", "code", "del", "div", "em", "font", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre",
    "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "table", "td", "tr", "tt",
    "u", "ul", "var",
  ]

  private static func tag(_ utf8: [UInt8], _ start: Int) -> (name: String, isEnd: Bool)? {
    var at = start + 1
    let isEnd = at < utf8.count && utf8[at] == 0x2F
    if isEnd { at += 1 }
    let from = at
    while at < utf8.count, at - from < 32 {
      let byte = MarkupName.folded(utf8[at])
      guard (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D else {
        break
      }
      at += 1
    }
    guard at < utf8.count, utf8[at] == 0x3E || utf8[at] == 0x2F || utf8[at] <= 0x20 else {
      return nil
    }
    return (String(decoding: utf8[from..<at], as: UTF8.self).lowercased(), isEnd)
  }
}

extension Body {
  /// Makes a body of HTML, which keeps its lines if it has several and no tag: then it is plain text that was declared
  /// wrongly.
  ///
  /// The blanks that all lines but the first begin with are those of the document.
  init(untaggedHTML html: String) {
    let utf8 = Array(html.utf8)
    guard html.trimmed.utf8.contains(where: { $0 == 0x0A || $0 == 0x3C }),
      !SyndicationText.hasTag(utf8)
    else {
      self = .html(html)
      return
    }
    let hasReference = SyndicationText.hasReference(utf8)
    let plain = hasReference ? html.escapedTags : html.trimmed
    let lines = plain.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    let blanks = { (line: Substring.UTF8View) in line.prefix { $0 <= 0x20 }.count }
    let indent = lines.dropFirst().filter { blanks($0) < $0.count }.map(blanks).min() ?? 0
    var text: [UInt8] = []
    for (number, line) in lines.enumerated() {
      if number > 0 { text += hasReference ? Array("<br>".utf8) : [0x0A] }
      text += number == 0 ? line : line.dropFirst(min(indent, blanks(line)))
    }
    let string = String(decoding: text, as: UTF8.self)
    self = hasReference ? .html(string) : .text(string)
  }

  /// Makes a body of text in no stated form: HTML if it has signs of markup.
  init(guessing text: String) {
    self = SyndicationText.looksLikeMarkup(Array(text.utf8)) ? .html(text) : .text(text)
  }
}

extension Account {
  /// Parses a person of RSS: "mail (Name)", "Name <mail>", or either alone (RSS 2.0, author); nil if empty.
  init?(person text: String) {
    var name = text.trimmed
    if name.hasSuffix(")"), let open = name.firstIndex(of: "(") {
      let before = String(name[..<open]).trimmed
      let inside = String(name[name.index(after: open)...].dropLast()).trimmed
      if before.contains("@") { name = inside } else if inside.contains("@") { name = before }
    } else if name.hasSuffix(">"), let open = name.firstIndex(of: "<"), open > name.startIndex {
      name = String(name[..<open]).trimmed
    }
    if name.isEmpty { name = text.trimmed }
    guard !name.isEmpty else { return nil }
    self.init(name: name, handle: nil)
  }
}
