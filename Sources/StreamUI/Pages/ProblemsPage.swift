import CellGrid
import StreamModel

/// Every problem of the feeds with its place: those of the documents, and those of the records, which
/// are decoded one after the other while the page is open.
struct ProblemsPage: PageContent {
  private struct Entry {
    let problem: FeedProblem
    /// The record that has it; nil for a problem of the document.
    var record: RecordID?
  }

  /// Records decoded between two looks for keys, and bytes of records that end a slice.
  private static let sliceRecords = 32
  private static let sliceBytes = 256 << 10
  /// Problems that are listed; more are only counted.
  private static let limit = 10_000

  /// In the order in which they were found, by which rows name them.
  private var entries: [Entry] = []
  /// Indices of entries by source, line and column.
  private var order: [Int] = []
  private var known: [String: Int] = [:]
  private var leftOut = 0
  /// The record that was decoded last, in storage order.
  private var last: RecordID?

  init(of feed: Timeline) {
    for problem in feed.problems { add(problem, of: nil) }
  }

  let keyPage = KeyPage.problems
  let firstRow = RowID.heading
  let hasPanel = false

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
      return Row(before: [MetaLine([.init("Problems", .title, .bold)])])
    }
    return context.posts.row(entries[entry].problem)
  }

  func state(of row: RowID, in feed: Timeline) -> RowState { RowState() }
  func subject(of row: RowID, in feed: Timeline) -> RowSubject { .nothing }

  func enter(_ row: RowID, in feed: Timeline) -> PageReply {
    guard case .entry(let entry) = row, entries.indices.contains(entry) else { return .nothing }
    guard let record = entries[entry].record else {
      return .say("This is a problem of the whole document, not of one post")
    }
    return .goTo(.record(record))
  }

  func hasWork(in feed: Timeline) -> Bool { feed.nextStored(after: last) != nil }

  mutating func work(in feed: Timeline) -> PageGrowth {
    let count = entries.count + leftOut
    var left = Self.sliceBytes
    for _ in 0..<Self.sliceRecords {
      guard left > 0, let id = feed.nextStored(after: last) else { break }
      last = id
      left -= feed.byteCount(of: id)
      switch feed.record(id) {
      case .problem(let problem): add(problem, of: id)
      case .post(let post): for problem in post.problems { add(problem, of: id) }
      }
    }
    return entries.count + leftOut > count ? .changed : .nothing
  }

  func status(of row: RowID, in feed: Timeline, _ keymap: PageKeymap) -> String {
    let isSearching = hasWork(in: feed)
    let searching = isSearching ? ", searching" : ""
    let more = leftOut > 0 ? " (\(leftOut) more are not listed)" : ""
    guard !entries.isEmpty else {
      return isSearching ? "no problems so far\(searching)" : "no problems"
    }
    let index = position(of: row, in: feed) ?? 0
    let count = entries.count
    let place =
      index == 0
      ? "\(count.grouped) \(count == 1 ? "problem" : "problems")"
      : "problem \(index.grouped) of \(count.grouped)"
    let leads = index > 0 && entries[index - 1].record != nil
    let hint = leads ? " · \(keymap.name(of: .enter)) goes to the post" : ""
    return "\(place)\(more)\(searching)\(hint)"
  }

  /// Lists a problem unless it is listed; the record it belongs to may be found later.
  private mutating func add(_ problem: FeedProblem, of record: RecordID?) {
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
    entries.append(Entry(problem: problem, record: record))
    known[text] = entry
    order.insert(entry, at: order.partitioningIndex { !precedes($0, entry) })
  }

  /// Whether one entry stands above another: by source, line and column, then as they were found.
  private func precedes(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (entries[one].problem, entries[other].problem)
    return (first.source, first.line ?? 0, first.column ?? 0, one)
      < (second.source, second.line ?? 0, second.column ?? 0, other)
  }
}
