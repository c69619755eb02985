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
      default:
        throw fault("an escape such as \\n instead of the bare control character")
      }
    }
  }

  /// Reads and validates a number; returns its bytes.
  mutating func number() throws(JSONError) -> Range<Int> {
    let start = offset
    _ = take(0x2D)
    if take(0x30) {
      if offset < bytes.count, isDigit(bytes[offset]) {
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

  mutating func null() throws(JSONError) {
    try literal("null")
  }
}

extension JSONReader {
  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private mutating func someDigits() throws(JSONError) {
    guard offset < bytes.count, isDigit(bytes[offset]) else { throw fault("a digit") }
    while offset < bytes.count, isDigit(bytes[offset]) { offset += 1 }
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
    // Check eight bytes at a time: subtracting from each byte borrows its high bit if it is
    // smaller.
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
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74:
      offset += 1
    case 0x75:
      offset += 1
      for _ in 0..<4 {
        guard offset < bytes.count, hexValue(bytes[offset]) != nil else {
          throw fault("four hexadecimal digits")
        }
        offset += 1
      }
    default:
      throw fault("one of \"\\/bfnrtu")
    }
  }
}

/// Returns the value of a hexadecimal digit; nil for any other byte.
func hexValue(_ byte: UInt8) -> UInt16? {
  switch byte {
  case 0x30...0x39: UInt16(byte - 0x30)
  case 0x41...0x46: UInt16(byte - 0x41 + 10)
  case 0x61...0x66: UInt16(byte - 0x61 + 10)
  default: nil
  }
}
