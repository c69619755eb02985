extension SIMDMask<SIMD16<Int8>> {
  /// Whether any lane is set.
  @inline(__always)
  var isAnySet: Bool {
    let halves = withUnsafeBytes(of: self) { $0.loadUnaligned(as: SIMD2<UInt64>.self) }
    return halves[0] | halves[1] != 0
  }
}
