import CellGrid
import StreamModel

/// The signs in the gutter of posts, for unread and kept ones.
///
/// They lie over the row, which is laid out without them.
struct RowSigns {
  private static let unread: SafeText = "•"
  /// Filled while it is unread, hollow once it is read: no colour is needed to tell them apart.
  private static let kept: SafeText = "★"
  private static let keptAndRead: SafeText = "☆"

  private let memory: PostMemory
  private let lines: SignedLines
  private let feed: Timeline
  private let showsUnread: Bool
  private let tracksReading: Bool
  private let showsKept: Bool

  /// Nil where the page has none.
  init?(_ page: Page, in view: PageView) {
    guard page.content.listsPosts else { return nil }
    showsUnread = view.tellsUnread
    tracksReading = view.options.stream.tracksReading
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
      isKept: showsKept && flags.contains(.kept),
      isRead: tracksReading && flags.contains(.read)
    )
    guard sign.isUnread || sign.isKept else { return }
    let text = !sign.isKept ? Self.unread : sign.isRead ? Self.keptAndRead : Self.kept
    let role: Role = sign.isUnread ? .unreadSign : .keptSign
    if let bar {
      // While rows move it has no colour, as the bar has none.
      line.put(text, at: 1, role: bar == .gutter ? bar : role)
    } else {
      line = lines.line(of: id, line, sign) { $0.put(text, at: 0, role: role) }
    }
  }
}
