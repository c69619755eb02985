/// Reads bodies: HTML fragments or plain text to text, blocks, spans and links.
///
/// A flat and a rich reading of one body give the same text and blocks; the flat one records no
/// spans and no links. Any bytes give a result, in time linear in their number.
package struct RichTextReader: Sendable {
  let reading: Reading
  let customEmoji: Set<String>
  let maxTextBytes: Int
  let maxLinks: Int
  let maxDepth: Int
  let enoughTextBytes: Int?

  /// Where no more bytes than these are left, they are read, too.
  static let smallestRest = 4096

  /// A reader with its limits.
  ///
  /// - Parameters:
  ///   - customEmoji: Shortcodes without colons that stand for pictures.
  ///   - maxTextBytes: Text beyond this many bytes is left out.
  ///   - maxLinks: Links beyond this many are text only.
  ///   - maxDepth: Elements nested deeper keep their text only.
  ///   - enoughTextBytes: The reading may end at the end of a line once there is so much text; nil
  ///     reads all. Lines, spans and links up to there are those of the whole.
  package init(
    reading: Reading,
    customEmoji: Set<String> = [],
    maxTextBytes: Int = 1 << 20,
    maxLinks: Int = 1000,
    maxDepth: Int = 100,
    enoughTextBytes: Int? = nil
  ) {
    self.reading = reading
    self.customEmoji = customEmoji
    self.maxTextBytes = max(0, maxTextBytes)
    self.maxLinks = max(0, maxLinks)
    self.maxDepth = max(1, maxDepth)
    self.enoughTextBytes = enoughTextBytes.map { max(0, $0) }
  }

  /// Reads an HTML fragment.
  package func read(html: String) -> RichText {
    var html = html
    return html.withUTF8 { bytes in
      guard bytes.contains(UInt8(ascii: "\r")) else {
        var flattener = Flattener(bytes, self)
        return flattener.flatten()
      }
      return Self.withoutCarriageReturns(bytes).withUnsafeBufferPointer { bytes in
        var flattener = Flattener(bytes, self)
        return flattener.flatten()
      }
    }
  }

  /// Reads plain text: lines stay lines, empty lines part paragraphs, addresses become links.
  package func read(plain: String) -> RichText {
    var plain = plain
    return plain.withUTF8 { bytes in
      let end = end(ofPlain: bytes)
      let clean = Self.withoutCarriageReturns(UnsafeBufferPointer(rebasing: bytes[..<end]))
      var output = TextOutput(self)
      for paragraph in Self.paragraphs(clean) {
        output.beginBlock(.paragraph, lead: "", hang: "", space: 1)
        output.append(clean[paragraph])
        output.endBlock()
      }
      return output.finish(isCut: end < bytes.count)
    }
  }

  /// Where the reading of plain text ends: at the end of the line at which it has enough.
  private func end(ofPlain bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let enough = enoughTextBytes, bytes.count - enough > Self.smallestRest,
      let end = bytes[enough...].firstIndex(of: 0x0A), bytes.count - end > Self.smallestRest
    else { return bytes.count }
    return end
  }

  /// Newlines as the standard normalizes them (13.2.3.5, "preprocessing the input stream").
  private static func withoutCarriageReturns(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0D {
        result.append(0x0A)
        if index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
      } else {
        result.append(byte)
      }
      index += 1
    }
    return result
  }

  /// Runs of lines that have text, without the newline at their end.
  private static func paragraphs(_ bytes: [UInt8]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var start: Int?
    var end = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
        if let first = start { result.append(first..<end) }
        start = nil
      } else {
        start = start ?? line.startIndex
        end = line.endIndex
      }
    }
    if let first = start { result.append(first..<end) }
    return result
  }
}
