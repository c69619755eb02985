import CellGrid
import StreamModel

/// The posts with one tag, found while the feed is looked through.
struct TagPage: RecordPage {
  /// Without "#", in lower case.
  private let tag: String
  /// Passes the posts with the tag; nil if nothing of the tag could be compared.
  private let filter: Filter?
  private var found = FoundRecords()
  private var sweep = FeedSweep()

  init(_ tag: String) {
    self.tag = tag
    filter = TextTest(tag).map { Filter(.text(.tag, .usual, Choices($0))) }
  }

  let keyPage = KeyPage.tag
  let firstRow = RowID.heading

  func rowCount(in feed: Timeline) -> Int { found.count + 1 }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0 { return .heading }
    return found.ids.indices.contains(position - 1) ? .record(found.ids[position - 1]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    switch row {
    case .heading: 0
    case .record(let id): found.index(of: id, in: feed).map { $0 + 1 }
    default: nil
    }
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if case .record(let id) = row { return context.text(of: id, folds) }
    return Row(before: [MetaLine([.init(SafeText(sanitizing: "#\(tag)"), .hashtag, .bold)])])
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    guard case .record(let id) = row else { return .heading(nil) }
    return feed.subject(of: id)
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    var growth = PageGrowth(hasChanged: !changes.isEmpty && !changes.isAppendOnly)
    sweep.take(changes, in: feed)
    for (id, next) in found.take(changes, in: feed) {
      growth.replaced[.record(id)] = next.map { .record($0) } ?? .heading
    }
    return growth
  }

  func hasWork(in feed: Timeline, _: PostMemory) -> Bool { sweep.hasWork(in: feed) }

  mutating func work(in feed: Timeline, _: PostMemory) -> PageGrowth {
    var growth = PageGrowth.nothing
    for id in sweep.slice(of: feed, for: .reading) {
      guard case .post(let post) = feed.uncounted(id), filter?.matches(post, flags: []) == true
      else { continue }
      if found.insert(id, in: feed) { growth = .changed }
    }
    return growth
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let index = position(of: row, in: feed) ?? 0
    let posts = PostRow.count(found.count, "post", "posts") ?? "0 posts"
    let place = index == 0 ? "" : "\(index) of \(found.count) · "
    return "\(place)\(sweep.progress(in: feed)): \(posts)"
  }
}
