import CellGrid
import Configuration
import StreamModel

/// Every problem of the feeds and of the configuration file, with its place, why fetches of subscriptions failed, and
/// below them the rules that hide posts; those of the records are found while the page is open.
struct ProblemsPage: PageContent {
  private enum Origin {
    /// In the configuration, or by a fetch that failed.
    case elsewhere
    /// By reading the feeds, which the status line of the posts counts.
    case reading
    case post, rule
  }

  private struct Entry {
    let problem: FeedProblem
    let origin: Origin
    var record: RecordID?
    var edited: (path: String, line: Int)?
  }

  private static let limit = 10_000

  private var entries: [Entry] = []
  /// Indices of entries by source, line and column.
  private var order: [Int] = []
  private var known: [String: Int] = [:]
  private var leftOut = 0
  private var counts: [Origin: Int] = [:]
  private var sweep = FeedSweep()
  /// The post that the reader stands on: its first problem is selected.
  private let selected: RecordID?

  /// - Parameter selected: the record that the reader stands on; its problems and those of a first slice are known at once.
  init(of feed: Timeline, _ report: ConfigReport? = nil, selected: RecordID? = nil) {
    self.selected = selected
    for problem in report?.problems ?? [] {
      add(problem.message, at: problem.place, of: report, .elsewhere)
    }
    for problem in feed.problems { add(problem, .reading) }
    if let selected { inspect(selected, in: feed) }
    lookFurther(in: feed)
    for (rule, count) in HiddenPosts(in: feed)?.counts ?? [] {
      let words = "the rule \(rule) hides \(count.grouped) \(count == 1 ? "post" : "posts")"
      add(words, at: report?.rules[rule], of: report, .rule)
    }
  }

  let keyPage = KeyPage.problems
  let topRow: RowID? = .heading
  var firstRow: RowID {
    let own = selected.flatMap { selected in order.first { entries[$0].record == selected } }
    return (own ?? order.first).map { .entry($0) } ?? .heading
  }

  func rowCount(in feed: Timeline) -> Int { order.count + 1 }

  func row(at position: Int, in feed: Timeline) -> RowID? {
    if position == 0 { return .heading }
    return order.indices.contains(position - 1) ? .entry(order[position - 1]) : nil
  }

  func position(of row: RowID, in feed: Timeline) -> Int? {
    switch row {
    case .heading: return 0
    case .entry(let entry) where entries.indices.contains(entry):
      let place = order.partitioningIndex { !precedes($0, entry) }
      return place < order.count && order[place] == entry ? place + 1 : nil
    default: return nil
    }
  }

  func text(of row: RowID, _ folds: PostRow.Folds, in context: RowContext) -> Row {
    guard case .entry(let entry) = row, entries.indices.contains(entry) else {
      return Row(before: [
        MetaLine([.init("Problems", .title, .bold), .init(sanitizing: kinds, .counts)])
      ])
    }
    return context.posts.row(entries[entry].problem)
  }

  /// " · 1 from reading the feeds · 2 within posts": the status line of the posts counts only the first.
  private var kinds: String {
    guard let reading = counts[.reading], let within = counts[.post] else { return "" }
    return " · \(reading.grouped) from reading the feeds · \(within.grouped) within posts"
  }

  func state(of row: RowID, in feed: Timeline) -> RowState {
    row == .heading ? RowState(revision: entries.count) : RowState()
  }

  func enter(_ row: RowID, in feed: Timeline) -> Reply {
    guard case .entry(let entry) = row, entries.indices.contains(entry) else { return .nothing }
    if let edited = entries[entry].edited {
      return .effect(.edit(path: edited.path, line: edited.line))
    }
    guard let record = entries[entry].record else {
      return .say("This is a problem of the whole feed, not of one post")
    }
    return .push(DetailPage(of: record, in: feed))
  }

  func hasWork(in feed: Timeline, _: PostMemory) -> Bool { sweep.hasWork(in: feed) }

  mutating func work(in feed: Timeline, _: PostMemory) -> PageGrowth {
    let count = entries.count + leftOut
    lookFurther(in: feed)
    return entries.count + leftOut > count ? .changed : .nothing
  }

  private mutating func lookFurther(in feed: Timeline) {
    for id in sweep.slice(of: feed, for: .decoding) { inspect(id, in: feed) }
  }

  private mutating func inspect(_ id: RecordID, in feed: Timeline) {
    switch feed.inspect(id) {
    case .problem(let problem): add(problem, .reading, of: id)
    case .post(let post): for problem in post.problems { add(problem, .post, of: id) }
    }
  }

  /// Lists why the last fetches of subscriptions failed.
  mutating func take(_ delivery: Delivery, selection: RowID) -> [RowID: RowID]? {
    guard case .entries(let feeds) = delivery else { return nil }
    for feed in feeds {
      guard let failure = feed.failure else { continue }
      add(FeedProblem(source: feed.name, message: failure.string), .elsewhere)
    }
    return [:]
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let isSearching = sweep.hasWork(in: feed)
    let searching = isSearching ? ", searching" : ""
    let more = leftOut > 0 ? " (\(leftOut) more are not listed)" : ""
    let ruleCount = counts[.rule] ?? 0
    let count = entries.count - ruleCount
    let index = position(of: row, in: feed) ?? 0
    let place =
      switch index {
      case 0 where count == 0: isSearching ? "no problems so far" : "no problems"
      case 0: "\(count.grouped) \(count == 1 ? "problem" : "problems")"
      case ...count: "problem \(index.grouped) of \(count.grouped)"
      default: "rule \((index - count).grouped) of \(ruleCount.grouped)"
      }
    let entry = index > 0 ? entries[order[index - 1]] : nil
    let purpose =
      entry?.record != nil
      ? "opens the post" : entry?.edited != nil ? "edits the line" : nil
    let hint = purpose.map { " · \(keymap.name(of: .enter)) \($0)" } ?? ""
    return "\(place)\(more)\(searching)\(hint)"
  }

  private mutating func add(
    _ message: String,
    at place: ConfigPlace?,
    of report: ConfigReport?,
    _ origin: Origin
  ) {
    let problem = FeedProblem(
      source: report?.name ?? "",
      line: place?.line,
      column: place?.column,
      path: "",
      message: message
    )
    add(problem, origin, edited: place.flatMap { place in report.map { ($0.path, place.line) } })
  }

  /// Lists a problem unless it is listed; the record it belongs to may be found later.
  private mutating func add(
    _ problem: FeedProblem,
    _ origin: Origin,
    of record: RecordID? = nil,
    edited: (path: String, line: Int)? = nil
  ) {
    let text = problem.description
    if let entry = known[text] {
      if entries[entry].record == nil { entries[entry].record = record }
      return
    }
    guard entries.count < Self.limit else {
      leftOut += 1
      return
    }
    let entry = entries.count
    entries.append(Entry(problem: problem, origin: origin, record: record, edited: edited))
    counts[origin, default: 0] += 1
    known[text] = entry
    order.insert(entry, at: order.partitioningIndex { !precedes($0, entry) })
  }

  /// Whether one entry stands above another: by source, line and column, then as they were found; rules stand last.
  private func precedes(_ one: Int, _ other: Int) -> Bool {
    let isRule = entries[one].origin == .rule
    guard isRule == (entries[other].origin == .rule) else { return !isRule }
    let (first, second) = (entries[one].problem, entries[other].problem)
    return (first.source, first.line ?? 0, first.column ?? 0, one)
      < (second.source, second.line ?? 0, second.column ?? 0, other)
  }
}
