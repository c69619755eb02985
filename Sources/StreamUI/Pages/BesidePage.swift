import StreamModel

/// The page beside the one that keys act on, where the screen is split: which post is to lie beside a list, and when.
struct BesidePage {
  private var wish: (post: RecordID?, due: Moment)?

  /// Notes which post belongs beside the list: it comes once the reader has rested on its row.
  mutating func note(at moment: Moment, isFirst: Bool, in stack: PageStack, _ layout: PageLayout) {
    guard layout.panes(with: stack.top) != nil, stack.top.pane == .list else { return wish = nil }
    let wanted = Self.wanted(in: stack, layout)
    guard wanted != stack.preview?.content.opened else { return wish = nil }
    if let wish, wish.post == wanted { return }
    wish = (wanted, moment.advanced(byMilliseconds: isFirst ? 0 : layout.policy.idleDelay))
  }

  /// The post that belongs beside the list that is seen; nil where none is selected.
  private static func wanted(in stack: PageStack, _ layout: PageLayout) -> RecordID? {
    guard stack.top.pane == .list, case .record(let id) = stack.top.list.selection,
      layout.rows(of: stack.top).position(of: .record(id)) != nil
    else { return nil }
    return id
  }

  /// The page that lies there: the list of an open post, or the post that is selected in a list.
  static func page(in stack: PageStack, _ layout: PageLayout) -> Page? {
    layout.panes(with: stack.top) == nil ? nil : stack.beside
  }

  /// The post beside the list that is seen, if all of it is on the screen.
  static func whole(in stack: PageStack, _ layout: PageLayout) -> RecordID? {
    guard layout.panes(with: stack.top) != nil, stack.top.pane == .list,
      let preview = stack.preview, let post = preview.content.opened
    else { return nil }
    let rows = layout.rows(of: preview)
    let isWhole = preview.list.visible(in: rows).contains { seen in
      seen.isWhole && rows.row(at: seen.row) == .post
    }
    return isWhole ? post : nil
  }

  /// Whether the work that is due changes the frame.
  func isDueSeen(in stack: PageStack, _ layout: PageLayout) -> Bool {
    guard layout.panes(with: stack.top) != nil else { return false }
    return wish != nil || stack.beside?.list.enrichment.waiting.isEmpty == false
  }

  /// When ``comeDue(at:in:_:)`` has something to do; nil never, as long as nothing else happens.
  func deadline(at moment: Moment, in stack: PageStack, _ layout: PageLayout) -> Moment? {
    guard layout.panes(with: stack.top) != nil else { return nil }
    return [wish?.due, stack.beside?.list.enrichment.deadline(at: moment)].compactMap(\.self).min()
  }

  /// Shows the post that is due, or makes the next row there rich; false where neither is to be done.
  func comeDue(at moment: Moment, in stack: inout PageStack, _ layout: PageLayout) -> Bool {
    guard layout.panes(with: stack.top) != nil else { return false }
    if let wish, wish.due <= moment {
      Self.show(wish.post, in: &stack, layout)
      return true
    }
    guard let due = stack.beside?.list.enrichment.deadline(at: moment), due <= moment else {
      return false
    }
    Self.change(in: &stack, layout) { $0.comeDue(at: moment, in: $1) }
    return true
  }

  private static func show(_ post: RecordID?, in stack: inout PageStack, _ layout: PageLayout) {
    guard let post else { return stack.dropPreview() }
    let feed = stack.top.feed
    let (content, left) = stack.left.reopening(DetailPage(of: post, in: feed), in: feed, layout)
    stack.preview(content)
    stack.changeBeside { page in
      page.awaited = left?.view.map { ($0, page.list.standpoint.place) }
      if page.awaited == nil { page.showRowsAbove(layout) }
      page.returnToPlace(layout)
    }
    change(in: &stack, layout) { list, rows in
      list.standpoint.settle(in: rows)
      list.refill(in: rows)
    }
  }

  static func change(
    in stack: inout PageStack,
    _ layout: PageLayout,
    _ change: (inout List, PageRows) -> Void
  ) {
    guard layout.panes(with: stack.top) != nil else { return }
    stack.changeBeside { change(&$0.list, layout.rows(of: $0)) }
  }

  static func hasWork(in stack: PageStack, _ layout: PageLayout) -> Bool {
    page(in: stack, layout)?.hasWork(layout) == true
  }

  static func lookFurther(in stack: inout PageStack, _ layout: PageLayout) -> Bool {
    var hasChanged = false
    stack.changeBeside { page in
      let growth = page.content.work(in: page.feed, layout.memory)
      hasChanged = growth.hasChanged || !page.hasWork(layout)
      if growth.hasChanged { page.replace(growth.replaced) }
      page.returnToPlace(layout)
    }
    if hasChanged { change(in: &stack, layout) { $0.grow(isAppend: false, in: $1) } }
    return hasChanged
  }
}
