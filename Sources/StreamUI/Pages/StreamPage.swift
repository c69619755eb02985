import CellGrid
import StreamModel

/// The posts of the timeline that passed a filter when they were looked at, in its order.
///
/// Nothing on the page moves by itself: a post that passes no more stays until the page is left, and posts that
/// come in above others are listed when a key asks for them.
struct StreamPage: RecordPage {
  let keyPage: KeyPage
  /// The condition that posts must meet; nil where a tag or text has nothing to compare: no post is found then.
  private let filter: Filter?
  /// The word for the posts, as the status line says it.
  let title: SafeText
  /// The row above the posts.
  private let heading: MetaLine?
  private var found = FoundRecords()
  private var walk = TimelineWalk()
  /// Posts that came in after those below them were looked at.
  private var news: [RecordID] = []

  fileprivate init(
    _ keyPage: KeyPage,
    _ filter: Filter?,
    title: String,
    heading: MetaLine.Run? = nil
  ) {
    self.keyPage = keyPage
    self.filter = filter
    self.title = SafeText(sanitizing: title)
    self.heading = heading.map { MetaLine([$0]) }
  }

  let firstRow = RowID.heading
  let showsRefresh = true

  private var headingCount: Int { heading == nil ? 0 : 1 }

  func rowCount(in feed: Timeline) -> Int { headingCount + found.count }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0, heading != nil { return .heading }
    let index = position - headingCount
    return found.ids.indices.contains(index) ? .record(found.ids[index]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    switch row {
    case .heading: heading == nil ? nil : 0
    case .record(let id): found.index(of: id, in: feed).map { $0 + headingCount }
    default: nil
    }
  }

  func position(ofNumber number: Int) -> Int { number - 1 + headingCount }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if case .record(let id) = row { return context.text(of: id, folds) }
    return Row(before: heading.map { [$0] } ?? [])
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    if case .record(let id) = row { feed.subject(of: id) } else { .heading(nil) }
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
    walk.take(changes, in: feed)
    if changes.isReordered {
      news = []
    } else if !changes.removed.isEmpty {
      news.removeAll { feed.row(of: $0) == nil }
    }
    return growth
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard let filter else { return false }
    return (memory.states.isComplete || !filter.asksFlags) && walk.hasWork(in: feed)
  }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    guard let filter else { return .nothing }
    var growth = PageGrowth.nothing
    var budget = SliceBudget()
    while !budget.isSpent, let (id, isLate) = walk.next(in: feed) {
      budget.spend(on: filter.asksPosts ? .reading : .looking, bytes: feed.byteCount(of: id))
      guard memory.passes(filter, id, in: feed) else { continue }
      if !isLate || !walk.wasThrough {
        if found.insert(id, in: feed) { growth = .changed }
      } else if found.index(of: id, in: feed) == nil, !news.contains(id) {
        news.append(id)
        growth = .changed
      }
    }
    return growth
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let new = news.isEmpty ? "" : " · \(news.count.grouped) new (\(keymap.name(of: .newRows)))"
    guard found.count > 0 else {
      let isAll = walk.wasThrough || filter == nil
      let words =
        isAll
        ? "no \(title.string) posts · \(keymap.fill("{leave}")) shows all posts"
        : "looking for \(title.string) posts"
      return words + (isAll ? HiddenPosts(in: feed).suffix : "") + new
    }
    let rest = (walk.wasThrough ? "" : " so far") + new
    let place = (position(of: row, in: feed) ?? 0) + 1 - headingCount
    guard place > 0 else {
      return "\(title.string) · \(PostRow.count(found.count, "post", "posts") ?? "")\(rest)"
    }
    return "\(title.string) \(place.grouped) of \(found.count.grouped)\(rest)"
  }

  /// Lists the posts that came in; returns the first of them.
  private mutating func listNews(in feed: Timeline) -> RecordID? {
    let first = news.min { (feed.row(of: $0) ?? 0) < (feed.row(of: $1) ?? 0) }
    for id in news { _ = found.insert(id, in: feed) }
    news = []
    return first
  }
}

extension PageContent where Self == StreamPage {
  /// The page of the posts that were not read.
  static var unread: StreamPage {
    StreamPage(.unread, Filter(.state(Choices(.unread))), title: "unread")
  }

  /// The page of the posts with a text in their title, body, author or tags.
  static func matches(of text: String) -> StreamPage {
    let title = "“\(text)”"
    return StreamPage(
      .matches,
      TextTest(text).map { Filter(.word($0)) },
      title: title,
      heading: MetaLine.Run(SafeText(sanitizing: "Posts with \(title)"), .title, .bold)
    )
  }

  /// The page of the posts with a tag.
  ///
  /// - Parameter tag: the tag, without "#".
  static func tag(_ tag: String) -> StreamPage {
    let title = "#\(tag)"
    return StreamPage(
      .tag,
      TextTest(tag).map { Filter(.text(.tag, .usual, Choices($0))) },
      title: title,
      heading: MetaLine.Run(SafeText(sanitizing: title), .hashtag, .bold)
    )
  }
}
