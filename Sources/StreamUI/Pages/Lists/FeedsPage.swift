import CellGrid
import StreamModel

/// The subscriptions: all of them, their tags as folders, and those without a tag.
struct FeedsPage: PageContent {
  private(set) var listing = FeedListing()
  private var isKnown = false
  private var revision = 0
  private var views: [ViewTally] = []

  /// - Parameter entries: the subscriptions as far as they are known; nil before they have come.
  init(_ entries: [FeedEntry]? = nil) {
    if let entries { _ = take(.entries(entries), selection: .heading) }
  }

  let keyPage = KeyPage.feeds
  let relisting: Relocation.Listing? = .feeds
  var firstRow: RowID { listing.row(at: 0) ?? .heading }
  var traits: PageTraits {
    listing.followsSelection ? [.refresh, .addresses, .selection] : [.refresh, .addresses]
  }

  // MARK: Rows

  /// Whether a line stands in for subscriptions: none have come, or there are none.
  private var isEmpty: Bool { listing.entries.isEmpty }

  func rowCount(in feed: Timeline) -> Int { isEmpty ? 1 : listing.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    guard isEmpty else { return listing.row(at: position) }
    return position == 0 ? .heading : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    guard isEmpty else { return listing.position(of: row) }
    return row == .heading ? 0 : nil
  }

  func nextUnread(after row: RowID, isBefore: Bool = false) -> String? {
    listing.nextUnread(after: row, isBefore: isBefore)
  }

  /// Whether a row stands for a subscription or a tag, after whose posts come those of the next one.
  func leadsOn(from row: RowID) -> Bool {
    switch choice(of: row) {
    case .feeds, .tag: true
    case .all, nil: false
    }
  }

  func row(of key: String) -> RowID? { listing.row(of: key) }

  mutating func show(_ key: String, from row: RowID) -> RowID? {
    if listing.position(of: row) != nil, entry(of: row).0?.key == key { return row }
    if listing.row(of: key) == nil { _ = take(.reveal(key), selection: row) }
    return listing.row(of: key)
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    switch listing.item(of: row) {
    case .all: return FeedRow.all(listing.tally)
    case .view(let name):
      guard let view = view(of: row) else { return Row(before: []) }
      return FeedRow.view(name, view.line, unread: view.unread)
    case .folder(let tag):
      let tally = listing.folder(tag)?.tally ?? FeedTally()
      return FeedRow.folder(tag, tally, isOpen: listing.isOpen(tag))
    case .feed(let key, let folder):
      guard let entry = listing.entry(key) else { return Row(before: []) }
      let row = FeedRow(clock: context.clock)
      return row.feed(entry, listing.distinction(of: key), isInFolder: folder != nil)
    case nil:
      return isKnown
        ? FeedRow.none(subscribingBy: context.keymap.name(of: .subscribe)) : FeedRow.unknown
    }
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    RowState(revision: revision, showsAge: true)
  }

  // MARK: Keys

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    if case .view(let name)? = listing.item(of: row) {
      return .effect(.openStream(.subscriptions(.all, filter: "view:\(name)")))
    }
    return choice(of: row).map { .effect(.openStream(.subscriptions($0))) } ?? noChoice
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .search, .narrow, .filter: .wait(.prompt(.narrow(listing.filter)))
    case .toggleFold, .collapse: fold(row)
    case .collapseAll:
      listing.folders.isEmpty && !isEmpty
        ? .say("No subscription has a tag")
        : whileAllAreListed(.relist(.allFolders))
    case .hideRead: whileAllAreListed(.relist(.hidden))
    case .refresh: choice(of: row).map { .effect(.refreshFeeds($0)) } ?? noChoice
    case .unread:
      choice(of: row).map { .effect(.openStream(.subscriptions($0, .unread))) } ?? noChoice
    case .refreshAll: isEmpty ? noFeeds : .effect(.refreshFeeds(.all))
    case .editPost: edit(row)
    case .copy: onFeed(row) { .effect(.copy(SafeText(sanitizing: $0.address).string)) }
    case .markAllRead: choice(of: row).map { .readFeeds(entries(of: $0)) } ?? noChoice
    case .unsubscribe, .renameFeed, .tagFeed: onFeed(row) { .editFeed($0, action) }
    default: nil
    }
  }

  /// Edits the list at a subscription; at a saved view, the configuration, where it stands.
  private func edit(_ row: RowID) -> Reply {
    let edited = view(of: row)?.edited.map { Effect.edit(path: $0.path, line: $0.line) }
    return .effect(edited ?? .editFeeds(entry(of: row).0?.key))
  }

  private func view(of row: RowID) -> ViewTally? {
    guard case .view(let name)? = listing.item(of: row) else { return nil }
    return views.first { $0.name == name }
  }

  private func onFeed(_ row: RowID, _ reply: (FeedEntry) -> Reply) -> Reply {
    let (entry, reason) = entry(of: row)
    return entry.map(reply) ?? reason
  }

  /// The subscription that a row is; else the reason why it is none.
  func entry(of row: RowID) -> (FeedEntry?, reason: Reply) {
    switch listing.position(of: row).flatMap({ _ in listing.item(of: row) }) {
    case .feed(let key, _): (listing.entry(key), noFeeds)
    case .all:
      (nil, .sayKeys("Select one feed: this line is all feeds ({row-down} goes on to them)"))
    case .folder(let tag): (nil, .sayKeys(lineOf(tag)))
    case .view:
      (
        nil,
        .sayKeys(
          view(of: row)?.edited == nil
            ? "Select one feed: this line is a saved view"
            : "This line is a saved view: {edit-post} edits or removes it in the configuration"
        )
      )
    case nil: (nil, noChoice)
    }
  }

  private func lineOf(_ tag: String) -> String {
    let count = listing.folder(tag)?.members.count ?? 0
    let feeds = count == 1 ? "1 feed" : "\(count.grouped) feeds"
    let them = count == 1 ? "it" : "them"
    let way = listing.isOpen(tag) ? "{row-down} goes on to \(them)" : "{toggle-fold} shows \(them)"
    return "Select one feed: this line is the tag \(tag) with \(feeds) (\(way))"
  }

  private var noFeeds: Reply {
    isKnown
      ? .sayKeys("No subscriptions yet: {subscribe} adds one, or streamtui add ADDRESS")
      : .say("Still reading them")
  }

  private var noChoice: Reply {
    if isEmpty { return noFeeds }
    return listing.filter.isEmpty
      ? .sayKeys("This line is a saved view: works in it, once {enter} has opened it")
      : .say("No feed has \(listing.filter)")
  }

  private func choice(of row: RowID) -> FeedChoice? {
    guard listing.position(of: row) != nil else { return nil }
    return switch listing.item(of: row) {
    case .all: .all
    case .folder(let tag): .tag(tag)
    case .feed(let key, _): .feeds([key])
    case .view, nil: nil
    }
  }

  private func entries(of choice: FeedChoice) -> [FeedEntry] {
    listing.entries.filter { choice.contains($0.key, tags: $0.tags) }
  }

  private func fold(_ row: RowID) -> Reply {
    guard listing.filter.isEmpty, !isEmpty else { return whileAllAreListed(.nothing) }
    switch listing.item(of: row) {
    case .folder, .feed(_, folder: .some): return .relist(.folder(row))
    default: return .say("This line has no tag")
    }
  }

  /// A reply that needs the whole list, with its folders as the reader left them.
  private func whileAllAreListed(_ reply: Reply) -> Reply {
    if isEmpty { return noFeeds }
    return listing.filter.isEmpty ? reply : .sayKeys("Show all feeds first ({cancel})")
  }

  func finding(from selection: RowID) -> TypedFinding {
    var finding = TypedFinding(note: "  \(counts)")
    guard !listing.filter.isEmpty, let row = listing.foundRow(selection) else { return finding }
    // Where one subscription is left, the row is that, even where its folder contains the text, too.
    finding.isOnly = listing.found.count == 1
    finding.row = finding.isOnly ? listing.found.first.flatMap { listing.row(of: $0) } : row
    return finding
  }

  mutating func cancel() -> Reply? { listing.filter.isEmpty ? nil : narrow(to: "") }
  mutating func narrow(to text: String) -> Reply? { .relist(.filter(text)) }

  // MARK: Changes

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    if case .entries = delivery { isKnown = true }
    if case .views(let tallies) = delivery { views = tallies }
    let replaced = listing.take(delivery, selection: selection)
    // Their counts are to come.
    let areViews = if case .views = delivery { !views.isEmpty } else { false }
    guard replaced != nil || areViews else { return nil }
    revision &+= 1
    return replaced ?? [:]
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    for index in views.indices { _ = views[index].walk?.take(changes, in: feed) }
    return .nothing
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool {
    views.contains { $0.walk?.hasWork(in: feed, memory) == true }
  }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    guard let index = views.firstIndex(where: { $0.walk?.hasWork(in: feed, memory) == true }) else {
      return .nothing
    }
    let before = views[index].unread
    _ = views[index].walk?.work(in: feed, memory)
    guard views[index].unread != before else { return .nothing }
    revision &+= 1
    return .changed
  }

  // MARK: Status

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard !isEmpty else { return "subscriptions" }
    guard listing.filter.isEmpty else {
      let wayOut = "\(keymap.name(of: .cancel)) shows all"
      guard listing.count > 0 else { return "no feed has \(listing.filter) · \(wayOut)" }
      return "subscriptions · \(counts) · \(listing.filter) · \(wayOut)"
    }
    let hidden = listing.hidesRead ? listing.quietCount : 0
    if listing.hidesRead, hidden == 0 {
      return "subscriptions · no feed to hide now, read ones will be · "
        + "\(keymap.name(of: .hideRead)) shows all"
    }
    if hidden > 0 {
      return "subscriptions · \(hidden.grouped) without unread posts hidden · "
        + "\(keymap.name(of: .hideRead)) shows them"
    }
    var keys = "{enter} opens, {refresh} fetches, "
    if case .folder = listing.item(of: row) { keys = "{enter} opens, {toggle-fold} folds, " }
    return "subscriptions · " + keymap.fill(keys + "{narrow} narrows, {hide-read} hides read")
  }

  /// The number of listed subscriptions and of all: "3 of 17".
  private var counts: String {
    let count = listing.filter.isEmpty ? listing.entries.count : listing.found.count
    return "\(count.grouped) of \(listing.entries.count.grouped)"
  }
}

extension Page {
  var feeds: FeedsPage? { content as? FeedsPage }
}
