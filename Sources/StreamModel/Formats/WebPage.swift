/// Converts an HTML page to one post: its title, and the whole page as the body.
enum WebPage {
  /// The bytes of the page that are searched for its title.
  private static let reach = 256 << 10

  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (fields: PostFields, notes: [RecordDecoder.Note]) {
    var fields = PostFields()
    var page = MarkupText(limit: Limits.body)
    page.add(markup: bytes, 0..<bytes.count)
    fields.body = .html(page.string)
    var reader = MarkupReader(bytes, in: 0..<min(bytes.count, reach))
    while let event = reader.next() {
      guard case .start(let tag) = event else { continue }
      let name = bytes[tag.name]
      if MarkupName.isFolded(name, "html") {
        fields.language = reader.attribute("lang", of: tag) ?? reader.attribute("xml:lang", of: tag)
      } else if MarkupName.isFolded(name, "title") {
        reader.move(to: tag.range.lowerBound)
        guard let element = reader.nextElement(in: MarkupScope()) else { break }
        fields.title = MarkupContent(element, reader).construct(.html, limit: Limits.text)
      } else if MarkupName.isFolded(name, "body") {
        break
      }
    }
    guard page.isCut else { return (fields, []) }
    let message = "text cut (expected at most \(Limits.body) bytes)"
    return (fields, [RecordDecoder.Note(offset: Limits.body, path: "", message: message)])
  }
}
