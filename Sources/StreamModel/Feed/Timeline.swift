/// The records of one source in its own order, or of several as one stream, or in another order.
///
/// The records of one source are passed through, and several can follow each other so. In order of time they are shown
/// while they are still scanned, as far as their order is known: a record without a time stays with the one before it
/// in its document, and what several sources hold is one row that names them all.
///
/// A row is named by its ``RecordID``. Its position is looked up; it changes only in ``advance(bytes:)``,
/// ``advanceSorting(bytes:)``, ``sort(by:)`` and ``hold(between:and:)``, and ``takeChanges()`` says how.
///
/// Other streams may show the same sources: their ``library`` names records for all of them.
public final class Timeline {
  /// See ``StreamOrder``.
  public typealias Order = StreamOrder
  /// See ``RowChange``.
  public typealias Change = RowChange

  /// The sources of all streams of the run.
  public let library: Library
  private(set) var changes: [SharedChanges]
  /// Those that are shown no longer: pages may still name their records.
  private var left: [SharedChanges] = []
  /// Their numbers in the order in which they were named: other streams may have opened some of them before.
  private var named: [Int]
  private var formerDecodeCount = 0
  /// The order of the rows now.
  public private(set) var order: Order
  /// The usual order, which nobody has to ask for.
  public let usualOrder: Order
  private var reordering = Reordering()
  /// The wall time as it was told last, after which times do not count; nil where all do.
  private var now: Timestamp?
  /// The first of these times, in seconds since 1970.
  let begun: Int64?
  private var namings = 0
  /// The counts of an earlier run; nil where none are known, or something has changed since.
  package private(set) var known: KnownCounts?
  /// Whether the rows behind the first ones of ``known`` wait until they are wanted.
  private var mayRest = false
  /// The one feed whose records are the rows as they are, none held back, with its number; nil for any other rows.
  ///
  /// Asked before ``rows``: each key looks up each row on the screen several times.
  @exclusivity(unchecked) private var whole: (feed: Feed, source: Int)?
  @exclusivity(unchecked) private(set) var rows: TimelineRows
  /// The names of posts and their replies, as far as records have been read for them.
  ///
  /// Not checked for overlapping accesses, and neither are the others that say so: each key reads them for each row on the
  /// screen, and the checks took a tenth of a line key. Nothing that changes them calls back.
  @exclusivity(unchecked) var conversations: ConversationIndex
  @exclusivity(unchecked) var counts = CommentCountMemo()

  /// One feed as it is.
  public convenience init(_ feed: Feed) {
    self.init(sources: [feed], order: .document)
  }

  /// Several feeds as one stream; at most 65,535 of them.
  ///
  /// - Parameters:
  ///   - isPublicOnly: Whether to leave out posts that state that they are not public.
  ///   - now: see ``init(sources:order:usualOrder:now:)``.
  public convenience init(
    _ feeds: [Feed],
    order: Order,
    usualOrder: Order? = nil,
    isPublicOnly: Bool = false,
    now: Timestamp? = nil
  ) {
    let choice = RecordChoice(isPublicOnly: isPublicOnly)
    let sources = feeds.map { choice.records(of: $0) }
    self.init(sources: sources, order: order, usualOrder: usualOrder, now: now)
  }

  /// At most 65,535 sources as one stream.
  ///
  /// Usual is the order of the document for one, newest first for several, or `usualOrder`.
  ///
  /// - Parameter now: The wall time: a record that states a time more than a day later is placed as one
  ///   that states none. Nil where every time counts.
  package convenience init(
    sources: [any RecordSource],
    order: Order,
    usualOrder: Order? = nil,
    now: Timestamp? = nil
  ) {
    let library = Library()
    let numbers = sources.compactMap { library.add($0) }
    self.init(numbers, of: library, order: order, usualOrder: usualOrder, now: now)
  }

  /// Sources of a library as one stream; one that is named twice is shown once.
  ///
  /// - Parameters:
  ///   - usualOrder: see ``init(sources:order:usualOrder:now:)``.
  ///   - now: see there, too.
  public init(
    _ numbers: [Int],
    of library: Library,
    order: Order,
    usualOrder: Order? = nil,
    now: Timestamp? = nil
  ) {
    self.library = library
    self.now = now
    begun = now?.secondsSinceEpoch
    self.order = order
    changes = library.borrow(numbers)
    self.usualOrder = usualOrder ?? (changes.count > 1 ? .newest : .document)
    var known = Set(changes.map(\.number))
    named = numbers.filter { known.remove($0) != nil }
    rows = Self.rows(of: changes, order: order)
    conversations = ConversationIndex(changes)
    whole = passedThrough
  }

  /// Ends: sources that no other stream shows are let go.
  public func close() {
    reordering.stop()
    rows.leave()
    library.release(changes + left)
  }

  private static func rows(of sources: [SharedChanges], order: Order) -> TimelineRows {
    order == .document
      ? TimelineRows(documents: sources) : TimelineRows(TimelineMerge(sources, order: order))
  }

  private var passedThrough: (feed: Feed, source: Int)? {
    guard order == .document, let feed = only as? Feed, let number = changes.first?.number else {
      return nil
    }
    return (feed, number)
  }

  package var sources: [any RecordSource] { changes.map(\.source) }
  var only: (any RecordSource)? { changes.count == 1 ? changes.last?.source : nil }

  /// All sources are scanned, and put in order.
  public var isIndexed: Bool { whole?.feed.isIndexed ?? rows.isIndexed }
  /// The name for messages: the source's, or how many there are.
  public var name: String { only?.name ?? "\(changes.count) feeds" }
  /// The title of all sources together, where neither their number nor their own says what they are, as of kept posts.
  public var titleOfAll: String?
  /// The title of the document, or how many sources there are.
  public var title: String? {
    if let titleOfAll { return titleOfAll }
    return only.map { $0.title } ?? "\(changes.count) feeds"
  }
  /// The title of the one source; nil for several, and where a row says where it is from.
  public var feedTitle: String? { titleOfAll == nil ? only?.title : nil }
  /// The rows so far.
  public var recordCount: Int { whole?.feed.recordCount ?? rows.count }
  /// The estimated number of rows, from the bytes so far.
  public var estimatedCount: Int {
    let count = recordCount
    if let known, !isIndexed { return known.rows }
    return isIndexed ? count : max(count, changes.reduce(0) { $0 + $1.source.estimatedCount })
  }
  /// Problems of the documents found so far, source by source; then those of ``errors``.
  public var problems: [FeedProblem] {
    changes.flatMap(\.source.problems) + (whole == nil ? errors.map(\.problem) : [])
  }
  /// The number of records that were really decoded.
  public var decodeCount: Int { changes.reduce(formerDecodeCount) { $0 + $1.source.decodeCount } }
  /// Why sources could not be read, in the order they were named; the others are shown.
  public var errors: [FeedError] { rows.errors }
  /// Whether rows can come in elsewhere than at the end.
  public var mayInsertRows: Bool { whole == nil }
  /// The number of posts that were left out because they are not public.
  public var leftOutCount: Int { changes.reduce(0) { $0 + $1.source.leftOutCount } }
  /// The numbers of posts that the reader's rules hide, by the names of the rules.
  public var hiddenCounts: [String: Int] {
    guard whole == nil else { return [:] }
    var counts: [String: Int] = [:]
    for change in changes {
      for (name, count) in change.source.hiddenCounts { counts[name, default: 0] += count }
    }
    return counts
  }
  /// The number of records that ``hold(between:and:)`` holds back.
  public var heldCount: Int { whole == nil ? rows.heldCount : 0 }

  /// Scans and merges about `budget` bytes further, and looks at 512 records at most.
  ///
  /// - Returns: `.waiting` only if nothing can be done without new bytes.
  public func advance(bytes budget: Int) throws(FeedError) -> ScanProgress {
    let limit = if mayRest, let known { max(0, known.first - recordCount) } else { Int.max }
    var progress = try rows.advance(bytes: budget, at: now, rows: limit)
    if isResting { progress = .done }
    guard conversations.hasWork(onlyEager: true) else { return progress }
    var left = SliceBudget(bytes: budget)
    conversations.advance(within: &left, onlyEager: true)
    return conversations.hasWork(onlyEager: true) ? .more : progress
  }

  /// The changes since the last call, in order; the first call reports all rows.
  ///
  /// Rows that came in next to each other are one value, however many slices brought them. Updates come last.
  public func takeChanges() -> [Change] {
    let changes = rows.takeChanges()
    for case .updated(let id) in changes { conversations.update(id) }
    return changes
  }

  /// Goes on after what was the end of sources that have grown; false if none can.
  public func resume() -> Bool {
    dropKnown()
    library.noteResumption()
    return sources.map { $0.resume() }.contains(true)
  }

  /// Reads the first rows alone until ``goOn()``: an earlier run has counted the others.
  package func rest(behindFirstOf counts: KnownCounts) {
    guard isPlainMerge, recordCount <= counts.first else { return }
    known = counts
    mayRest = true
  }

  /// Whether the rows are all posts of logs, the newest first.
  private var isPlainMerge: Bool {
    order == .newest && usualOrder == .newest && whole == nil
      && changes.allSatisfy { $0.source.isLog && $0.source is Feed }
  }

  /// Whether the first rows are read, and the others wait.
  package var isResting: Bool {
    guard mayRest, let known else { return false }
    return recordCount >= known.first && !isIndexed
  }

  /// Reads all rows; the counts are known still.
  package func goOn() { mayRest = false }

  /// Forgets the counts of an earlier run, because rows or marks are not those of that run.
  package func dropKnown() { known = nil }

  /// The counts by which a later start may rest, but for the state of the marks.
  ///
  /// - Parameters:
  ///   - unread: the unread rows in all.
  ///   - row: one near which the start is to rest.
  ///   - isUnread: whether a row is unread.
  /// - Returns: nil where the rows are not all known, they are few, or the first ones have copies far behind.
  package func counts(
    unread: Int,
    downTo row: Int,
    _ isUnread: (RecordID) -> Bool
  ) -> KnownCounts? {
    if isResting { return known }
    guard isIndexed, heldCount == 0, isPlainMerge else { return nil }
    var (first, unreadFirst) = (0, 0)
    var end = min(recordCount, row + Self.restingRows)
    while first < end {
      guard first < Self.mostRestingRows else { return nil }
      guard let id = id(at: first) else { return nil }
      if isUnread(id) { unreadFirst += 1 }
      first += 1
      end = max(end, min(recordCount, rows.end(ofCopiesOf: id)))
      if first == end, unreadFirst < Self.restingUnread { end = min(recordCount, end + 1) }
    }
    guard first < recordCount else { return nil }
    return KnownCounts(
      rows: recordCount,
      first: first,
      unreadBehind: unread - unreadFirst
    )
  }

  /// The rows that are read at first, and the unread ones among them: several screens of each.
  private static let (restingRows, restingUnread) = (1_000, 300)
  private static let mostRestingRows = 20_000

  /// Whether there are as many rows from a post on, as far as that is known: by its time where the newest come first, else
  /// by its number in its source.
  package func hasRows(_ count: Int, from post: (time: Int64?, number: Int)?) -> Bool {
    let isByTime = whole == nil && order == .newest
    let newer = isByTime ? post?.time.flatMap { rows.count(above: $0) } : nil
    return recordCount - (newer ?? max(0, post?.number ?? 0)) >= count
  }

  /// The record that a row shows, in O(log n); nil where there is no row.
  public func id(at row: Int) -> RecordID? {
    guard let whole else { return rows.id(at: row) }
    return (0..<whole.feed.recordCount).contains(row)
      ? RecordID(source: whole.source, number: row) : nil
  }

  /// Whether all rows are known and lie in other orders than in their files, each with its own bytes alone.
  package var mixesFiles: Bool {
    isIndexed && !isResting && changes.count > 1 && !rows.keepsDocumentOrder
      && !conversations.showsOthers
  }

  /// The time by which a row has its place, in seconds since 1970; nil where that is none of its post alone.
  func rankTime(of id: RecordID) -> Int64? {
    whole == nil && order == .newest ? rows.time(of: id) : nil
  }

  /// The row of a record, in O(log n); nil if it is none: removed, held back, a copy, not merged yet.
  public func row(of id: RecordID) -> Int? {
    guard let whole else { return rows.row(of: id) }
    return id.source == whole.source && id.number < whole.feed.recordCount ? id.number : nil
  }

  /// A number that changes when the record says something else, or another source has it, too.
  public func revision(of id: RecordID) -> Int {
    // The post of a reshare or a quote may become known later.
    let reshared = resharedPost(of: id)
    let known =
      (reshared == nil && quotedPost(of: id) == nil ? 0 : 1 << 32)
      &+ (conversations.canCount ? commentCount(below: reshared ?? id) ?? 0 : 0) &* 64
    if let whole, id.source == whole.source { return whole.feed.revision(at: id.number) &+ known }
    let revision = source(of: id)?.revision(ofNumber: id.number) ?? 0
    return revision &+ rows.copyChanges(of: id) &+ known &+ namings << 40
  }

  /// Whether a rule of the reader shows the post of a record as read.
  public func countsAsRead(_ id: RecordID) -> Bool {
    whole == nil && source(of: id)?.countsAsRead(ofNumber: id.number) == true
  }

  package func former(of id: RecordID) -> Post? {
    if let whole, id.source == whole.source { return whole.feed.former(ofNumber: id.number) }
    return source(of: id)?.former(ofNumber: id.number)
  }

  package func additions(of id: RecordID) -> RuleAdditions? {
    whole == nil ? source(of: id)?.additions(ofNumber: id.number) : nil
  }

  /// Whether posts that several sources hold are one row: where rows are in an order of their own.
  public var findsCopies: Bool { only == nil && order != .document }

  /// The row of each record that is no row of its own, because another source holds its post, too.
  package var rowsOfCopies: [RecordID: RecordID] { rows.rowsOfCopies }

  /// Whether another source holds the post of a row, too.
  public func hasCopies(_ id: RecordID) -> Bool { !rows.copies(of: id).isEmpty }

  /// The posts a week of a source, rounded down: its records, over the time between its first and its last.
  ///
  /// A shorter time counts as a week. Nil where one of the two states no time. Decodes both.
  public func postsAWeek(ofSource number: Int) -> Int? {
    guard let source = library.source(number), let first = source.number(at: 0),
      let last = source.number(at: source.recordCount - 1),
      let begin = time(of: RecordID(source: number, number: first)),
      let end = time(of: RecordID(source: number, number: last))
    else { return nil }
    let week: Int64 = 7 * 86_400
    let (span, overflow) = end.subtractingReportingOverflow(begin)
    guard !overflow, span != .min else { return 0 }
    return Int(clamping: Int64(source.recordCount) * week / max(week, abs(span)))
  }

  /// The time that places a record among others, in seconds since 1970; nil where it has none.
  ///
  /// Decodes the record unless that was done lately.
  public func time(of id: RecordID) -> Int64? {
    if let known = reordering.facts(of: id) { return known.time }
    guard case .post(let post) = record(id) else { return nil }
    return post.rankTime(at: now)?.secondsSinceEpoch
  }

  /// Tells the wall time to a timeline that began with one; records that have places keep them.
  public func tellTime(_ wall: Timestamp) { if now != nil { now = wall } }

  /// Whether a file has changed since it was read, so that a reload would show something else.
  public var isOutdated = false
  /// Whether a source that is indexed may still grow, as a file does that others append to.
  public var mayGrow = false

  /// Shows other sources in place of those that were shown, in the same order of rows.
  ///
  /// Records have new names; the old ones name nothing any more.
  ///
  /// - Parameter slots: the slots of the sources; nil for those of the sources that they replace.
  package func reload(_ feeds: [any RecordSource], slots: [Int]? = nil) {
    formerDecodeCount = decodeCount
    let slots = slots ?? self.slots
    let numbers = feeds.enumerated().compactMap { index, feed in
      library.add(feed, slot: slots.indices.contains(index) ? slots[index] : nil)
    }
    replace(by: numbers)
    isOutdated = false
  }

  /// Shows other sources of the library in place of those that are shown, as ``reload(_:slots:)`` does: the same feeds
  /// with other records chosen.
  package func replace(by numbers: [Int]) {
    dropKnown()
    reordering.forget()
    rows.leave()
    let former = changes + left
    left = []
    // Before those are let go: both may name the same.
    changes = library.borrow(numbers)
    library.release(former)
    named = numbers
    conversations = ConversationIndex(changes)
    show(Self.rows(of: changes, order: order), in: order)
  }

  /// Shows a further source beside those that are shown.
  ///
  /// Its records come in where the order of rows has them, and ``takeChanges()`` tells them as it does
  /// those of a source that grows. All other rows stay where they are.
  ///
  /// - Parameter slot: its slot; nil for a new one.
  /// - Returns: false if the library has 65,535 sources already.
  @discardableResult
  package func add(_ source: any RecordSource, slot: Int? = nil) -> Bool {
    library.add(source, slot: slot).map { join($0) } ?? false
  }

  /// Takes in a source of the library beside the others, as ``add(_:slot:)`` does.
  ///
  /// - Returns: false if the library has no such source.
  @discardableResult
  package func join(_ number: Int) -> Bool {
    guard let shared = library.borrow([number]).first else { return false }
    dropKnown()
    let wasAlone = only != nil
    if let index = named.firstIndex(where: { library.slot(of: $0) == shared.slot }) {
      // It was shown before: what is remembered of places finds it by its index.
      named[index] = number
    } else {
      named.append(number)
    }
    changes.append(shared)
    conversations.add(shared)
    reordering.add(shared)
    rows.add(shared, order: order, facts: reordering.table)
    whole = passedThrough
    // From now on each row names its source.
    if wasAlone { noteNames() }
    return true
  }

  package func noteNames() {
    namings += 1
    rows.noteUpdates()
  }

  /// Shows a source no longer; ``takeChanges()`` tells that its rows are gone.
  ///
  /// Its records can still be read by their names, and its index among the slots stays taken.
  package func leave(_ number: Int) {
    guard let index = changes.firstIndex(where: { $0.number == number }) else { return }
    dropKnown()
    left.append(changes.remove(at: index))
    rows.remove(source: number)
    if let wanted = reordering.order {
      reordering.stop()
      reordering.begin(wanted, of: changes)
    }
    whole = passedThrough
  }

  /// Begins to put the rows in another order; they stay as they are until it is made.
  ///
  /// The order of the documents needs no look at the records, and is there at once.
  public func sort(by wanted: Order) {
    reordering.stop()
    guard wanted != order else { return }
    dropKnown()
    guard wanted != .document else { return show(TimelineRows(documents: changes), in: wanted) }
    reordering.begin(wanted, of: changes)
  }

  /// The order that is being made; nil for none.
  public var wantedOrder: Order? { reordering.order }

  /// How far the rows are put in the order that was asked for, in per cent; nil where nothing is to be
  /// done, or the rows that are known are shown already.
  public var sortingPercentage: Int? {
    let usual = whole != nil || order.isByTime && recordCount > 0 ? nil : rows.lookedCount
    guard let looked = reordering.lookedCount ?? usual else { return nil }
    let found = changes.reduce(0) { $0 + $1.source.recordCount }
    let expected = max(1, found, changes.reduce(0) { $0 + $1.source.estimatedCount })
    // Records are found first, then looked at.
    return min(99, (found &+ looked) &* 50 / expected)
  }

  /// Sorts a slice of about `budget` bytes, and looks at 512 records at most; the order changes with the last slice.
  public func advanceSorting(bytes budget: Int) {
    guard let sorting = reordering.advance(bytes: budget, at: now) else { return }
    show(TimelineRows(sorting.merge), in: sorting.order)
  }

  private func show(_ rows: consuming TimelineRows, in order: Order) {
    self.rows.leave()
    self.rows = rows
    self.rows.noteReorder()
    self.order = order
    whole = passedThrough
  }

  /// The row that shows what a record says, its own or that of another source; nil for none.
  public func row(showing id: RecordID) -> RecordID? { rows.row(showing: id) }

  /// The number of rows that come before the first of a time, where rows are in order of time; nil where they are not.
  ///
  /// - Parameter period: Seconds since 1970.
  public func rowCount(before period: Range<Int64>) -> Int? {
    order.rank(before: period).flatMap { rows.count(above: $0) }
  }

  /// Holds back records that would come in between two rows, so that nothing on a screen moves by itself.
  ///
  /// ``heldCount`` says how many. Those held elsewhere come in now, and with nil all do.
  public func hold(between first: RecordID?, and last: RecordID?) {
    rows.hold(between: first, and: last)
  }

  /// Drops decoded records and what else can be read again; nothing that can be seen changes.
  public func clearCaches() { for source in sources { source.clearCaches() } }

  func keepsOrder(of source: any RecordSource) -> Bool {
    rows.keepsDocumentOrder && source.numbersArePositions
  }

  /// The numbers of the records after `id` where one source is passed through, so that each of them is a row.
  func passedRun(after id: RecordID?) -> (feed: Feed, source: Int, numbers: Range<Int>)? {
    guard let whole, id == nil || id?.source == whole.source else { return nil }
    let start = min(whole.feed.recordCount, id.map { $0.number + 1 } ?? 0)
    return (whole.feed, whole.source, max(0, start)..<whole.feed.recordCount)
  }

  func isRow(_ id: RecordID) -> Bool { whole == nil ? rows.isRow(id) : row(of: id) != nil }
  func source(of id: RecordID) -> (any RecordSource)? { library.source(id.source) }

  /// The numbers of the sources, ascending.
  public var numbers: [Int] { changes.map(\.number) }
  /// The slots of the sources, in the order in which they were named; see ``Library/slot(of:)``.
  public var slots: [Int] { named.compactMap { library.slot(of: $0) } }
  /// The number of the nth source in that order; nil where there is none.
  public func number(at index: Int) -> Int? { named.indices.contains(index) ? named[index] : nil }

  var numberLimits: [Int: Int] {
    Dictionary(uniqueKeysWithValues: changes.map { ($0.number, $0.source.numberLimit) })
  }

  /// The first record number of the sources from `id` on that was given out; nil where none is left.
  func firstStored(from id: RecordID) -> RecordID? {
    let next = changes.partitioningIndex { $0.number >= id.source }
    for change in changes[next...] {
      let first = change.number == id.source ? id.number : 0
      if first < change.source.numberLimit {
        return RecordID(source: change.number, number: first)
      }
    }
    return nil
  }
}
