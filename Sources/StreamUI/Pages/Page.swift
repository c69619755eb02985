package import StreamModel

package struct Page {
  /// Tells pages apart in the memo; never used twice in a run.
  package let number: Int
  package let feed: Timeline
  let isFirst: Bool
  let pane: Pane
  var content: any PageContent
  package var list: List
  /// The place where the reader left the conversation, while its rows are still to be found, and the one where the
  /// page opened: a reader who has moved stays.
  var awaited: (view: LeftConversation.View, opening: List.Place)?
  var matches: MatchCursor?

  /// - Parameter below: the page below it in the same stream; nil for the first.
  init(number: Int, of feed: Timeline, over below: Page?, content: any PageContent) {
    self.number = number
    self.feed = feed
    isFirst = below == nil
    let kind = content.keyPage.pane
    // Only a list of posts has one beside it: the comments of a post are listed in its place.
    let pane = kind == .list && !content.listsPosts ? .post : kind
    // A post lies beside the list that it was opened from; where there is none, it has the screen.
    self.pane = pane == .post && (below?.pane ?? .whole) == .whole ? .whole : pane
    self.content = content
    list = List(first: content.firstRow, below: content.topRow)
  }

  mutating func take(_ delivery: Delivery, _ layout: PageLayout) -> Bool {
    let old = list.selection
    guard !delivery.keepsTop else {
      guard let replaced = content.take(delivery, selection: old) else { return false }
      replace(replaced)
      return true
    }
    // The selected row, or the one that stands for it, keeps its line on the screen.
    let lines = list.lines(in: layout.rows(of: self))
    guard let replaced = content.take(delivery, selection: old) else { return false }
    replace(replaced)
    var line = lines[old]
    // A row above the one that is gone was there before, and stays, too.
    if let before = lines[list.selection], let left = line { line = min(before, left) }
    // A row that was hidden with all others is at the top again.
    let isNew = lines.isEmpty || list.selection != old
    list.keepSelection(onLine: line ?? (isNew ? 0 : nil), in: layout.rows(of: self))
    return true
  }

  func hasWork(_ layout: PageLayout) -> Bool { content.hasWork(in: feed, layout.memory) }

  /// Goes to where the reader left the conversation, as soon as that row is known, or no further rows come.
  mutating func returnToPlace(_ layout: PageLayout) {
    guard let (view, opening) = awaited, let thread = content.conversation?.thread else { return }
    let hasMoved = list.standpoint.place != opening
    let saved = view.place
    let (top, selection) = (thread.row(savedAs: saved.top), thread.row(savedAs: saved.selection))
    guard hasMoved || top != nil && selection != nil || !hasWork(layout) else { return }
    awaited = nil
    guard !hasMoved, let top else { return }
    // Heights first, then the place among them.
    for (row, folds) in view.folds {
      if let row = thread.row(savedAs: row) { list.setFolds(folds, of: row) }
    }
    let anchor = List.Anchor(row: top, line: saved.line)
    let place = List.Place(anchor: anchor, selection: selection ?? top)
    list.standpoint.begin(at: place, in: layout.rows(of: self))
  }

  /// Lets the rows above the resting one be seen, where all below leaves room, if none is still searched for.
  mutating func showRowsAbove(_ layout: PageLayout) {
    guard !hasWork(layout) else { return }
    list.standpoint.showAboveResting(in: layout.rows(of: self))
  }

  mutating func move(_ motion: Motion, at moment: Moment, in rows: PageRows) {
    switch motion {
    case .lines(let lines): list.scroll(by: lines, at: moment, in: rows)
    case .rows(let step): list.selectRow(by: step, at: moment, in: rows)
    case .to(let destination): list.jump(to: destination, in: rows)
    case .place(let part): list.place(in: part, in: rows)
    case .onScreen(let part, let number): list.select(part, number, in: rows)
    }
    topMoved()
  }

  mutating func select(_ row: RowID, at moment: Moment, _ layout: PageLayout) {
    let rows = layout.rows(of: self)
    guard let position = rows.position(of: row) else { return }
    list.select(position, showsMore: true, at: moment, in: rows)
    topMoved()
  }

  mutating func topMoved() {
    guard content.traits.contains(.countsAbove) else { return }
    _ = content.take(.top(list.anchor.row, in: feed), selection: list.selection)
  }

  /// Follows rows that are gone or hidden to those that stand for them; matches are counted again.
  mutating func replace(_ replaced: [RowID: RowID]) {
    list.replace(replaced)
    matches?.tally.restart()
  }

  /// Folds or unfolds the selected row, a content warning only `withWarning`; false if nothing of it can be folded.
  mutating func toggleFold(withWarning: Bool, _ layout: PageLayout) -> Bool {
    let row = list.selection
    let before = layout.rows(of: self)
    guard before.position(of: row) != nil else { return false }
    let hasWarning =
      withWarning
      && (content.foldsWarning(of: row, in: feed) || hidesPictures(of: row, layout.options))
    // A fold that the reader made or opened himself stays so.
    matches?.keepFolds(of: row)
    let height = before.laid(row).height
    list.toggleFold(of: row, hasWarning: hasWarning, in: before)
    guard !hasWarning, layout.rows(of: self).laid(row).height == height else { return true }
    list.toggleFold(of: row, hasWarning: hasWarning, in: before)
    return false
  }

  /// Whether pictures of the row wait for the reader to unfold it, though its text may be shown.
  private func hidesPictures(of row: RowID, _ options: ViewOptions) -> Bool {
    guard options.drawsPictures else { return false }
    switch row {
    case .record, .post:
      return content.subject(of: row, in: feed).post.map(PostPictures.areHidden) ?? false
    default: return false
    }
  }
}
