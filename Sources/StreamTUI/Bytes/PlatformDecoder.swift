import Glibc

/// Decodes a charset with the platform's iconv, one piece at a time.
final class PlatformDecoder {
  private let descriptor: iconv_t
  private let hasLeadBytes: Bool
  private let isEBCDIC: Bool

  /// Opens a converter; nil if the platform has none for the charset.
  init?(_ charset: Charset, iconv name: String) {
    guard SystemLibrary.isOurs, let opened = iconv_open("UTF-8", name),
      opened != iconv_t(bitPattern: -1)
    else {
      return nil
    }
    descriptor = opened
    hasLeadBytes = charset.hasLeadBytes
    isEBCDIC = charset.isEBCDIC
  }

  deinit {
    iconv_close(descriptor)
  }

  /// Converts as much as possible; returns the bytes consumed, and whether the converter holds
  /// nothing back.
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
}

extension PlatformDecoder {
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
