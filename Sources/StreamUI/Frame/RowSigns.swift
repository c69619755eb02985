import CellGrid
import StreamModel

/// The signs in the gutter of posts, for unread and kept ones.
///
/// They lie over the row, which is laid out without them.
struct RowSigns {
  private static let unread: SafeText = "•"
  private static let kept: SafeText = "★"

  private let memory: PostMemory
  private let lines: SignedLines
  private let feed: Timeline
  private let showsUnread: Bool
  private let showsKept: Bool

  /// Nil where the page has none.
  init?(_ view: PageView) {
    guard view.page.content.listsPosts else { return nil }
    showsUnread = view.tellsUnread
    showsKept = view.options.stream.remembersPosts
    guard showsUnread || showsKept else { return nil }
    (memory, lines, feed) = (view.memory, view.memo.signedLines, view.feed)
  }

  /// Draws the sign of `row` on its first line.
  ///
  /// - Parameter isSelected: whether the bar of the selection has the first column.
  func draw(_ row: RowID, isSelected: Bool, on line: inout CellLine) {
    guard case .record(let id) = row, let flags = memory.flags(of: id, in: feed) else {
      return
    }
    let sign = SignedLines.Sign(
      isUnread: showsUnread && !flags.contains(.read),
      isKept: showsKept && flags.contains(.kept)
    )
    guard sign.isUnread || sign.isKept else { return }
    if isSelected {
      // Its bar is drawn anew in each frame.
      Self.draw(sign, at: 1, on: &line)
    } else {
      line = lines.line(of: id, line, sign) { Self.draw(sign, at: 0, on: &$0) }
    }
  }

  private static func draw(_ sign: SignedLines.Sign, at column: Int, on line: inout CellLine) {
    line.put(
      sign.isKept ? kept : unread,
      at: column,
      role: sign.isUnread ? .unreadSign : .keptSign
    )
  }
}
