#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

package typealias Bytes = UnsafeBufferPointer<UInt8>

/// Searches for a byte string, testing two of its rarest bytes at 64 positions at a time.
///
/// `memmem` is an extension that Swift's import of the C library omits, and `memchr` for one byte
/// stops too often in text.
package struct ByteNeedle {
  let bytes: [UInt8]
  /// The indices in `bytes` of the rarest byte and the next rarest.
  private let places: (first: Int, second: Int)
  /// For each of the two, the bit that makes upper and lower case equal; 0 for none.
  private let folds: (first: UInt8, second: UInt8)
  private let ignoresCase: Bool

  private static let stride = 64

  package init(_ bytes: some Sequence<UInt8>, ignoringCase: Bool = false) {
    let all = ignoringCase ? bytes.map(Self.folded) : Array(bytes)
    self.bytes = all
    ignoresCase = ignoringCase
    let order = all.indices.sorted { Self.frequency(all[$0]) < Self.frequency(all[$1]) }
    let first = order.first ?? 0
    // Two equal bytes would match everywhere in a run of them.
    let second = order.first { all[$0] != all[first] } ?? first
    places = (first, second)
    let fold = { (place: Int) in ignoringCase && !all.isEmpty ? Self.fold(of: all[place]) : 0 }
    folds = (fold(first), fold(second))
  }

  init(_ word: StaticString) {
    self.init(word.bytes)
  }

  /// Returns the index of the first match at or after `start`; nil without one and for an empty needle.
  package func first(in text: Bytes, from start: Int = 0) -> Int? {
    guard let base = text.baseAddress, !bytes.isEmpty, start >= 0 else { return nil }
    let last = text.count - bytes.count
    guard start <= last else { return nil }
    return bytes.withUnsafeBufferPointer { needle in
      var at = start
      while at <= last {
        // The last stride begins early enough to be whole: to look at some positions again costs less than to test the rest
        // one by one.
        let begin = min(at, last - Self.stride + 1)
        let end = min(at + Self.stride, last + 1)
        if begin < start || mayStart(base + begin, needle) {
          for place in at..<end where isHere(base + place, needle) { return place }
        }
        at = end
      }
      return nil
    }
  }

  @inline(__always)
  private func mayStart(_ text: UnsafePointer<UInt8>, _ needle: Bytes) -> Bool {
    let first = UnsafeRawPointer(text + places.first)
    let second = UnsafeRawPointer(text + places.second)
    let firstByte = SIMD16<UInt8>(repeating: needle[places.first])
    let secondByte = SIMD16<UInt8>(repeating: needle[places.second])
    let firstFold = SIMD16<UInt8>(repeating: folds.first)
    let secondFold = SIMD16<UInt8>(repeating: folds.second)
    @inline(__always)
    func both(_ offset: Int) -> SIMDMask<SIMD16<Int8>> {
      let one = first.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self) | firstFold
      let other = second.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self) | secondFold
      return (one .== firstByte) .& (other .== secondByte)
    }
    return ((both(0) .| both(16)) .| (both(32) .| both(48))).isAnySet
  }

  private func isHere(_ text: UnsafePointer<UInt8>, _ needle: Bytes) -> Bool {
    guard text[places.first] | folds.first == needle[places.first], let pattern = needle.baseAddress
    else { return false }
    guard ignoresCase else { return memcmp(text, pattern, needle.count) == 0 }
    return needle.indices.allSatisfy { Self.folded(text[$0]) == needle[$0] }
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  private static func fold(of byte: UInt8) -> UInt8 { (0x61...0x7A).contains(byte) ? 0x20 : 0 }

  private static func frequency(_ byte: UInt8) -> Int {
    switch byte {
    case 0x20, 0x22, 0x65: 100
    case 0x61, 0x69, 0x6E, 0x6F, 0x72, 0x73, 0x74: 80
    case 0x2C, 0x3A, 0x63, 0x64, 0x68, 0x6C, 0x6D, 0x70, 0x75, 0x2F: 50
    case 0x30...0x39, 0x62, 0x66, 0x67, 0x77, 0x5F, 0x3C, 0x3E, 0x5C, 0x2E, 0x2D: 30
    case 0x80...0xFF: 25
    case 0x6B, 0x76, 0x79, 0x7B, 0x7D: 15
    default: 5
    }
  }
}

extension StaticString {
  var bytes: Bytes { UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount) }
}

extension Bytes {
  /// The index of the first `byte` in a range that lies inside; nil without one.
  @inline(__always)
  func index(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard let base = baseAddress,
      let found = memchr(base + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
  }

  /// Whether the bytes from `start` on, which is not after the end, begin with `word`.
  @inline(__always)
  func has(_ word: StaticString, at start: Int = 0) -> Bool {
    let length = word.utf8CodeUnitCount
    guard let base = baseAddress, count - start >= length else { return false }
    return memcmp(base + start, word.utf8Start, length) == 0
  }
}

/// Returns the value of a hexadecimal digit; nil for any other byte.
func hexValue(_ byte: UInt8) -> UInt16? {
  switch byte {
  case 0x30...0x39: UInt16(byte - 0x30)
  case 0x41...0x46: UInt16(byte - 0x41 + 10)
  case 0x61...0x66: UInt16(byte - 0x61 + 10)
  default: nil
  }
}

enum ByteMask {
  /// Combines four masks into one bit per byte: each byte keeps a bit of its own, then neighbours are joined.
  @inline(__always)
  static func bits(
    _ a: SIMDMask<SIMD16<Int8>>,
    _ b: SIMDMask<SIMD16<Int8>>,
    _ c: SIMDMask<SIMD16<Int8>>,
    _ d: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    let low = SIMD8(lowHalf: lanes(a), highHalf: lanes(b))
    let high = SIMD8(lowHalf: lanes(c), highHalf: lanes(d))
    let fours = SIMD8(lowHalf: low.evenHalf | low.oddHalf, highHalf: high.evenHalf | high.oddHalf)
    let pairs = same(fours, as: SIMD16<UInt16>.self)
    let joined = pairs.evenHalf | pairs.oddHalf
    let bytes = (joined | joined &>> SIMD8<UInt16>(repeating: 8)) & SIMD8<UInt16>(repeating: 0xFF)
    // Becomes one instruction; `init(truncatingIfNeeded:)` becomes a call, which costs an eighth of an index.
    var packed = SIMD8<UInt8>()
    for lane in packed.indices { packed[lane] = UInt8(truncatingIfNeeded: bytes[lane]) }
    return UInt64(littleEndian: same(packed, as: UInt64.self))
  }

  @inline(__always)
  private static func lanes(_ mask: SIMDMask<SIMD16<Int8>>) -> SIMD4<UInt32> {
    let places = SIMD16<UInt8>(1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128)
    return same(same(mask, as: SIMD16<UInt8>.self) & places, as: SIMD4<UInt32>.self)
  }

  /// Reinterprets bytes as lanes of another width; a debug build checks that there are enough.
  @inline(__always)
  private static func same<Lanes: BitwiseCopyable>(_ value: some Any, as type: Lanes.Type) -> Lanes
  {
    withUnsafeBytes(of: value) { $0.loadUnaligned(as: type) }
  }
}

extension SIMDMask<SIMD16<Int8>> {
  @inline(__always)
  var isAnySet: Bool {
    let halves = withUnsafeBytes(of: self) { $0.loadUnaligned(as: SIMD2<UInt64>.self) }
    return halves[0] | halves[1] != 0
  }
}
