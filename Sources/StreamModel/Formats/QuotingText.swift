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

  /// Adds a sentence in place of a post that is not there.
  mutating func add(sentence: String) {
    open.appendQuotation(of: nil, link: nil, .text(sentence))
  }

  /// Gives `post` the text and the files of the quoted posts.
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
  /// Returns the post with another one that it quotes below its text.
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
    var text = HTMLText()
    text.append(body)
    if !holdsLink { text.appendQuotation(of: nil, link: address, .missing) }
    quotations = Quotations(warning: nil, openBody: own, address: address)
    if !holdsLink { body = text.body }
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
