import StreamModel

/// A change of the flags of many posts: rows are marked read from the first on, or the last change is undone.
struct FlagRun {
  enum Work: Equatable {
    case read(to: RowID)
    /// Marks all records of these sources read; `absent` chosen subscriptions are not on the timeline.
    case readSources([Int], absent: Int)
    case undo(of: Int)
  }

  /// Posts beyond which the report says how long they can be unread again.
  private static let many = 200

  let work: Work
  /// The feed whose posts are marked because the reader stands on one of them; nil for other runs.
  private let feed: String?
  var changedCount = 0
  private(set) var percentage = 0
  private var cursor = RowCursor()
  /// The walk through the sources whose records are marked; nil where rows are.
  private var walk: SourceWalk?

  init(_ work: Work, of feed: String? = nil) {
    self.work = work
    self.feed = feed
    if case .readSources(let sources, _) = work { walk = SourceWalk(sources) }
  }

  var announcement: String {
    let verb = if case .undo = work { "Undoing" } else { "Marking posts read" }
    return "\(verb): \(percentage) %"
  }

  /// The words at the end of a run over changes of `flag`; `againKey` marks all posts after those of a feed, and `title` names
  /// the post that was kept or let go, which may be on another page.
  func report(of flag: PostFlags, isSet: Bool, undoKey: String, againKey: String, title: String?)
    -> String
  {
    let posts = PostRow.count(changedCount, "post", "posts")
    guard case .undo = work else {
      // So many are no slip of the finger to be mended tomorrow: the undo ends with the run.
      let end = changedCount > Self.many ? " until you quit" : ""
      let place = feed.map { " of \($0)" } ?? ""
      var words =
        posts.map { "Marked \($0)\(place) read (\(undoKey) undoes\(end))" }
        ?? "All\(place) were read before"
      if feed != nil { words += " · \(againKey) again marks all feeds" }
      guard case .readSources(_, let absent) = work, absent > 0 else { return words }
      return words
        + " · \(absent.grouped) \(absent == 1 ? "feed is" : "feeds are") not on the timeline"
    }
    if flag == .kept {
      let subject = title.map { "\"\($0)\"" } ?? "the post"
      return "Undone: \(subject) is \(isSet ? "no longer kept" : "kept again")"
    }
    if let deed = PostDeed(flag) {
      let words = deed.words(!isSet, "the author")
      return "Undone: \(words.prefix(1).lowercased())\(words.dropFirst())"
    }
    if !flag.isDisjoint(with: .votes) {
      return "Undone: \(isSet ? "no vote" : "the vote counts again")"
    }
    let verb = changedCount == 1 ? "is" : "are"
    return "Undone: \(posts ?? "0 posts") \(verb) \(isSet ? "unread" : "read") again"
  }

  func reportOfStop(isSet: Bool, undoKey: String) -> String {
    guard let posts = PostRow.count(changedCount, "post", "posts") else {
      return "Stopped: nothing has changed"
    }
    let verb = changedCount == 1 ? "is" : "are"
    guard case .undo = work else {
      return "Stopped: \(posts) \(verb) marked read, the others are not (\(undoKey) undoes)"
    }
    let state = isSet ? "unread" : "read"
    return "Stopped: \(posts) \(verb) \(state) again, the others are not (\(undoKey) goes on)"
  }

  /// Finds the next posts to change; an undone change knows its own.
  mutating func slice(of rows: PageRows, _ budget: inout SliceBudget) -> Job.Outcome {
    if case .read(let last) = work { return slice(of: rows, to: last, &budget) }
    guard var walk else {
      // An undone change has its posts; a slice that spends nothing would count as waiting for them.
      budget.spend(on: .looking, bytes: 0)
      return .posts([], isLast: false)
    }
    let ids = walk.slice(of: rows.context.feed, &budget)
    self.walk = walk
    percentage = walk.percentage
    return .posts(ids, isLast: walk.isOver)
  }

  private mutating func slice(
    of rows: PageRows,
    to last: RowID,
    _ budget: inout SliceBudget
  ) -> Job.Outcome {
    let end = rows.position(of: last) ?? rows.count - 1
    var ids: [RecordID] = []
    var laps = SliceLaps()
    while laps.goOn(budget), cursor.position(in: rows) < end, let row = cursor.step(in: rows) {
      budget.spend(on: .decoding, bytes: rows.byteCount(of: row))
      if case .record(let id) = row { ids.append(id) }
    }
    let done = cursor.position(in: rows)
    percentage = max(0, min(100, (done + 1) &* 100 / max(1, end + 1)))
    return .posts(ids, isLast: done >= end)
  }

  /// Notes how many parts of an undone change are left.
  mutating func note(left: Int) {
    guard case .undo(let total) = work, total > 0 else { return }
    percentage = (total - left) &* 100 / total
  }
}

/// A walk in slices through all records of some sources of the timeline, copies of rows of other sources among them.
struct SourceWalk {
  private let sources: [Int]
  private var doneSources = 0
  /// The number of the next record in the source after those.
  private var next = 0

  init(_ sources: [Int]) { self.sources = sources }

  var isOver: Bool { doneSources >= sources.count }
  var percentage: Int { isOver ? 100 : doneSources &* 100 / sources.count }

  mutating func slice(of feed: Timeline, _ budget: inout SliceBudget) -> [RecordID] {
    var ids: [RecordID] = []
    var laps = SliceLaps()
    while !isOver, laps.goOn(budget) {
      let source = sources[doneSources]
      guard let records = feed.records(ofSource: source), next < records.numberLimit else {
        budget.spend(on: .looking, bytes: 0)
        doneSources += 1
        next = 0
        continue
      }
      let id = RecordID(source: source, number: next)
      next += 1
      guard records.position(ofNumber: id.number) != nil else {
        budget.spend(on: .looking, bytes: 0)
        continue
      }
      budget.spend(on: .decoding, bytes: feed.byteCount(of: id))
      // The row of another source may show it; only that row knows all copies.
      ids.append(feed.row(showing: id) ?? id)
    }
    return ids
  }
}
