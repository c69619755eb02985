/// Carries out clicks on rows, links and folds.
enum ClickFollower {
  /// A click selects; on a link it follows, if a frame has shown where that leads outside.
  static func click(
    _ target: GestureTarget,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard let row = row(of: target, on: desk) else { return [] }
    desk.view.withList { list, _ in
      list.standpoint.select(row)
      if let link = target.link {
        list.standpoint.focus(on: link)
      } else {
        list.standpoint.dropFocus()
      }
    }
    guard let link = desk.view.focusedLink else {
      return target.isFold ? FoldKeeper.toggle(on: &desk) ?? [] : []
    }
    let choice = desk.choice
    return LinkFollower.follow(
      link,
      isShown: choice.isShown,
      choice.origin(.click, of: link.target),
      asks: false,
      on: &desk,
      at: moment
    )
  }

  /// A double click drills down, as Enter does; where that would follow a link, it selects.
  static func doubleClick(
    _ target: GestureTarget,
    on desk: inout Desk,
    at moment: Moment
  ) -> [Effect] {
    guard let row = row(of: target, on: desk) else { return [] }
    desk.view.withList { list, _ in
      list.standpoint.select(row)
      list.standpoint.dropFocus()
    }
    if case .link = desk.view.subject { return [] }
    return LinkFollower.enter(.click, on: &desk, at: moment)
  }

  /// The row under the mouse, if the page that was seen is still there.
  private static func row(of target: GestureTarget, on desk: Desk) -> RowID? {
    guard target.page == desk.view.page.number, let row = target.row,
      desk.view.rows.position(of: row) != nil
    else { return nil }
    return row
  }
}
