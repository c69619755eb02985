/// Finds where bytes may show a word, however its letters are written.
///
/// In the bytes of a feed a word may be written with capitals, accents, escapes of JSON, references
/// of HTML or XML, and with tags in its midst. Every place that shows the word is found. A place
/// that does not show it, as in a key or an attribute, may be found too: the row decides.
package struct TextNeedle: Sendable {
  private static let mostScalars = 32

  let word: [UInt32]
  /// Bytes that a match takes at most, for windows over the bytes to overlap by.
  let reach: Int
  /// The word as it is written most often; nil where it is not within ASCII.
  private let plain: ByteNeedle?
  private let matcher: TextNeedleMatcher
  /// The letters beyond ASCII that a match can contain, by their first two bytes in UTF-8: for each value of
  /// the lowest six bits of the first, a bit for each of the second.
  private let letters: [UInt64]
  private let ends: [UInt64]
  /// The second byte of escapes that matter besides "u".
  private let otherEscape: UInt8

  /// Makes a needle for a folded word.
  ///
  /// - Parameters:
  ///   - word: its scalars; only the first 32 are searched for.
  ///   - ignoringCase: whether A to Z fold to a to z.
  ///   - variants: the scalars beyond ASCII that can take part in a match, with their folds.
  package init(_ word: some Sequence<UInt32>, ignoringCase: Bool, variants: [UInt32: [UInt32]]) {
    self.word = Array(word.prefix(Self.mostScalars))
    let word = self.word
    reach = 2 * TextNeedleMatcher.longestTag
    let isASCII = word.allSatisfy { $0 < 0x80 }
    plain =
      isASCII && !word.isEmpty
      ? ByteNeedle(word.map { UInt8(truncatingIfNeeded: $0) }, ignoringCase: ignoringCase) : nil
    matcher = TextNeedleMatcher(word: word, ignoringCase: ignoringCase, variants: variants)
    var letters = [UInt64](repeating: 0, count: 64)
    for scalar in variants.keys {
      let bytes = Unicode.Scalar(scalar).map { String($0).utf8.prefix(2).map { Int($0 & 0x3F) } }
      guard let bytes, bytes.count == 2 else { continue }
      letters[bytes[0]] |= 1 &<< UInt64(truncatingIfNeeded: bytes[1])
    }
    self.letters = letters
    var ends = [UInt64](repeating: 0, count: 256)
    for (index, scalar) in word.enumerated() {
      guard scalar < 0x80 else { break }
      let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: index + 1)
      ends[Int(scalar)] |= bit
      if ignoringCase, (0x61...0x7A).contains(scalar) { ends[Int(scalar - 0x20)] |= bit }
    }
    self.ends = ends
    otherEscape = word.contains(0x2F) ? 0x2F : 0x75
  }

  package init(address: String) {
    let parts = address.unicodeScalars.split {
      !$0.isASCII || "&<>\"'\\".unicodeScalars.contains($0)
    }
    let longest = parts.max { $0.count < $1.count }.map { $0.map(\.value) } ?? []
    self.init(longest.suffix(Self.mostScalars), ignoringCase: false, variants: [:])
  }

  func first(in bytes: Bytes, from start: Int, escapes: Bool) -> Range<Int>? {
    guard !word.isEmpty else { return nil }
    let known = plain?.first(in: bytes, from: start)
    let end = known ?? bytes.count
    guard let odd = firstOdd(in: bytes, from: start, to: end, escapes: escapes) else {
      return known.map { $0..<$0 + word.count }
    }
    return odd
  }

  /// The first match before `end` that is not written plainly.
  private func firstOdd(
    in bytes: Bytes,
    from start: Int,
    to end: Int,
    escapes: Bool
  ) -> Range<Int>? {
    // A match that begins before `end` may become odd after it.
    let last = min(bytes.count, end + word.count)
    var at = start
    while at < last {
      var places = odd(in: bytes, from: at, to: last, escapes: escapes)
      while places != 0 {
        let place = at + places.trailingZeroBitCount
        places &= places &- 1
        if let found = match(around: place, in: bytes, from: start, escapes: escapes) {
          return found.lowerBound < end ? found : nil
        }
      }
      at += Self.blockLength
    }
    return nil
  }

  private static let blockLength = 64

  /// The bytes from `start` on that begin an unusual way of writing: a bit for each of 64 at most.
  @inline(__always)
  private func odd(in bytes: Bytes, from start: Int, to end: Int, escapes: Bool) -> UInt64 {
    // The byte after the block tells whether its last one begins an escape.
    guard start + Self.blockLength < end, let base = bytes.baseAddress else {
      var places: UInt64 = 0
      for step in 0..<min(Self.blockLength, end - start) {
        switch bytes[start + step] {
        case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\"), 0xC0...0xFF:
          places |= 1 &<< UInt64(truncatingIfNeeded: step)
        default: break
        }
      }
      return places
    }
    let raw = UnsafeRawPointer(base + start)
    let tag = SIMD16<UInt8>(repeating: 0x3C)
    let reference = SIMD16<UInt8>(repeating: 0x26)
    let backslash = SIMD16<UInt8>(repeating: 0x5C)
    let unicode = SIMD16<UInt8>(repeating: escapes ? 0x75 : 0x5C)
    let other = SIMD16<UInt8>(repeating: escapes ? otherEscape : 0x5C)
    let lead = SIMD16<UInt8>(repeating: 0xC0)
    @inline(__always)
    func mask(_ offset: Int) -> SIMDMask<SIMD16<Int8>> {
      let block = raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
      let next = raw.loadUnaligned(fromByteOffset: offset + 1, as: SIMD16<UInt8>.self)
      let plain = (block .== tag) .| (block .== reference) .| ((block & lead) .== lead)
      return plain .| ((block .== backslash) .& ((next .== unicode) .| (next .== other)))
    }
    let (a, b, c, d) = (mask(0), mask(16), mask(32), mask(48))
    return ((a .| b) .| (c .| d)).isAnySet ? ByteMask.bits(a, b, c, d) : 0
  }

  /// The match whose first unusual part begins at `at`.
  @inline(__always)
  private func match(
    around at: Int,
    in bytes: Bytes,
    from start: Int,
    escapes: Bool
  ) -> Range<Int>? {
    switch bytes[at] {
    case UInt8(ascii: "<"):
      // A tag can only be inside a match, not at its start.
      if at == start || ends[Int(bytes[at - 1])] == 0 { return nil }
    case UInt8(ascii: "\\"):
      guard escapes, at + 1 < bytes.count, bytes[at + 1] == 0x75 || bytes[at + 1] == otherEscape
      else { return nil }
    case let lead where lead >= 0xC0:
      // Letters that no match can contain are no reason to stop.
      guard at + 1 < bytes.count,
        letters[Int(lead & 0x3F)] &>> UInt64(bytes[at + 1] & 0x3F) & 1 == 1
      else { return nil }
    default: break
    }
    if at > start {
      var lengths = ends[Int(bytes[at - 1])]
      while lengths != 0 {
        let length = lengths.trailingZeroBitCount
        lengths &= lengths &- 1
        guard at - length >= start, matcher.isPlain(bytes, at - length, length) else { continue }
        if let end = matcher.end(of: bytes, at, after: length, escapes: escapes) {
          return at - length..<end
        }
      }
    }
    return matcher.end(beginningAt: at, in: bytes, escapes: escapes).map { at..<$0 }
  }
}
