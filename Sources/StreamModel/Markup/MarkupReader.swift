/// Reads tags and text from XML that may be malformed, in one pass and without recursion.
///
/// It never fails: invalid markup is text, and everything ends at the end of the bytes. It never
/// loads anything, and it knows only the five entities of XML 1.0 (section 4.6).
struct MarkupReader {
  struct Tag {
    let name: Range<Int>
    /// The bytes between the name and the end of the tag.
    let attributes: Range<Int>
    let range: Range<Int>
    let isEmpty: Bool
  }

  enum Event {
    case start(Tag)
    /// An end tag: the name with its prefix, and the whole tag.
    case end(name: Range<Int>, range: Range<Int>)
    case text(Range<Int>)
    case cdata(Range<Int>)
  }

  let bytes: Bytes
  private(set) var offset: Int
  let end: Int
  /// The quotation marks that do not occur in the rest, so that they are not searched for again.
  private var unclosedQuotes: (single: Bool, double: Bool) = (false, false)
  /// The hashes of the names of elements that are known not to close.
  private var unclosedNames: [UInt64] = []
  private static let unclosedLimit = 32

  /// Whether a quotation mark did not close, so that more bytes could change what was read.
  var hasUnclosedQuote: Bool { unclosedQuotes.single || unclosedQuotes.double }

  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> Event? {
    while offset < end {
      guard bytes[offset] == 0x3C else { return text() }
      if has("<!--") {
        offset = index(behind: "-->", from: offset + 4)
      } else if has("<![CDATA[") {
        let start = offset + 9
        let stop = index(of: "]]>", from: start)
        offset = min(end, stop + 3)
        return .cdata(start..<stop)
      } else if has("<?") {
        offset = index(behind: "?>", from: offset + 2)
      } else if has("<!") {
        if isDoctype {
          offset = behindDoctype()
          continue
        }
        offset = index(behind: ">", from: offset + 2)
      } else if has("</") {
        return endTag()
      } else if offset + 1 < end, MarkupName.isStart(bytes[offset + 1]) {
        return startTag()
      } else {
        return text()
      }
    }
    return nil
  }

  /// Whether elements of this name are known not to close, or the search is no longer worthwhile.
  func isKnownUnclosed(_ name: UInt64) -> Bool {
    unclosedNames.count >= Self.unclosedLimit || unclosedNames.contains(name)
  }

  mutating func noteUnclosed(_ name: UInt64) { unclosedNames.append(name) }

  mutating func move(to place: Int) { offset = min(max(place, 0), end) }

  private mutating func text() -> Event {
    let start = offset
    // The current byte is text even if it is a "<".
    offset = start + 1 < end ? index(of: "<", from: start + 1) : end
    return .text(start..<offset)
  }

  private mutating func endTag() -> Event {
    let start = offset
    let name = MarkupName.prefix(
      of: UnsafeBufferPointer(rebasing: bytes[min(start + 2, end)..<end])
    )
    let stop = start + 2 + name.count
    offset = index(behind: ">", from: stop)
    return .end(name: start + 2..<stop, range: start..<offset)
  }

  private mutating func startTag() -> Event {
    let start = offset
    let name = MarkupName.prefix(of: UnsafeBufferPointer(rebasing: bytes[start + 1..<end]))
    let nameEnd = start + 1 + name.count
    var at = nameEnd
    var last: UInt8 = 0
    while at < end, bytes[at] != 0x3E {
      let byte = bytes[at]
      // A "<" means that this tag was never closed.
      if byte == 0x3C { break }
      if last == 0x3D, byte == 0x22 || byte == 0x27, let close = closing(byte, from: at + 1) {
        at = close
        last = byte
      } else if byte > 0x20 {
        last = byte
      }
      at += 1
    }
    let isEmpty = last == 0x2F
    offset = at < end && bytes[at] == 0x3E ? at + 1 : at
    let attributesEnd = isEmpty ? max(nameEnd, at - 1) : at
    return .start(
      Tag(
        name: start + 1..<nameEnd,
        attributes: nameEnd..<attributesEnd,
        range: start..<offset,
        isEmpty: isEmpty
      )
    )
  }

  private mutating func closing(_ quote: UInt8, from start: Int) -> Int? {
    if quote == 0x22 ? unclosedQuotes.double : unclosedQuotes.single { return nil }
    if start < end, let found = bytes.index(of: quote, in: start..<end) { return found }
    if quote == 0x22 { unclosedQuotes.double = true } else { unclosedQuotes.single = true }
    return nil
  }

  /// Whether an HTML document type declaration begins at `start`, after optional white space.
  static func isHTMLDoctype(_ bytes: Bytes, at start: Int) -> Bool {
    let text = String(decoding: bytes[start..<min(bytes.count, start + 40)], as: UTF8.self)
    return text.trimmed.lowercased().hasPrefix("<!doctype html")
  }

  private var isDoctype: Bool {
    let name = UnsafeBufferPointer(rebasing: bytes[offset..<min(end, offset + 9)])
    return MarkupName.isFolded(name[2...], "doctype")
  }

  /// Returns the end of a document type declaration; its internal subset is never used.
  private mutating func behindDoctype() -> Int {
    var at = offset + 9
    var isInSubset = false
    while at < end {
      switch bytes[at] {
      case 0x22, 0x27: at = closing(bytes[at], from: at + 1) ?? at
      case 0x5B: isInSubset = true
      case 0x5D: isInSubset = false
      case 0x3C where isInSubset && bytes[at..<end].starts(with: "<!--".utf8):
        at = index(behind: "-->", from: at + 4) - 1
      case 0x3E where !isInSubset: return at + 1
      default: break
      }
      at += 1
    }
    return end
  }

  private func has(_ word: StaticString) -> Bool {
    end - offset >= word.utf8CodeUnitCount && bytes.has(word, at: offset)
  }

  private func index(of word: StaticString, from start: Int) -> Int {
    guard start < end else { return end }
    if word.utf8CodeUnitCount == 1 {
      return bytes.index(of: word.utf8Start[0], in: start..<end) ?? end
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[start..<end])
    return ByteNeedle(word).first(in: rest).map { start + $0 } ?? end
  }

  private func index(behind word: StaticString, from start: Int) -> Int {
    min(end, index(of: word, from: start) + word.utf8CodeUnitCount)
  }
}
