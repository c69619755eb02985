import StreamModel

/// Does what gestures of the mouse mean, except for those that stand for an action.
enum GestureFollower {
  /// Follows a gesture of `pointer`; returns what must be done outside.
  static func follow(
    _ intent: GestureIntent,
    of pointer: inout Pointer,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    switch intent {
    case .press(let point):
      // A press shows where a link leads, so that a release may go there.
      guard point.target.page == desk.view.page.number, let link = point.target.link else { break }
      desk.view.withList { list, _ in list.standpoint.focus(on: link) }
      pointer.press(link)
    case .hold(let isOnStart): pointer.hold(isOnStart: isOnStart)
    case .letGo: pointer.letGo()
    case .click(let point): return ClickFollower.click(point.target, on: &desk, at: moment)
    case .doubleClick(let point):
      return ClickFollower.doubleClick(point.target, on: &desk, at: moment)
    case .scroll(let lines):
      let most = max(WheelRecognizer.lines, desk.view.pageLines / 2)
      return ActionTable.scroll(by: max(-most, min(lines, most)), on: &desk, at: moment)
    case .action: break
    }
    return []
  }
}
