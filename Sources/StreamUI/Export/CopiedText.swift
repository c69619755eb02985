import CellGrid
import StreamModel

/// A text that was put on the clipboard, in the words of the message about it.
package struct CopiedText: Sendable {
  /// The columns of the words that stand for a longer text.
  private static let columns = 40

  /// An address or a short text whole; of another its first words, and the number of its characters.
  package let words: String

  /// Names `text`, which is not shown whole unless it is a word such as an address, or fits into 40 columns.
  package init(_ text: String) {
    let line = SafeText(
      sanitizing: text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    )
    let isAddress = !line.string.contains(" ") && line.string.contains { ":/".contains($0) }
    guard !isAddress, ColumnWidth.columns(of: line) > Self.columns else {
      words = line.string
      return
    }
    let end = ColumnWidth.prefix(of: line, in: 0..<line.count, fitting: Self.columns)
    let beginning = String(decoding: line.utf8.prefix(end), as: UTF8.self)
    // The last word may be cut, unless the text has no blanks.
    let whole = beginning.lastIndex(of: " ").map { beginning[..<$0] } ?? beginning[...]
    words = "\(whole)… (\(text.count.grouped) characters)"
  }
}
