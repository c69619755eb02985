import CellGrid
import StreamModel

/// The feeds that a web page offers, to pick from.
struct OffersPage: PageContent {
  private let feeds: [OfferedFeed]

  init(_ feeds: [OfferedFeed]) {
    self.feeds = feeds
  }

  let keyPage = KeyPage.start
  let firstRow = RowID.entry(0)
  let hasPanel = false

  func rowCount(in feed: Timeline) -> Int { feeds.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    feeds.indices.contains(position) ? .entry(position) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    guard case .entry(let number) = row, feeds.indices.contains(number) else { return nil }
    return number
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .entry(let number) = row, feeds.indices.contains(number) else {
      return Row(before: [])
    }
    let offered = feeds[number]
    let name = offered.title ?? offered.address
    return Row(
      before: [
        MetaLine([.init(SafeText(sanitizing: " \(name)"), .text, .bold)]),
        MetaLine([.init(SafeText(sanitizing: "   \(offered.format) · \(offered.address)"), .faint)]
        ),
      ],
      endsWithGap: false
    )
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }
  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .nothing }

  func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    position(of: row, in: feed).map { .openSource(feeds[$0].address) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> PageReply? {
    switch action {
    case .reload, .cycleOrder, .order, .search, .narrow, .forget:
      .sayKeys("Open a feed first ({enter})")
    default: nil
    }
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    keymap.fill("this page offers \(feeds.count.grouped) feeds · {enter} opens one, {leave} quits")
  }
}
