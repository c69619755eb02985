import StreamModel

/// Work that a key begins and that goes on in slices while no key waits: a search, or a change of many posts.
///
/// It stands at a row of the page or at a record of the timeline. Any key cancels it.
struct Job {
  /// The purpose of a job, with what it knows besides its place; indirect, since every key copies the mode.
  indirect enum Goal {
    case date(DateText)
    /// An unread post, opened or only selected; further ones after it, as many as a number before the key asked for.
    case unread(UnreadPost, opens: Bool, further: Int = 0)
    /// A post of a source, by its id or else by an address or content that it alone has.
    case post(Rematch<RecordID>, source: Int, sourceName: String)
    /// The post of this id or address, as a record of `source` states it.
    case parent(name: String, source: Int)
    case link(LinkLookup)
    case place(Relocation)
    case text(TextSearch)
    case linkSteps(LinkSteps)
    case flags(FlagRun)
  }

  enum UnreadPost {
    case next, previous
    case first
  }

  enum Outcome: Equatable {
    case goesOn
    case row(Int, isExact: Bool)
    case record(RecordID)
    /// The place of the same posts, or of those nearest in time.
    case place(List.Place, isExact: Bool)
    case match(TextSearch.Match, hasWrapped: Bool)
    /// The posts whose flags are to be changed; `isLast` ends the job.
    case posts([RecordID], isLast: Bool)
    /// The direction without a further link, if there is one; `isDone` ends the job.
    case links(without: LinkStep?, isDone: Bool)
    case nothing
  }

  /// Milliseconds that pass without a word on the status line.
  private static let silence = 100

  var goal: Goal
  private var row = RowCursor()
  private var records = FeedSweep()
  private var nearest: (id: RecordID, distance: UInt64)?
  private let begin: Moment
  /// Whether it has lasted long enough for the status line to tell.
  private(set) var isAnnounced = false

  init(_ goal: Goal, in rows: PageRows, from selection: RowID, at moment: Moment) {
    self.goal = goal
    begin = moment
    switch goal {
    case .unread(.next, _, _), .unread(.previous, _, _):
      row = RowCursor(at: selection, else: -1, in: rows)
    default: break
    }
  }

  var linkSteps: LinkSteps? { if case .linkSteps(let steps) = goal { steps } else { nil } }

  mutating func add(_ step: LinkStep) -> Bool {
    guard var steps = linkSteps else { return false }
    steps.append(step)
    goal = .linkSteps(steps)
    return true
  }

  mutating func note(_ moment: Moment) {
    isAnnounced =
      isAnnounced || moment >= begin.advanced(byMilliseconds: Self.silence)
  }

  /// The words of the status line while it goes on; nil before it is worth a word.
  var announcement: String? {
    guard isAnnounced else { return nil }
    return switch goal {
    case .date(let date): "Searching for \(date.text)"
    case .unread: "Searching for an unread post"
    case .post: "Searching for the post with this link"
    case .parent: "Searching for the post above"
    case .link: "Searching the feed for this post"
    case .place(let relocation): relocation.announcement
    case .text(let search): "Searching for \"\(search.wanted.text)\""
    case .linkSteps: "Searching for the next link"
    case .flags(let run): run.announcement
    }
  }

  /// The words at the end of a search that found nothing, where further rows can come or (`isComplete`) cannot.
  func refusal(isComplete: Bool) -> String? {
    switch goal {
    case .date: "No post here has a date"
    case .unread(.next, _, _): "No unread posts below\(isComplete ? "" : " so far")"
    case .unread(.previous, _, _): "No unread posts above"
    case .unread(.first, _, _): "No unread posts"
    case .post(_, _, let sourceName): "The post is gone from its source: \(sourceName)"
    case .parent(let name, _): "The parent post is not in the feed: \(name)"
    case .place(let relocation): relocation.refusal
    case .link, .text, .linkSteps, .flags: nil
    }
  }

  /// Whether a slice can get further now: not while rows or records are to come first.
  func hasWork(_ list: List, in rows: PageRows) -> Bool {
    let feed = rows.context.feed
    return switch goal {
    case .date(let date):
      rows.isComplete
        || (feed.rowCount(before: date.period).map { $0 < rows.count } ?? row.hasNext(in: rows))
    case .unread(.first, _, _): rows.isComplete || row.hasNext(in: rows)
    case .post: feed.isIndexed || records.hasWork(in: feed)
    case .place(let relocation): relocation.hasWork(in: feed)
    case .text(let search): search.hasWork(in: rows)
    case .linkSteps: list.visibleRowsAreRich(in: rows)
    case .unread, .parent, .link, .flags: true
    }
  }

  /// Does a slice in the rows of the page, for a text with those that are hidden; `isEnd` where the rows that are known are all
  /// there are for now.
  mutating func slice(
    _ list: inout List,
    in rows: PageRows,
    isEnd: Bool,
    _ budget: inout SliceBudget,
    isCountedRead: (RecordID) -> Bool = { _ in false },
    isUnread: (RecordID) -> Bool
  ) -> Outcome {
    let feed = rows.context.feed
    switch goal {
    case .date(let date):
      if let before = feed.rowCount(before: date.period) {
        return Self.row(of: date, after: before, in: rows)
      }
      let found = walk(1, in: rows, &budget) {
        feed.time(of: $0).map { date.period.distance(to: $0) }
      }
      guard found == .nothing else { return found }
      guard rows.isComplete else { return .goesOn }
      guard let nearest, let position = rows.position(of: .record(nearest.id)) else {
        return .nothing
      }
      return .row(position, isExact: false)
    case .unread(let post, _, _):
      let found = walk(
        post == .previous ? -1 : 1,
        in: rows,
        &budget,
        passing: isCountedRead
      ) { isUnread($0) ? 0 : nil }
      return found == .nothing && post == .first && !rows.isComplete ? .goesOn : found
    case .post(var rematch, let source, let name):
      defer { goal = .post(rematch, source: source, sourceName: name) }
      return find(&rematch, ofSource: source, in: feed, &budget)
    case .parent(let name, let source):
      feed.advanceConversations(within: &budget)
      guard !feed.hasConversationWork else { return .goesOn }
      return feed.post(named: name, near: source).map { .record($0) } ?? .nothing
    case .link(var lookup):
      defer { goal = .link(lookup) }
      return lookup.slice(of: feed, &budget)
    case .place(var relocation):
      defer { goal = .place(relocation) }
      return relocation.slice(of: feed, &budget)
    case .text(var search):
      defer { goal = .text(search) }
      return search.slice(of: rows, isEnd: isEnd, &budget)
    case .linkSteps(var steps):
      defer { goal = .linkSteps(steps) }
      return steps.slice(of: &list, in: rows, &budget)
    case .flags(var run):
      defer { goal = .flags(run) }
      return run.slice(of: rows, isRead: isCountedRead, &budget)
    }
  }

  /// Walks along rows and notes the nearest; a distance of 0 ends the walk, nil counts as none.
  ///
  /// - Parameter passing: whether a row is known to be none, at no cost.
  private mutating func walk(
    _ way: Int,
    in rows: PageRows,
    _ budget: inout SliceBudget,
    passing: (RecordID) -> Bool = { _ in false },
    distance: (RecordID) -> UInt64?
  ) -> Outcome {
    var laps = SliceLaps()
    while laps.goOn(budget) {
      guard let next = row.step(way, in: rows) else { return .nothing }
      guard case .record(let id) = next else {
        budget.spend(on: .looking, bytes: 0)
        continue
      }
      guard !passing(id) else {
        budget.spend(on: .passing, bytes: 0)
        continue
      }
      budget.spend(on: .decoding, bytes: rows.context.feed.byteCount(of: id))
      guard let distance = distance(id) else { continue }
      if distance == 0 { return .row(row.position(in: rows), isExact: true) }
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (id, distance) }
    }
    return .goesOn
  }

  /// Finds the row after the first `count` rows of a timeline in order of time; its times are known.
  private static func row(of date: DateText, after count: Int, in rows: PageRows) -> Outcome {
    guard rows.count > 0 else { return rows.isComplete ? .nothing : .goesOn }
    guard count < rows.count || rows.isComplete else { return .goesOn }
    let position = min(count, rows.count - 1)
    guard case .record(let id)? = rows.row(at: position) else { return .nothing }
    let time = rows.context.feed.time(of: id)
    return .row(position, isExact: time.map { date.period.contains($0) } ?? false)
  }

  private mutating func find(
    _ post: inout Rematch<RecordID>,
    ofSource source: Int,
    in feed: Timeline,
    _ budget: inout SliceBudget
  ) -> Outcome {
    var laps = SliceLaps()
    while laps.goOn(budget) {
      guard let id = records.next(in: feed) else {
        guard feed.isIndexed else { return .goesOn }
        return post.renamed(0).map { .record($0) } ?? .nothing
      }
      budget.spend(on: .decoding, bytes: feed.byteCount(of: id))
      for key in feed.keys(of: id)
      where key.source == source && post.take(key.identity, as: id) != nil {
        return .record(id)
      }
    }
    return .goesOn
  }
}

extension Range<Int64> {
  /// The seconds between a time and a period, which is 0 within it.
  func distance(to time: Int64) -> UInt64 {
    guard !contains(time) else { return 0 }
    let edge = time < lowerBound ? lowerBound : upperBound &- 1
    let (distance, overflow) = edge.subtractingReportingOverflow(time)
    return overflow ? .max : UInt64(distance.magnitude)
  }
}

/// A place among the rows of a page, known by the name of its row: it stays right while rows come and go.
struct RowCursor {
  /// Nil before the first row and after the last.
  private var row: RowID?
  private var index: Int

  init() { index = -1 }

  init(at position: Int, in rows: PageRows) {
    row = rows.row(at: position)
    index = position
  }

  init(at row: RowID, else index: Int, in rows: PageRows) {
    self.row = row
    self.index = rows.position(of: row) ?? index
  }

  func position(in rows: PageRows) -> Int {
    guard let row, rows.row(at: index) != row else { return index }
    return rows.position(of: row) ?? index
  }

  func hasNext(in rows: PageRows) -> Bool { position(in: rows) + 1 < rows.count }

  /// Goes one row further, or back with -1; nil, without a step, where there is no row.
  mutating func step(_ way: Int = 1, in rows: PageRows) -> RowID? {
    let next = position(in: rows) + way
    guard let row = rows.row(at: next) else { return nil }
    (self.row, index) = (row, next)
    return row
  }
}

/// A date as it was typed: a year, a month, a day, an hour or a minute.
struct DateText: Equatable {
  let text: String
  /// The time from its first second up to, but not including, the first second after it.
  let period: Range<Int64>

  /// Interprets "2023", "2023-07", "2023-07-15", "2023-07-15T10" or "2023-07-15T10:00" on clocks of `zone`; nil for others.
  init?(_ text: String, zone: TimeZoneRules) {
    let form = "0000-01-01T00:00:00Z"
    let length = text.utf8.count
    guard let first = Timestamp(rfc3339: text + form.dropFirst(length))?.secondsSinceEpoch else {
      return nil
    }
    let last: Int64? =
      switch length {
      case 4, 7, 10: CalendarDate(text)?.end
      case 13: first + 3_600
      case 16: first + 60
      default: nil
      }
    guard let last else { return nil }
    self.text = text
    let start = zone.time(showing: first)
    let end = zone.time(showing: last)
    period = start..<max(start, end)
  }
}
