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
    var index = 0
    while index < bytes.count {
      let lead = bytes[index]
      index += 1
      guard lead >= 0x80 else { continue }
      // Unicode, table 3-7: the second byte's range depends on the first.
      var range: ClosedRange<UInt8> = 0x80...0xBF
      let trails: Int
      switch lead {
      case 0xC2...0xDF: trails = 1
      case 0xE0: (trails, range) = (2, 0xA0...0xBF)
      case 0xED: (trails, range) = (2, 0x80...0x9F)
      case 0xE1...0xEF: trails = 2
      case 0xF0: (trails, range) = (3, 0x90...0xBF)
      case 0xF4: (trails, range) = (3, 0x80...0x8F)
      case 0xF1...0xF3: trails = 3
      default: trails = 0
      }
      var found = 0
      while found < trails, index < bytes.count, range.contains(bytes[index]) {
        found += 1
        index += 1
        range = 0x80...0xBF
      }
      if trails > 0, found == trails {
        good += 1
      } else if isWhole || index < bytes.count || trails == 0 {
        bad += 1
      }
    }
  }

  var isASCII: Bool { good == 0 && bad == 0 }
  var isValid: Bool { bad == 0 }
}
