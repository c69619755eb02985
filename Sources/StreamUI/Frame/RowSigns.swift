import CellGrid
import StreamModel

/// The signs in the gutter of posts, for unread and kept ones.
///
/// They lie over the row, which is laid out without them.
struct RowSigns {
  private static let unread: SafeText = "●"
  private static let kept: SafeText = "★"

  private let memory: PostMemory
  private let lines: SignedLines
  private let feed: Timeline
  private let showsUnread: Bool
  private let showsKept: Bool

  /// Nil where the page has none.
  init?(_ page: Page, in view: PageView) {
    guard page.content.listsPosts else { return nil }
    showsUnread = view.tellsUnread
    showsKept =
      view.options.stream.remembersPosts || view.options.stream.marksEndWithRun
    guard showsUnread || showsKept else { return nil }
    (memory, lines, feed) = (view.memory, view.memo.signedLines, page.feed)
  }

  /// Draws the sign of `row` on its first line.
  ///
  /// - Parameters:
  ///   - bar: the role of the bar in the first column; nil where the row is not selected.
  func draw(_ row: RowID, beside bar: Role?, on line: inout CellLine) {
    guard case .record(let id) = row, let flags = memory.flags(of: id, in: feed) else {
      return
    }
    let sign = SignedLines.Sign(
      isUnread: showsUnread && !flags.contains(.read),
      isKept: showsKept && flags.contains(.kept)
    )
    guard sign.isUnread || sign.isKept else { return }
    if let bar {
      // Beside the bar is room for one: the star, which answers the key. While rows move it has no colour, as the bar
      // has none.
      let role: Role = sign.isKept ? .keptSign : .unreadSign
      line.put(
        sign.isKept ? Self.kept : Self.unread,
        at: 1,
        role: bar == .gutter ? bar : role
      )
    } else {
      line = lines.line(of: id, line, sign) { line in
        if sign.isUnread { line.put(Self.unread, at: 0, role: .unreadSign) }
        if sign.isKept { line.put(Self.kept, at: sign.isUnread ? 1 : 0, role: .keptSign) }
      }
    }
  }
}
