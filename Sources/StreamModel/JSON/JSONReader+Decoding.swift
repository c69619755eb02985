#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

extension JSONReader {
  /// A decoded string, and whether it was changed.
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
    guard let base = bytes.baseAddress else {
      return Decoded(string: "", isRepaired: false, isCut: false)
    }
    while at < text.end {
      guard out.count < limit else {
        isCut = true
        break
      }
      guard bytes[at] == 0x5C else {
        let found = memchr(base + at, 0x5C, text.end - at)
        let next = found.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base }
        let stop = boundary(at, min((next ?? text.end) - at, limit - out.count), next ?? text.end)
        isCut = isCut || stop < (next ?? text.end)
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
  private static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (string: String, isRepaired: Bool) {
    var string = String(decoding: bytes, as: UTF8.self)
    let isSame = string.withUTF8 { decoded in
      guard decoded.count == bytes.count else { return false }
      guard let one = decoded.baseAddress, let other = bytes.baseAddress else { return true }
      return memcmp(one, other, bytes.count) == 0
    }
    return (string, !isSame)
  }

  /// Returns the character of a short escape.
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

  /// Appends the scalar of the four digits at `at` and its low surrogate; returns false if that is
  /// missing.
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
