/// Guesses the meaning of syndication texts whose form is not stated: markup or not, which person.
enum SyndicationText {
  /// Whether a text of no stated type has HTML tags or references.
  static func looksLikeMarkup(_ utf8: [UInt8]) -> Bool {
    var at = 0
    while at < utf8.count {
      switch utf8[at] {
      case 0x26 where isReference(utf8, at): return true
      case 0x3C where isInlineTag(utf8, at): return true
      default: at += 1
      }
    }
    return false
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

  private static let inlineTags: Set<String> = [
    "a", "abbr", "b", "big", "blockquote", "br", "cite", "code", "del", "div", "em", "font", "h1",
    "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "mark", "ol", "p", "pre",
    "q", "s", "samp", "small", "span", "strike", "strong", "sub", "sup", "table", "td", "tr", "tt",
    "u", "ul", "var",
  ]

  private static func isInlineTag(_ utf8: [UInt8], _ start: Int) -> Bool {
    var at = start + 1
    if at < utf8.count, utf8[at] == 0x2F { at += 1 }
    let from = at
    while at < utf8.count, at - from < 11 {
      let byte = MarkupName.folded(utf8[at])
      guard (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) else { break }
      at += 1
    }
    guard at < utf8.count, utf8[at] == 0x3E || utf8[at] == 0x2F || utf8[at] <= 0x20 else {
      return false
    }
    return inlineTags.contains(String(decoding: utf8[from..<at], as: UTF8.self).lowercased())
  }
}

extension Body {
  /// Makes a body of text in no stated form: HTML if it has signs of markup.
  init(guessing text: String) {
    self = SyndicationText.looksLikeMarkup(Array(text.utf8)) ? .html(text) : .text(text)
  }
}

extension Account {
  /// Parses a person of RSS: "mail (Name)", "Name <mail>", or either alone (RSS 2.0, author); nil
  /// if empty.
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
