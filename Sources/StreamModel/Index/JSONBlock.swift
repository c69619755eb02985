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
    quotes = Self.bits(qa, qb, qc, qd)
    let (sa, sb, sc, sd) = (a .== slash, b .== slash, c .== slash, d .== slash)
    backslashes = ((sa .| sb) .| (sc .| sd)).isAnySet ? Self.bits(sa, sb, sc, sd) : 0
    others = ~Self.bits(
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

  /// Combines four masks into one bit per byte: each byte keeps a bit of its own, then neighbours
  /// are joined.
  @inline(__always)
  private static func bits(
    _ a: SIMDMask<SIMD16<Int8>>,
    _ b: SIMDMask<SIMD16<Int8>>,
    _ c: SIMDMask<SIMD16<Int8>>,
    _ d: SIMDMask<SIMD16<Int8>>
  ) -> UInt64 {
    let low = SIMD8(lowHalf: lanes(a), highHalf: lanes(b))
    let high = SIMD8(lowHalf: lanes(c), highHalf: lanes(d))
    let fours = SIMD8(
      lowHalf: low.evenHalf | low.oddHalf,
      highHalf: high.evenHalf | high.oddHalf
    )
    let pairs = same(fours, as: SIMD16<UInt16>.self)
    let joined = pairs.evenHalf | pairs.oddHalf
    let bytes = (joined | joined &>> SIMD8<UInt16>(repeating: 8)) & SIMD8<UInt16>(repeating: 0xFF)
    let packed = SIMD8<UInt8>(truncatingIfNeeded: bytes)
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
