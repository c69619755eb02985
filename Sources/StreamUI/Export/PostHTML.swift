import Addresses
import CellGrid
import RichText
package import StreamModel

/// Writes a post as an HTML document: text, links and the addresses of its files, and nothing that a browser would load.
package struct PostHTML {
  private let source: ExportedText
  private var html = ""
  private var quotes = 0
  /// The element of the open list; nil outside lists.
  private var list: String?

  /// The document; all text is escaped, and links lead to http, https and mailto only.
  ///
  /// The posts above come first, quoted. The comments follow the post, each quoted as deep as it stands.
  static func document(_ post: Post, _ replies: DumpedReplies? = nil) -> String {
    let author = post.author.flatMap { $0.name ?? $0.handle ?? $0.url }
    let title = PostTitle.stated(post)?.string ?? author ?? post.id.rawValue
    return head(title) + article(post, replies, level: 1) + end
  }

  package static func head(_ title: String) -> String {
    "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
      + "<title>\(escaped(title))</title>\n</head>\n<body>\n"
  }

  package static let end = "</body>\n</html>\n"

  /// A post with the posts above and the comments, to stand in a document.
  ///
  /// - Parameter level: that of its heading, 1 to 5.
  package static func article(_ post: Post, _ replies: DumpedReplies?, level: Int) -> String {
    var html = ""
    let replies = replies ?? DumpedReplies(post.comments)
    for parent in replies.parents {
      html += "<blockquote>\n"
      switch parent {
      case .elsewhere(let name): html += "<p>↑ \(anchor(name, text: escaped(name)))</p>\n"
      case .post(let post): html += part(post)
      }
      html += "</blockquote>\n"
    }
    if let title = PostTitle.stated(post)?.string {
      html += "<h\(level)>\(escaped(title))</h\(level)>\n"
    }
    html += part(post)
    if let heading = replies.heading(of: post) {
      html += "<h\(level + 1)>\(escaped(heading))</h\(level + 1)>\n"
    }
    for node in replies.nodes {
      let depth = 1 + min(node.depth, CommentRow.deepest)
      html += String(repeating: "<blockquote>\n", count: depth)
      if let line = ElsewhereRow.sentence(of: node.comment) {
        html += "<p>\(escaped(line))</p>\n"
      } else {
        html += part((replies.post(node.comment.id) ?? node.comment.asPost))
      }
      html += String(repeating: "</blockquote>\n", count: depth)
    }
    return html
  }

  private static func part(_ post: Post) -> String {
    let author = post.author.flatMap { $0.name ?? $0.handle ?? $0.url }
    let facts = [
      author.map { escaped($0) }, post.published.map { escaped($0.rfc3339) },
      post.url.map { anchor($0, text: escaped($0)) },
    ]
    var html = "<p>\(facts.compactMap(\.self).joined(separator: " · "))</p>\n"
    if let warning = post.wholeWarning { html += "<p><b>\(escaped(warning))</b></p>\n" }
    var writer = PostHTML(source: ExportedText(post))
    writer.writeBlocks()
    for attachment in post.attachments {
      guard let url = attachment.url else { continue }
      let words = [attachment.type ?? "file", attachment.alt].compactMap(\.self)
      writer.html += "<p>\(anchor(url, text: escaped(words.joined(separator: ": "))))</p>\n"
    }
    return html + writer.html
  }

  private mutating func writeBlocks() {
    for block in source.body.blocks {
      let lead = BlockLead(block)
      enter(lead)
      let text = inline(block.range, breaksLines: block.kind != .preformatted)
      switch block.kind {
      case .paragraph: html += lead.isInList ? text + "\n" : "<p>\(text)</p>\n"
      case .heading(let level): html += "<h\(level)>\(text)</h\(level)>\n"
      case .preformatted: html += "<pre>\n\(text)</pre>\n"
      case .rule: html += "<hr>\n"
      case .table(let table): write(table)
      }
    }
    closeList()
    for _ in 0..<quotes { html += "</blockquote>\n" }
  }

  /// Opens and closes the quotes and lists around the next block.
  private mutating func enter(_ lead: BlockLead) {
    if lead.quotes != quotes || !lead.isInList { closeList() }
    while quotes > lead.quotes {
      html += "</blockquote>\n"
      quotes -= 1
    }
    while quotes < lead.quotes {
      html += "<blockquote>\n"
      quotes += 1
    }
    guard lead.mark != nil || lead.isInList && list == nil else { return }
    let element = lead.number == nil ? "ul" : "ol"
    if let open = list, open == element {
      html += "</li>\n"
    } else {
      closeList()
      html += "<\(element)>\n"
      list = element
    }
    html += lead.number.map { "<li value=\"\($0)\">" } ?? "<li>"
  }

  private mutating func closeList() {
    guard let open = list else { return }
    html += "</li>\n</\(open)>\n"
    list = nil
  }

  private mutating func write(_ table: Table) {
    html += "<table>\n"
    for (number, row) in table.rows.enumerated() {
      let name = number < table.headerRows ? "th" : "td"
      let cells = row.map { cell in
        let span = cell.columns > 1 ? " colspan=\"\(cell.columns)\"" : ""
        return "<\(name)\(span)>\(inline(cell.range))</\(name)>"
      }
      html += "<tr>" + cells.joined() + "</tr>\n"
    }
    html += "</table>\n"
  }

  private func inline(_ range: Range<Int>, breaksLines: Bool = true) -> String {
    var text = ""
    var open: [Span.Kind] = []
    var link: Int?
    for run in InlineRun.within(range, of: source.runs) {
      let same = run.link == link ? zip(open, run.styles).prefix { $0 == $1 }.count : 0
      text += open[same...].reversed().map { Self.tag($0, "/") }.joined()
      if run.link != link {
        if link.flatMap(href) != nil { text += "</a>" }
        if let target = run.link.flatMap(href) { text += "<a href=\"\(Self.escaped(target))\">" }
        link = run.link
      }
      text += run.styles[same...].map { Self.tag($0, "") }.joined()
      open = run.styles
      let words = Self.escaped(source.body.text[run.range].string)
      text += breaksLines ? words.replacing("\n", with: "<br>\n") : words
    }
    text += open.reversed().map { Self.tag($0, "/") }.joined()
    if link.flatMap(href) != nil { text += "</a>" }
    return text
  }

  private func href(_ link: Int) -> String? { Self.target(source.links[link].target) }

  private static func tag(_ style: Span.Kind, _ slash: String) -> String {
    let name: String
    switch style {
    case .bold: name = "b"
    case .italic: name = "i"
    case .underline: name = "u"
    case .strike: name = "s"
    case .mark: name = "mark"
    case .code: name = "code"
    case .small: name = "small"
    case .quote, .heading, .customEmoji: return ""
    }
    return "<\(slash)\(name)>"
  }

  private static func anchor(_ address: String, text: String) -> String {
    guard let target = target(address) else { return text }
    return "<a href=\"\(escaped(target))\">\(text)</a>"
  }

  private static func target(_ address: String) -> String? {
    LinkGate.judge(address, label: "").target?.text
  }

  /// The text sanitized and escaped, for elements and quoted attributes; newlines stay.
  package static func escaped(_ text: String) -> String {
    let safe = Sanitizer.sanitize(Array(text.utf8), keepingNewlines: true).text.string
    return HTMLText.escaped(safe, apostrophes: true)
  }
}
