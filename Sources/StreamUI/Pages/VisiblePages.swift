import CellGrid
import StreamModel

/// The pages of the stack as the screen shows them: the top one and, where the screen is split, the one beside it.
///
/// Every change of them ends with rows that belong to the screen, and begins to make these rich. ``PageView`` says what those
/// are that keys and events ask for.
struct VisiblePages {
  /// The size, options, keys and flags by which their rows are laid out.
  var layout: PageLayout
  var stack: PageStack
  private var besidePage = BesidePage()

  init(_ stack: PageStack, _ layout: PageLayout) {
    self.stack = stack
    self.layout = layout
  }

  var rows: PageRows { layout.rows(of: stack.top) }

  /// The page beside the top one: the list of an open post, or the post that is selected in a list.
  var beside: Page? { BesidePage.page(in: stack, layout) }

  // MARK: Changes of rows

  /// Shows rows that have changed.
  mutating func show() {
    stack.top.list.standpoint.settle(in: rows)
    refill()
  }

  mutating func refill() {
    stack.top.list.refill(layout.policy, in: rows)
    BesidePage.change(in: &stack, layout) { $0.refill($1, in: $2) }
  }

  /// Takes in rows that have come, or that have been changed by work in the background.
  mutating func grow(isAppend: Bool) {
    stack.top.list.grow(isAppend: isAppend, layout.policy, in: rows)
    BesidePage.change(in: &stack, layout) { $0.grow(isAppend: isAppend, $1, in: $2) }
  }

  mutating func change(_ change: LayoutChange) {
    change.apply(to: &layout, &stack)
    if layout.panes == nil { stack.dropPreview() }
  }

  mutating func deliver(_ delivery: Delivery, to number: Int?) {
    let layout = layout
    var hasChanged = false
    stack.forEach { page in
      guard number == nil || page.number == number else { return }
      hasChanged = page.take(delivery, layout) || hasChanged
    }
    guard hasChanged else { return }
    if delivery.isAnswer { grow(isAppend: false) } else { show() }
  }

  mutating func update(_ change: (inout Page, PageRows) -> PageGrowth) {
    let layout = layout
    stack.update { change(&$0, layout.rows(of: $0)) }
    grow(isAppend: false)
  }

  /// Changes the list of the top page without moving the stream, as marks, searches and links do.
  mutating func withList<Result>(_ change: (inout List, PageRows) -> Result) -> Result {
    let anchor = stack.top.list.anchor
    let result = change(&stack.top.list, rows)
    if stack.top.list.anchor != anchor {
      refill()
      stack.top.topMoved()
    }
    return result
  }

  mutating func changePage(_ change: (inout Page, MatchDisplay) -> Void) {
    let layout = layout
    change(&stack.top, MatchDisplay { layout.rows(of: $0, $1) })
    comeToRest()
    stack.top.topMoved()
  }

  var searchRows: PageRows { layout.rows(of: stack.top, stack.top.content.expanded()) }

  mutating func countMatches() -> Bool {
    let rows = searchRows
    return stack.top.matches?.tally.advance(in: rows) ?? false
  }

  mutating func toggleFold(withWarning: Bool) -> Bool {
    let hasChanged = stack.top.toggleFold(withWarning: withWarning, layout)
    show()
    return hasChanged
  }

  mutating func takeSeen() -> [SeenConversation] {
    let seen = stack.takeSeen()
    return layout.options.stream.remembersPosts ? seen : []
  }

  mutating func recall(_ seen: [SeenConversation]) {
    stack.recall(seen)
    guard stack.count > 1 else { return }
    let left = stack.left
    update { page, _ in
      guard let name = page.content.conversation?.name(in: page.feed), let seen = left[name]?.seen
      else { return .nothing }
      return page.content.conversation?.recall(seen) ?? .nothing
    }
  }

  /// Lists the posts that a filter passes, over the top page or in its place, as far as a slice finds them.
  mutating func list(_ page: any PageContent, inPlace: Bool, onLine line: Int?) {
    if inPlace { stack.replaceTop(by: page) } else { stack.push(page) }
    _ = stack.top.content.work(in: stack.top.feed, layout.memory)
    if let line, let nearest = (stack.top.content as? StreamPage)?.nearest(in: stack.top.feed) {
      stack.top.list.standpoint.select(nearest)
      stack.top.list.keepSelection(onLine: line, in: rows)
    }
    show()
  }

  /// Opens a page above the top one: the one beside it if that shows the same post, else as it was left in this run.
  mutating func push(_ content: any PageContent) {
    if layout.panes(with: stack.top) == nil
      || content.opened.map({ stack.openPreview(of: $0) }) != true
    {
      let (content, left) = stack.left.reopening(content, in: stack.top.feed, layout)
      stack.push(content)
      if layout.options.shownOlder != nil { deliver(olderDelivery, to: stack.top.number) }
      if let view = left?.view {
        stack.top.awaited = (view, stack.top.list.standpoint.place)
        stack.top.returnToPlace(layout)
      } else {
        stack.top.showRowsAbove(layout)
      }
    }
    show()
  }

  /// Opens the conversation below once more above the top page, as it stands there.
  mutating func reopenConversationBelow() {
    guard let below = stack.ofStream.last(where: { $0.content.conversation != nil }),
      let conversation = below.content.conversation
    else { return }
    var content = below.content
    content.conversation = conversation.atRest
    stack.push(content)
    stack.top.list.stand(as: below.list)
    show()
  }

  // MARK: At rest

  mutating func comeToRest() { stack.top.list.comeToRest(layout.policy, in: rows) }

  mutating func enrichForFrame() -> Bool {
    // Most strategies never do: no rows are made for them.
    guard layout.options.strategy.enrichesFrames(stack.top.list.enrichment) else { return false }
    return stack.top.list.enrichForFrame(in: rows)
  }

  func deadline(at moment: Moment) -> Moment? {
    let enrichment = stack.top.list.enrichment
    let own = enrichment.deadline(at: moment)
    guard !enrichment.isMoving, let other = besidePage.deadline(at: moment, in: stack, layout)
    else { return own }
    return own.map { min($0, other) } ?? other
  }

  mutating func comeDue(at moment: Moment) {
    let enrichment = stack.top.list.enrichment
    if !enrichment.isMoving, enrichment.waiting.isEmpty,
      besidePage.comeDue(at: moment, in: &stack, layout)
    {
      return
    }
    stack.top.list.comeDue(at: moment, layout.policy, in: rows)
  }

  mutating func notePreview(at moment: Moment, isFirst: Bool) {
    besidePage.note(at: moment, isFirst: isFirst, in: stack, layout)
  }

  var dueBesideIsSeen: Bool { besidePage.isDueSeen(in: stack, layout) }

  // MARK: Work of pages

  /// Whether one of them looks for further rows.
  var hasWork: Bool { stack.top.hasWork(layout) || BesidePage.hasWork(in: stack, layout) }

  /// Lets the top page, or else the one beside it, look further by a slice; whether rows changed.
  mutating func lookFurther() -> Bool {
    guard stack.top.hasWork(layout) || !BesidePage.hasWork(in: stack, layout) else {
      return BesidePage.lookFurther(in: &stack, layout)
    }
    let growth = stack.top.content.work(in: stack.top.feed, layout.memory)
    // That the look is over is seen, too: the status line said that it went on.
    guard growth.hasChanged else {
      stack.top.returnToPlace(layout)
      showRowsAbove()
      return !(stack.top.feed.wantedOrder != nil || hasWork)
    }
    stack.top.replace(growth.replaced)
    stack.top.returnToPlace(layout)
    showRowsAbove()
    show()
    return true
  }

  /// Lets the posts of a short list be seen above the one that was found first, once all are found.
  private mutating func showRowsAbove() {
    if stack.top.content is StreamPage { stack.top.showRowsAbove(layout) }
  }

  var pictureWishes: PictureWishes {
    var collector = PictureCollector()
    collector.add(stack.top, rows)
    if let beside { collector.add(beside, layout.rows(of: beside)) }
    var wishes = collector.wishes(lines: layout.pageLines)
    wishes.asSymbols = !layout.options.drawsPictures && !wishes.wanted.isEmpty
    return wishes
  }
}
