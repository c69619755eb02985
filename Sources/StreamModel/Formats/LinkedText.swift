/// Plain text as HTML, with links at the words that they belong to.
///
/// A dump tells no places of links: each is sought after the one before it.
struct LinkedText {
  private(set) var html = ""

  init(_ text: String, links: [Recorded.Link]) {
    var markup = HTMLText()
    var rest = text[...]
    var waiting = links[...]
    while !rest.isEmpty {
      // A link whose words do not come again, such as that of a picture, has no place.
      while let link = waiting.first, Self.words(of: link).map({ rest.range(of: $0) }) ?? nil == nil
      {
        waiting.removeFirst()
      }
      guard let link = waiting.popFirst(), let words = Self.words(of: link),
        let place = rest.range(of: words)
      else {
        Self.append(rest, to: &markup)
        break
      }
      Self.append(rest[..<place.lowerBound], to: &markup)
      let role = link.kind == "mention" || link.kind == "hashtag" ? link.kind : nil
      let address = HTMLText.escaped(link.url ?? "")
      markup.append(markup: "<a href=\"\(address)\"\(role.map { " class=\"\($0)\"" } ?? "")>")
      Self.append(rest[place], to: &markup)
      markup.append(markup: "</a>")
      rest = rest[place.upperBound...]
    }
    html = "<div>\(markup.html)</div>"
  }

  private static func words(of link: Recorded.Link) -> String? {
    guard let text = link.text, !text.isEmpty, link.url != nil else { return nil }
    return text
  }

  /// Adds text whose lines and runs of blanks stay.
  private static func append(_ text: Substring, to markup: inout HTMLText) {
    var isAfterBlank = false
    for character in text {
      switch character {
      case "\n":
        markup.append(markup: "<br>")
        isAfterBlank = true
      case " " where isAfterBlank: markup.append(markup: "&nbsp;")
      default:
        markup.append(String(character))
        isAfterBlank = character == " "
      }
    }
  }
}

extension Substring {
  /// The first place of `words`; nil where there is none.
  fileprivate func range(of words: String) -> Range<Index>? {
    var start = startIndex
    guard let first = words.first else { return nil }
    while let found = self[start...].firstIndex(of: first) {
      if self[found...].hasPrefix(words) {
        return found..<index(found, offsetBy: words.count)
      }
      start = index(after: found)
    }
    return nil
  }
}
