import CellGrid
import StreamModel

/// The feeds that a web page offers, to pick from.
struct OffersPage: MenuPage {
  private let feeds: [OfferedFeed]
  let menu: Menu

  init(_ feeds: [OfferedFeed]) {
    self.feeds = feeds
    menu = Menu(count: feeds.count)
  }

  let keyPage = KeyPage.start
  let traits = PageTraits.addresses

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard let number = menu.entry(of: row) else { return Row(before: []) }
    let offered = feeds[number]
    let name = offered.title ?? offered.address
    return Row(
      before: [
        MetaLine([.init(SafeText(sanitizing: " \(name)"), .text, .bold)]),
        MetaLine(
          [.init(SafeText(sanitizing: "   \(offered.format) · \(offered.address)"), .faint)],
          overflow: .wrap(hang: 3)
        ),
      ],
      endsWithGap: false
    )
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    menu.entry(of: row).map { .effect(.openSource(feeds[$0].address)) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .subscribe:
      menu.entry(of: row).map { .effect(.changeFeeds(.add(feeds[$0].address, agreedTo: nil))) }
    case .reload, .cycleOrder, .order, .search, .narrow, .forget:
      .sayKeys("Open a feed first ({enter})")
    default: nil
    }
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    keymap.fill(
      "this page offers \(feeds.count.grouped) feeds · {enter} opens one, {subscribe} subscribes, {leave} quits"
    )
  }
}
