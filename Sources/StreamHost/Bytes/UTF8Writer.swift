/// Writes scalars as UTF-8 into a buffer of limited size.
struct UTF8Writer {
  let buffer: UnsafeMutableBufferPointer<UInt8>
  var count = 0

  var hasRoom: Bool { buffer.count - count >= 4 }

  /// Appends a scalar, or U+FFFD if `value` is none; there must be room.
  mutating func append(_ value: UInt32) {
    for byte in UTF8.encode(Unicode.Scalar(value) ?? "\u{FFFD}") ?? .init() {
      buffer[count] = byte
      count += 1
    }
  }

  /// Appends U+FFFD; there must be room.
  mutating func appendReplacement() { append(0xFFFD) }

  /// Copies ASCII from `start` on as long as it lasts and fits; returns the number of bytes.
  mutating func appendASCII(_ input: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let most = min(input.count - start, buffer.count - count)
    let source = UnsafeRawBufferPointer(input)
    let target = UnsafeMutableRawBufferPointer(buffer)
    var done = 0
    while most - done >= 8 {
      let word = source.loadUnaligned(fromByteOffset: start + done, as: UInt64.self)
      guard word & 0x8080_8080_8080_8080 == 0 else { break }
      target.storeBytes(of: word, toByteOffset: count + done, as: UInt64.self)
      done += 8
    }
    while done < most, input[start + done] < 0x80 {
      buffer[count + done] = input[start + done]
      done += 1
    }
    count += done
    return done
  }

  /// Copies ASCII encoded in two bytes per character from `start` on, as long as it lasts and fits.
  ///
  /// Returns the number of characters.
  mutating func appendASCII(
    _ input: UnsafeBufferPointer<UInt8>,
    units order: Charset.Order,
    from start: Int
  ) -> Int {
    let most = min((input.count - start) / 2, buffer.count - count)
    let source = UnsafeRawBufferPointer(input)
    let target = UnsafeMutableRawBufferPointer(buffer)
    var done = 0
    while most - done >= 4 {
      let word = source.loadUnaligned(fromByteOffset: start + 2 * done, as: UInt64.self)
      // Load four characters with the first one in the lowest bits, the order of the bytes in memory.
      var four = order == .big ? UInt64(bigEndian: word) : UInt64(littleEndian: word)
      guard four & 0xFF80_FF80_FF80_FF80 == 0 else { break }
      four = (four | four >> 8) & 0x0000_FFFF_0000_FFFF
      let packed = UInt32(truncatingIfNeeded: four | four >> 16)
      let bytes = order == .big ? packed.bigEndian : packed.littleEndian
      target.storeBytes(of: bytes, toByteOffset: count + done, as: UInt32.self)
      done += 4
    }
    while done < most {
      let low = input[start + 2 * done + (order == .big ? 1 : 0)]
      let high = input[start + 2 * done + (order == .big ? 0 : 1)]
      guard high == 0, low < 0x80 else { break }
      target[count + done] = low
      done += 1
    }
    count += done
    return done
  }
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
