import CellGrid
import StreamModel

/// The first page: every record of the feed, and below them the line of older posts.
struct TimelinePage: RecordPage {
  private var newRows = NewRows()
  /// The posts before the first one; nil where nothing is said of them.
  private(set) var older: OlderPosts?
  private var olderRevision = 0
  private var failureRevision = 0
  private var bringsOlder = false
  private var hasAsked = false

  /// Why there is no post so far; nil where no fetch has failed.
  private var failure: StreamOptions.Failure?

  init(older: OlderPosts? = nil, failure: StreamOptions.Failure? = nil) {
    self.older = older
    self.failure = failure
  }

  let keyPage = KeyPage.timeline
  /// The row that was at the top when others came in above it: it stays there, however little follows.
  private(set) var restingRow: RowID?
  /// No row is known at first; the list goes to the first that comes.
  let firstRow = RowID.heading
  let searchedBytes = SearchedBytes.timeline
  let traits: PageTraits = [.posts, .refresh, .countsAbove]

  /// The newest of the rows that came in above the viewport.
  var firstNew: RowID? { newRows.first.map { .record($0) } }

  func rowCount(in feed: Timeline) -> Int {
    guard feed.recordCount > 0 else { return failure == nil ? 0 : 1 }
    return feed.recordCount + (endsWithOlder(in: feed) ? 1 : 0)
  }

  /// Whether the line of older posts follows; in some orders only as long as there are any, for the last row is not the
  /// oldest post there.
  private func endsWithOlder(in feed: Timeline) -> Bool {
    guard let older, feed.recordCount > 0 else { return false }
    return feed.order.endsWithOldest || older.state != .first
  }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if older != nil, position == feed.recordCount, endsWithOlder(in: feed) { return .older }
    if failure != nil, position == 0, feed.recordCount == 0 { return .heading }
    return feed.id(at: position).map { .record($0) }
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    if row == .older { return endsWithOlder(in: feed) ? feed.recordCount : nil }
    if row == .heading { return failure != nil && feed.recordCount == 0 ? 0 : nil }
    guard case .record(let id) = row else { return nil }
    return feed.row(of: id)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    switch row {
    case .record(let id): RowState(revision: feed.revision(of: id), showsAge: true)
    case .older: RowState(revision: olderRevision, showsAge: true)
    case .heading: RowState(revision: failureRevision)
    default: RowState()
    }
  }

  func isComplete(in feed: Timeline) -> Bool { feed.isIndexed }
  /// A reader who has asked for the end is there on the line of older posts, and stays when some come in above it.
  func mayGrow(in feed: Timeline) -> Bool { feed.mayGrow && !endsWithOlder(in: feed) }
  func estimatedCount(in feed: Timeline) -> Int { feed.estimatedCount }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if row == .older { return olderRow(in: context) }
    guard case .record(let id) = row else { return failureRow(in: context) }
    return context.text(of: id, folds)
  }

  /// The one post of a source is what the reader has come for.
  func usualFolds(in context: RowContext) -> PostRow.Folds {
    PostRow.Folds(isExpanded: context.density == .normal && context.feed.isOneRecord)
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .parent: return parent(of: row, in: feed)
    case .newRows:
      return firstNew.map { .goTo($0) }
        ?? .say(feed.heldCount > 0 ? "No new posts above" : "No new posts")
    default: return nil
    }
  }

  private func olderRow(in context: RowContext) -> Row {
    let key = context.keymap.name(of: .enter)
    let place = context.feed.order.placeOfOlder
    return older?.row(context.clock, key: key, density: context.density, at: place)
      ?? Row(before: [])
  }

  private func failureRow(in context: RowContext) -> Row {
    guard let failure else { return Row(before: []) }
    guard failure.hasFailed else {
      return Row(before: [MetaLine([.init(failure.reason, .faint)], overflow: .wrap(hang: 0))])
    }
    let keys = context.keymap.fill(
      failure.mayFetch ? "{reload} fetches it again, {leave} goes back." : "{leave} goes back."
    )
    return Row(before: [
      MetaLine([.init("No posts yet: the last fetch failed", .title, .bold)]),
      MetaLine([.init(failure.reason, .problem)], overflow: .wrap(hang: 0)),
      MetaLine([.init(SafeText(sanitizing: keys), .faint)], overflow: .wrap(hang: 0)),
    ])
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    if row == .older, let older { return .fetchOlder(older) }
    return record(of: row).map { .push(DetailPage(of: $0, in: feed)) } ?? .nothing
  }

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    if case .entries(let entries) = delivery { return take(entries) }
    if case .failure(let new) = delivery, new != failure {
      failure = new
      failureRevision &+= 1
      return [:]
    }
    if case .top(let top, let feed) = delivery, newRows.count > 0 {
      newRows.reach(position(of: top, in: feed) ?? 0, in: feed)
    }
    guard case .older(let posts, let isComing) = delivery else { return nil }
    if posts?.state == .fetching {
      bringsOlder = true
      hasAsked = true
    } else {
      // Those that came last may still be scanned.
      bringsOlder = bringsOlder && isComing
    }
    guard posts != older else { return nil }
    older = posts
    olderRevision &+= 1
    return [:]
  }

  /// Takes the reason why the last fetch failed, if it is another one.
  private mutating func take(_ entries: [FeedEntry]) -> [RowID: RowID]? {
    guard let known = failure,
      let reason = entries.first(where: { $0.key == known.key })?.failure,
      reason != known.reason
    else { return nil }
    failure?.reason = reason
    failureRevision &+= 1
    return [:]
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    var growth = PageGrowth(hasChanged: !changes.isEmpty)
    if failure != nil, let first = feed.id(at: 0) {
      failure = nil
      growth.replaced[.heading] = .record(first)
    }
    for (id, position) in changes.removed where feed.row(of: id) == nil {
      // The row after it stands for it; at the end the row before.
      let next = feed.id(at: min(position, feed.recordCount - 1))
      growth.replaced[.record(id)] = next.map { .record($0) } ?? .heading
    }
    if changes.isReordered { growth.isReordered = true }
    // The reader who has asked for older posts stands on the first of them now, on the same line.
    if hasAsked, let last = changes.inserted.last, last.upperBound == feed.recordCount,
      let first = feed.id(at: last.lowerBound)
    {
      growth.replaced[.older] = .record(first)
    }
    let seen = growth.replaced[top] ?? top
    let place = position(of: seen, in: feed) ?? 0
    if changes.inserted.contains(where: { $0.upperBound <= place }) { restingRow = seen }
    if bringsOlder {
      bringsOlder = older?.state == .fetching || !feed.isIndexed
    } else {
      newRows.take(changes, above: place, in: feed)
    }
    return growth
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    status(of: row, in: feed, keymap, without: nil)
  }

  func status(
    of row: RowID,
    in feed: Timeline,
    _ keymap: PageKeymap,
    without last: StatusPart?
  ) -> String {
    let count = feed.recordCount
    let (showsAsides, showsNews) = (
      !StatusPart.aside.goes(with: last), !StatusPart.news.goes(with: last)
    )
    let sorting = feed.sortingPercentage.map { "sorting \($0) %" }
    let hidden = feed.leftOutCount
    let notPublic = hidden == 0 ? "" : " · \(hidden.grouped) not public, left out"
    let ruled = HiddenPosts(in: feed)
    let leftOut = ruled.map { notPublic + $0.suffix } ?? notPublic
    guard count > 0 else {
      if feed.isIndexed, sorting == nil, let all = ruled?.wordsForAll { return all + notPublic }
      return (sorting ?? (feed.isIndexed ? "no posts" : "waiting for posts")) + leftOut
    }
    let estimate = feed.estimatedCount
    let total =
      feed.isIndexed || feed.known != nil
      ? estimate.grouped
      : estimate > count ? "about \(estimate.grouped)" : "\(count.grouped) so far"
    // Every key asks for this line; one string that grows is cheaper than a sum of many.
    var text = showsNews ? sorting.map { "\($0) · " } ?? "" : ""
    text.reserveCapacity(96)
    if let title = feed.title, !StatusPart.title.goes(with: last) {
      text += title
      text += " · "
    }
    text += "post "
    text += min(count, (position(of: row, in: feed) ?? 0) + 1).grouped
    text += " of "
    text += total
    if feed.order != feed.usualOrder, showsAsides { text += " · \(feed.order.name)" }
    if showsNews { text += feed.noteOfChange(keymap) }
    if showsNews, let problems = PostRow.count(feed.problems.count, "problem", "problems") {
      text += " · \(problems)"
    }
    if showsAsides { text += leftOut }
    if showsNews { text += news(feed) }
    return text
  }

  /// "12 new above"; rows that are held back between those on the screen are new, too.
  private func news(_ feed: Timeline) -> String {
    let held = feed.heldCount
    guard newRows.count + held > 0 else { return "" }
    let more = newRows.isFull ? "+" : ""
    return " · \((newRows.count + held).grouped)\(more) new\(held == 0 ? " above" : "")"
  }
}

extension Timeline.Order {
  /// Whether older posts come in below the last row.
  var endsWithOldest: Bool { placeOfOlder == nil }

  /// Where older posts come in, in words; nil where that is below the last row.
  fileprivate var placeOfOlder: StaticString? {
    switch self {
    case .newest, .document: nil
    case .oldest: "above the first post"
    case .feed, .likes, .comments: "among the others"
    }
  }

  var name: String {
    switch self {
    case .newest: "newest first"
    case .oldest: "oldest first"
    case .document: "in document order"
    case .feed: "feed by feed"
    case .likes: "most liked first"
    case .comments: "most comments first"
    }
  }
}

extension RowContext {
  func extended(_ row: Row, _ id: RecordID) -> Row { row.extended(by: feed.additions(of: id)) }

  func text(of id: RecordID, _ folds: PostRow.Folds) -> Row {
    let sources = feed.sources(of: id)
    return extended(
      posts.row(feed.record(id), sources: sources, folds: folds, density: density),
      id
    )
  }
}

extension Timeline {
  /// Sorts a slice; whether the status line says something else now.
  func sortFurther() -> Bool {
    let percentage = sortingPercentage
    advanceSorting(bytes: SliceBudget.bytes)
    return wantedOrder == nil || sortingPercentage != percentage
  }

  /// The row that stands for one that was a copy or became one with the order.
  func standIn(for row: RowID) -> RowID? {
    guard case .record(let id) = row, self.row(of: id) == nil else { return nil }
    return self.row(showing: id).map { .record($0) }
  }

  func subject(of id: RecordID) -> RowSubject {
    if case .post(let post) = record(id) { .post(post) } else { .nothing }
  }
}

protocol RecordPage: PageContent {}

extension RecordPage {
  var traits: PageTraits { .posts }
  var searchedBytes: SearchedBytes { .records }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    guard case .record(let id) = row else { return RowState() }
    return RowState(revision: feed.revision(of: id), showsAge: true)
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    if case .record(let id) = row { feed.subject(of: id) } else { .nothing }
  }

  func foldsWarning(of row: RowID, in feed: Timeline) -> Bool {
    subject(of: row, in: feed).post?.isFoldable ?? false
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply { enterRecord(row, in: feed) }

  func enterRecord(_ row: RowID, in feed: Timeline) -> Reply {
    if let id = record(of: row) { return .push(DetailPage(of: id, in: feed)) }
    // A list that was just opened stands on its heading: the post below it is meant.
    guard row == .heading, let heading = position(of: row, in: feed),
      case .record(let first)? = self.row(at: heading + 1, in: feed)
    else { return .nothing }
    return .push(DetailPage(of: first, in: feed))
  }

  func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    action == .parent ? parent(of: row, in: feed) : nil
  }

  func parent(of row: RowID, in feed: Timeline) -> Reply {
    guard case .record(let id) = row, let post = feed.subject(of: id).post,
      let name = feed.parentName(of: post, id)
    else { return .say("This post replies to no other") }
    return .job(.parent(name: name, source: id.source))
  }
}

struct HiddenPosts {
  let counts: [(rule: String, count: Int)]

  /// Nil where none are hidden, as on most timelines: every key asks.
  init?(in feed: Timeline) {
    let counts = feed.hiddenCounts
    guard !counts.isEmpty else { return nil }
    self.counts = counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  private var count: Int { counts.reduce(0) { $0 + $1.count } }

  private var rules: String {
    counts.count == 1 ? "the rule \(counts[0].rule)" : "\(counts.count) rules"
  }

  var suffix: String { " · \(count.grouped) hidden by \(rules)" }

  /// The words where no other post is left: "all 60 posts are hidden by the rule ads (streamtui rules)".
  var wordsForAll: String {
    let posts = count == 1 ? "the only post is" : "all \(count.grouped) posts are"
    return "\(posts) hidden by \(rules) (streamtui rules)"
  }
}

/// The rows that came in above the viewport and have not been seen.
struct NewRows {
  /// More are not told one from another; the status line says "or more".
  private static let limit = 10_000

  private var rows: [RecordID] = []

  var count: Int { rows.count }
  var first: RecordID? { rows.first }
  var isFull: Bool { rows.count >= Self.limit }

  mutating func take(_ changes: TimelineChanges, above top: Int, in feed: Timeline) {
    if changes.isReordered { rows = [] }
    if !changes.removed.isEmpty { rows.removeAll { feed.row(of: $0) == nil } }
    var isSorted = true
    for range in changes.inserted {
      for position in range.clamped(to: 0..<max(0, top)).suffix(Self.limit) {
        guard rows.count < Self.limit else { break }
        if let id = feed.id(at: position) { rows.append(id) }
        isSorted = false
      }
    }
    guard !isSorted else { return }
    let positions = rows.map { (id: $0, position: feed.row(of: $0) ?? 0) }
    rows = positions.sorted { $0.position < $1.position }.map(\.id)
  }

  /// Drops the rows that are no longer above `top`: the reader has come to them.
  mutating func reach(_ top: Int, in feed: Timeline) {
    while let last = rows.last, feed.row(of: last).map({ $0 >= top }) ?? true { rows.removeLast() }
  }
}
