/// Turns comparisons of 64 bytes into one bit per byte, the lowest for the first.
enum ByteMask {
  /// Combines four masks into one bit per byte: each byte keeps a bit of its own, then neighbours
  /// are joined.
  @inline(__always)
  static func bits(
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

extension SIMDMask<SIMD16<Int8>> {
  /// Whether any lane is set.
  @inline(__always)
  var isAnySet: Bool {
    let halves = withUnsafeBytes(of: self) { $0.loadUnaligned(as: SIMD2<UInt64>.self) }
    return halves[0] | halves[1] != 0
  }
}
