import Addresses
import CellGrid
import RichText
import StreamModel

/// Writes a post as Markdown (CommonMark 0.31, and the tables and strikethrough of GitHub's).
struct PostMarkdown {
  private let source: ExportedText
  private var text = ""
  private var lastQuotes = 0

  /// Returns the document: the posts above, quoted; title, author, date and address, the text and the addresses of
  /// the files; and the comments, each a quote within that of the comment that it replies to.
  static func document(_ post: Post, _ replies: DumpedReplies? = nil) -> String {
    let replies = replies ?? DumpedReplies(post.comments)
    let above = replies.parents.map { parent(of: $0) + "\n" }.joined()
    var writer = PostMarkdown(source: ExportedText(post))
    // A text that begins with its title has it as a heading of its own.
    if let title = PostTitle.shown(post, bodyIsFolded: false)?.string {
      writer.add("# \(escaped(title))", "")
    }
    writer.writePost(post)
    if let heading = replies.heading(of: post) { writer.add("## \(heading)", "") }
    var text = above + writer.text
    var last = 0
    for node in replies.nodes {
      let depth = 1 + min(node.depth, CommentRow.deepest)
      let post = replies.post(node.comment.id) ?? node.comment.asPost
      var writer = PostMarkdown(source: ExportedText(post))
      if let line = ElsewhereRow.sentence(of: node.comment) {
        writer.add(escaped(self.line(line)), "")
      } else {
        writer.writePost(post)
      }
      // An empty line of a quote keeps the next one inside it; one level up it ends the quote and begins another.
      text += Self.blank(inQuotes: depth > last ? last : depth - 1) + writer.quoted(depth)
      last = depth
    }
    return text
  }

  /// A post above, quoted; one that is not in the sources as a line.
  private static func parent(of parent: DumpedReplies.Parent) -> String {
    switch parent {
    case .elsewhere(let name): return "> ↑ " + link(name, text: escaped(line(name))) + "\n"
    case .post(let post):
      var writer = PostMarkdown(source: ExportedText(post))
      writer.writePost(post)
      return writer.quoted(1)
    }
  }

  private func quoted(_ depth: Int) -> String {
    let quotes = String(repeating: "> ", count: depth)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return lines.map { $0.isEmpty ? Self.blank(inQuotes: depth) : quotes + $0 + "\n" }.joined()
  }

  private static func blank(inQuotes depth: Int) -> String {
    String(String(repeating: "> ", count: depth).dropLast()) + "\n"
  }

  private mutating func writePost(_ post: Post) {
    let author = post.author.flatMap { $0.name ?? $0.handle ?? $0.url }
    let facts = [
      author.map { Self.escaped(Self.line($0)) }, post.published.map(\.rfc3339),
      post.url.map { Self.target($0).map { "<\($0)>" } ?? Self.escaped(Self.line($0)) },
    ]
    add(facts.compactMap(\.self).joined(separator: " · "), "")
    if let warning = post.wholeWarning { add("**\(Self.escaped(Self.line(warning)))**", "") }
    writeBlocks()
    for attachment in post.attachments {
      guard let url = attachment.url else { continue }
      let words = [attachment.type ?? "file", attachment.alt].compactMap(\.self)
      add(Self.link(url, text: Self.escaped(Self.line(words.joined(separator: ": ")))), "")
    }
  }

  private mutating func writeBlocks() {
    for block in source.body.blocks {
      let lead = BlockLead(block)
      let quotes = String(repeating: "> ", count: lead.quotes)
      let mark = lead.mark.map { _ in lead.number.map { "\($0). " } ?? "- " } ?? ""
      let indent = String(repeating: " ", count: lead.indent)
      let hang = quotes + indent + String(repeating: " ", count: mark.count)
      switch block.kind {
      case .paragraph: add(inline(block.range), quotes + indent + mark, hang, quotes: lead.quotes)
      case .heading(let level):
        let sign = String(repeating: "#", count: level)
        let words = inline(block.range).replacing("\\\n", with: " ")
        add("\(sign) \(words)", quotes + indent + mark, hang, quotes: lead.quotes)
      case .preformatted:
        let code = source.body.text[block.range].string
        let fence = String(repeating: "`", count: max(3, Self.longestFence(in: code) + 1))
        add("\(fence)\n\(code)\n\(fence)", quotes + indent + mark, hang, quotes: lead.quotes)
      case .rule: add("***", quotes, quotes: lead.quotes)
      case .table(let table):
        add(rows(of: table), quotes + indent + mark, hang, quotes: lead.quotes)
      }
    }
  }

  /// Adds an empty line and the lines of a block, inside `quotes` quotes.
  ///
  /// The first line begins with `lead`, the others with `hang`. Blocks that follow each other share as many quotes as both have.
  private mutating func add(
    _ block: String,
    _ lead: String,
    _ hang: String? = nil,
    quotes: Int = 0
  ) {
    if !text.isEmpty { text += Self.blank(inQuotes: min(quotes, lastQuotes)) }
    lastQuotes = quotes
    for (number, line) in block.split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      text += (number == 0 ? lead : hang ?? lead) + line + "\n"
    }
  }

  private func rows(of table: Table) -> String {
    let columns = table.columns
    guard columns > 0 else { return "" }
    var lines = table.rows.map { row in
      // Markdown has no cells over several columns: blanks follow.
      let cells = row.flatMap { cell in
        [inline(cell.range).replacing("\\\n", with: " ")]
          + Array(repeating: "", count: cell.columns - 1)
      }
      let rest = Array(repeating: "", count: columns - cells.count)
      return "| " + (cells + rest).joined(separator: " | ") + " |"
    }
    let rule = "|" + String(repeating: "---|", count: columns)
    // A table has exactly one header.
    if table.headerRows == 0 { lines.insert("|" + String(repeating: " |", count: columns), at: 0) }
    lines.insert(rule, at: 1)
    return lines.joined(separator: "\n")
  }

  private func inline(_ range: Range<Int>) -> String {
    var text = ""
    var open: [Span.Kind] = []
    var link: Int?
    for run in InlineRun.within(range, of: source.runs) {
      let styles = run.styles.filter { $0 != .code && !Self.sign($0).isEmpty }
      let same = run.link == link ? zip(open, styles).prefix { $0 == $1 }.count : 0
      text += open[same...].reversed().map(Self.sign).joined()
      if run.link != link {
        text += end(of: link)
        if run.link.flatMap(target) != nil { text += "[" }
        link = run.link
      }
      text += styles[same...].map(Self.sign).joined()
      open = styles
      let words = source.body.text[run.range].string
      text += run.styles.contains(.code) ? Self.code(words) : Self.escaped(words)
    }
    text += open.reversed().map(Self.sign).joined() + end(of: link)
    return text
  }

  private func end(of link: Int?) -> String { link.flatMap(target).map { "](<\($0)>)" } ?? "" }
  private func target(_ link: Int) -> String? { Self.target(source.links[link].target) }

  private static func sign(_ style: Span.Kind) -> String {
    switch style {
    case .bold: "**"
    case .italic: "*"
    case .strike: "~~"
    case .underline, .mark, .code, .small, .quote, .heading, .customEmoji: ""
    }
  }

  /// A span of code; blanks at its ends keep its own backticks apart from the fence.
  private static func code(_ text: String) -> String {
    let line = text.replacing("\n", with: " ")
    let fence = String(repeating: "`", count: longestFence(in: line) + 1)
    let pad = line.hasPrefix("`") || line.hasSuffix("`") ? " " : ""
    return fence + pad + line + pad + fence
  }

  private static func longestFence(in text: String) -> Int {
    var (longest, current) = (0, 0)
    for byte in text.utf8 {
      current = byte == UInt8(ascii: "`") ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }

  private static func link(_ address: String, text: String) -> String {
    target(address).map { "[\(text)](<\($0)>)" } ?? text
  }

  /// The target as it may leave the program, in which no angle bracket or newline can be; nil for one that may not.
  private static func target(_ address: String) -> String? {
    LinkGate.judge(address, label: "").target?.text
      .replacing("<", with: "%3C").replacing(">", with: "%3E")
      .replacing("\\", with: "%5C").replacing("\n", with: "")
  }

  private static func line(_ text: String) -> String { SafeText(sanitizing: text).string }

  /// The text with a backslash before each sign that Markdown would read; a newline is a hard break.
  static func escaped(_ text: String) -> String {
    var result = ""
    // Only blanks and digits have come so far, after which these signs begin lists and rules.
    var isStart = true
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "`", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&", "!": result += "\\\(scalar)"
      case "+", "-", "=", ".", ")": result += isStart ? "\\\(scalar)" : "\(scalar)"
      case "\n": result += "\\\n"
      default: result.unicodeScalars.append(scalar)
      }
      isStart = scalar == "\n" || isStart && (scalar == " " || ("0"..."9").contains(scalar))
    }
    return result
  }
}

struct InlineRun {
  let range: Range<Int>
  /// The styles, those that began first before the others; each once.
  let styles: [Span.Kind]
  let link: Int?

  /// Cuts the text of `body` at the bounds of spans, links, blocks and cells, in one pass.
  static func runs(of body: BodyText, _ links: [Link]) -> [InlineRun] {
    var bounds: Set<Int> = []
    func note(_ range: Range<Int>) {
      bounds.insert(range.lowerBound)
      bounds.insert(range.upperBound)
    }
    for block in body.blocks {
      note(block.range)
      if case .table(let table) = block.kind { table.rows.joined().forEach { note($0.range) } }
    }
    for span in body.spans { note(span.range) }
    for link in links { note(link.range) }
    let sorted = bounds.sorted()
    var runs: [InlineRun] = []
    var (nextSpan, nextLink) = (0, 0)
    var active: [Span] = []
    var link: Int?
    for (start, end) in zip(sorted, sorted.dropFirst()) {
      active.removeAll { $0.range.upperBound <= start }
      while nextSpan < body.spans.count, body.spans[nextSpan].range.lowerBound <= start {
        active.append(body.spans[nextSpan])
        nextSpan += 1
      }
      if let open = link, links[open].range.upperBound <= start { link = nil }
      while nextLink < links.count, links[nextLink].range.lowerBound <= start {
        if links[nextLink].range.upperBound > start { link = nextLink }
        nextLink += 1
      }
      var styles: [Span.Kind] = []
      for span in active where !styles.contains(span.kind) { styles.append(span.kind) }
      runs.append(InlineRun(range: start..<end, styles: styles, link: link))
    }
    return runs
  }

  static func within(_ range: Range<Int>, of runs: [InlineRun]) -> ArraySlice<InlineRun> {
    let low = runs.partitioningIndex { $0.range.lowerBound >= range.lowerBound }
    return runs[low...].prefix { $0.range.upperBound <= range.upperBound }
  }
}

/// The text of a post for formats that have signs of their own for changes.
struct ExportedText {
  let body: BodyText
  let links: [Link]
  let runs: [InlineRun]

  init(_ post: Post) {
    body = BodyText(
      post.body,
      baseURL: post.baseURL,
      customEmoji: post.customEmoji,
      signsChanges: false
    )
    links = body.links
    runs = InlineRun.runs(of: body, links)
  }
}

/// The quotes and the mark of a list before a block, taken from its prefix.
struct BlockLead {
  let quotes: Int
  /// The columns before the mark, in nested lists.
  let indent: Int
  /// The mark of the item that the block begins, without blanks; nil for other blocks.
  let mark: String?
  let isInList: Bool

  init(_ block: Block) {
    quotes = block.lead.count { $0 == "│" }
    let rest = block.lead.filter { $0 != "│" }.dropFirst(quotes)
    let text = rest.trimmingPrefix { $0 == " " }
    indent = rest.count - text.count
    mark = text.isEmpty ? nil : String(text.prefix { $0 != " " })
    isInList = !rest.isEmpty
  }

  /// The number of an item of a numbered list; nil for other marks.
  var number: Int? {
    guard let mark, mark.last == "." else { return nil }
    return Int(mark.dropLast())
  }
}
