import CellGrid
import StreamModel

/// The signs in the gutter of posts, for unread and kept ones.
///
/// They lie over the row, which is laid out without them.
struct RowSigns {
  private static let unread: SafeText = "•"
  private static let kept: SafeText = "★"

  private let memory: PostMemory
  private let feed: Timeline
  private let showsUnread: Bool
  private let showsKept: Bool

  /// Nil where the page has none.
  init?(_ view: PageView) {
    guard view.page.content.listsPosts else { return nil }
    showsUnread = view.tellsUnread
    showsKept = view.options.stream.remembersPosts
    guard showsUnread || showsKept else { return nil }
    (memory, feed) = (view.memory, view.feed)
  }

  /// Draws the sign of `row` on its first line.
  ///
  /// - Parameter isSelected: whether the bar of the selection has the first column.
  func draw(_ row: RowID, isSelected: Bool, on line: inout CellLine) {
    guard case .record(let id) = row, let flags = memory.flags(of: id, in: feed) else {
      return
    }
    let isUnread = showsUnread && !flags.contains(.read)
    let isKept = showsKept && flags.contains(.kept)
    guard isUnread || isKept else { return }
    line.put(
      isKept ? Self.kept : Self.unread,
      at: isSelected ? 1 : 0,
      role: isUnread ? .unreadSign : .keptSign
    )
  }
}
