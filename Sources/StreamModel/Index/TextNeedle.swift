/// Finds where bytes may show a word, however its letters are written.
///
/// In the bytes of a feed a word may be written with capitals, accents, escapes of JSON, references
/// of HTML or XML, and with tags in its midst. Every place that shows the word is found. A place may
/// also be found that does not show it, as in a key or an attribute: whoever shows the record
/// decides.
public struct TextNeedle: Sendable {
  /// More of a long word tells no more records apart.
  private static let mostScalars = 32
  /// Bytes after which a tag counts as text.
  static let longestTag = 4 << 10

  /// The word's folded scalars.
  let word: [UInt32]
  /// Bytes that a match takes at most, for windows over the bytes to overlap by.
  let reach: Int
  /// The word as it is written most often; nil where it is not within ASCII.
  private let plain: ByteNeedle?
  private let matcher: TextNeedleMatcher
  /// Bytes that an unusual way of writing begins with: tags, references, escapes, beyond ASCII.
  private let oddBytes: [Bool]
  /// For each byte, a bit for each length of the word's beginning that ends in it.
  private let ends: [UInt64]

  /// Makes a needle for a folded word.
  ///
  /// - Parameters:
  ///   - word: its scalars; only the first 32 are searched for.
  ///   - ignoringCase: whether A to Z fold to a to z.
  ///   - variants: the scalars beyond ASCII that can take part in a match, with their folds.
  public init(_ word: [UInt32], ignoringCase: Bool, variants: [UInt32: [UInt32]]) {
    self.word = Array(word.prefix(Self.mostScalars))
    let word = self.word
    reach = 2 * Self.longestTag
    let isASCII = word.allSatisfy { $0 < 0x80 }
    plain =
      isASCII && !word.isEmpty
      ? ByteNeedle(word.map { UInt8(truncatingIfNeeded: $0) }, ignoringCase: ignoringCase) : nil
    matcher = TextNeedleMatcher(word: word, ignoringCase: ignoringCase, variants: variants)
    var odd = Array(repeating: false, count: 256)
    for byte in [UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: "\\")] { odd[Int(byte)] = true }
    // Letters that no match can contain are no reason to stop.
    for scalar in variants.keys {
      if let first = Unicode.Scalar(scalar).flatMap({ String($0).utf8.first }) {
        odd[Int(first)] = true
      }
    }
    oddBytes = odd
    var ends = [UInt64](repeating: 0, count: 256)
    for (index, scalar) in word.enumerated() {
      guard scalar < 0x80 else { break }
      let bit = UInt64(1) &<< UInt64(truncatingIfNeeded: index + 1)
      ends[Int(scalar)] |= bit
      if ignoringCase, (0x61...0x7A).contains(scalar) { ends[Int(scalar - 0x20)] |= bit }
    }
    self.ends = ends
  }

  /// Returns the first byte of the first match at or after `start`, and the byte after the match.
  ///
  /// - Parameter escapes: whether a backslash begins an escape, as in JSON.
  func first(
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    escapes: Bool
  ) -> Range<Int>? {
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
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    to end: Int,
    escapes: Bool
  ) -> Range<Int>? {
    oddBytes.withUnsafeBufferPointer { odd in
      // A match that begins before `end` may become odd after it.
      let last = min(bytes.count, end + word.count)
      var at = start
      while at < last {
        at = Self.nextOdd(in: bytes, from: at, to: last, odd)
        guard at < last else { return nil }
        if let found = match(around: at, in: bytes, from: start, escapes: escapes) {
          return found.lowerBound < end ? found : nil
        }
        at += 1
      }
      return nil
    }
  }

  /// The next byte that begins an unusual way of writing.
  @inline(__always)
  private static func nextOdd(
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    to end: Int,
    _ odd: UnsafeBufferPointer<Bool>
  ) -> Int {
    var at = start
    while end - at >= 16, let base = bytes.baseAddress {
      let block = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: at, as: SIMD16<UInt8>.self)
      let mask =
        (block .== SIMD16(repeating: 0x3C)) .| (block .== SIMD16(repeating: 0x26))
        .| (block .== SIMD16(repeating: 0x5C)) .| (block .>= SIMD16(repeating: 0x80))
      if mask.isAnySet {
        var step = 0
        while step < 16 {
          if odd[Int(bytes[at + step])] { return at + step }
          step += 1
        }
      }
      at += 16
    }
    while at < end {
      if odd[Int(bytes[at])] { return at }
      at += 1
    }
    return end
  }

  /// The match whose first unusual part begins at `at`.
  @inline(__always)
  private func match(
    around at: Int,
    in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int,
    escapes: Bool
  ) -> Range<Int>? {
    if bytes[at] == UInt8(ascii: "\\"),
      !escapes || at + 1 >= bytes.count || bytes[at + 1] != UInt8(ascii: "u")
    {
      return nil
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
