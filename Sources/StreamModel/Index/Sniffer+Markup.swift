/// Distinguishes XML feeds, HTML pages and subscription lists by their root element.
extension Sniffer {
  private static let markupExpectation =
    "expected <rss>, <rdf:RDF>, <feed>, <entry>, <channel>, <opml> or an HTML page"

  /// The elements that a page may begin with, considering the tags that HTML allows to omit.
  private static let pageElements: Set<String> = [
    "html", "head", "body", "title", "meta", "link", "style", "script", "div", "p", "h1", "h2",
    "article", "main", "section", "header", "table", "ul", "ol", "center", "font", "a", "b",
  ]

  /// Returns the format of a document that begins with "<" at `start`.
  func markup(from start: Int) -> Answer {
    var reader = MarkupReader(bytes, in: start..<bytes.count)
    var isPage = false
    while true {
      let before = reader.offset
      if MarkupReader.isHTMLDoctype(bytes, at: before) { isPage = true }
      guard let event = reader.next() else { break }
      let isSure = reader.offset < bytes.count && !reader.hasUnclosedQuote
      guard isSure || isWhole else { return .more }
      guard case .start(let tag) = event else { continue }
      let written = Array(bytes[tag.name])
      let name = String(decoding: written, as: UTF8.self).lowercased()
      let local = name.split(separator: ":").last.map { String($0) } ?? name
      let layout = RecordLayout.markup(root: written, offset: tag.range.lowerBound)
      switch local {
      case "rss", "rdf", "channel", "item":
        return .format(FeedFormat(vocabulary: .rss, layout: layout))
      case "feed", "entry": return .format(FeedFormat(vocabulary: .atom, layout: layout))
      case "opml": return .format(FeedFormat(vocabulary: .opml, layout: .page))
      case _ where isPage || Self.pageElements.contains(local):
        return .format(FeedFormat(vocabulary: .html, layout: .page))
      default:
        if let vocabulary = hint?.markupVocabulary {
          return .format(FeedFormat(vocabulary: vocabulary, layout: layout))
        }
        let root = String(decoding: written.prefix(64), as: UTF8.self)
        return unknown(tag.range.lowerBound, "<\(root)> (\(Self.markupExpectation))")
      }
    }
    if !isWhole { return .more }
    if isPage { return .format(FeedFormat(vocabulary: .html, layout: .page)) }
    return unknown(start, "no element (\(Self.markupExpectation))")
  }
}
