/// The charset that XML or HTML declares in its first bytes.
struct MarkupLabel {
  /// The label as written; nil without one.
  let text: String?

  /// The number of bytes searched for a label (WHATWG HTML, section 13.2.3.2).
  static let reach = 1024

  /// Searches `bytes`, which must begin with "<".
  init(_ bytes: some Sequence<UInt8>) {
    // Labels and their surroundings are ASCII, so a byte is a character here.
    let head = Array(bytes.prefix(Self.reach))
    if let declared = Self.declaration(head) {
      text = declared
    } else {
      text = Self.isHTML(head) ? Self.meta(head) : nil
    }
  }
}

extension MarkupLabel {
  /// Returns the label of `<?xml ... encoding="X" ... ?>` (XML 1.0, section 4.3.3).
  private static func declaration(_ head: [UInt8]) -> String? {
    guard starts(head[...], with: "<?xml") else { return nil }
    let end = find("?>", in: head[...]) ?? head.endIndex
    var rest = head[..<end]
    while let place = find("encoding", in: rest) {
      let isWord = place > 0 && isSpace(head[place - 1])
      rest = rest[(place + 8)...]
      if isWord, let value = value(in: rest) { return value }
    }
    return nil
  }

  /// Returns the label of `<meta charset=X>` or `<meta ... content="...; charset=X">`.
  private static func meta(_ head: [UInt8]) -> String? {
    var rest = head[...]
    while let open = rest.firstIndex(of: 0x3C) {
      rest = rest[open...]
      if starts(rest, with: "<!--") {
        guard let end = find("-->", in: rest) else { return nil }
        rest = rest[(end + 3)...]
        continue
      }
      let close = rest.firstIndex(of: 0x3E) ?? rest.endIndex
      if starts(rest, with: "<meta"), let place = find("charset", in: rest[..<close]),
        let value = value(in: rest[(place + 7)..<close])
      {
        return value
      }
      rest = rest[min(open + 1, rest.endIndex)...]
    }
    return nil
  }

  /// Whether the first tag is one of an HTML page.
  private static func isHTML(_ head: [UInt8]) -> Bool {
    var rest = head[...]
    while let open = rest.firstIndex(of: 0x3C) {
      rest = rest[open...]
      if starts(rest, with: "<!doctype html") { return true }
      let next = open + 1 < rest.endIndex ? rest[open + 1] : 0
      if isLetter(next) {
        let name = rest[(open + 1)...].prefix { isLetter($0) || (0x30...0x3A).contains($0) }
        return pageTags.contains(String(decoding: name, as: UTF8.self).lowercased())
      }
      let end: StaticString = starts(rest, with: "<!--") ? "-->" : ">"
      guard let place = find(end, in: rest) else { return false }
      rest = rest[place...].dropFirst()
    }
    return false
  }

  private static let pageTags = [
    "html", "head", "meta", "title", "link", "script", "style", "base", "body", "div", "p",
  ]

  /// Returns the value after "=", quoted or not.
  private static func value(in bytes: ArraySlice<UInt8>) -> String? {
    var rest = bytes.drop(while: isSpace)
    guard rest.first == 0x3D else { return nil }
    rest = rest.dropFirst().drop(while: isSpace)
    guard let first = rest.first else { return nil }
    let value: ArraySlice<UInt8>
    if first == 0x22 || first == 0x27 {
      value = rest.dropFirst().prefix { $0 != first }
    } else {
      value = rest.prefix { !isSpace($0) && ![0x22, 0x27, 0x2F, 0x3B, 0x3E].contains($0) }
    }
    let trimmed = String(decoding: value, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return trimmed.count == 1 ? String(trimmed[0].prefix(60)) : nil
  }

  private static func starts(_ bytes: ArraySlice<UInt8>, with word: StaticString) -> Bool {
    let start = bytes.prefix(word.utf8CodeUnitCount)
    return start.count == word.utf8CodeUnitCount
      && zip(start, 0...).allSatisfy { byte, index in lower(byte) == word.utf8Start[index] }
  }

  private static func find(_ word: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.first { starts(bytes[$0...], with: word) }
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
