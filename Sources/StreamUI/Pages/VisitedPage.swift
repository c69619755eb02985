import CellGrid
import StreamModel

/// The links that the reader followed in this and earlier runs, the last one first.
struct VisitedPage: MenuPage {
  /// The number of links that the page asks for.
  static let limit = 1_000

  /// The links; nil until they have come.
  private var links: [VisitedLink]?
  private(set) var menu = Menu(count: 0, heading: .standIn)

  let keyPage = KeyPage.visited

  // MARK: Rows

  /// Whether a line stands in for links: none have come, or none were followed.
  private var isEmpty: Bool { links?.isEmpty ?? true }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if let link = visited(row) {
      return VisitedRow.row(link, now: context.now, zone: context.zone)
    }
    let text: SafeText =
      links == nil ? "Reading the list of followed links" : "No links were followed yet"
    return Row(before: [MetaLine([.init(text, .faint)])], endsWithGap: false)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: links == nil ? 0 : 1, showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    link(of: row).map { .link($0) } ?? .nothing
  }

  func link(of row: RowID) -> RowLink? {
    visited(row).map { RowLink(target: $0.address, label: $0.address, kind: .link, spots: []) }
  }

  func post(of row: RowID, in feed: Timeline) -> Timeline.SourceKey? { visited(row)?.post }

  private func visited(_ row: RowID) -> VisitedLink? {
    guard case .entry(let entry) = row, let links, links.indices.contains(entry) else { return nil }
    return links[entry]
  }

  // MARK: Keys

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    link(of: row).map { .visit($0) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .search, .narrow: .wait(.prompt(Prompt(.filter, text: menu.text)))
    case .goToPost, .parent: goToPost(of: row)
    default: nil
    }
  }

  private func goToPost(of row: RowID) -> Reply {
    guard let link = visited(row) else { return .say("Select a link first") }
    if let post = link.post {
      let goal = Job.Goal.post(
        Rematch(of: post.identity),
        source: post.source,
        sourceName: link.source ?? ""
      )
      return .job(goal)
    }
    guard let source = link.source else { return .say("It is not known which post has this link") }
    return .say("The post is in another source: \(source)")
  }

  mutating func narrow(to text: String) -> Reply? {
    let links = links ?? []
    return menu.narrow(to: text) { Self.contains(links[$0], $1) }
  }

  private static func contains(_ link: VisitedLink, _ wanted: SearchText) -> Bool {
    wanted.matches(link.address) || wanted.matches(link.source ?? "")
  }

  // MARK: Filling

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    guard case .visits(let visits) = delivery, links == nil else { return nil }
    links = visits
    menu.list(count: visits.count) { Self.contains(visits[$0], $1) }
    let first = menu.row(at: 0)
    return first.map { [.heading: $0] } ?? [:]
  }

  // MARK: Status

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard !isEmpty else { return "followed links" }
    let number = (position(of: row, in: feed) ?? 0) + 1
    guard !menu.text.isEmpty else {
      let keys = keymap.fill("{enter} opens, {copy} copies, {go-to-post} goes to the post")
      return "followed link \(number.grouped) of \(menu.listed.count.grouped) · \(keys)"
    }
    let wayOut = "\(keymap.name(of: .cancel)) shows all"
    guard !menu.listed.isEmpty else {
      return "\(menu.counts) · no link has \(menu.text) · \(wayOut)"
    }
    return "followed link \(number.grouped) · \(menu.counts) · \(menu.text) · \(wayOut)"
  }
}
