import CellGrid
import StreamModel

/// The links that the reader followed in this and earlier runs, the last one first, and after them the hosts that the
/// reader trusts.
struct VisitedPage: NarrowedPage {
  static let limit = 1_000

  /// Nil until they have come.
  private var links: [VisitedLink]?
  /// The trusted hosts when the page was opened; one that is removed stays listed, so that no row moves.
  private let hosts: [TrustedHost]
  private var removed: [TrustedHost] = []
  var menu = Menu(count: 0, hasStandIn: true)

  let keyPage = KeyPage.visited

  /// - Parameter links: the links, if none can come.
  init(_ links: [VisitedLink]? = nil, trusting hosts: [TrustedHost] = []) {
    self.links = links
    self.hosts = hosts
    if links != nil { menu = Menu(count: hosts.count, hasStandIn: true) }
  }

  // MARK: Rows

  /// Whether a line stands in for entries: no links have come, or there are none.
  private var isEmpty: Bool { links.map { $0.isEmpty && hosts.isEmpty } ?? true }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if let link = visited(row) { return VisitedRow.row(link, context.clock) }
    if let host = host(of: row) {
      return VisitedRow.row(host, isTrusted: !removed.contains(host), context.clock)
    }
    let text: SafeText =
      links == nil ? "Reading the list of followed links" : "No links were followed yet"
    return .lines(MetaLine([.init(text, .faint)]))
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    let isRemoved = host(of: row).map(removed.contains) ?? false
    return RowState(revision: links == nil ? 0 : isRemoved ? 2 : 1, showsAge: true)
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

  private func host(of row: RowID) -> TrustedHost? {
    guard case .entry(let entry) = row, let links, entry >= links.count,
      hosts.indices.contains(entry - links.count)
    else { return nil }
    return hosts[entry - links.count]
  }

  // MARK: Keys

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    if host(of: row) != nil { return .sayKeys("{forget} asks about this host again") }
    return link(of: row).map { .visit($0) } ?? .nothing
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .goToPost, .parent: goToPost(of: row)
    case .forget: distrust(host(of: row))
    case .undo: removed.popLast().map { .trust($0) }
    default: narrowing(by: action)
    }
  }

  private mutating func distrust(_ host: TrustedHost?) -> Reply {
    guard let host else { return .say("Select a trusted host first; they stand below the links") }
    guard !removed.contains(host) else {
      return .sayKeys("Removed already ({undo} trusts it again)")
    }
    removed.append(host)
    return .distrust(host.name)
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

  func texts(of entry: Int) -> [String] {
    guard let links, links.indices.contains(entry) else {
      return [hosts[entry - (links ?? []).count].name]
    }
    return [links[entry].address, links[entry].source ?? ""]
  }

  // MARK: Filling

  mutating func take(_ answer: Answer, at now: Timestamp) -> [RowID: RowID]? {
    guard case .visits(let visits) = answer else { return nil }
    links = visits
    list(visits.count + hosts.count)
    return menu.row(at: 0).map { [.heading: $0] } ?? [:]
  }

  // MARK: Status

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard !isEmpty else { return "followed links" }
    let number = (position(of: row, in: feed) ?? 0) + 1
    if let host = host(of: row), menu.text.isEmpty {
      if let shown = TrustedHost.pictureHost(host.name) {
        return "pictures of \(shown) · \(keymap.fill("{forget} lets them wait for a key again"))"
      }
      return "trusted host \(host.name) · \(keymap.fill("{forget} asks about it again"))"
    }
    guard !menu.text.isEmpty else {
      let keys = keymap.fill("{enter} opens, {copy} copies, {go-to-post} goes to the post")
      return "followed link \(number.grouped) of \((links ?? []).count.grouped) · \(keys)"
    }
    let none = "\(menu.counts) · no link has"
    return narrowedStatus("followed link \(number.grouped)", none: none, keymap)
  }
}
