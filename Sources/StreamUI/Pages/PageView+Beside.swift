import StreamModel

/// The page beside the one that keys act on, where the screen is split: which post is to lie beside a list, and when.
extension PageView {
  /// The page that lies there: the list of an open post, or the post that is selected in a list.
  var beside: Page? { panes == nil ? nil : pages.beside }

  /// Notes which post belongs beside the list: it comes once the reader has rested on its row.
  mutating func notePreview(at moment: Moment, isFirst: Bool = false) {
    guard panes != nil, page.pane == .list else { return previewWish = nil }
    let wanted = selectedRow?.record
    guard wanted != pages.preview?.content.opened else { return previewWish = nil }
    if let previewWish, previewWish.post == wanted { return }
    previewWish = (wanted, moment.advanced(byMilliseconds: isFirst ? 0 : layout.policy.idleDelay))
  }

  /// The post beside the list that is seen, if all of it is on the screen.
  var wholePreview: RecordID? {
    guard panes != nil, page.pane == .list, let preview = pages.preview,
      let post = preview.content.opened
    else { return nil }
    let rows = layout.rows(of: preview)
    let isWhole = preview.list.visible(in: rows).contains { seen in
      seen.isWhole && rows.row(at: seen.row) == .post
    }
    return isWhole ? post : nil
  }

  /// Whether the work that is due there changes the frame.
  var dueBesideIsSeen: Bool {
    panes != nil && (previewWish != nil || pages.beside?.list.enrichment.waiting.isEmpty == false)
  }

  /// When ``comeDueBeside(at:)`` has something to do; nil never, as long as nothing else happens.
  func deadlineBeside(at moment: Moment) -> Moment? {
    guard panes != nil else { return nil }
    return [previewWish?.due, pages.beside?.list.enrichment.deadline(at: moment)]
      .compactMap(\.self).min()
  }

  /// Shows the post that is due, or makes the next row there rich; false where neither is to be done.
  mutating func comeDueBeside(at moment: Moment) -> Bool {
    guard panes != nil else { return false }
    if let previewWish, previewWish.due <= moment {
      preview(previewWish.post)
      return true
    }
    guard let due = pages.beside?.list.enrichment.deadline(at: moment), due <= moment else {
      return false
    }
    changeBeside { $0.comeDue(at: moment, in: $1) }
    return true
  }

  private mutating func preview(_ post: RecordID?) {
    guard let post else { return pages.dropPreview() }
    let (layout, feed) = (layout, feed)
    let (content, left) = pages.left.reopening(DetailPage(of: post, in: feed), in: feed, layout)
    pages.preview(content)
    pages.changeBeside { page in
      page.awaited = left?.view.map { ($0, page.list.standpoint.place) }
      if page.awaited == nil { page.showRowsAbove(layout) }
      page.returnToPlace(layout)
    }
    changeBeside { list, rows in
      list.standpoint.settle(in: rows)
      list.refill(in: rows)
    }
  }

  mutating func changeBeside(_ change: (inout List, PageRows) -> Void) {
    guard panes != nil else { return }
    let layout = layout
    pages.changeBeside { change(&$0.list, layout.rows(of: $0)) }
  }

  var besideHasWork: Bool { beside?.hasWork(layout) == true }

  mutating func lookFurtherBeside() -> Bool {
    let layout = layout
    var hasChanged = false
    pages.changeBeside { page in
      let growth = page.content.work(in: page.feed, layout.memory)
      hasChanged = growth.hasChanged || !page.hasWork(layout)
      if growth.hasChanged { page.replace(growth.replaced) }
      page.returnToPlace(layout)
    }
    if hasChanged { changeBeside { $0.grow(isAppend: false, in: $1) } }
    return hasChanged
  }
}
