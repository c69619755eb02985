#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Reads values from JSON text on demand, strictly after RFC 8259 and without recursion.
///
/// Every method leaves `offset` after the text that it read, or throws at the first invalid byte.
/// The bytes must outlive the reader.
struct JSONReader {
  /// The deepest nesting of values in most formats.
  static let usualDepth = 128
  /// The deepest nesting that is skipped, and that trees of comments may have: a reply is two levels below its comment.
  static let deepest = 200_000
  /// The beginning of the message for a fault at the end of the bytes.
  static let endedEarly = "input ended early"

  enum Kind: String {
    case object = "an object"
    case array = "a list"
    case string = "text"
    case number = "a number"
    case boolean = "true or false"
    case null = "null"
  }

  /// A validated string, stored as its bytes between the quotes.
  struct Text {
    let start: Int
    let end: Int
    let hasEscapes: Bool
    let bytes: Bytes

    /// Whether the string's value is `word`, which must be ASCII.
    static func == (text: Text, word: StaticString) -> Bool {
      guard !text.hasEscapes else {
        return JSONReader(text.bytes).decode(text, limit: 256).string == "\(word)"
      }
      return text.end - text.start == word.utf8CodeUnitCount && text.bytes.has(word, at: text.start)
    }

    /// The bytes of the string's value where they are those of the text, as in most ids; nil where the
    /// text has an escape, or a byte beyond ASCII, which may be invalid.
    var plainBytes: Bytes? {
      let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
      return hasEscapes || part.contains { $0 >= 0x80 } ? nil : part
    }

    /// Lets a `switch` over keys be the table of a format.
    static func ~= (word: StaticString, text: Text) -> Bool { text == word }
  }

  enum Step {
    case fresh
    case key(Text)
    case index(Int)
  }

  let bytes: Bytes
  var offset: Int
  var depthLimit = usualDepth
  private(set) var steps: [Step] = []
  /// Where the value of the last key or element begins, to tell whether anybody has read it.
  private var unread = -1

  init(_ bytes: Bytes, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    steps.reserveCapacity(8)
  }

  // MARK: Containers

  mutating func peek() throws(JSONError) -> Kind {
    skipSpace()
    guard offset < bytes.count else { throw fault("a value") }
    switch bytes[offset] {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x22: return .string
    case 0x2D, 0x30...0x39: return .number
    case 0x74, 0x66: return .boolean
    case 0x6E: return .null
    default: throw fault("a value")
    }
  }

  mutating func open() throws(JSONError) {
    guard steps.count < depthLimit else { throw tooDeep(depthLimit) }
    offset += 1
    steps.append(.fresh)
  }

  /// Returns the next key of the open object; nil if the object is closed.
  ///
  /// A value that nobody has read by the next call is skipped.
  mutating func nextKey() throws(JSONError) -> Text? {
    if offset == unread { try skipValue() }
    skipSpace()
    if take(0x7D) {
      steps.removeLast()
      return nil
    }
    let isFirst = if case .fresh = steps.last ?? .fresh { true } else { false }
    if !isFirst {
      guard take(0x2C) else { throw fault("',' or '}'") }
      skipSpace()
    }
    guard offset < bytes.count, bytes[offset] == 0x22 else {
      throw fault(isFirst ? "a key or '}'" : "a key")
    }
    let key = try text()
    steps[steps.count - 1] = .key(key)
    skipSpace()
    guard take(0x3A) else { throw fault("':'") }
    skipSpace()
    unread = offset
    return key
  }

  /// Goes on to the next value under `key` in the open object; returns false if the object is closed.
  mutating func next(_ key: StaticString) throws(JSONError) -> Bool {
    while let found = try nextKey() { if found == key { return true } }
    return false
  }

  /// Returns whether the open list has another element; false if the list is closed.
  ///
  /// An element that nobody has read by the next call is skipped.
  mutating func nextElement() throws(JSONError) -> Bool {
    if offset == unread { try skipValue() }
    skipSpace()
    if take(0x5D) {
      steps.removeLast()
      return false
    }
    switch steps.last ?? .fresh {
    case .index(let index):
      guard take(0x2C) else { throw fault("',' or ']'") }
      steps[steps.count - 1] = .index(index + 1)
    default: steps[steps.count - 1] = .index(0)
    }
    skipSpace()
    unread = offset
    return true
  }

  mutating func end() throws(JSONError) {
    skipSpace()
    if offset < bytes.count { throw fault("the end") }
  }

  // MARK: Skipping

  /// Skips and validates a value of any kind, at most ``deepest`` levels deep; open containers are bits instead of calls.
  mutating func skipValue() throws(JSONError) {
    var isArray: UInt128 = 0
    // The bits of the containers around the last 128.
    var outer: [UInt128] = []
    var depth = 0
    repeat {
      var kind = try peek()
      // Enter the first value of each container that opens here, unless it is empty.
      descent: while kind == .object || kind == .array {
        guard steps.count + depth < Self.deepest else { throw tooDeep(Self.deepest) }
        offset += 1
        skipSpace()
        if take(kind == .array ? 0x5D : 0x7D) { break descent }
        if depth > 0, depth % UInt128.bitWidth == 0 { outer.append(isArray) }
        isArray = isArray << 1 | (kind == .array ? 1 : 0)
        depth += 1
        if kind == .object {
          guard offset < bytes.count, bytes[offset] == 0x22 else { throw fault("a key or '}'") }
          try skipKey()
        }
        kind = try peek()
      }
      switch kind {
      case .string: _ = try text()
      case .number: _ = try number()
      case .boolean: _ = try boolean()
      case .null: try null()
      case .object, .array: break
      }
      // Leave each container that ends here, up to a comma.
      while depth > 0 {
        skipSpace()
        let inArray = isArray & 1 == 1
        if take(0x2C) {
          if !inArray {
            skipSpace()
            guard offset < bytes.count, bytes[offset] == 0x22 else { throw fault("a key") }
            try skipKey()
          }
          break
        }
        guard take(inArray ? 0x5D : 0x7D) else {
          throw fault(inArray ? "',' or ']'" : "',' or '}'")
        }
        depth -= 1
        isArray >>= 1
        if depth > 0, depth % UInt128.bitWidth == 0 { isArray = outer.popLast() ?? 0 }
      }
    } while depth > 0
  }

  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      default: return
      }
    }
  }

  /// Returns a fault at `offset` that names the byte there and what was expected.
  func fault(_ expected: String) -> JSONError {
    guard offset < bytes.count else {
      return JSONError(offset: bytes.count, message: Self.endedEarly + " (expected \(expected))")
    }
    let byte = bytes[offset]
    let found: String
    switch byte {
    case 0x0A: found = "line end"
    case 0x21...0x7E: found = "'\(Character(Unicode.Scalar(byte)))'"
    case 0x20: found = "space"
    default: found = "byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return JSONError(offset: offset, message: "unexpected \(found) (expected \(expected))")
  }

  private func tooDeep(_ limit: Int) -> JSONError {
    JSONError(offset: offset, message: "nested too deep (expected at most \(limit) levels)")
  }

  mutating func take(_ byte: UInt8) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func skipKey() throws(JSONError) {
    _ = try text()
    skipSpace()
    guard take(0x3A) else { throw fault("':'") }
  }
}

/// A violation of RFC 8259, or of a record's format.
struct JSONError: Error, Equatable {
  /// The offset in bytes from the start of the text.
  let offset: Int
  let message: String
}

extension JSONReader {
  /// Reads and validates a string; ``decode(_:limit:)`` converts it to a `String`.
  mutating func text() throws(JSONError) -> Text {
    offset += 1
    let start = offset
    var hasEscapes = false
    while true {
      skipPlain()
      guard offset < bytes.count else { throw fault("'\"'") }
      switch bytes[offset] {
      case 0x22:
        offset += 1
        return Text(start: start, end: offset - 1, hasEscapes: hasEscapes, bytes: bytes)
      case 0x5C:
        hasEscapes = true
        try escape()
      default: throw fault("an escape such as \\n instead of the bare control character")
      }
    }
  }

  mutating func number() throws(JSONError) -> Range<Int> {
    let start = offset
    _ = take(0x2D)
    if take(0x30) {
      if offset < bytes.count, bytes[offset].isASCIIDigit {
        throw fault("no digit after a leading zero")
      }
    } else {
      try someDigits()
    }
    if take(0x2E) { try someDigits() }
    if offset < bytes.count, bytes[offset] | 0x20 == 0x65 {
      offset += 1
      if !take(0x2B) { _ = take(0x2D) }
      try someDigits()
    }
    return start..<offset
  }

  mutating func boolean() throws(JSONError) -> Bool {
    if bytes[offset] == 0x74 {
      try literal("true")
      return true
    }
    try literal("false")
    return false
  }

  mutating func null() throws(JSONError) { try literal("null") }

  private mutating func someDigits() throws(JSONError) {
    guard offset < bytes.count, bytes[offset].isASCIIDigit else { throw fault("a digit") }
    while offset < bytes.count, bytes[offset].isASCIIDigit { offset += 1 }
  }

  private mutating func literal(_ word: StaticString) throws(JSONError) {
    for index in 0..<word.utf8CodeUnitCount {
      guard offset < bytes.count, bytes[offset] == word.utf8Start[index] else {
        throw fault("\(word)")
      }
      offset += 1
    }
  }

  /// Skips bytes that stand for themselves: no quote, no backslash, no control character.
  private mutating func skipPlain() {
    guard let base = bytes.baseAddress else { return }
    let raw = UnsafeRawPointer(base)
    let count = bytes.count
    var at = offset
    // Check eight bytes at a time: subtracting from each byte borrows its high bit if it is smaller.
    while at + 8 <= count {
      let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
      let ones: UInt64 = 0x0101_0101_0101_0101
      let quotes = word ^ (ones &* 0x22)
      let slashes = word ^ (ones &* 0x5C)
      let hits =
        ((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)
        | ((word &- (ones &* 0x20)) & ~word)
      let marks = hits & (ones &* 0x80)
      if marks != 0 {
        offset = at + UInt64(littleEndian: marks).trailingZeroBitCount / 8
        return
      }
      at += 8
    }
    while at < count, bytes[at] != 0x22, bytes[at] != 0x5C, bytes[at] >= 0x20 { at += 1 }
    offset = at
  }

  private mutating func escape() throws(JSONError) {
    offset += 1
    guard offset < bytes.count else { throw fault("an escape") }
    switch bytes[offset] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: offset += 1
    case 0x75:
      offset += 1
      for _ in 0..<4 {
        guard offset < bytes.count, hexValue(bytes[offset]) != nil else {
          throw fault("four hexadecimal digits")
        }
        offset += 1
      }
    default: throw fault("one of \"\\/bfnrtu")
    }
  }

  struct Decoded {
    let string: String
    /// Whether invalid UTF-8 or a lone surrogate became U+FFFD.
    let isRepaired: Bool
    let isCut: Bool
  }

  /// Decodes a string to at most about `limit` bytes of UTF-8.
  func decode(_ text: Text, limit: Int = .max) -> Decoded {
    guard text.hasEscapes else {
      let end = boundary(text.start, min(text.end - text.start, limit), text.end)
      let part = UnsafeBufferPointer(rebasing: bytes[text.start..<end])
      let (string, isRepaired) = Self.decode(part)
      return Decoded(string: string, isRepaired: isRepaired, isCut: end < text.end)
    }
    return unescape(text, limit: limit)
  }

  /// Returns the value of a whole number that fits, such as 12, 12.0 and 1.2e1; otherwise nil.
  func wholeNumber(_ range: Range<Int>) -> Int? {
    let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    if let value = Int(text) { return value }
    return Double(text).flatMap { Int(exactly: $0) }
  }

  /// The path to the current value, such as `.comments[2].author`.
  var path: String {
    var path = ""
    for step in steps {
      switch step {
      case .fresh: break
      case .key(let key): path += "." + decode(key, limit: 64).string
      case .index(let index): path += "[\(index)]"
      }
    }
    return path
  }

  /// Returns where a cut after `length` bytes must be so that it splits no UTF-8 sequence.
  private func boundary(_ start: Int, _ length: Int, _ end: Int) -> Int {
    var at = start + length
    guard at < end else { return end }
    var steps = 0
    while at > start, steps < 3, bytes[at] & 0xC0 == 0x80 {
      at -= 1
      steps += 1
    }
    return at
  }

  private func unescape(_ text: Text, limit: Int) -> Decoded {
    var out: [UInt8] = []
    out.reserveCapacity(min(text.end - text.start, limit == .max ? limit : limit + 8))
    var isRepaired = false
    var isCut = false
    var at = text.start
    while at < text.end {
      guard out.count < limit else {
        isCut = true
        break
      }
      guard bytes[at] == 0x5C else {
        let next = bytes.index(of: 0x5C, in: at..<text.end) ?? text.end
        let stop = boundary(at, min(next - at, limit - out.count), next)
        isCut = isCut || stop < next
        out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[at..<stop]))
        if isCut { break }
        at = stop
        continue
      }
      let letter = bytes[at + 1]
      at += 2
      if letter == 0x75 {
        isRepaired = !appendScalar(&at, end: text.end, to: &out) || isRepaired
      } else {
        out.append(plain(letter))
      }
    }
    let (string, isInvalid) = out.withUnsafeBufferPointer { Self.decode($0) }
    return Decoded(string: string, isRepaired: isRepaired || isInvalid, isCut: isCut)
  }

  /// Decodes UTF-8, and tells whether invalid bytes became U+FFFD.
  ///
  /// Not with `String(validating:as:)`: the standard library does not specialize it for UTF-8, so each call
  /// looks up types at run time, which costs more than comparing the bytes.
  private static func decode(_ bytes: Bytes) -> (string: String, isRepaired: Bool) {
    var string = String(decoding: bytes, as: UTF8.self)
    let isSame = string.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let one = decoded.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
    return (string, !isSame)
  }

  private func plain(_ letter: UInt8) -> UInt8 {
    switch letter {
    case 0x62: 0x08
    case 0x66: 0x0C
    case 0x6E: 0x0A
    case 0x72: 0x0D
    case 0x74: 0x09
    default: letter
    }
  }

  /// Appends the scalar of the four digits at `at` and its low surrogate; returns false if that is missing.
  private func appendScalar(_ at: inout Int, end: Int, to out: inout [UInt8]) -> Bool {
    let high = unit(at)
    at += 4
    var value = UInt32(high)
    if high & 0xFC00 == 0xD800, at + 6 <= end, bytes[at] == 0x5C, bytes[at + 1] == 0x75 {
      let low = unit(at + 2)
      if low & 0xFC00 == 0xDC00 {
        value = 0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(low & 0x3FF))
        at += 6
      }
    }
    let scalar = Unicode.Scalar(value)
    out.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? .init(repeating: 0x3F, count: 1))
    return scalar != nil
  }

  private func unit(_ at: Int) -> UInt16 {
    var value: UInt16 = 0
    for index in at..<at + 4 { value = value << 4 | (hexValue(bytes[index]) ?? 0) }
    return value
  }
}
