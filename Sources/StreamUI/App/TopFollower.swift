/// Keeps the newest post at the top of the screen, if the reader wishes that and stands on it.
///
/// The list follows in one step and only at rest: never while rows move, while something waits for a key,
/// or while a link is in focus.
enum TopFollower {
  /// The row at the top of the timeline, if the reader stands on it and may be led to newer ones.
  static func top(of desk: Desk) -> RowID? {
    let view = desk.view
    guard view.options.sticksToTop, view.pages.isFirst, view.page.content.keyPage == .timeline,
      let first = view.rows.row(at: 0), stands(on: first, in: view)
    else { return nil }
    return first
  }

  /// Goes to the newest post, if `row` was it and the reader still stands there.
  ///
  /// - Returns: false if the stream has to come to rest first.
  static func follow(from row: RowID, on desk: inout Desk) -> Bool {
    let view = desk.view
    guard view.options.sticksToTop, view.pages.isFirst, desk.mode.isBrowsing,
      view.list.focus == nil, stands(on: row, in: view),
      let first = view.rows.row(at: 0), first != row
    else { return true }
    guard !view.list.enrichment.isMoving else { return false }
    desk.view.withList { list, _ in list.standpoint.follow(to: first) }
    desk.view.comeToRest()
    return true
  }

  private static func stands(on row: RowID, in view: PageView) -> Bool {
    view.list.selection == row && view.list.anchor == List.Anchor(row: row, line: 0)
  }
}
