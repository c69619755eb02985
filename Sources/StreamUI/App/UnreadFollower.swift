import StreamModel

/// Goes to unread posts, or lists them.
enum UnreadFollower {
  /// Lists the unread posts of the timeline, unless that page is open.
  static func list(on desk: inout Desk) {
    guard desk.view.options.stream.tracksReading else {
      return desk.say("Not listed: this feed is shown without read and unread posts")
    }
    guard desk.view.page.content.keyPage != .unread else {
      return desk.say("This page is open (\(desk.keymap.name(of: .leave)) goes back)")
    }
    desk.push(UnreadPage())
  }

  /// Goes to the first unread post, if the reader has asked for that and done nothing since.
  static func begin(on desk: inout Desk, at moment: Moment) {
    guard desk.view.options.firstUnread, desk.view.options.stream.firstPage == .timeline,
      !desk.reading.hasBegun, desk.view.tellsUnread
    else {
      return
    }
    desk.reading.hasBegun = true
    _ = Jobs.begin(.unread(.first), on: &desk, at: moment)
  }

  /// Selects a row that is seen; goes to another as a jump, so that there is a way back.
  static func show(_ position: Int, on desk: inout Desk, at moment: Moment) {
    let rows = desk.view.rows
    let isSeen = desk.view.list.visible(in: rows).contains { $0.row == position }
    if isSeen, let row = rows.row(at: position) {
      desk.view.select(row, at: moment)
    } else {
      desk.view.move(.to(.row(position)), at: moment)
    }
  }
}
