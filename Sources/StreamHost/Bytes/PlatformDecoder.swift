import Glibc
import StreamModel

/// Decodes a charset with the platform's iconv, one piece at a time.
final class PlatformDecoder {
  private let descriptor: iconv_t
  private let hasLeadBytes: Bool
  private let isEBCDIC: Bool

  init?(_ charset: Charset, iconv name: String) {
    guard SystemLibrary.isOurs, let opened = iconv_open("UTF-8", name),
      opened != iconv_t(bitPattern: -1)
    else { return nil }
    descriptor = opened
    hasLeadBytes = charset.hasLeadBytes
    isEBCDIC = charset.isEBCDIC
  }

  deinit { iconv_close(descriptor) }

  /// Converts as much as possible; returns the bytes consumed, and whether the converter holds nothing back.
  func convert(
    _ input: UnsafeBufferPointer<UInt8>,
    isLast: Bool,
    into writer: inout UTF8Writer
  ) -> (consumed: Int, isFlushed: Bool) {
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: max(1, input.count))
    defer { copy.deallocate() }
    for (index, byte) in input.enumerated() {
      // Files in EBCDIC end their lines with its "new line".
      copy[index] = CChar(bitPattern: isEBCDIC && byte == 0x15 ? 0x25 : byte)
    }
    var consumed = 0
    while consumed < input.count, writer.buffer.count - writer.count >= Self.reserve {
      let before = (consumed, writer.count)
      let code = step(copy, &consumed, input.count, &writer)
      switch code {
      case 0, E2BIG:
        // A converter that neither consumes nor produces anything must not stop the loop.
        if before == (consumed, writer.count) { skip(input, &consumed, &writer) }
      case EINVAL:
        guard isLast else { return (consumed, false) }
        writer.appendReplacement()
        consumed = input.count
      default: skip(input, &consumed, &writer)
      }
    }
    guard isLast, consumed == input.count, writer.buffer.count - writer.count >= Self.reserve else {
      return (consumed, false)
    }
    flush(&writer)
    return (consumed, true)
  }

  /// The output bytes that one step, or the last one, may need.
  private static let reserve = 64

  /// Calls iconv once; returns 0 or the reason why it stopped.
  private func step(
    _ input: UnsafeMutableBufferPointer<CChar>,
    _ consumed: inout Int,
    _ count: Int,
    _ writer: inout UTF8Writer
  ) -> Int32 {
    guard let base = input.baseAddress else { return 0 }
    var from: UnsafeMutablePointer<CChar>? = base + consumed
    var left = count - consumed
    let code = withOutput(&writer) { to, room in
      iconv(descriptor, &from, &left, &to, &room) == -1 ? errno : 0
    }
    consumed = count - left
    return code
  }

  /// Writes the bytes that the converter holds back and resets it.
  private func flush(_ writer: inout UTF8Writer) {
    withOutput(&writer) { to, room in _ = iconv(descriptor, nil, nil, &to, &room) }
  }

  private func withOutput<T>(
    _ writer: inout UTF8Writer,
    _ body: (inout UnsafeMutablePointer<CChar>?, inout Int) -> T
  ) -> T {
    let rest = UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(writer.buffer)[writer.count...]
    )
    return rest.withMemoryRebound(to: CChar.self) { rest in
      var to = rest.baseAddress
      var room = rest.count
      let result = body(&to, &room)
      writer.count += rest.count - room
      return result
    }
  }

  /// Writes one U+FFFD for a sequence that cannot be converted, and continues after it.
  ///
  /// The sequence includes its trail byte, unless that is ASCII (WHATWG Encoding).
  private func skip(
    _ input: UnsafeBufferPointer<UInt8>,
    _ consumed: inout Int,
    _ writer: inout UTF8Writer
  ) {
    writer.appendReplacement()
    let isLead = hasLeadBytes && (0x81...0xFE).contains(input[consumed])
    let trail = consumed + 1
    consumed += isLead && trail < input.count && input[trail] >= 0x80 ? 2 : 1
  }
}

/// Checks whether the machine's C library is the release that the program was linked with.
///
/// A statically linked program loads iconv's converters from the machine, and those fit only their
/// own release: converters of another release may end the process instead of failing.
package enum SystemLibrary {
  static let isOurs: Bool = {
    guard let version else { return true }
    for place in places {
      guard let file = fopen(place, "re") else { continue }
      defer { fclose(file) }
      return holds("release version \(version).", file)
    }
    // There are no converters either, which iconv reports itself.
    return true
  }()

  /// The release of the linked C library, such as "2.36".
  package static var version: String? {
    var text = [CChar](repeating: 0, count: 64)
    guard confstr(Int32(_CS_GNU_LIBC_VERSION), &text, text.count) > 0 else { return nil }
    let words = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return String(decoding: words, as: UTF8.self).split(separator: " ").last.map(String.init)
  }

  #if arch(arm64)
    private static let folder = "aarch64-linux-gnu"
  #else
    private static let folder = "x86_64-linux-gnu"
  #endif

  private static let places = [
    "/usr/lib/\(folder)/libc.so.6", "/lib/\(folder)/libc.so.6", "/usr/lib64/libc.so.6",
    "/lib64/libc.so.6", "/usr/lib/libc.so.6",
  ]

  private static func holds(_ words: String, _ file: UnsafeMutablePointer<FILE>) -> Bool {
    let needle = ByteNeedle(words.utf8)
    let size = 1 << 16
    let piece = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
    defer { piece.deallocate() }
    var kept = 0
    while true {
      let got = fread(piece + kept, 1, size - kept, file)
      guard got > 0 else { return false }
      let filled = kept + got
      if needle.first(in: UnsafeBufferPointer(start: piece, count: filled)) != nil { return true }
      // Text at the end of this piece may be the start of a match: check it with the next piece.
      kept = min(filled, words.utf8.count - 1)
      memmove(piece, piece + (filled - kept), kept)
    }
  }
}
