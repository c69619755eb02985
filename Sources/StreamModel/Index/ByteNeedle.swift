#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A byte string to look for: hops from one of its rarest bytes to the next.
///
/// `memmem` is an extension that Swift's import of the C library leaves out.
struct ByteNeedle {
  let bytes: [UInt8]
  /// Where in `bytes` the rarest one stands.
  private let rarest: Int
  /// Whether a to z mean A to Z, too.
  private let ignoresCase: Bool

  init(_ bytes: some Sequence<UInt8>, ignoringCase: Bool = false) {
    let all = ignoringCase ? bytes.map(Self.folded) : Array(bytes)
    self.bytes = all
    ignoresCase = ignoringCase
    rarest = all.indices.min { Self.frequency(all[$0]) < Self.frequency(all[$1]) } ?? 0
  }

  init(_ word: StaticString) {
    self.init(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
  }

  /// The index of the first occurrence at or after `start`; an empty needle is nowhere.
  func first(in text: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
    guard let base = text.baseAddress, !bytes.isEmpty, start >= 0 else { return nil }
    let last = text.count - bytes.count
    guard start <= last else { return nil }
    return bytes.withUnsafeBufferPointer { needle in
      guard let pattern = needle.baseAddress else { return nil }
      if ignoresCase { return firstFolded(needle, in: text, from: start, last: last) }
      let wanted = Int32(pattern[rarest])
      let end = last + rarest + 1
      var at = start + rarest
      while at < end, let found = memchr(base + at, wanted, end - at) {
        let hit = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
        if memcmp(base + hit - rarest, pattern, needle.count) == 0 { return hit - rarest }
        at = hit + 1
      }
      return nil
    }
  }

  /// The same in either case: hops to the next of both forms of the rarest byte.
  private func firstFolded(
    _ needle: UnsafeBufferPointer<UInt8>,
    in text: UnsafeBufferPointer<UInt8>,
    from start: Int,
    last: Int
  ) -> Int? {
    let lower = needle[rarest]
    let upper = (0x61...0x7A).contains(lower) ? lower & 0xDF : lower
    let end = last + rarest + 1
    func next(_ byte: UInt8, _ at: Int) -> Int {
      guard at < end, let base = text.baseAddress,
        let found = memchr(base + at, Int32(byte), end - at)
      else { return end }
      return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - base
    }
    var low = next(lower, start + rarest)
    var high = upper == lower ? end : next(upper, start + rarest)
    while min(low, high) < end {
      let at = min(low, high)
      let from = at - rarest
      if needle.indices.allSatisfy({ Self.folded(text[from + $0]) == needle[$0] }) { return from }
      if low == at { low = next(lower, at + 1) } else { high = next(upper, at + 1) }
    }
    return nil
  }

  private static func folded(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
  }

  /// A rough rank of how often a byte stands in JSON with text.
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
