/// Builds HTML from text, which is escaped, and from existing markup.
package struct HTMLText {
  private(set) var html = ""

  var body: Body { html.isEmpty ? .missing : .html(html) }
  mutating func append(markup: String) { html += markup }
  mutating func append(_ text: String) { html += Self.escaped(text) }

  mutating func append(_ text: String, link address: String? = nil, in element: String) {
    html += "<\(element)>"
    append(text, link: address)
    html += "</\(element)>"
  }

  /// Appends a link, or only the text without an address.
  mutating func append(_ text: String, link address: String?) {
    guard let address else { return append(text) }
    html += "<a href=\"\(Self.escaped(address))\">\(Self.escaped(text))</a>"
  }

  static func joined(_ parts: Body...) -> Body {
    var text = HTMLText()
    for part in parts { text.append(part) }
    return text.body
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
    html += Self.escaped(text).replacing("\n", with: "<br>")
  }

  mutating func appendQuotation(of author: Account?, link: String?, _ body: Body) {
    html += "<blockquote>"
    if let name = author?.name ?? author?.handle ?? author?.url ?? link {
      append(name, link: link ?? author?.url, in: "p")
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

  package static func escaped(_ text: String, apostrophes: Bool = false) -> String {
    guard
      text.utf8.contains(where: {
        $0 == 0x26 || $0 == 0x3C || $0 == 0x3E || $0 == 0x22 || $0 == 0x27
      })
    else { return text }
    var out: [UInt8] = []
    out.reserveCapacity(text.utf8.count + 16)
    for byte in text.utf8 {
      switch byte {
      case 0x26: out += "&amp;".utf8
      case 0x3C: out += "&lt;".utf8
      case 0x3E: out += "&gt;".utf8
      case 0x22: out += "&quot;".utf8
      case 0x27 where apostrophes: out += "&#39;".utf8
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

/// Builds the text of a post with the posts that it quotes, answers or embeds below its own words.
///
/// A quoted post with a warning stands last, so that the text before it can stay open.
struct QuotingText {
  private var open = HTMLText()
  private var hidden = HTMLText()
  private var warnings: [String] = []
  private var files: [Attachment] = []
  private var hiddenFiles: [Attachment] = []

  /// Begins with the text of `post`, and with what that quotes already.
  init(_ post: Post) {
    open.append(post.openPart)
    hidden.append(markup: post.hiddenMarkup)
    warnings = [post.quotations?.warning].compactMap(\.self)
  }

  /// Adds a post with its title, text, poll, card and files.
  ///
  /// - Parameter reason: why the reader may not want to see it, besides its own warning.
  mutating func add(_ quoted: Post, behind reason: String? = nil) {
    let own = [reason, quoted.contentWarning].compactMap(\.self)
    guard !own.isEmpty else {
      open.appendQuotation(of: quoted, quoted.openPart)
      hidden.append(markup: quoted.hiddenMarkup)
      if let warning = quoted.quotations?.warning { warnings.append(warning) }
      files += quoted.attachments
      return
    }
    let all = (own + [quoted.quotations?.warning].compactMap(\.self)).joined(separator: ", ")
    hidden.append(markup: "<p><b>⚠ ")
    hidden.append("quoted: " + all)
    hidden.append(markup: "</b></p>")
    hidden.appendQuotation(of: quoted, quoted.body)
    warnings.append(all)
    hiddenFiles += quoted.attachments
    hiddenFiles.markSensitive()
  }

  mutating func add(sentence: String) { open.appendQuotation(of: nil, link: nil, .text(sentence)) }

  func complete(_ post: inout Post) {
    post.attachments += files + hiddenFiles
    var whole = open
    whole.append(markup: hidden.html)
    post.body = whole.body
    let warning = warnings.isEmpty ? nil : warnings.joined(separator: ", ")
    post.quotations = warning.map { Quotations(warning: $0, openBody: open.body) }
  }
}

extension Post {
  func quoting(_ quoted: Post) -> Post {
    var post = self
    if let quotations, quotations.address != nil { post.body = quotations.openBody }
    post.quotations = quotations.flatMap { $0.warning == nil ? nil : $0 }
    var text = QuotingText(post)
    text.add(quoted)
    text.complete(&post)
    return post
  }

  /// Adds a link to a post that the record only names, unless the text has one.
  mutating func quote(address: String) {
    let own = body.withoutInlineQuote
    let holdsLink = own != body || body.source.contains(HTMLText.escaped(address))
    quotations = Quotations(warning: nil, openBody: own, address: address)
    guard !holdsLink else { return }
    var text = HTMLText()
    text.append(body)
    text.appendQuotation(of: nil, link: address, .missing)
    body = text.body
  }

  fileprivate var openPart: Body {
    guard let quotations, quotations.warning != nil else { return body }
    return quotations.openBody
  }

  fileprivate var hiddenMarkup: String {
    guard let quotations, quotations.warning != nil else { return "" }
    let (whole, open) = (body.source, quotations.openBody.source)
    guard whole.utf8.starts(with: open.utf8) else { return whole }
    return String(decoding: whole.utf8.dropFirst(open.utf8.count), as: UTF8.self)
  }
}

extension Body {
  /// The text without the paragraph that stands for a quoted post where a program does not know quotes.
  ///
  /// Mastodon 4.5, Misskey and Bridgy Fed write "RE:" and the address into an element of the class "quote-inline".
  var withoutInlineQuote: Body {
    guard case .html(let html) = self, html.contains("quote-inline") else { return self }
    let bytes = Array(html.utf8)
    let kept = bytes.withUnsafeBufferPointer { buffer -> [UInt8]? in
      var reader = MarkupReader(buffer, in: 0..<buffer.count)
      while let event = reader.next() {
        guard case .start(let tag) = event,
          let classes = reader.attribute("class", of: tag),
          classes.split(separator: " ").contains("quote-inline")
        else { continue }
        let start = tag.range.lowerBound
        reader.move(to: start)
        guard let element = reader.nextElement(in: MarkupScope()), !element.isUnclosed else {
          return nil
        }
        return Array(buffer[..<start]) + Array(buffer[reader.offset...])
      }
      return nil
    }
    guard let kept else { return self }
    return kept.isEmpty ? .missing : .html(String(decoding: kept, as: UTF8.self))
  }
}
