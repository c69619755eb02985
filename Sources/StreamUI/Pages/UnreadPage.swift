import CellGrid
import StreamModel

/// The posts of the timeline that were unread when they were looked at, in its order.
///
/// Nothing on the page moves by itself: a post that is read stays until the page is left, and posts that
/// come in above others are listed when a key asks for them.
struct UnreadPage: RecordPage {
  private var found = FoundRecords()
  /// Unread posts that came in after the posts below them were looked at.
  private var news: [RecordID] = []
  /// Records that came in so and are to be looked at.
  private var late: [RecordID] = []
  /// The record that was looked at last, and where it stood then.
  private var last: RecordID?
  private var lastPosition = -1
  /// Whether all posts were looked at once, so that others are new.
  private var isListed = false

  let keyPage = KeyPage.unread
  /// No row is known at first; the list goes to the first that comes.
  let firstRow = RowID.heading
  let showsRefresh = true

  func rowCount(in feed: Timeline) -> Int { found.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    found.ids.indices.contains(position) ? .record(found.ids[position]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    guard case .record(let id) = row else { return nil }
    return found.index(of: id, in: feed)
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .record(let id) = row else { return Row(before: []) }
    return context.text(of: id, folds)
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .parent: return parent(of: row, in: feed)
    case .newRows:
      guard let first = listNews(in: feed) else { return .say("No new posts") }
      return .select(.record(first))
    default: return nil
    }
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    var growth = PageGrowth(hasChanged: !changes.isEmpty && !changes.isAppendOnly)
    growth.isReordered = changes.isReordered
    for (id, next) in found.take(changes, in: feed) {
      growth.replaced[.record(id)] = next.map { .record($0) } ?? .heading
    }
    guard !changes.isReordered else {
      // Copies may have become rows.
      news = []
      late = []
      last = nil
      lastPosition = -1
      return growth
    }
    if !changes.removed.isEmpty { news.removeAll { feed.row(of: $0) == nil } }
    let looked = lookedPosition(in: feed)
    for position in changes.inserted.joined() {
      if position <= looked, let id = feed.id(at: position) { late.append(id) }
    }
    return growth
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard memory.states.isComplete else { return false }
    return !late.isEmpty || lookedPosition(in: feed) + 1 < feed.recordCount
      || !isListed && feed.isIndexed
  }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    var growth = PageGrowth.nothing
    var budget = SliceBudget()
    var position = lookedPosition(in: feed)
    while !budget.isSpent {
      let id: RecordID
      var isNew = false
      if let next = late.popLast() {
        id = next
        isNew = isListed
      } else if let next = feed.id(at: position + 1) {
        position += 1
        (last, lastPosition) = (next, position)
        id = next
      } else {
        break
      }
      budget.spend(on: .looking, bytes: feed.byteCount(of: id))
      guard feed.row(of: id) != nil, memory.isProbablyUnread(id, in: feed) else { continue }
      if isNew {
        news.append(id)
      } else {
        _ = found.insert(id, in: feed)
      }
      growth.hasChanged = true
    }
    if position + 1 >= feed.recordCount, late.isEmpty, feed.isIndexed { isListed = true }
    return growth
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let new = news.isEmpty ? "" : " · \(news.count.grouped) new (\(keymap.name(of: .newRows)))"
    guard found.count > 0 else {
      let words =
        isListed ? "no unread posts · {leave} shows all posts" : "looking for unread posts"
      return keymap.fill(words) + new
    }
    let place = (position(of: row, in: feed) ?? 0) + 1
    let rest = isListed ? "" : " so far"
    return "unread \(place.grouped) of \(found.count.grouped)\(rest)\(new)"
  }

  /// Lists the posts that came in; returns the first of them.
  private mutating func listNews(in feed: Timeline) -> RecordID? {
    let first = news.min { (feed.row(of: $0) ?? 0) < (feed.row(of: $1) ?? 0) }
    for id in news { _ = found.insert(id, in: feed) }
    news = []
    return first
  }

  /// Where the record that was looked at last stands now.
  private func lookedPosition(in feed: Timeline) -> Int {
    last.flatMap { feed.row(of: $0) } ?? min(lastPosition, feed.recordCount - 1)
  }
}
