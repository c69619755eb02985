/// Writes scalars as UTF-8 into a buffer of limited size.
struct UTF8Writer {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  var hasRoom: Bool { buffer.count - count >= 4 }

  /// Appends a scalar, or U+FFFD if `value` is none; there must be room.
  mutating func append(_ value: UInt32) {
    guard value >= 0x80 else {
      buffer[count] = UInt8(value)
      count += 1
      return
    }
    for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? .init() {
      buffer[count] = byte
      count += 1
    }
  }

  /// Appends U+FFFD; there must be room.
  mutating func appendReplacement() { append(0xFFFD) }
}

/// Counts the valid and the malformed multi-byte sequences in bytes that may be UTF-8.
struct UTF8Tally {
  private(set) var good = 0
  private(set) var bad = 0

  /// Counts the sequences in `bytes`.
  ///
  /// - Parameter isWhole: Whether a sequence cut off by the end is malformed.
  init(_ bytes: UnsafeBufferPointer<UInt8>, isWhole: Bool) {
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var index = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let sequence):
        index += sequence.count
        if sequence.count > 1 { good += 1 }
      case .error(let length):
        let isLead = (0xC2...0xF4).contains(bytes[index])
        index += length
        if isWhole || index < bytes.count || !isLead { bad += 1 }
      case .emptyInput: return
      }
    }
  }

  var isASCII: Bool { good == 0 && bad == 0 }
  var isValid: Bool { bad == 0 }
}
