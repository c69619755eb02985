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
