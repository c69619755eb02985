/// Splits bytes that arrive in pieces into lines of text.
package struct LineSplitter {
  /// The longest line in bytes; the rest of a longer one is dropped.
  let limit: Int
  private var unfinished: [UInt8] = []

  package init(limit: Int) {
    self.limit = limit
  }

  /// Returns the lines that end in these bytes, without their newlines.
  package mutating func take(_ bytes: some Sequence<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        lines.append(String(decoding: unfinished, as: UTF8.self))
        unfinished.removeAll(keepingCapacity: true)
      } else if unfinished.count < limit {
        unfinished.append(byte)
      }
    }
    return lines
  }

  /// Returns the last line if it has no newline; nil if there is none.
  package mutating func end() -> String? {
    defer { unfinished = [] }
    return unfinished.isEmpty ? nil : String(decoding: unfinished, as: UTF8.self)
  }
}
