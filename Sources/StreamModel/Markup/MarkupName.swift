/// Compares element names as feeds write them: with or without a prefix, in any case.
enum MarkupName {
  /// Returns the name at the start of `bytes`, with its prefix; empty if there is none.
  static func prefix(of bytes: Bytes) -> Slice<Bytes> {
    guard let first = bytes.first, isStart(first) else { return bytes[0..<0] }
    var end = 1
    while end < bytes.count, !isDelimiter(bytes[end]) { end += 1 }
    return bytes[0..<end]
  }

  static func local(_ name: Slice<Bytes>) -> Slice<Bytes> {
    guard let colon = name.lastIndex(of: 0x3A) else { return name }
    return name[(colon + 1)...]
  }

  static func isRecord(_ local: Slice<Bytes>) -> Bool {
    isFolded(local, "item") || isFolded(local, "entry") || isFolded(local, "deleted-entry")
  }

  /// Whether `name` equals `word`, which is in lower case, regardless of case.
  static func isFolded(_ name: Slice<Bytes>, _ word: StaticString) -> Bool {
    guard name.count == word.utf8CodeUnitCount else { return false }
    var index = 0
    for byte in name {
      if folded(byte) != word.utf8Start[index] { return false }
      index += 1
    }
    return true
  }

  static func folded(_ byte: UInt8) -> UInt8 { byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte }

  /// Whether a name may begin with the byte (XML 1.0, section 2.3; any non-ASCII byte is accepted).
  static func isStart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x5F, 0x3A, 0x80...0xFF: true
    default: false
    }
  }

  private static func isDelimiter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x3E, 0x2F, 0x3C, 0x3D, 0x22, 0x27: true
    default: false
    }
  }
}

/// Iterates over the attributes of a start tag, which are parsed on demand.
struct MarkupAttributes: Sequence, IteratorProtocol {
  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// The most attributes of one tag that are read.
  static let limit = 4096

  private let bytes: Bytes
  private let end: Int
  private var at: Int
  private var count = 0

  init(_ bytes: Bytes, in range: Range<Int>) {
    self.bytes = bytes
    at = range.lowerBound
    end = range.upperBound
  }

  /// Returns the next attribute; one without a value has an empty value.
  mutating func next() -> Attribute? {
    guard count < Self.limit else { return nil }
    while at < end, bytes[at] <= 0x20 || bytes[at] == 0x2F { at += 1 }
    guard at < end else { return nil }
    count += 1
    let start = at
    while at < end, bytes[at] > 0x20, bytes[at] != 0x3D { at += 1 }
    let name = start..<at
    skipSpace()
    guard at < end, bytes[at] == 0x3D else { return Attribute(name: name, value: at..<at) }
    at += 1
    skipSpace()
    guard at < end, bytes[at] == 0x22 || bytes[at] == 0x27 else {
      let from = at
      while at < end, bytes[at] > 0x20 { at += 1 }
      return Attribute(name: name, value: from..<at)
    }
    let quote = bytes[at]
    let from = at + 1
    at = from
    while at < end, bytes[at] != quote { at += 1 }
    let value = from..<at
    at = Swift.min(end, at + 1)
    return Attribute(name: name, value: value)
  }

  private mutating func skipSpace() { while at < end, bytes[at] <= 0x20 { at += 1 } }
}
