import CellGrid
import StreamModel

/// How rows are laid out now: at this size, density and minute.
struct PageLayout {
  let memo = RowMemo()
  var memory = PostMemory()
  var options: ViewOptions {
    didSet { memory.recallsFlags = options.stream.remembersPosts }
  }
  /// The size of the screen in columns and lines, the status line included.
  private(set) var size: Size
  private(set) var now: Timestamp
  var keymap: Keymap
  var wantsLinks = false

  init(
    size: Size,
    now: Timestamp,
    options: ViewOptions,
    keymap: Keymap = .standard
  ) {
    self.size = size
    self.now = now
    self.options = options
    memory.recallsFlags = options.stream.remembersPosts
    self.keymap = keymap
    memo.fit(size)
  }

  /// Lines of the screen that belong to the page; the last one is the status line.
  var pageLines: Int { max(0, size.lines - 1) }

  /// The columns of a list and of the post beside it; nil where one page has the screen.
  var panes: Panes? { Panes(columns: size.columns, options.layout) }

  /// The columns of the list and of the post beside it; nil where `page` has the screen.
  func panes(with page: Page) -> Panes? { page.pane == .whole ? nil : panes }

  var policy: EnrichmentPolicy { options.policy(wantsLinks: wantsLinks) }

  /// The flags of earlier runs, once all are known; nil where none are remembered.
  var recalledStates: PostStates? {
    options.stream.remembersPosts && memory.states.isComplete ? memory.states : nil
  }

  /// The columns of the screen that a page has.
  func columns(of page: Page) -> Range<Int> {
    let all = 0..<max(0, size.columns)
    guard let panes else {
      guard options.showsPanel, page.content.hasPanel else { return all }
      let panel = SidePanel.columns(of: size.columns, options.panelWidth)
      return panel.lowerBound > 0 ? 0..<panel.lowerBound : all
    }
    return switch page.pane {
    case .list: panes.list
    case .post: panes.post
    case .whole: all
    }
  }

  /// The rows of a page, or those that it would have with `content`.
  func rows(of page: Page, _ content: (any PageContent)? = nil) -> PageRows {
    var context = options.context(
      of: page.feed,
      at: now,
      keymap.on((content ?? page.content).keyPage)
    )
    // The post beside the list shows what the list leaves out.
    if page.pane == .list, panes != nil { context.density = context.density.denser }
    let columns = options.textColumns(of: columns(of: page).count)
    context.size = Size(columns: columns, lines: pageLines)
    return PageRows(
      content ?? page.content,
      page: page.number,
      folds: page.list.folds,
      remembered: rememberedFolds(of: content ?? page.content, in: page.feed),
      context: context,
      memo: memo,
      columns: columns,
      lines: pageLines,
      edge: page.pane == .list ? panes.map { ($0.rule, size.columns) } : nil
    )
  }

  /// The folds that are remembered of the rows of a page; nil where none are.
  private func rememberedFolds(
    of content: any PageContent,
    in feed: Timeline
  ) -> ((RowID) -> PostRow.Folds?)? {
    // Most readers have unfolded nothing: no key is hashed for the height of a row then.
    guard options.stream.remembersPosts, memory.states.hasUnfolded else { return nil }
    let conversation = content.conversation
    return { [memory] row in
      let flags: PostFlags?
      if case .record(let id) = row {
        flags = content.listsPosts ? memory.flags(of: id, in: feed) : nil
      } else {
        flags = conversation?.comment(of: row, in: feed).map(memory.states.flags)
      }
      return flags.map { PostRow.Folds($0) }
    }
  }

  mutating func resize(to size: Size) {
    // Rows of the old width are of no use any more; a window that is dragged has many widths.
    if size.columns != self.size.columns { memo.clear() }
    self.size = size
    memo.fit(size)
  }

  /// Lets rows say why pictures are not shown; nothing moves, since the lines stay.
  mutating func note(_ faults: [PictureNumber: SafeText?]) {
    let news = faults.filter { options.grid?.note($0.value, of: $0.key) == true }
    if !news.isEmpty { memo.forget(with: Set(news.keys)) }
  }

  /// Shows a picture of blocks on its page.
  mutating func note(_ picture: SymbolPicture, of number: PictureNumber) {
    options.grid?.note(picture, of: number)
    memo.forget(with: [number])
  }

  /// Rows show ages such as "5m"; a new minute lays them out again.
  mutating func tellTime(_ wall: Timestamp) {
    if wall.secondsSinceEpoch / 60 != now.secondsSinceEpoch / 60 { now = wall }
  }
}
