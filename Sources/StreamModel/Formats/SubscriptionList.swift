import Addresses

/// Converts an OPML list of feeds (opml.org, version 2.0) to one post: its title, and the feeds as
/// links.
enum SubscriptionList {
  private static let limit = 10_000
  private static let depthLimit = 32

  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (fields: Post, notes: [RecordDecoder.Note]) {
    var fields = Post.draft
    fields.type = "OPML"
    var reader = MarkupReader(bytes, in: 0..<bytes.count)
    var html = ""
    var depth = 0
    var count = 0
    var end = 0
    while let event = reader.next() {
      switch event {
      case .start(let tag) where MarkupName.isFolded(bytes[tag.name], "title"):
        reader.move(to: tag.range.lowerBound)
        guard let element = reader.nextElement(in: MarkupScope()) else { continue }
        fields.title = MarkupContent(element, reader).construct(.guessed, limit: Limits.text)
      case .start(let tag) where MarkupName.isFolded(bytes[tag.name], "outline"):
        count += 1
        guard count <= limit else {
          if count == limit + 1 { end = tag.range.lowerBound }
          continue
        }
        html += "<li>" + item(tag, reader)
        if !tag.isEmpty, depth < depthLimit {
          html += "<ul>"
          depth += 1
        }
      case .end(let name, _) where MarkupName.isFolded(bytes[name], "outline"):
        if depth > 0, count <= limit {
          html += "</ul>"
          depth -= 1
        }
      default: break
      }
    }
    if !html.isEmpty { fields.body = .html("<ul>\(html)</ul>") }
    guard count > limit else { return (fields, []) }
    let message = "\(count - limit) entries left out (expected at most \(limit))"
    return (fields, [RecordDecoder.Note(offset: end, path: "", message: message)])
  }

  private static func item(_ tag: MarkupReader.Tag, _ reader: MarkupReader) -> String {
    let address =
      reader.attribute("xmlurl", of: tag) ?? reader.attribute("url", of: tag)
      ?? reader.attribute("htmlurl", of: tag)
    // gPodder writes the description of a feed as its text; a folder is named by it.
    let title = reader.attribute("title", of: tag)
    let text = reader.attribute("text", of: tag)
    let words = reader.attribute("xmlurl", of: tag) == nil ? text ?? title : title ?? text
    let label = HTMLText.escaped(words ?? address ?? "")
    guard let address, Address.isWeb(address) else { return label }
    return "<a href=\"\(HTMLText.escaped(address))\">\(label)</a>"
  }
}
