/// Reads bodies, HTML fragments or plain text, into text, blocks, spans and links.
///
/// The flat and the rich reading of a body produce the same text and blocks; the flat one records
/// no spans or links. Any bytes produce a result, in linear time.
package struct RichTextReader: Sendable {
  let reading: Reading
  let customEmoji: Set<String>
  let maxTextBytes: Int
  let maxLinks: Int
  let enoughTextBytes: Int?
  let signsChanges: Bool
  let foldHint: String?

  /// A rest of at most this many bytes is read even if the reader has enough text.
  static let smallestRest = 4096
  /// Levels of elements that are kept; deeper ones keep only their text.
  static let maxDepth = 100

  /// Creates a reader with its limits.
  ///
  /// - Parameters:
  ///   - reading: Whether spans and links are recorded.
  ///   - customEmoji: Shortcodes, without colons, that stand for pictures.
  ///   - maxTextBytes: Bytes of text that are kept; the rest is dropped.
  ///   - maxLinks: Links that are kept; further ones become plain text.
  ///   - enoughTextBytes: Bytes of text after which the reading may stop at the end of a line; nil
  ///     reads everything. Lines, spans and links up to that point do not depend on it.
  ///   - signsChanges: Whether signs stand around text that was added or removed.
  ///   - foldHint: Words on how to show spoilers and the text of `details`, which are hidden; nil shows them.
  package init(
    reading: Reading,
    customEmoji: Set<String> = [],
    maxTextBytes: Int = 1 << 20,
    maxLinks: Int = 1000,
    enoughTextBytes: Int? = nil,
    signsChanges: Bool = true,
    foldHint: String? = nil
  ) {
    self.reading = reading
    self.customEmoji = customEmoji
    self.maxTextBytes = max(0, maxTextBytes)
    self.maxLinks = max(0, maxLinks)
    self.enoughTextBytes = enoughTextBytes.map { max(0, $0) }
    self.signsChanges = signsChanges
    self.foldHint = foldHint
  }

  /// Whether an element of this name, in lower case, has a meaning here.
  package static func knows(element name: String) -> Bool { Tag(Array(name.utf8)) != .other }

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

  /// Reads plain text: lines stay lines, empty lines separate paragraphs, addresses become links.
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

  /// Returns the end of the line at which plain text is long enough, or the end of the text.
  private func end(ofPlain bytes: Bytes) -> Int {
    guard let enough = enoughTextBytes, bytes.count - enough > Self.smallestRest,
      let end = bytes[enough...].firstIndex(of: 0x0A), bytes.count - end > Self.smallestRest
    else { return bytes.count }
    return end
  }

  /// Converts carriage returns as the standard does (13.2.3.5, "preprocessing the input stream").
  private static func withoutCarriageReturns(_ bytes: Bytes) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for (index, byte) in bytes.enumerated() {
      // A line feed after a carriage return ends no further line.
      if byte == 0x0A, index > 0, bytes[index - 1] == 0x0D { continue }
      result.append(byte == 0x0D ? 0x0A : byte)
    }
    return result
  }

  /// Returns the runs of lines that have text, without the newline at their end.
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

/// The amount of markup that is read.
package enum Reading: Sendable {
  case flat, rich
}
