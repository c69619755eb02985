import CellGrid
import StreamModel

struct PageLayout {
  let memo = RowMemo()
  var memory = PostMemory()
  var options: ViewOptions { didSet { memory.recallsFlags = options.stream.remembersPosts } }
  /// The size of the screen in columns and lines, the status line included.
  private(set) var size: Size
  private(set) var now: Timestamp
  var keymap: Keymap
  var wantsLinks = false

  init(size: Size, now: Timestamp, options: ViewOptions, keymap: Keymap = .standard) {
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

  func columns(of page: Page) -> Range<Int> {
    let all = 0..<max(0, size.columns)
    guard let panes else { return all }
    return switch page.pane {
    case .list: panes.list
    case .post: panes.post
    case .whole: all
    }
  }

  func rows(of page: Page, _ content: (any PageContent)? = nil) -> PageRows {
    let content = content ?? page.content
    let keymap = keymap.on(content.keyPage)
    let columns = options.textColumns(of: columns(of: page).count)
    let edge = page.pane == .list ? panes.map { (column: $0.rule, columns: size.columns) } : nil
    let context = RowContext(
      feed: page.feed,
      now: now,
      zone: options.zone,
      // The post beside the list shows what the list leaves out.
      density: edge == nil ? options.density : options.density.denser,
      foldLines: options.foldLines,
      keymap: keymap,
      pagePictures: options.pagePictures(keymap),
      drawsPictures: options.drawsPictures,
      size: Size(columns: columns, lines: pageLines)
    )
    return PageRows(
      content,
      page: page.number,
      folds: page.list.folds,
      remembered: rememberedFolds(of: content, in: page.feed),
      deeds: deeds(of: content, in: page.feed),
      context: context,
      policy: policy,
      memo: memo,
      edge: edge
    )
  }

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

  private func deeds(
    of content: any PageContent,
    in feed: Timeline
  ) -> ((RowID) -> PostFlags)? {
    guard memory.states.hasDeeds else { return nil }
    return { [memory] row in
      content.record(of: row).flatMap { memory.flags(of: $0, in: feed) }?
        .intersection([.answers, .answers.waiting]) ?? []
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

  mutating func note(_ picture: SymbolPicture, of number: PictureNumber) {
    options.grid?.note(picture, of: number)
    memo.forget(with: [number])
  }

  /// Rows show ages such as "5m"; a new minute lays them out again.
  mutating func tellTime(_ wall: Timestamp) {
    if wall.secondsSinceEpoch / 60 != now.secondsSinceEpoch / 60 { now = wall }
  }
}

/// A change of how rows are laid out; the reader stays where he is.
enum LayoutChange {
  /// The size of the screen in columns and lines, the status line included.
  case size(Size)
  case density(Density)
  case layout(ScreenLayout)
  /// The most columns of a row's text; 0 for no limit but that of all rows.
  case measure(Int)
  /// The number of lines of a text at normal density before "+N lines".
  case foldLines(Int)
  case zone(TimeZoneRules?, Keymap)
  case strategy(Strategy)
  /// How rows draw pictures; nil where they draw none.
  case pictures(PictureGrid?)

  func apply(to layout: inout PageLayout, _ pages: inout PageStack) {
    let old = layout.rows(of: pages.top)
    // A list below an open post may come to stand beside it, and go again: its place is that of the reader, too.
    let oldBeside = pages.beside.map { layout.rows(of: $0) }
    let wasBeside = layout.panes != nil
    change(&layout)
    // Other rows have other links, and are flat until their turn comes; columns change no link.
    switch self {
    case .size: break
    case .strategy: pages.top.list.flatten()
    case .density, .layout, .measure, .foldLines, .pictures, .zone:
      pages.forEach { $0.list.flatten() }
    }
    let rows = layout.rows(of: pages.top)
    let isBeside = layout.panes != nil
    if wasBeside || isBeside {
      pages.changeBeside { page in
        let rows = layout.rows(of: page)
        if let oldBeside { page.list.standpoint.reshape(from: oldBeside, to: rows) }
        if isBeside { page.list.refill(in: rows) }
      }
    }
    switch self {
    case .size, .density, .layout, .measure, .foldLines, .pictures:
      pages.top.list.standpoint.reshape(from: old, to: rows)
    case .zone: pages.top.list.standpoint.settle(in: rows)
    case .strategy: break
    }
    switch self {
    case .size, .strategy: pages.top.list.refill(in: rows)
    case .density, .layout, .measure, .foldLines, .pictures, .zone:
      pages.top.list.comeToRest(in: rows)
      pages.top.list.beginPreparation(in: rows)
    }
  }

  private func change(_ layout: inout PageLayout) {
    switch self {
    case .size(let size): layout.resize(to: size)
    case .density(let density): layout.options.density = density
    case .layout(let screen): layout.options.layout = screen
    case .measure(let measure): layout.options.measure = measure
    case .foldLines(let lines):
      layout.options.foldLines = lines
      layout.memo.clear()
    case .zone(let zone, let keymap):
      layout.keymap = keymap
      if let zone { layout.options.zone = zone }
      layout.memo.clear()
    case .strategy(let strategy): layout.options.strategy = strategy
    case .pictures(let pictures):
      layout.options.pictures = pictures
      layout.memo.clear()
    }
  }
}

/// Where a page lies on a screen that is split.
enum Pane {
  case list, post, whole
}

struct Panes: Equatable {
  /// The narrowest screen that is split: the list keeps 32 columns then.
  static let fewestColumns = 80
  /// From this width on the screen is split without being asked for: the post has 80 columns then.
  static let roomyColumns = 140
  private static let listColumns = 32...72

  let list: Range<Int>
  let post: Range<Int>
  /// The column of the line between them.
  var rule: Int { list.upperBound }

  init?(columns: Int, _ layout: ScreenLayout) {
    switch layout {
    case .list: return nil
    case .split where columns < Self.fewestColumns: return nil
    case .auto where columns < Self.roomyColumns: return nil
    case .split, .auto: break
    }
    let width = min(max(columns * 2 / 5, Self.listColumns.lowerBound), Self.listColumns.upperBound)
    list = 0..<width
    post = (width + 1)..<columns
  }
}

extension KeyPage {
  var pane: Pane {
    switch self {
    case .timeline, .account, .tag, .unread, .matches, .filtered: .list
    case .detail, .links, .people, .article, .difference: .post
    case .start, .visited, .counts, .rules, .problems, .output, .feeds, .help, .picture: .whole
    }
  }
}

extension ScreenLayout {
  var sentence: String {
    switch self {
    case .auto: "side by side from \(Panes.roomyColumns) columns on"
    case .list: "one page at a time"
    case .split: "the list and beside it the post"
    }
  }
}
