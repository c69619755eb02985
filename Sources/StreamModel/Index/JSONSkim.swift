#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Finds the end of one JSON value without reading it, in pieces of any size.
///
/// Strings are crossed from quote to quote. Only what loses the structure is noticed: brackets
/// that do not match down to level 64, and bytes that cannot stand outside a string.
struct JSONSkim {
  enum Outcome {
    /// All bytes are read and the value goes on.
    case more
    /// The value ends before this index.
    case ended(Int)
    /// The structure is lost at this index.
    case broken(Int)
  }

  private enum Shape {
    case unknown
    case container
    case string
    case scalar
  }

  private var shape = Shape.unknown
  private var depth = 0
  /// A bit for each open container down to level 64: 1 for a list.
  private var lists: UInt64 = 0
  private var isInString = false
  /// Whether what was read ends inside a string.
  var isInside: Bool { isInString }
  /// Whether what was read ends in a list.
  var isInList: Bool { depth > 0 && depth <= 64 && lists & 1 == 1 }
  /// The piece ended between a backslash and what it escapes.
  private var isEscaped = false

  /// Reads on; the first byte of the first piece is the value's first.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
    guard let base = bytes.baseAddress, bytes.count > 0 else { return .more }
    if shape == .unknown {
      switch base[0] {
      case 0x7B, 0x5B: shape = .container
      case 0x22: shape = .string
      case 0x2D, 0x30...0x39, 0x61...0x7A: shape = .scalar
      default: return .broken(0)
      }
    }
    return shape == .scalar ? readScalar(base, bytes.count) : readNested(base, bytes.count)
  }

  private func readScalar(_ base: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
    for at in 0..<count {
      switch base[at] {
      case 0x2C, 0x5D, 0x7D, 0x20, 0x0A, 0x0D, 0x09: return .ended(at)
      case 0x2B, 0x2D, 0x2E, 0x30...0x39, 0x45, 0x61...0x7A: continue
      default: return .broken(at)
      }
    }
    return .more
  }

  private mutating func readNested(_ base: UnsafePointer<UInt8>, _ count: Int) -> Outcome {
    var at = 0
    var depth = depth
    var lists = lists
    defer {
      self.depth = depth
      self.lists = lists
    }
    if isInString {
      guard let end = stringEnd(base, isEscaped ? 1 : 0, count) else { return .more }
      at = end
      if depth == 0 { return .ended(at) }
    }
    while at < count {
      let byte = base[at]
      if byte == 0x22 {
        guard let end = stringEnd(base, at &+ 1, count) else { return .more }
        at = end
        if depth == 0 { return .ended(at) }
        // Most strings stand one byte before the next.
        while at < count &- 1, base[at] == 0x3A || base[at] == 0x2C {
          at &+= 1
          guard base[at] == 0x22 else { break }
          guard let end = stringEnd(base, at &+ 1, count) else { return .more }
          at = end
        }
      } else if Self.isBetween(byte) {
        at &+= 1
      } else if byte >= 0x61, byte <= 0x7A {
        if count &- at > 4, Self.isLiteral(base + at) {
          at &+= base[at &+ 4] == 0x65 ? 5 : 4
        } else if Self.isLiteral(byte) {
          at &+= 1
        } else {
          return .broken(at)
        }
      } else if byte | 0x20 == 0x7B {
        if depth < 64 { lists = lists << 1 | (byte == 0x5B ? 1 : 0) }
        depth += 1
        at &+= 1
      } else if byte | 0x20 == 0x7D {
        depth -= 1
        if depth < 64 {
          if lists & 1 != (byte == 0x5D ? 1 : 0) { return .broken(at) }
          lists >>= 1
        }
        at &+= 1
        if depth == 0 { return .ended(at) }
      } else if Self.isSpace(byte) {
        at &+= 1
        // Lines of documents for people begin with many.
        while count &- at >= 8, Self.isIndentation(base + at) { at &+= 8 }
      } else if byte == 0x45 {
        at &+= 1
      } else {
        return .broken(at)
      }
    }
    return .more
  }

  /// Behind the closing quote, searched from `start`; nil where the string goes on behind the piece.
  ///
  /// Sixteen bytes at a time are held against quotes and backslashes.
  @inline(__always)
  private mutating func stringEnd(
    _ base: UnsafePointer<UInt8>,
    _ start: Int,
    _ count: Int
  ) -> Int? {
    let quotes = SIMD16<UInt8>(repeating: 0x22)
    let backslashes = SIMD16<UInt8>(repeating: 0x5C)
    isInString = false
    isEscaped = false
    var at = start
    while count &- at >= 16 {
      let block = UnsafeRawPointer(base + at).loadUnaligned(as: SIMD16<UInt8>.self)
      let hits = unsafeBitCast(
        (block .== quotes) .| (block .== backslashes),
        to: SIMD2<UInt64>.self
      )
      if hits[0] != 0 {
        at &+= Self.first(hits[0])
      } else if hits[1] != 0 {
        at &+= 8 &+ Self.first(hits[1])
      } else {
        at &+= 16
        continue
      }
      if base[at] == 0x22 { return at &+ 1 }
      at &+= 2
    }
    while at < count {
      let byte = base[at]
      if byte == 0x22 { return at &+ 1 }
      at &+= byte == 0x5C ? 2 : 1
    }
    isInString = true
    isEscaped = at > count
    return nil
  }

  /// The index of the first byte that is not zero, in memory order.
  @inline(__always)
  private static func first(_ word: UInt64) -> Int {
    UInt64(littleEndian: word).trailingZeroBitCount &>> 3
  }

  /// Commas, colons, and what numbers are made of but for "e".
  @inline(__always)
  private static func isBetween(_ byte: UInt8) -> Bool {
    byte &- 0x2B <= 0x0F && byte != 0x2F
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  /// Whether eight spaces stand here.
  @inline(__always)
  private static func isIndentation(_ bytes: UnsafePointer<UInt8>) -> Bool {
    UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020
  }

  /// Whether "null", "true" or the first four letters of "false" stand here.
  @inline(__always)
  private static func isLiteral(_ bytes: UnsafePointer<UInt8>) -> Bool {
    let word = UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self))
    return word == 0x6C6C_756E || word == 0x6575_7274 || word == 0x736C_6166
  }

  /// A letter of "null", "true", "false", or of a number.
  @inline(__always)
  private static func isLiteral(_ letter: UInt8) -> Bool {
    switch letter {
    case 0x61, 0x65, 0x66, 0x6C, 0x6E, 0x72, 0x73, 0x74, 0x75: true
    default: false
    }
  }
}
