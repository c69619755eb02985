/// Reads the tags of markup that is no feed, such as a list of feeds or the head of a page.
///
/// It reads as ``MarkupReader`` does: malformed markup never fails, nothing is loaded, and only the
/// five entities of XML are known.
package enum MarkupTags {
  /// A start tag or an end tag.
  package struct Tag {
    package enum Kind: Equatable, Sendable {
      case start, empty, end
    }

    package let kind: Kind
    package let name: String
    /// The offset of the tag's "<" in bytes.
    package let offset: Int
    /// Whether the tag ends with ">": the document may end inside it.
    package let isClosed: Bool
    private let tag: MarkupReader.Tag?
    private let reader: MarkupReader

    /// - Parameter tag: the start tag; nil for an end tag.
    fileprivate init(
      _ tag: MarkupReader.Tag?,
      _ name: Range<Int>,
      in range: Range<Int>,
      _ reader: MarkupReader
    ) {
      kind = tag.map { $0.isEmpty ? .empty : .start } ?? .end
      self.name = String(decoding: reader.bytes[name], as: UTF8.self).lowercased()
      offset = range.lowerBound
      isClosed = reader.bytes[range].last == UInt8(ascii: ">")
      self.tag = tag
      self.reader = reader
    }

    /// Returns the value of the attribute `name`, in lower case, with its references resolved and
    /// without surrounding white space; nil if it is missing or empty.
    package func attribute(_ name: StaticString) -> String? {
      guard let tag, let value = reader.attribute(name, of: tag), !value.isEmpty else { return nil }
      return value
    }
  }

  /// Calls `visit` with each tag in the order of the document, until it returns false.
  ///
  /// A tag must not be kept after the call.
  package static func read(_ document: [UInt8], visit: (Tag) -> Bool) {
    document.withUnsafeBufferPointer { bytes in
      var reader = MarkupReader(bytes, in: 0..<bytes.count)
      while let event = reader.next() {
        let goesOn =
          switch event {
          case .start(let tag): visit(Tag(tag, tag.name, in: tag.range, reader))
          case .end(let name, let range): visit(Tag(nil, name, in: range, reader))
          case .text, .cdata: true
          }
        if !goesOn { return }
      }
    }
  }

  /// Returns the text of the first element called `name`, in lower case, on one line; nil if there
  /// is none within the first 64 KiB.
  package static func text(of name: StaticString, in document: [UInt8]) -> String? {
    document.withUnsafeBufferPointer { bytes in
      var reader = MarkupReader(bytes, in: 0..<min(bytes.count, Limits.text))
      while let event = reader.next() {
        guard case .start(let tag) = event, MarkupName.isFolded(bytes[tag.name], name) else {
          continue
        }
        reader.move(to: tag.range.lowerBound)
        guard let element = reader.nextElement(in: MarkupScope()) else { return nil }
        let words = MarkupContent(element, reader).plain.split { $0.isWhitespace }
        return words.isEmpty ? nil : words.joined(separator: " ")
      }
      return nil
    }
  }
}
