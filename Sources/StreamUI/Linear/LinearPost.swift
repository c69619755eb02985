import CellGrid
import StreamModel

/// A post, or a comment, as lines of text with its links numbered after it.
struct LinearPost {
  /// The text, each line with a newline at its end.
  let text: String
  /// The links in the order of their numbers.
  let links: [RowLink]

  /// Lays out a record.
  ///
  /// - Parameters:
  ///   - columns: The width in columns.
  ///   - sources: The feeds that contain the record, if there are several feeds.
  ///   - isUncovered: Whether the text under a content warning is shown.
  init(
    _ record: Feed.Record,
    columns: Int,
    rows: PostRow,
    sources: [String],
    isUncovered: Bool
  ) {
    switch record {
    case .post(let post) where post.contentWarning == nil || isUncovered:
      let row = rows.fullRow(post, sources: sources)
      self.init(row, columns: columns, firstNumber: 1, ownAddress: post.url)
    default:
      let folds = PostRow.Folds(isExpanded: true, isUncovered: isUncovered)
      let row = rows.row(record, sources: sources, folds: folds)
      self.init(row, columns: columns, firstNumber: 1)
    }
  }

  /// Lays out a row.
  ///
  /// - Parameters:
  ///   - firstNumber: The number of its first link.
  ///   - ownAddress: The address of the post itself, which has a command of its own.
  init(_ row: Row, columns: Int, firstNumber: Int, ownAddress: String? = nil) {
    let laid = RowLayout(columns: columns + RowLayout.gutter).lay(row)
    links = RowEnricher.enrich(laid).links.filter { link in
      link.kind != .attachment || link.target != ownAddress || link.label != link.target
    }
    var text = PostDump.text(of: laid)
    // The row itself numbers and lists the links of its body, but not attachments and cards.
    let listed = row.numbersLinks ? links.prefix { $0.kind != .attachment }.count : 0
    var lines = ""
    for (index, link) in links.enumerated().dropFirst(listed) {
      let (kind, words) = LinkRow.parts(of: link)
      let number = firstNumber + index
      // A label that is the address itself is not said twice.
      let label = words == link.target || words.isEmpty ? "" : " \(words):"
      lines += SafeText(sanitizing: "[\(number)] \(kind)\(label) \(link.target)").string + "\n"
    }
    if !lines.isEmpty {
      while text.hasSuffix("\n\n") { text.removeLast() }
      text += lines + "\n"
    }
    self.text = text
  }
}
