/// Reads little-endian numbers from bytes; nil beyond the end.
struct LittleEndian {
  let bytes: [UInt8]

  func number(at offset: Int, bytes width: Int) -> UInt64? {
    guard offset >= 0, offset <= bytes.count - width else { return nil }
    return bytes[offset..<offset + width].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a number as a count or an offset; nil if it does not fit into an `Int`.
  func size(at offset: Int, bytes width: Int) -> Int? {
    number(at: offset, bytes: width).flatMap { Int(exactly: $0) }
  }
}
