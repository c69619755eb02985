#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Pulls tags and text out of XML that may be broken, in one pass and without recursion.
///
/// It never fails: what is no markup is text, and everything ends at the end of the bytes. Nothing
/// is ever loaded, and no entity but the five of XML 1.0 (section 4.6) is known.
struct MarkupReader {
  /// A start tag in its place.
  struct Tag {
    /// The name with its prefix, as written.
    let name: Range<Int>
    /// Between the name and the end of the tag.
    let attributes: Range<Int>
    /// Of the whole tag.
    let range: Range<Int>
    /// Whether it ends itself.
    let isEmpty: Bool
  }

  enum Event {
    case start(Tag)
    /// The name with its prefix, and the whole tag.
    case end(name: Range<Int>, range: Range<Int>)
    /// Character data, with references in it.
    case text(Range<Int>)
    /// The inside of a CDATA section.
    case cdata(Range<Int>)
  }

  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var offset: Int
  /// Where reading stops.
  let end: Int
  /// A quotation mark that does not close in what is left, so that none is looked for again.
  private var unclosedQuotes: (single: Bool, double: Bool) = (false, false)
  /// Names of elements that were found not to close, as hashes.
  private var unclosedNames: [UInt64] = []
  /// So many names are looked for in vain; then nothing is.
  private static let unclosedLimit = 32

  /// Whether a quotation mark did not close: more bytes could close it, and move what was read.
  var hasUnclosedQuote: Bool { unclosedQuotes.single || unclosedQuotes.double }

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  /// What comes next; nil at the end.
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

  /// Whether it is known, or not worth finding out, that elements of this name do not close.
  func isKnownUnclosed(_ name: UInt64) -> Bool {
    unclosedNames.count >= Self.unclosedLimit || unclosedNames.contains(name)
  }

  /// Remembers that an element of this name does not close before the end.
  mutating func noteUnclosed(_ name: UInt64) {
    unclosedNames.append(name)
  }

  /// Goes on at `place`.
  mutating func move(to place: Int) {
    offset = min(max(place, 0), end)
  }

  private mutating func text() -> Event {
    let start = offset
    // The byte at hand is text even where it is a "<".
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
    guard let base = bytes.baseAddress, start < end,
      let found = memchr(base + start, Int32(quote), end - start)
    else {
      if quote == 0x22 { unclosedQuotes.double = true } else { unclosedQuotes.single = true }
      return nil
    }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }

  /// Whether a document type declaration of HTML begins at or behind white space from `start` on.
  static func isHTMLDoctype(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    let text = String(decoding: bytes[start..<min(bytes.count, start + 40)], as: UTF8.self)
    return text.trimmed.lowercased().hasPrefix("<!doctype html")
  }

  private var isDoctype: Bool {
    let name = UnsafeBufferPointer(rebasing: bytes[offset..<min(end, offset + 9)])
    return MarkupName.isFolded(name[2...], "doctype")
  }

  /// Behind a document type declaration, whose internal subset is never used.
  private mutating func behindDoctype() -> Int {
    var at = offset + 9
    var isInSubset = false
    while at < end {
      switch bytes[at] {
      case 0x22, 0x27:
        at = closing(bytes[at], from: at + 1) ?? at
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
    let count = word.utf8CodeUnitCount
    guard let base = bytes.baseAddress, end - offset >= count else { return false }
    return memcmp(base + offset, word.utf8Start, count) == 0
  }

  /// Where `word` begins, at or after `start`; the end where it does not.
  private func index(of word: StaticString, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < end else { return end }
    if word.utf8CodeUnitCount == 1 {
      guard let found = memchr(base + start, Int32(word.utf8Start[0]), end - start) else {
        return end
      }
      return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    }
    let rest = UnsafeBufferPointer(rebasing: bytes[start..<end])
    return ByteNeedle(word).first(in: rest).map { start + $0 } ?? end
  }

  private func index(behind word: StaticString, from start: Int) -> Int {
    min(end, index(of: word, from: start) + word.utf8CodeUnitCount)
  }
}
