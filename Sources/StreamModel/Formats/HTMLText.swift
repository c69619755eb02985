/// Builds HTML from text, which is escaped, and from existing markup.
struct HTMLText {
  private(set) var html = ""

  var body: Body { html.isEmpty ? .missing : .html(html) }

  mutating func append(markup: String) {
    html += markup
  }

  /// Appends text, escaped.
  mutating func append(_ text: String) {
    html += Self.escaped(text)
  }

  /// Appends a link, or only the text without an address.
  mutating func append(_ text: String, link address: String?) {
    guard let address else { return append(text) }
    html += "<a href=\"\(Self.escaped(address))\">\(Self.escaped(text))</a>"
  }

  /// Appends a body; the line breaks of plain text are kept.
  mutating func append(_ body: Body) {
    switch body {
    case .html(let markup): html += markup
    case .text(let text): appendLines(text)
    case .missing: break
    }
  }

  mutating func appendLines(_ text: String) {
    var isFirst = true
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if !isFirst { html += "<br>" }
      isFirst = false
      append(String(line))
    }
  }

  mutating func appendQuotation(of author: Account?, link: String?, _ body: Body) {
    html += "<blockquote>"
    if let name = author?.name ?? author?.handle ?? author?.url ?? link {
      html += "<p>"
      append(name, link: link ?? author?.url)
      html += "</p>"
    }
    append(body)
    html += "</blockquote>"
  }

  /// Appends a quoted post: its author, its title, `body`, its poll and its card.
  mutating func appendQuotation(of post: Post, _ body: Body) {
    var text = HTMLText()
    if post.title != .missing {
      text.append(markup: "<p><b>")
      text.append(post.title)
      text.append(markup: "</b></p>")
    }
    text.append(body)
    if let poll = post.poll {
      let options = poll.options.map { option in
        "○ \(option.title)"
          + (poll.result(of: option).map { " \($0.percentage)% (\($0.votes))" } ?? "")
      }
      text.append(markup: "<p>")
      text.appendLines(options.joined(separator: "\n"))
      text.append(markup: "</p>")
    }
    if let card = post.card, let title = card.title ?? card.url {
      text.append(markup: "<p>⧉ ")
      text.append(title, link: card.url)
      text.append(markup: "</p>")
    }
    appendQuotation(of: post.author, link: post.url, text.body)
  }

  /// Returns the text with the characters of markup written as entities.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 }) else {
      return text
    }
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case 0x26: out += "&amp;".utf8
      case 0x3C: out += "&lt;".utf8
      case 0x3E: out += "&gt;".utf8
      case 0x22: out += "&quot;".utf8
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// Plain text as HTML, with links at the words that they belong to.
///
/// A dump does not say where its links are: each is searched for after the one before it.
struct LinkedText {
  let html: String
  let holdsLastLink: Bool

  init(_ text: String, links: [Recorded.Link]) {
    let bytes = Array(text.utf8)
    var search = LinkSearch(textSize: bytes.count)
    var markup = HTMLText()
    var end = 0
    var isPlaced = false
    for link in links {
      // A link whose words do not come again, such as that of a picture, has no place.
      let place = Self.words(of: link).flatMap { search.place(of: $0, in: bytes, from: end) }
      isPlaced = place != nil
      guard let place else { continue }
      Self.append(bytes[end..<place.lowerBound], to: &markup)
      let role = link.kind == "mention" || link.kind == "hashtag" ? link.kind : nil
      let address = HTMLText.escaped(link.url ?? "")
      markup.append(markup: "<a href=\"\(address)\"\(role.map { " class=\"\($0)\"" } ?? "")>")
      Self.append(bytes[place], to: &markup)
      markup.append(markup: "</a>")
      end = place.upperBound
    }
    Self.append(bytes[end...], to: &markup)
    html = "<div>\(markup.html)</div>"
    holdsLastLink = isPlaced
  }

  var body: Body { .html(html) }

  private static func words(of link: Recorded.Link) -> String? {
    guard let text = link.text, !text.isEmpty, link.url != nil else { return nil }
    return text
  }

  /// Adds text whose lines and runs of blanks stay.
  private static func append(_ text: ArraySlice<UInt8>, to markup: inout HTMLText) {
    var isAfterBlank = false
    for character in String(decoding: text, as: UTF8.self) {
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

/// Searches for the words of links in a text, with work that is bounded by the size of the text.
private struct LinkSearch {
  private var budget: Int

  /// - Parameter textSize: The size of the text in bytes.
  init(textSize: Int) {
    // Enough for the links of any post; thousands of links that the text does not hold end it.
    budget = 64 &* textSize &+ 65_536
  }

  /// Returns the first place of `words` at or after `start` in bytes; nil where there is none, and
  /// where the search would exceed the budget.
  mutating func place(of words: String, in text: [UInt8], from start: Int) -> Range<Int>? {
    let needle = ByteNeedle(words.utf8)
    let starts = text.count - start + 1 - needle.bytes.count
    guard starts > 0 else { return nil }
    // At worst nearly all of the needle fits at each position.
    let costs = { (positions: Int) in positions &* (1 &+ needle.bytes.count / 64) }
    guard costs(starts) <= budget else { return nil }
    let found = text.withUnsafeBufferPointer { needle.first(in: $0, from: start) }
    budget -= costs(found.map { $0 - start } ?? starts)
    return found.map { $0..<$0 + needle.bytes.count }
  }
}
