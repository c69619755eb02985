import RichText
import StreamModel

/// A piece of a body whose styles and link are the same throughout.
struct InlineRun {
  /// The bytes of the piece.
  let range: Range<Int>
  /// The styles, those that began first before the others; each once.
  let styles: [Span.Kind]
  /// Nil outside links.
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

  /// The runs within `range`, whose bounds are bounds of runs.
  static func within(_ range: Range<Int>, of runs: [InlineRun]) -> ArraySlice<InlineRun> {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if runs[middle].range.lowerBound < range.lowerBound {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return runs[low...].prefix { $0.range.upperBound <= range.upperBound }
  }
}

extension BodyText {
  /// The text of a post for formats that have signs of their own for changes.
  init(exported post: Post) {
    self.init(post.body, baseURL: post.baseURL, customEmoji: post.customEmoji, signsChanges: false)
  }
}
