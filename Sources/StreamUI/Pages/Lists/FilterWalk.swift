import StreamModel

/// The look through a stream for the posts that a filter passes, with those that it has found.
struct FilterWalk {
  /// The condition; nil where none is, so that either all posts pass or none.
  let filter: Filter?
  /// Whether posts pass without a condition: not where a tag or text has nothing to compare.
  private let passesAll: Bool
  private var facts: StreamFacts
  /// The facts that the condition needs, found once, because each record is tested.
  private let asks: (posts: Bool, flags: Bool)
  private let order: StreamOrder?
  /// Passes over posts by the indexes of their logs; nil where no index states what the filter asks for.
  private var indexed: IndexedFilter?
  /// The most posts that are listed.
  private let limit: Int
  private var found: FoundRecords
  private var walk: TimelineWalk
  /// One more look, since posts that were passed by may pass again; nil where there is none.
  private var again: TimelineWalk?
  /// Posts that came in after those around them were looked at.
  private(set) var news: [RecordID] = []
  /// The words that records must show, once all names are known that rows show besides, and how many sources had names
  /// then; nil before.
  private var literals: (words: RequiredLiterals, sources: Int)? { didSet { scan = nil } }
  /// The search for one of them in all files, once the first rows were searched; nil before.
  private var scan: WordScan?
  private var slicesInOrder = 0
  /// The filter of the page that was filtered; nil where that was the timeline.
  private let base: Filter?
  /// The second look, which tells what the filter finds without each of its terms, and how many posts the page that was
  /// filtered has; nil where it has found something.
  private var doubts: (counts: TermCounts, walk: TimelineWalk, baseCount: Int)?
  private var flags: [RecordID: PostFlags] = [:]
  /// The verdicts on combinations of flags, where the condition needs nothing else.
  private var verdicts: [PostFlags: Bool] = [:]
  private(set) var undecided: (count: Int, reason: String)?

  init(_ filter: Filter?, from start: RecordID? = nil, in feed: Timeline? = nil) {
    self.filter = filter
    asks = Self.asks(filter)
    indexed = filter.flatMap { IndexedFilter($0) }
    base = nil
    passesAll = false
    facts = StreamFacts().asked(by: filter)
    (order, limit) = (nil, .max)
    found = FoundRecords()
    walk = TimelineWalk(from: start, in: feed)
  }

  init(
    _ view: View,
    besides base: Filter?,
    from start: RecordID?,
    _ facts: StreamFacts,
    in feed: Timeline
  ) {
    filter = Filter.all([base, view.condition].compactMap(\.self))
    asks = Self.asks(filter)
    indexed = filter.flatMap { IndexedFilter($0) }
    self.base = base
    passesAll = filter == nil
    self.facts = facts.asked(by: filter)
    order = view.order == feed.order ? nil : view.order
    limit = max(0, view.limit ?? .max)
    found = FoundRecords(isRanked: order != nil)
    // The first of the stream are wanted, not those near the reader.
    walk = TimelineWalk(from: view.limit == nil && order == nil ? start : nil, in: feed)
  }

  /// Whether the posts are listed as they stand on the timeline, all of them.
  var isInOrder: Bool { order == nil && limit == .max }

  /// The posts that are listed: where they have an order of their own, none before all are known.
  var ids: ArraySlice<RecordID> { order == nil || wasThrough ? found.ids.prefix(limit) : [] }
  var count: Int { found.count }
  var wasThrough: Bool { walk.wasThrough || isFull || isEmpty }
  private var isEmpty: Bool { filter == nil && !passesAll }

  func index(of id: RecordID, in feed: Timeline) -> Int? {
    found.index(of: id, in: feed).flatMap { ids.indices.contains($0) ? $0 : nil }
  }

  /// The sentence about the posts without each of the terms, of `total` on the timeline, once they are counted; nil where
  /// the filter finds any.
  func explanation(of total: Int) -> String? {
    guard count == 0, walk.wasThrough, let doubts, doubts.walk.wasThrough else { return nil }
    return doubts.counts.sentence(of: base == nil ? total : doubts.baseCount, \.grouped)
  }

  /// Whether a post that was found passes no more, because its flags have changed.
  func hasLapsed(_ id: RecordID, in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard let filter, let before = flags[id], memory.flags(of: id, in: feed) != before,
      case .post(let post) = feed.record(id)
    else { return false }
    var facts = facts
    return !filter.matches(
      post,
      facts.about(id, in: feed, memory.flagsInPassing(of: id, in: feed))
    )
  }

  func hasWork(in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard !isEmpty, knowsNext(in: feed, memory) else { return false }
    guard facts.areKnown(in: feed) else { return false }
    if let doubts, doubts.walk.hasWork(in: feed) { return true }
    return !isFull && (walk.hasWork(in: feed) || again?.hasWork(in: feed) ?? false)
  }

  /// Whether the flags of the next record are known, if any are asked for.
  private func knowsNext(in feed: Timeline, _ memory: PostMemory) -> Bool {
    if memory.knowsFlags || !asks.flags { return true }
    guard !asks.posts, order == nil else { return false }
    var (walk, budget) = (walk, SliceBudget())
    return walk.next(in: feed, &budget).map { memory.knowsFlags(of: $0.id, in: feed) } ?? false
  }

  private var isFull: Bool { order == nil && found.count >= limit }

  /// Looks at a slice of the stream; returns whether the rows or the status line change.
  mutating func work(in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard hasWork(in: feed, memory) else { return false }
    if doubts != nil { return explain(in: feed, memory) }
    var budget = SliceBudget()
    let (before, newsBefore, listedBefore) = (count, news.count, ids.count)
    let needle = needle(in: feed)
    slicesInOrder += 1
    var laps = SliceLaps()
    while laps.goOn(budget), !isFull, knowsNext(in: feed, memory),
      let (id, isLate) = next(in: feed, showing: needle, &budget)
    {
      guard indexed?.mayPass(id, in: feed) ?? true else {
        budget.spend(on: .passing, bytes: 0)
        continue
      }
      guard mayPass(id, in: feed) else {
        budget.spend(on: .scanning, bytes: feed.byteCount(of: id))
        continue
      }
      let isRead = asks.posts || order != nil
      let bytes = isRead ? feed.byteCount(of: id) : 0
      budget.spend(on: isRead ? .reading : .looking, bytes: bytes)
      guard let rank = rank(of: id, in: feed, memory) else { continue }
      if asks.flags { flags[id] = memory.flagsInPassing(of: id, in: feed) }
      // In an empty list nothing moves.
      if !isLate || !wasThrough || order != nil || listedBefore == 0 {
        found.insert(id, rank: rank, in: feed)
      } else if found.index(of: id, in: feed) == nil, !news.contains(id) {
        news.append(id)
      }
    }
    guard walk.wasThrough, again == nil, count == 0 else {
      // Posts in an order of their own are listed at the end, which may find no more of them.
      return count != before || news.count != newsBefore || ids.count != listedBefore
    }
    if let counts = filter.map(TermCounts.init), counts.saysMore {
      doubts = (counts, TimelineWalk(), 0)
    }
    return true
  }

  /// The next record to look at: those of the first look, then all once more where that is wanted.
  private mutating func next(
    in feed: Timeline,
    showing needle: TextNeedle?,
    _ budget: inout SliceBudget
  ) -> (id: RecordID, isLate: Bool)? {
    if let needle, slicesInOrder > Self.mostInOrder, feed.mixesFiles,
      scan != nil || walk.rowsBelow(in: feed) > Self.rowsWorthAScan
    {
      var scan = scan.take() ?? WordScan(for: needle)
      scan.advance(in: feed, within: &budget)
      self.scan = scan
      guard scan.isDone else { return nil }
    }
    let needle = scan == nil ? needle : nil
    var indexed = indexed.take()
    defer { self.indexed = indexed }
    let mayPass = { [scan] (id: RecordID) in
      (indexed?.mayPass(id, in: feed) ?? true) && (scan?.mayShow(id, in: feed) ?? true)
    }
    if let found = walk.next(in: feed, showing: needle, where: mayPass, &budget) { return found }
    guard !walk.hasWork(in: feed), var again else { return nil }
    // A post that is found belongs where it was: it is no news.
    let found = again.next(in: feed, showing: needle, where: mayPass, &budget)
    self.again = again.wasThrough ? nil : again
    return found.map { ($0.id, false) }
  }

  private mutating func rank(of id: RecordID, in feed: Timeline, _ memory: PostMemory) -> Int64? {
    if !asks.posts, order == nil {
      guard let filter else { return 0 }
      guard let flags = memory.probableFlags(of: id, in: feed) else { return nil }
      let passes = verdicts[flags] ?? filter.matches(flags: flags)
      verdicts[flags] = passes
      return passes ? 0 : nil
    }
    guard case .post(let post) = feed.uncounted(id, inPassing: passing) else { return nil }
    let known = facts.about(id, in: feed, memory.flagsInPassing(of: id, in: feed))
    var problem: FilterProblem?
    let passes = filter?.matches(post, known, &problem) ?? true
    if let problem {
      undecided = ((undecided?.count ?? 0) + 1, undecided?.reason ?? problem.description)
    }
    return passes ? order?.rank(of: post, id) ?? 0 : nil
  }

  /// Slices of 2,000 posts together, so that the newest that pass are seen first.
  private static let mostInOrder = 10
  private static let rowsWorthAScan = 4_000

  private static func asks(_ filter: Filter?) -> (posts: Bool, flags: Bool) {
    (filter?.asksPosts == true, filter?.asksFlags == true)
  }

  private var passing: Timeline.Passing { filter?.asksBodies == true ? .whole : .withoutBodies }

  /// The word by which the bytes of the stream are searched; nil where every record is looked at.
  private mutating func needle(in feed: Timeline) -> TextNeedle? {
    // The end of a document may name the author of all its records.
    guard let filter, feed.hasSettledNames, filter.asksPosts else { return nil }
    let sources = feed.numbers.count
    if literals?.sources != sources {
      literals = (RequiredLiterals(filter, besides: feed.namesBesideRecords), sources)
    }
    return literals?.words.needle
  }

  private func mayPass(_ id: RecordID, in feed: Timeline) -> Bool {
    literals?.words.mayMatch { feed.mayShow($0, id) } ?? true
  }

  /// Looks at a slice once more, and counts the posts without each of the terms.
  private mutating func explain(in feed: Timeline, _ memory: PostMemory) -> Bool {
    guard var (counts, walk, baseCount) = doubts else { return false }
    doubts = nil
    var budget = SliceBudget()
    var laps = SliceLaps()
    while laps.goOn(budget), let (id, _) = walk.next(in: feed, &budget) {
      budget.spend(on: .reading, bytes: feed.byteCount(of: id))
      guard case .post(let post) = feed.uncounted(id, inPassing: passing) else { continue }
      let known = facts.about(id, in: feed, memory.flagsInPassing(of: id, in: feed))
      counts.add(post, known)
      if let base, base.matches(post, known) { baseCount += 1 }
    }
    doubts = (counts, walk, baseCount)
    return walk.wasThrough
  }

  /// Takes in what the feed reports; the records that are gone, each with the one that stands for it now, or nil
  /// where none is left.
  mutating func take(_ changes: TimelineChanges, in feed: Timeline) -> [RecordID: RecordID?] {
    let gone = found.take(changes, in: feed)
    walk.take(changes, in: feed)
    again?.take(changes, in: feed)
    if !changes.isEmpty { doubts = nil }
    // Older rows of the same sources bring no names.
    if !changes.isAppendOnly { literals = nil }
    if changes.isReordered {
      news = []
    } else if !changes.removed.isEmpty {
      news.removeAll { feed.row(of: $0) == nil }
    }
    return gone
  }

  /// Looks at all posts once more, where flags decide: an undo may have made some pass that were passed by.
  mutating func lookAgain() {
    guard asks.flags else { return }
    again = TimelineWalk()
    doubts = nil
  }

  /// Lists the posts that came in; returns the first of them.
  mutating func listNews(in feed: Timeline) -> RecordID? {
    let first = news.min { (feed.row(of: $0) ?? 0) < (feed.row(of: $1) ?? 0) }
    for id in news { found.insert(id, in: feed) }
    news = []
    return first
  }
}

extension StreamOrder {
  /// The rank of a post among others: the lowest comes first.
  fileprivate func rank(of post: Post, _ id: RecordID) -> Int64 {
    switch self {
    case .newest: post.rankTime(at: nil).map { 0 &- $0.secondsSinceEpoch } ?? .max
    case .oldest: post.rankTime(at: nil)?.secondsSinceEpoch ?? .max
    case .document: Int64(id.source) << 32 | Int64(id.number)
    case .feed:
      Int64(id.source) << 40 &- max(0, min(post.rankTime(at: nil)?.secondsSinceEpoch ?? 0, 1 << 39))
    case .likes: 0 &- Int64(post.knownLikesCount ?? 0)
    case .comments: 0 &- Int64(post.knownCommentsCount ?? 0)
    }
  }
}

/// Records that a page has found, in the order of the timeline or of their ranks.
struct FoundRecords {
  private(set) var ids: [RecordID] = []
  /// The ranks by which they are ordered first, the lowest first; nil for the order of the timeline.
  private var ranks: [RecordID: Int64]?

  /// - Parameter isRanked: whether each comes with a rank.
  init(isRanked: Bool = false) { ranks = isRanked ? [:] : nil }

  var count: Int { ids.count }

  func index(of id: RecordID, in feed: Timeline) -> Int? {
    let place = place(of: id, in: feed)
    return place < ids.count && ids[place] == id ? place : nil
  }

  /// Adds a record, with a rank where they have ranks, unless it is there already.
  mutating func insert(_ id: RecordID, rank: Int64 = 0, in feed: Timeline) {
    guard ranks?[id] == nil else { return }
    // A look through the rows finds them in their order.
    if ranks == nil, let last = ids.last, let row = feed.row(of: id),
      feed.row(of: last).map({ $0 < row }) == true
    {
      return ids.append(id)
    }
    ranks?[id] = rank
    let place = place(of: id, in: feed)
    if place >= ids.count || ids[place] != id { ids.insert(id, at: place) }
  }

  mutating func remove(_ id: RecordID, in feed: Timeline) {
    if let index = index(of: id, in: feed) { ids.remove(at: index) }
  }

  mutating func take(_ changes: TimelineChanges, in feed: Timeline) -> [RecordID: RecordID?] {
    if changes.isReordered { return reorder(in: feed) }
    guard !changes.removed.isEmpty else { return [:] }
    let before = ids
    ids.removeAll { feed.row(of: $0) == nil }
    var gone: [RecordID: RecordID?] = [:]
    var next: RecordID?
    // From the end, so that each finds the next that is left at once.
    for id in before.reversed() {
      if feed.row(of: id) != nil {
        next = id
      } else {
        gone.updateValue(next ?? ids.last, forKey: id)
      }
    }
    return gone
  }

  /// Puts them in the order of the timeline; one that is no row any more is shown by another.
  private mutating func reorder(in feed: Timeline) -> [RecordID: RecordID?] {
    var gone: [RecordID: RecordID?] = [:]
    for id in ids where feed.row(of: id) == nil {
      gone.updateValue(feed.row(showing: id), forKey: id)
    }
    let rows = Set(ids.compactMap { feed.row(showing: $0) })
    for (id, next) in gone {
      if let next, let rank = ranks?[id], ranks?[next] == nil { ranks?[next] = rank }
    }
    ids = rows.map { ($0, key(of: $0, in: feed)) }.sorted { $0.1 < $1.1 }.map(\.0)
    return gone
  }

  private func place(of id: RecordID, in feed: Timeline) -> Int {
    let key = key(of: id, in: feed)
    return ids.partitioningIndex { self.key(of: $0, in: feed) >= key }
  }

  private func key(of id: RecordID, in feed: Timeline) -> (Int64, Int) {
    (ranks?[id] ?? 0, feed.row(of: id) ?? 0)
  }
}
