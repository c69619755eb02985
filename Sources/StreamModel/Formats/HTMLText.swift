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
