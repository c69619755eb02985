/// Follows a word through bytes in which tags, references and escapes may stand for its letters.
///
/// A reference to a number, and the few names that every feed uses, stand for their characters. Any other stands for up
/// to two letters, whichever: what it names is not looked up. That finds too much rather than too little.
struct TextNeedleMatcher: Sendable {
  /// Ways to read that are followed before a place counts as a match.
  private static let mostWays = 128
  /// Ends of a tag that are tried: an attribute may contain the sign.
  private static let mostTagEnds = 4
  private static let longestReference = 32
  /// Bytes after which a tag counts as text.
  static let longestTag = 4 << 10

  /// A way to read: the next byte, and the number of letters that are found.
  private struct Way {
    let at: Int
    let matched: Int
  }

  let word: [UInt32]
  let ignoringCase: Bool
  /// Scalars beyond ASCII that can take part in a match, with their folds.
  let variants: [UInt32: [UInt32]]

  func isPlain(_ bytes: Bytes, _ at: Int, _ length: Int) -> Bool {
    for index in 0..<length where folded(UInt32(bytes[at + index])) != word[index] { return false }
    return true
  }

  func end(beginningAt at: Int, in bytes: Bytes, escapes: Bool) -> Int? {
    switch bytes[at] {
    case UInt8(ascii: "<"): return nil
    case UInt8(ascii: "&"): return end(of: references(in: bytes, at + 1, 0), bytes, escapes, at)
    default:
      guard let (scalar, next) = scalar(in: bytes, at, escapes: escapes), scalar != 0x3C else {
        return nil
      }
      if scalar == 0x26 { return end(of: references(in: bytes, next, 0), bytes, escapes, at) }
      // The match may begin within what one scalar stands for.
      let fold = fold(of: scalar)
      let ways = fold.indices.filter { matches(fold[$0...], 0) }
        .map { Way(at: next, matched: min(word.count, fold.count - $0)) }
      return ways.isEmpty ? nil : end(of: ways, bytes, escapes, at)
    }
  }

  /// The end of a match of which `matched` letters stand before `at`; nil without one.
  func end(of bytes: Bytes, _ at: Int, after matched: Int, escapes: Bool) -> Int? {
    end(of: [Way(at: at, matched: matched)], bytes, escapes, at)
  }

  private func end(of ways: [Way], _ bytes: Bytes, _ escapes: Bool, _ start: Int) -> Int? {
    var ways = ways
    var count = 0
    while let way = ways.popLast() {
      guard way.matched < word.count else { return way.at }
      count += 1
      // Too many ways to tell: the row decides.
      guard count < Self.mostWays else { return start }
      ways += self.ways(from: way, in: bytes, escapes)
    }
    return nil
  }

  private func ways(from way: Way, in bytes: Bytes, _ escapes: Bool) -> [Way] {
    guard way.at < bytes.count, let (scalar, next) = scalar(in: bytes, way.at, escapes: escapes)
    else { return [] }
    switch scalar {
    // The nearest end is tried first, which is the last of the list.
    case 0x3C: return ways(pastTagAt: next, in: bytes, way.matched)
    case 0x26: return references(in: bytes, next, way.matched)
    default: return ways(by: scalar, to: next, way.matched)
    }
  }

  private func ways(by scalar: UInt32, to next: Int, _ matched: Int) -> [Way] {
    if scalar < 0x80 {
      return folded(scalar) == word[matched] ? [Way(at: next, matched: matched + 1)] : []
    }
    guard variants[scalar] != nil else { return [] }
    let fold = fold(of: scalar)
    guard matches(fold[...], matched) else { return [] }
    return [Way(at: next, matched: min(word.count, matched + fold.count))]
  }

  /// The ways on after a reference whose name begins at `start`.
  private func references(in bytes: Bytes, _ start: Int, _ matched: Int) -> [Way] {
    let end = Self.nameEnd(in: bytes, start)
    let isEnded = end < bytes.count && bytes[end] == UInt8(ascii: ";")
    let name = bytes[start..<end]
    var ways: [Way] = []
    // A name in which characters are escaped is not looked up: the row decides.
    if Self.isEscape(in: bytes, end) { return [Way(at: end, matched: word.count)] }
    if isEnded, let known = CommonReference.scalar(named: name) {
      if known == 0x3C, matched > 0 { ways = self.ways(pastTagAt: end + 1, in: bytes, matched) }
      ways += self.ways(by: known, to: end + 1, matched)
      if known == 0x26 { ways += doubled(in: bytes, end + 1, matched) }
      return ways
    }
    // Old names need no semicolon; the longest has six letters.
    let afters = isEnded ? [end + 1] : Array((start + 2)..<max(start + 2, min(end, start + 7) + 1))
    for after in afters where after <= bytes.count {
      if matched > 0 { ways.append(Way(at: after, matched: matched)) }
      for letters in 1...2 {
        ways.append(Way(at: after, matched: min(word.count, matched + letters)))
      }
    }
    return ways
  }

  /// The ways on after a reference that another one escapes, as in text that was escaped twice.
  private func doubled(in bytes: Bytes, _ start: Int, _ matched: Int) -> [Way] {
    let end = Self.nameEnd(in: bytes, start)
    if Self.isEscape(in: bytes, end) { return [Way(at: end, matched: word.count)] }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: ";") else { return [] }
    if let known = CommonReference.scalar(named: bytes[start..<end]) {
      return ways(by: known, to: end + 1, matched)
    }
    return (matched > 0 ? 0...2 : 1...2).map {
      Way(at: end + 1, matched: min(word.count, matched + $0))
    }
  }

  /// The ways on after a tag in the midst of a word, whose sign stands before `start`.
  private func ways(pastTagAt start: Int, in bytes: Bytes, _ matched: Int) -> [Way] {
    guard Self.showsItsText(in: bytes, start), let ends = tagEnds(in: bytes, start) else {
      // The parts that the reader leaves out are not looked up: the row decides.
      return [Way(at: start, matched: word.count)]
    }
    return ends.reversed().map { Way(at: $0, matched: matched) }
  }

  /// Whether the text inside the element whose tag begins at `start` is shown as it stands: not so of comments, scripts
  /// and elements that a class can hide.
  private static func showsItsText(in bytes: Bytes, _ start: Int) -> Bool {
    let name = bytes[start...].prefix { isInName($0) && $0 != UInt8(ascii: "#") }
    if isEscape(in: bytes, name.endIndex) { return false }
    guard !name.isEmpty else {
      // Closing tags, and "<" as text.
      return start < bytes.count && bytes[start] != UInt8(ascii: "!")
        && bytes[start] != UInt8(ascii: "?")
    }
    return !hiding.contains { hidden in
      name.count == hidden.utf8CodeUnitCount
        && zip(name, hidden.bytes).allSatisfy { $0 | 0x20 == $1 }
    }
  }

  private static let hiding: [StaticString] = [
    "script", "style", "title", "template", "span", "noscript", "textarea", "iframe", "noembed",
    "noframes", "xmp", "plaintext", "svg", "math", "select", "object", "q",
  ]

  /// The bytes after the first few signs that may end a tag whose sign stands before `start`.
  ///
  /// Only the first of a tag without quotation marks or escapes: no attribute holds another. Nil where a tag is too long, or
  /// has too many of the signs, to be followed.
  private func tagEnds(in bytes: Bytes, _ start: Int) -> [Int]? {
    var ends: [Int] = []
    var mayBeMore = false
    var at = bytes[start...].starts(with: "\\/".utf8) ? start + 2 : start
    let last = min(bytes.count, start + Self.longestTag)
    while at < last, ends.count < Self.mostTagEnds {
      let byte = bytes[at]
      at += 1
      switch byte {
      case UInt8(ascii: ">"): ends.append(at)
      case UInt8(ascii: "&") where bytes[(at - 1)...].starts(with: "&gt;".utf8): ends.append(at + 3)
      case UInt8(ascii: "&") where at < bytes.count && bytes[at] == UInt8(ascii: "#"):
        // It may be the sign by its number.
        mayBeMore = true
        guard let end = bytes[at...].prefix(Self.longestReference).firstIndex(of: UInt8(ascii: ";"))
        else { continue }
        ends.append(end + 1)
      case UInt8(ascii: "\\") where Self.isEscapedTagEnd(bytes[(at - 1)...].prefix(6)):
        ends.append(at + 5)
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "&"), UInt8(ascii: "\\"):
        mayBeMore = true
        continue
      default: continue
      }
      guard mayBeMore else { return ends }
    }
    return at < bytes.count ? nil : ends
  }

  private static func isEscape(in bytes: Bytes, _ at: Int) -> Bool {
    at + 1 < bytes.count && bytes[at] == UInt8(ascii: "\\") && bytes[at + 1] == UInt8(ascii: "u")
  }

  private static func isEscapedTagEnd(_ bytes: Slice<Bytes>) -> Bool {
    bytes.starts(with: "\\u003e".utf8) || bytes.starts(with: "\\u003E".utf8)
  }

  private func matches(_ fold: ArraySlice<UInt32>, _ matched: Int) -> Bool {
    zip(fold, word[matched...]).allSatisfy { $0 == $1 }
  }

  private func fold(of scalar: UInt32) -> [UInt32] {
    scalar < 0x80 ? [folded(scalar)] : variants[scalar] ?? [0]
  }

  @inline(__always)
  private func folded(_ scalar: UInt32) -> UInt32 {
    ignoringCase && (0x41...0x5A).contains(scalar) ? scalar | 0x20 : scalar
  }

  private static func nameEnd(in bytes: Bytes, _ start: Int) -> Int {
    var end = start
    while end < bytes.count, end - start < longestReference, isInName(bytes[end]) { end += 1 }
    return end
  }

  private static func isInName(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") || byte.isASCIIDigit || byte.isASCIILetter
  }

  /// The scalar at `at`, which may be escaped as in JSON, and the byte after it.
  private func scalar(in bytes: Bytes, _ at: Int, escapes: Bool) -> (UInt32, Int)? {
    let first = bytes[at]
    if first == UInt8(ascii: "\\"), escapes { return Self.escaped(in: bytes, at) }
    guard first >= 0x80 else { return (UInt32(first), at + 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard at + length <= bytes.count else { return nil }
    var value = UInt32(first) & (0xFF >> UInt32(truncatingIfNeeded: length + 1))
    for index in 1..<length {
      guard bytes[at + index] & 0xC0 == 0x80 else { return nil }
      value = value &<< 6 | UInt32(bytes[at + index] & 0x3F)
    }
    return (value, at + length)
  }

  private static func escaped(in bytes: Bytes, _ at: Int) -> (UInt32, Int)? {
    if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "/") { return (0x2F, at + 2) }
    guard let high = unit(in: bytes, at) else { return nil }
    guard (0xD800...0xDBFF).contains(high) else { return (high, at + 6) }
    guard let low = unit(in: bytes, at + 6), (0xDC00...0xDFFF).contains(low) else { return nil }
    return (0x10000 &+ (high & 0x3FF) &<< 10 &+ (low & 0x3FF), at + 12)
  }

  private static func unit(in bytes: Bytes, _ at: Int) -> UInt32? {
    guard at + 6 <= bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == 0x75 else {
      return nil
    }
    var value: UInt32 = 0
    for index in 2..<6 {
      guard let digit = hexValue(bytes[at + index]) else { return nil }
      value = value &<< 4 | UInt32(digit)
    }
    return value
  }
}

/// Character references whose characters are known without the table of all names: numbers, and the
/// names that feeds use most.
enum CommonReference {
  /// The scalar of the reference with `name`, without "&" and ";"; nil where it is not one of these,
  /// or where readers show another character than its number says.
  static func scalar(named name: Slice<Bytes>) -> UInt32? {
    if name.first == UInt8(ascii: "#") { return number(name.dropFirst()) }
    if let known = predefined(name) { return UInt32(known) }
    return name.elementsEqual("nbsp".utf8) ? 0xA0 : nil
  }

  /// The character of one of the five names that XML knows (XML 1.0, section 4.6); nil for any other.
  static func predefined(_ name: Slice<Bytes>) -> UInt8? {
    let (bytes, start) = (name.base, name.startIndex)
    return switch name.count {
    case 2 where bytes.has("lt", at: start): 0x3C
    case 2 where bytes.has("gt", at: start): 0x3E
    case 3 where bytes.has("amp", at: start): 0x26
    case 4 where bytes.has("quot", at: start): 0x22
    case 4 where bytes.has("apos", at: start): 0x27
    default: nil
    }
  }

  private static func number(_ digits: Slice<Bytes>) -> UInt32? {
    let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
    let digits = isHex ? digits.dropFirst() : digits
    guard (1...6).contains(digits.count) else { return nil }
    var value: UInt32 = 0
    for byte in digits {
      guard let digit = hexValue(byte), isHex || digit < 10 else { return nil }
      value = value &* (isHex ? 16 : 10) &+ UInt32(digit)
    }
    // The reader sees controls and invalid numbers as other characters, and invisible ones not at all.
    guard value >= 0xA0 || (0x20..<0x7F).contains(value), let scalar = Unicode.Scalar(value),
      !scalar.properties.isDefaultIgnorableCodePoint
    else { return nil }
    return value
  }
}
