import CellGrid
import StreamModel

/// Builds the row of a post that the opened one replies to: one line until it is expanded.
enum AncestorRow {
  /// Builds one line: name, age and the first words.
  static func folded(_ post: Post, now: Timestamp) -> Row {
    CompactRow.row(post, now: now, feedTitle: nil, mark: [.init("↑ ", .commentMark)])
  }
}
