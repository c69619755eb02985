#if canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Tells whether a file that is no feed is text, or objects of any keys, one a line: a log of a program.
struct LineSniffer {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Whether no more bytes will come, or enough are there.
  let isWhole: Bool

  /// Returns the format of lines; nil where the bytes are something else.
  func answer() -> Sniffer.Answer? {
    guard Self.isText(bytes.prefix(Sniffer.glance)) else { return nil }
    let origin = Sniffer.origin(bytes)
    guard let start = bytes[origin...].firstIndex(where: { $0 > 0x20 }) else { return nil }
    guard let base = bytes.baseAddress else { return nil }
    let found = memchr(base + start, 0x0A, bytes.count - start)
    guard found != nil || isWhole else { return .more }
    let end = found.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) - base }
    let line = UnsafeBufferPointer(rebasing: bytes[start..<(end ?? bytes.count)])
    let next = line.count > 1 ? line[1] : 0
    switch line[0] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      var skim = JSONSkim()
      switch skim.read(line) {
      case .ended: break
      // "[INFO] began" is a line, and "{" alone the start of a document.
      case .broken where line[0] == UInt8(ascii: "["): break
      case .broken, .more: return nil
      }
    // Syslog states a number in angle brackets; anything else there is markup.
    case UInt8(ascii: "<") where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next): return nil
    default: break
    }
    return .format(FeedFormat(vocabulary: .lines, layout: .lines))
  }

  /// Whether bytes are UTF-8 without control characters other than those of terminals; the last character may be cut.
  private static func isText(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let controls: [UInt8] = [0x08, 0x09, 0x0A, 0x0C, 0x0D, 0x1B]
    guard bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || controls.contains($0) }) else {
      return false
    }
    var whole = bytes
    if let lead = bytes.suffix(3).lastIndex(where: { (0xC2...0xF4).contains($0) }) {
      let length = bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
      if lead + length > bytes.endIndex { whole = bytes[..<lead] }
    }
    return String(validating: whole, as: UTF8.self) != nil
  }
}
