import CellGrid
import StreamModel

/// The posts of the timeline that passed a filter when they were looked at, in its order or that of a view.
///
/// Nothing moves by itself: a post that passes no more stays, and posts that come in above others wait for a key.
struct StreamPage: RecordPage {
  let keyPage: KeyPage
  /// The filter as it was typed, in its canonical form; nil where the page has a fixed one.
  let typedFilter: String?
  /// The word for the posts, as the status line says it.
  private let title: SafeText
  let firstRow: RowID
  /// The filter of the page that was filtered, which holds besides the typed one.
  private let base: Filter?
  private let heading: MetaLine?
  private let hints: [String]
  private var look: FilterWalk
  /// All unread posts, once those of the first rows are listed and the others are counted; nil before.
  private var expected: Int?
  /// The post that was found first while others above it were still to be looked at.
  private(set) var restingRow: RowID?

  fileprivate init(
    _ keyPage: KeyPage,
    _ filter: Filter?,
    title: String,
    heading: MetaLine.Run? = nil,
    from start: RecordID? = nil,
    in feed: Timeline? = nil
  ) {
    self.keyPage = keyPage
    look = FilterWalk(filter, from: start, in: feed)
    typedFilter = nil
    base = nil
    hints = []
    firstRow = start.map { .record($0) } ?? .heading
    self.title = SafeText(sanitizing: title)
    self.heading = heading.map { MetaLine([$0]) }
  }

  /// The posts of a view that was typed.
  ///
  /// - Parameters:
  ///   - text: the canonical form of the typed filter, with the names of saved views.
  ///   - base: a condition that holds besides.
  ///   - start: the post that the reader stands on: it or the nearest one that passes is selected.
  ///   - facts: those that no record states.
  init(
    _ view: View,
    _ text: String,
    besides base: Filter?,
    from start: RecordID?,
    _ facts: StreamFacts,
    in feed: Timeline
  ) {
    keyPage = .filtered
    look = FilterWalk(view, besides: base, from: start, facts, in: feed)
    typedFilter = text
    self.base = base
    hints = view.hints(feedTags: facts.feedTags)
    // In an order of its own the first posts are those that are wanted.
    firstRow = look.isInOrder ? start.map { .record($0) } ?? .heading : .heading
    title = SafeText(sanitizing: text)
    heading = nil
  }

  var traits: PageTraits {
    keyPage == .unread && !look.news.isEmpty ? [.posts, .refresh, .news] : [.posts, .refresh]
  }
  var relisting: Relocation.Listing? {
    keyPage == .unread ? .unread : typedFilter.map { .filter($0) }
  }
  var condition: ListCondition? {
    ListCondition(
      title: title,
      typed: typedFilter,
      filter: look.filter,
      base: base,
      origin: firstRow.record,
      look: typedFilter == nil ? nil : look,
      expected: look.wasThrough ? nil : expected
    )
  }

  private var headingCount: Int { heading != nil || isStoodIn ? 1 : 0 }

  /// Whether a row stands in for posts: all were read, or none passes the filter that was typed.
  private var isStoodIn: Bool {
    (keyPage == .unread || typedFilter != nil) && look.wasThrough && look.ids.isEmpty
  }

  func rowCount(in feed: Timeline) -> Int { headingCount + look.ids.count }
  func isComplete(in feed: Timeline) -> Bool { look.wasThrough && feed.isIndexed }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0, headingCount > 0 { return .heading }
    let index = position - headingCount
    return look.ids.indices.contains(index) ? .record(look.ids[index]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    switch row {
    case .heading: headingCount == 0 ? nil : 0
    case .record(let id): look.index(of: id, in: feed).map { $0 + headingCount }
    default: nil
    }
  }

  func position(ofNumber number: Int) -> Int { number - 1 + headingCount }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    if case .record(let id) = row { return context.text(of: id, folds) }
    return heading.map { Row(before: [$0]) } ?? standIn(in: context)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    if case .record(let id) = row {
      return RowState(revision: feed.revision(of: id), showsAge: true)
    }
    return RowState(revision: look.explanation(of: 0) == nil ? 0 : 1)
  }

  /// The row of an empty list, with the reason and the ways on.
  private func standIn(in context: RowContext) -> Row {
    guard typedFilter != nil else {
      return Self.standIn(
        "No unread posts",
        "{leave} shows all posts, {reload} looks for new ones, {feeds} lists the subscriptions, {kept} the kept posts.",
        context.keymap
      )
    }
    let reason = look.explanation(of: context.feed.recordCount).map { "\($0) " } ?? ""
    return Self.standIn(
      "No post passes the filter",
      "\(reason){filter}{filter} shows all posts, {filter} changes the filter.",
      context.keymap
    )
  }

  private static func standIn(_ title: SafeText, _ words: String, _ keymap: PageKeymap) -> Row {
    let words = SafeText(sanitizing: keymap.fill(words))
    return Row(before: [
      MetaLine([.init(title, .title, .bold)]),
      MetaLine([.init(words, .faint)], overflow: .wrap(hang: 0)),
    ])
  }

  /// The record of a row that is listed: an empty list has none, wherever the reader came from.
  func record(of row: RowID) -> RecordID? {
    guard !look.ids.isEmpty, case .record(let id) = row else { return nil }
    return id
  }

  func subject(of row: RowID, in feed: Timeline) -> RowSubject {
    record(of: row).map { feed.subject(of: $0) } ?? .heading(nil)
  }

  mutating func perform(_ action: Action, on row: RowID, in feed: Timeline) -> Reply? {
    switch action {
    case .parent: return parent(of: row, in: feed)
    case .newRows:
      guard let first = look.listNews(in: feed) else { return .say("No new posts") }
      // As on the timeline a jump: it reads nothing.
      return .reveal(.record(first), [])
    default: return nil
    }
  }

  mutating func take(_ changes: TimelineChanges, top: RowID, in feed: Timeline) -> PageGrowth {
    var growth = PageGrowth(hasChanged: !changes.isEmpty && !changes.isAppendOnly)
    growth.isReordered = changes.isReordered
    for (id, next) in look.take(changes, in: feed) {
      growth.replaced[.record(id)] = next.map { .record($0) } ?? .heading
    }
    return growth
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool { look.hasWork(in: feed, memory) }

  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    if case .undone = delivery { look.lookAgain() }
    return nil
  }

  mutating func work(in feed: Timeline, _ memory: PostMemory) -> PageGrowth {
    guard look.work(in: feed, memory) else { return .nothing }
    if keyPage == .unread, feed.isResting, !look.hasWork(in: feed, memory) {
      expected = feed.known.map { look.count + $0.unreadBehind }
    }
    // Posts that are found above it do not push it down.
    if typedFilter != nil || firstRow != .heading, restingRow == nil, !look.wasThrough,
      let first = look.ids.first
    {
      restingRow = .record(first)
    }
    return .changed
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let news = look.news.count
    let new = news == 0 ? "" : " · \(news.grouped) new (\(keymap.name(of: .newRows)))"
    let words = typedFilter == nil ? posts(of: row, in: feed, keymap) : found(at: row, in: feed)
    let doubt = look.undecided.map { " · \($0.count.grouped) not decided: \($0.reason)" } ?? ""
    return words + new + doubt
  }

  /// The row of the post that the reader stands on, else of the next one below it, else of the nearest above.
  func nearest(in feed: Timeline) -> RowID? {
    guard look.isInOrder, case .record(let start) = firstRow else { return nil }
    let position = feed.row(of: start) ?? 0
    let below = look.ids.partitioningIndex { (feed.row(of: $0) ?? 0) >= position }
    return (below < look.ids.endIndex ? look.ids[below] : look.ids.last).map { .record($0) }
  }

  /// The number of posts that pass, once it is known; nil before.
  private func all(in feed: Timeline) -> Int? {
    look.wasThrough ? look.count : feed.known.flatMap { _ in expected }
  }

  private func posts(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    guard look.count > 0 else {
      return look.wasThrough
        ? "no \(title.string) posts · \(keymap.fill("{leave}")) \(keyPage == .unread ? "shows all posts" : "goes back")"
          + (HiddenPosts(in: feed)?.suffix ?? "")
        : "looking for \(title.string) posts"
    }
    let all = all(in: feed)
    let rest = all == nil ? " so far" : ""
    let count = all ?? look.count
    let place = (position(of: row, in: feed) ?? 0) + 1 - headingCount
    guard place > 0 else {
      return "\(title.string) · \(PostRow.count(count, "post", "posts") ?? "")\(rest)"
    }
    return "\(title.string) \(place.grouped) of \(count.grouped)\(rest)"
  }

  /// The status of a page with a typed filter: its numbers come before the filter, which may be long.
  private func found(at row: RowID, in feed: Timeline) -> String {
    let filter = "\(base.map { "\($0) · " } ?? "")&\(title.string)"
    guard look.count > 0 else {
      let total = feed.recordCount
      guard look.wasThrough else { return "looking through \(total.grouped) posts · \(filter)" }
      let none =
        base == nil ? "0 of \(total.grouped)." : hints.isEmpty ? "none found" : "none found."
      let words = look.explanation(of: total) ?? none
      return "\(([words] + hints).joined(separator: " ")) · \(filter)"
    }
    let listed = look.ids.count
    guard listed > 0 else { return "\(look.count.grouped) found so far · \(filter)" }
    let all = look.count > listed ? " of \(look.count.grouped)" : ""
    let place = ((position(of: row, in: feed) ?? 0) + 1).grouped
    return "\(place) of \(listed.grouped)\(all)\(look.wasThrough ? "" : " so far") · \(filter)"
  }

  /// The number of posts behind the text of a filter that is being typed.
  func finding(from selection: RowID) -> TypedFinding {
    guard typedFilter != nil else { return TypedFinding(note: "") }
    guard look.wasThrough || look.count > 0 else { return TypedFinding(note: "  looking") }
    let count = PostRow.count(look.count, "post", "posts") ?? "no posts"
    return TypedFinding(note: "  \(count)\(look.wasThrough ? "" : " so far")")
  }
}

extension PageContent where Self == StreamPage {
  static var unread: StreamPage { unread(from: nil, in: nil) }

  static func unread(from start: RecordID?, in feed: Timeline?) -> StreamPage {
    let filter = Filter(.state(Choices(.unread)))
    return StreamPage(.unread, filter, title: "unread", from: start, in: feed)
  }

  /// The page of the posts with a tag, which is given without "#".
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
