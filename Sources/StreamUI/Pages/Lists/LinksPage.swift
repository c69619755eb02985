import CellGrid
import StreamModel

/// The links of one row, to pick from: all of them, or those that contain what was typed.
struct LinksPage: NarrowedPage {
  let links: [RowLink]
  /// The links whose labels or targets contain the typed text.
  var menu: Menu

  private let bare: String

  init(_ links: [RowLink], bare: String = "post") {
    self.links = links
    self.bare = bare
    menu = Menu(count: links.count)
  }

  let keyPage = KeyPage.links

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .entry(let entry) = row, links.indices.contains(entry) else {
      return Row(before: [])
    }
    return LinkRow.row(links[entry], number: entry + 1, of: links.count, bare: bare)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    link(of: row).map { .link($0) } ?? .nothing
  }

  func link(of row: RowID) -> RowLink? { menu.entry(of: row).map { links[$0] } }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    link(of: row).map { .follow($0, nil) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    guard action == .saveLinks else { return narrowing(by: action) }
    guard !menu.listed.isEmpty else { return .nothing }
    let use = Prompt.Use.saveLinks(listing)
    return .wait(
      .prompt(Prompt(use, "save links to: ", enter: "saves", proposing: "links.txt"))
    )
  }

  func texts(of entry: Int) -> [String] { [links[entry].label, links[entry].target] }

  /// The links that are listed, one a line: target, tab, text.
  private var listing: String {
    menu.listed.map { index in
      let words = LinkRow.parts(of: links[index]).words
      let target = SafeText(sanitizing: links[index].target).string
      return "\(target)\t\(SafeText(sanitizing: words).string)\n"
    }.joined()
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let number = (position(of: row, in: feed) ?? 0) + 1
    guard !menu.text.isEmpty else {
      return "link \(number.grouped) of \(links.count.grouped) · "
        + keymap.fill("{enter} follows, {open} opens, {copy} copies")
    }
    let none = "\(menu.counts) · no link has"
    return narrowedStatus("link \(number.grouped)", none: none, keymap)
  }
}

extension Page {
  var listedLinks: [RowLink]? { (content as? LinksPage)?.links }
}

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
    return .lines(
      MetaLine(sanitizing: " \(name)", .text, .bold),
      MetaLine(
        sanitizing: "   \(offered.format) · \(offered.address)",
        .faint,
        overflow: .wrap(hang: 3)
      )
    )
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    menu.entry(of: row).map { .effect(.openStream(.sources([feeds[$0].address]))) } ?? .nothing
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
