import Addresses

/// Converts an HTML page to one post: its title, and the whole page as the body.
enum WebPage {
  /// The bytes of the page that are searched for its title.
  private static let reach = 256 << 10

  static func read(_ bytes: Bytes) -> (fields: Post, notes: [RecordDecoder.Note]) {
    var fields = Post.draft
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

/// Converts an OPML list of feeds (opml.org, version 2.0) to one post: its title, and the feeds as links.
enum SubscriptionList {
  private static let limit = 10_000
  private static let depthLimit = 32

  static func read(_ bytes: Bytes) -> (fields: Post, notes: [RecordDecoder.Note]) {
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
