/// Finds the end of one JSON value without decoding it, in pieces of any size.
///
/// Containers are read in blocks of 64 bytes. Only errors that lose the structure are noticed:
/// brackets that do not match, down to level 64, and bytes that are invalid outside a string.
struct JSONSkim {
  enum Outcome {
    /// All bytes are read and the value continues.
    case more
    case ended(Int)
    case broken(Int)
  }

  private enum Shape {
    case unknown, container, string, scalar
  }

  private struct Nesting {
    var depth = 0
    /// One bit for each open container down to level 64: 1 for a list.
    var lists: UInt64 = 0

    /// Processes a byte outside strings that is not a quote; returns false if it is invalid there.
    @inline(__always)
    mutating func take(_ byte: UInt8) -> Bool {
      switch byte | 0x20 {
      case 0x7B:
        if depth < 64 { lists = lists << 1 | (byte == 0x5B ? 1 : 0) }
        depth += 1
        return true
      case 0x7D:
        depth -= 1
        guard depth < 64 else { return true }
        if lists & 1 != (byte == 0x5D ? 1 : 0) { return false }
        lists >>= 1
        return true
      default: return Self.isPlain(byte)
      }
    }

    /// Whether `byte` is white space, a comma, a colon, or part of a number or literal.
    @inline(__always)
    private static func isPlain(_ byte: UInt8) -> Bool {
      // One bit for each byte below 0x40, and one for each from there to 0x7F.
      let plain: UInt64 = byte < 0x40 ? 0x07FF_7801_0000_2600 : 0x003C_5062_0000_0020
      return byte < 0x80 && plain &>> UInt64(byte & 0x3F) & 1 == 1
    }
  }

  private var shape = Shape.unknown
  private var nesting = Nesting()
  private var isInString = false
  var isInside: Bool { isInString }
  var isInList: Bool { nesting.depth > 0 && nesting.depth <= 64 && nesting.lists & 1 == 1 }
  /// Whether the last piece ended between a backslash and the byte that it escapes.
  private var isEscaped = false

  /// Reads on; the first byte of the first piece is the value's first.
  mutating func read(_ bytes: Bytes) -> Outcome {
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
    if isInString, nesting.depth == 0 || count < JSONBlock.length {
      guard let end = stringEnd(base, isEscaped ? 1 : 0, count) else { return .more }
      at = end
      if nesting.depth == 0 { return .ended(at) }
    }
    while at < count {
      let byte = base[at]
      if nesting.depth > 0, count &- at >= JSONBlock.length {
        if let outcome = readBlocks(base, &at, count) { return outcome }
        guard isInString else { continue }
        guard let end = stringEnd(base, isEscaped ? at &+ 1 : at, count) else { return .more }
        at = end
      } else if byte == 0x22 {
        guard let end = stringEnd(base, at &+ 1, count) else { return .more }
        at = end
        if nesting.depth == 0 { return .ended(at) }
      } else {
        guard nesting.take(byte) else { return .broken(at) }
        at &+= 1
        if nesting.depth == 0 { return .ended(at) }
      }
    }
    return .more
  }

  /// Reads whole blocks from `at` on while the container continues; returns nil if it still does.
  private mutating func readBlocks(
    _ base: UnsafePointer<UInt8>,
    _ at: inout Int,
    _ count: Int
  ) -> Outcome? {
    var nesting = nesting
    defer { self.nesting = nesting }
    // All bits are set if the previous block ended inside a string.
    var inside: UInt64 = isInString ? .max : 0
    // The first bit is set if the previous block ended with a backslash that escapes.
    var escape: UInt64 = isEscaped ? 1 : 0
    isInString = false
    isEscaped = false
    var start = at
    while count &- start >= JSONBlock.length {
      let block = JSONBlock(base + start)
      let quotes = block.quotes & ~Self.escaped(by: block.backslashes, &escape)
      let strings = Self.parities(of: quotes) ^ inside
      inside = UInt64(bitPattern: Int64(bitPattern: strings) &>> 63)
      // Outside strings, backslashes and escaped quotes occur only after an invalid byte.
      var others = (block.others | block.quotes & ~quotes) & ~strings
      while others != 0 {
        let index = others.trailingZeroBitCount
        let byte = base[start &+ index]
        guard nesting.take(byte) else { return .broken(start &+ index) }
        if nesting.depth == 0 { return .ended(start &+ index &+ 1) }
        others &= others &- 1
      }
      start &+= JSONBlock.length
    }
    at = start
    isInString = inside != 0
    isEscaped = escape != 0
    return nil
  }

  /// Returns the bytes that backslashes escape; `escape` carries over from block to block.
  @inline(__always)
  private static func escaped(by backslashes: UInt64, _ escape: inout UInt64) -> UInt64 {
    if backslashes == 0 {
      defer { escape = 0 }
      return escape
    }
    // Every second backslash of a run is escaped: the difference carries along the run.
    let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
    let starts = backslashes & ~escape
    let codes = ((starts &<< 1 | odd) &- starts) ^ odd
    let escaped = codes ^ (backslashes | escape)
    escape = (codes & backslashes) &>> 63
    return escaped
  }

  /// Returns for each bit whether the number of set bits up to and including it is odd.
  @inline(__always)
  private static func parities(of bits: UInt64) -> UInt64 {
    var sum = bits
    sum ^= sum &<< 1
    sum ^= sum &<< 2
    sum ^= sum &<< 4
    sum ^= sum &<< 8
    sum ^= sum &<< 16
    sum ^= sum &<< 32
    return sum
  }

  /// Returns the index after the closing quote, searched from `start`; nil if the string continues after the piece.
  ///
  /// This path reads only keys, strings outside records, and the rest of a piece.
  private mutating func stringEnd(
    _ base: UnsafePointer<UInt8>,
    _ start: Int,
    _ count: Int
  ) -> Int? {
    isInString = false
    isEscaped = false
    var at = start
    while at < count {
      let byte = base[at]
      if byte == 0x22 { return at &+ 1 }
      at &+= byte == 0x5C ? 2 : 1
    }
    isInString = true
    isEscaped = at > count
    return nil
  }
}

/// The structure of 64 bytes of JSON: one bit per byte, the lowest for the first.
///
/// Source: Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019), section 3.1, using
/// only the SIMD types of the standard library.
struct JSONBlock {
  static let length = 64

  let quotes: UInt64
  let backslashes: UInt64
  /// All bytes except quotes, spaces, commas, colons, digits, signs and points.
  let others: UInt64

  @inline(__always)
  init(_ bytes: UnsafePointer<UInt8>) {
    let raw = UnsafeRawPointer(bytes)
    let a = raw.loadUnaligned(as: SIMD16<UInt8>.self)
    let b = raw.loadUnaligned(fromByteOffset: 16, as: SIMD16<UInt8>.self)
    let c = raw.loadUnaligned(fromByteOffset: 32, as: SIMD16<UInt8>.self)
    let d = raw.loadUnaligned(fromByteOffset: 48, as: SIMD16<UInt8>.self)
    let quote = SIMD16<UInt8>(repeating: 0x22)
    let slash = SIMD16<UInt8>(repeating: 0x5C)
    let (qa, qb, qc, qd) = (a .== quote, b .== quote, c .== quote, d .== quote)
    quotes = ByteMask.bits(qa, qb, qc, qd)
    let (sa, sb, sc, sd) = (a .== slash, b .== slash, c .== slash, d .== slash)
    backslashes = ((sa .| sb) .| (sc .| sd)).isAnySet ? ByteMask.bits(sa, sb, sc, sd) : 0
    others = ~ByteMask.bits(
      qa .| Self.plain(a),
      qb .| Self.plain(b),
      qc .| Self.plain(c),
      qd .| Self.plain(d)
    )
  }

  @inline(__always)
  private static func plain(_ bytes: SIMD16<UInt8>) -> SIMDMask<SIMD16<Int8>> {
    let between = (bytes &- SIMD16<UInt8>(repeating: 0x2B)) .<= SIMD16<UInt8>(repeating: 0x0F)
    let space = bytes .== SIMD16<UInt8>(repeating: 0x20)
    return (between .& (bytes .!= SIMD16<UInt8>(repeating: 0x2F))) .| space
  }
}
