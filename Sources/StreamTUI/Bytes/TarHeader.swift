/// One header block of a tar archive (POSIX.1-2024, pax, "ustar Interchange Format"; GNU tar's
/// sizes).
struct TarHeader {
  /// The size of a block in bytes.
  static let size = 512

  enum Kind: Equatable {
    case file
    /// The long name of the next file (GNU).
    case longName
    /// The attributes of the next file (pax).
    case extended
    /// A folder, a link, a device.
    case other
    /// A sparse file, which is not supported here (GNU).
    case sparse
  }

  let kind: Kind
  let path: [UInt8]
  /// The number of bytes that follow, without the padding to a full block.
  let length: Int

  /// Parses a block; nil if the checksum shows that it is not a header.
  init?(_ block: [UInt8]) {
    guard block.count == Self.size, let stated = Self.number(block[148..<156]) else { return nil }
    let plain = zip(block.indices, block).map { (148..<156).contains($0) ? 0x20 : $1 }
    // Old programs summed the bytes as signed numbers.
    let signed = plain.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
    guard stated == plain.reduce(0, { $0 + Int($1) }) || stated == signed,
      let length = Self.number(block[124..<136])
    else { return nil }
    self.length = length
    let name = block[0..<100].prefix { $0 != 0 }
    let isUstar = block[257..<263].elementsEqual([0x75, 0x73, 0x74, 0x61, 0x72, 0])
    let prefix = isUstar ? block[345..<500].prefix { $0 != 0 } : []
    path = prefix.isEmpty ? Array(name) : Array(prefix) + [0x2F] + Array(name)
    switch block[156] {
    case 0, 0x30, 0x37: kind = path.last == 0x2F ? .other : .file
    case 0x4C: kind = .longName
    case 0x78: kind = .extended
    case 0x53: kind = .sparse
    default: kind = .other
    }
  }

  /// Parses octal digits, or a base-256 number if the first bit is set (GNU); nil for anything
  /// else.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    var value: UInt64 = 0
    if first & 0x80 != 0 {
      guard first == 0x80 else { return nil }
      for byte in field.dropFirst() {
        guard value >> 55 == 0 else { return nil }
        value = value << 8 | UInt64(byte)
      }
      return Int(exactly: value)
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    for digit in digits {
      guard (0x30...0x37).contains(digit) else { return nil }
      value = value << 3 | UInt64(digit - 0x30)
    }
    return Int(exactly: value)
  }
}
