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
    let bytes: UnsafeBufferPointer<UInt8>

    /// Whether the string's value is `word`, which must be ASCII.
    static func == (text: Text, word: StaticString) -> Bool {
      guard !text.hasEscapes else {
        return JSONReader(text.bytes).decode(text, limit: 256).string == "\(word)"
      }
      let length = word.utf8CodeUnitCount
      guard text.end - text.start == length, let base = text.bytes.baseAddress else { return false }
      return memcmp(base + text.start, word.utf8Start, length) == 0
    }

    /// The bytes of the string's value where they are those of the text, as in most ids; nil where the
    /// text has an escape, or a byte beyond ASCII, which may be invalid.
    var plainBytes: UnsafeBufferPointer<UInt8>? {
      let part = UnsafeBufferPointer(rebasing: bytes[start..<end])
      return hasEscapes || part.contains { $0 >= 0x80 } ? nil : part
    }

    /// Lets a `switch` over keys be the table of a format.
    static func ~= (word: StaticString, text: Text) -> Bool { text == word }
  }

  /// One step of the path from the top level to the current value.
  enum Step {
    case fresh
    case key(Text)
    case index(Int)
  }

  let bytes: UnsafeBufferPointer<UInt8>
  var offset: Int
  var depthLimit = usualDepth
  private(set) var steps: [Step] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, from offset: Int = 0) {
    self.bytes = bytes
    self.offset = offset
    steps.reserveCapacity(8)
  }

  // MARK: Containers

  /// Returns the kind of the next value, after skipping white space.
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

  /// Enters the object or list that ``peek()`` found.
  mutating func open() throws(JSONError) {
    guard steps.count < depthLimit else { throw tooDeep(depthLimit) }
    offset += 1
    steps.append(.fresh)
  }

  /// Returns the next key of the open object; nil if the object is closed.
  mutating func nextKey() throws(JSONError) -> Text? {
    skipSpace()
    if case .fresh = steps.last ?? .fresh {
      if take(0x7D) {
        steps.removeLast()
        return nil
      }
      guard offset < bytes.count, bytes[offset] == 0x22 else { throw fault("a key or '}'") }
    } else {
      if take(0x7D) {
        steps.removeLast()
        return nil
      }
      guard take(0x2C) else { throw fault("',' or '}'") }
      skipSpace()
      guard offset < bytes.count, bytes[offset] == 0x22 else { throw fault("a key") }
    }
    let key = try text()
    steps[steps.count - 1] = .key(key)
    skipSpace()
    guard take(0x3A) else { throw fault("':'") }
    return key
  }

  /// Returns whether the open list has another element; false if the list is closed.
  mutating func nextElement() throws(JSONError) -> Bool {
    skipSpace()
    if take(0x5D) {
      steps.removeLast()
      return false
    }
    switch steps.last ?? .fresh {
    case .index(let index):
      guard take(0x2C) else { throw fault("',' or ']'") }
      steps[steps.count - 1] = .index(index + 1)
    default:
      steps[steps.count - 1] = .index(0)
    }
    return true
  }

  /// Throws unless only white space is left.
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
}

extension JSONReader {
  private func tooDeep(_ limit: Int) -> JSONError {
    JSONError(
      offset: offset,
      message: "nested too deep (expected at most \(limit) levels)"
    )
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
  /// The problem and what was expected instead, in one line.
  let message: String
}
