import StreamModel

/// A change of the flags of many posts: rows are marked read, source by source, or the last change is undone.
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
  /// The way through the rows or the sources to the posts that are to be marked.
  private var cursor = RowCursor()
  private var walk: SourceWalk?
  /// The posts found so far, a list for each slice: each slice copies the job, and with it one long list.
  private var found: [[RecordID]] = []
  /// Those that are left once all were found, source by source; nil before.
  ///
  /// So the marks of a source, which lie together in the database, are written together.
  private var left: ArraySlice<RecordID>?
  private var foundCount = 0

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

  /// Finds the posts to change, then tells the next of them; an undone change knows its own.
  ///
  /// - Parameter isRead: whether a post is known to be read, so that it is left out.
  mutating func slice(
    of rows: PageRows,
    isRead: (RecordID) -> Bool,
    _ budget: inout SliceBudget
  ) -> Job.Outcome {
    let feed = rows.context.feed
    switch work {
    case .undo:
      // A slice that spends nothing would count as waiting for posts.
      budget.spend(on: .looking, bytes: 0)
      return .posts([], isLast: false)
    case .read(let last): if left == nil { find(in: rows, to: last, isRead, &budget) }
    case .readSources: if left == nil { find(in: feed, isRead, &budget) }
    }
    guard let posts = left else { return .goesOn }
    var next: [RecordID] = []
    var laps = SliceLaps()
    while laps.goOn(budget), next.count < Self.mostPosts, next.count < posts.count {
      let id = posts[posts.startIndex + next.count]
      let isKnown = feed.indexedKey(of: id) != nil
      budget.spend(on: isKnown ? .looking : .decoding, bytes: feed.byteCount(of: id))
      next.append(id)
    }
    let rest = posts.dropFirst(next.count)
    left = rest
    percentage = (foundCount - rest.count) &* 100 / max(1, foundCount)
    return .posts(next, isLast: rest.isEmpty)
  }

  /// The posts that are marked in one slice, in one transaction.
  private static let mostPosts = 1_000

  private mutating func find(
    in rows: PageRows,
    to last: RowID,
    _ isRead: (RecordID) -> Bool,
    _ budget: inout SliceBudget
  ) {
    let end = rows.position(of: last) ?? rows.count - 1
    var ids: [RecordID] = []
    var laps = SliceLaps()
    while laps.goOn(budget), cursor.position(in: rows) < end, let row = cursor.step(in: rows) {
      budget.spend(on: .passing, bytes: 0)
      if case .record(let id) = row, !isRead(id) { ids.append(id) }
    }
    take(ids, areLast: cursor.position(in: rows) >= end)
  }

  private mutating func find(
    in feed: Timeline,
    _ isRead: (RecordID) -> Bool,
    _ budget: inout SliceBudget
  ) {
    let ids = walk?.slice(of: feed, &budget).filter { !isRead($0) }
    take(ids ?? [], areLast: walk?.isOver ?? true)
  }

  private mutating func take(_ ids: [RecordID], areLast: Bool) {
    found.append(ids)
    foundCount += ids.count
    guard areLast else { return }
    let sources = Dictionary(grouping: found.joined(), by: \.source)
    left = sources.sorted { $0.key < $1.key }.flatMap(\.value)[...]
    found = []
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
      budget.spend(on: .looking, bytes: 0)
      // The row of another source may show it; only that row knows all copies.
      ids.append(feed.row(showing: id) ?? id)
    }
    return ids
  }
}
