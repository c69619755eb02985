/// Iterates over the attributes of a start tag, which are parsed on demand.
struct MarkupAttributes: Sequence, IteratorProtocol {
  /// The positions of a name and a value; the value excludes its quotes.
  struct Attribute {
    let name: Range<Int>
    let value: Range<Int>
  }

  /// The most attributes of one tag that are read.
  static let limit = 4096

  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  private var at: Int
  private var count = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) {
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

  private mutating func skipSpace() {
    while at < end, bytes[at] <= 0x20 { at += 1 }
  }
}
