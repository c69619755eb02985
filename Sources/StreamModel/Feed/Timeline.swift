/// The records of one source in its own order, or of several as one stream, or in another order.
///
/// The records of one source are passed through, and several can follow each other so. In order of
/// time they are shown while they are still scanned, as far as their order is known: a record
/// without a time stays with the one before it in its document, and what several sources hold is
/// one row that names them all.
///
/// A row is named by its ``RecordID``. Its position is looked up; it changes only in
/// ``advance(bytes:)``, ``advanceSorting(bytes:)``, ``sort(by:)`` and ``hold(between:and:)``, and
/// ``takeChanges()`` says how.
public final class Timeline {
  /// The sources, in the order they were named, after those that reloads have retired.
  public private(set) var sources: [any RecordSource]
  /// The number of sources that are retired.
  private var retired = 0
  private var changes: [SharedChanges]
  /// The order of the rows now.
  public private(set) var order: Order
  /// The usual order, which nobody has to ask for.
  public let usualOrder: Order
  /// The rows in another order, which is being made.
  private var sorting: Sorting?
  /// The facts that were read for another order.
  private var facts: FactTable?
  /// The one feed that is passed through as it is: its rows are its records, and nothing is held.
  private var feed: Feed?
  /// The rows of one source, or of several that follow each other.
  private var sequence: SourceSequence
  /// The rows in any other order than that of the documents.
  private var merge: TimelineMerge?
  /// The names of posts and their replies, as far as records have been read for them.
  var conversations: ConversationIndex
  /// Changes of the sequence; a merge keeps its own.
  private var log = ChangeLog()

  /// One feed as it is.
  public convenience init(_ feed: Feed) {
    self.init(sources: [feed], order: .document)
  }

  /// Several feeds as one stream; at most 65,535 of them.
  ///
  /// - Parameter isPublicOnly: Whether to leave out posts that state that they are not public.
  public convenience init(
    _ feeds: [Feed],
    order: Order,
    usualOrder: Order? = nil,
    isPublicOnly: Bool = false
  ) {
    let sources = Self.sources(feeds, isPublicOnly: isPublicOnly)
    self.init(sources: sources, order: order, usualOrder: usualOrder)
  }

  /// The sources of `feeds`, without posts that are not public where those are to be left out.
  public static func sources(_ feeds: [Feed], isPublicOnly: Bool) -> [any RecordSource] {
    isPublicOnly ? feeds.map { PublicRecords($0) } : feeds
  }

  /// At most 65,535 sources as one stream.
  ///
  /// Usual is the order of the document for one, newest first for several, or `usualOrder`.
  public init(sources: [any RecordSource], order: Order, usualOrder: Order? = nil) {
    self.sources = Array(sources.prefix(Int(UInt16.max)))
    self.order = order
    self.usualOrder = usualOrder ?? (sources.count > 1 ? .newest : .document)
    changes = self.sources.map { SharedChanges($0) }
    sequence = SourceSequence([], log: &log)
    conversations = ConversationIndex(sourceCount: self.sources.count)
    start()
  }

  /// Rebuilds the rows of the sources, in the current order.
  private func start() {
    let isDocument = order == .document
    feed = isDocument ? only as? Feed : nil
    merge = isDocument ? nil : TimelineMerge(changes, order: order)
    sequence = SourceSequence(isDocument ? changes : [], log: &log)
  }

  /// The one source that is passed through.
  private var only: (any RecordSource)? { sources.count - retired == 1 ? sources.last : nil }

  /// All sources are scanned, and put in order.
  public var isIndexed: Bool { feed?.isIndexed ?? merge?.isIndexed ?? sequence.isIndexed }
  /// The name for messages: the source's, or how many there are.
  public var name: String { only?.name ?? "\(sources.count - retired) feeds" }
  /// The title of the document, or how many sources there are.
  public var title: String? { only.map { $0.title } ?? "\(sources.count - retired) feeds" }
  /// The title of the one source; nil for several.
  public var feedTitle: String? { only?.title }
  /// The rows so far.
  public var recordCount: Int { feed?.recordCount ?? merge?.rows.count ?? sequence.count }
  /// The estimated number of rows, from the bytes so far.
  public var estimatedCount: Int {
    let known = recordCount
    return isIndexed ? known : max(known, sources.reduce(0) { $0 + $1.estimatedCount })
  }
  /// Problems of the documents found so far, source by source.
  public var problems: [FeedProblem] { sources.flatMap(\.problems) }
  /// The number of records that were really decoded.
  public var decodeCount: Int { sources.reduce(0) { $0 + $1.decodeCount } }
  /// Why sources could not be read, in the order they were named; the others are shown.
  public var errors: [FeedError] { merge?.errors ?? sequence.errors }
  /// Whether rows can come in elsewhere than at the end.
  public var mayInsertRows: Bool { feed == nil }
  /// The number of posts that were left out because they are not public.
  public var leftOutCount: Int { sources.reduce(0) { $0 + $1.leftOutCount } }
  /// The number of records that ``hold(between:and:)`` holds back.
  public var heldCount: Int { feed == nil ? merge?.rows.heldCount ?? sequence.heldCount : 0 }

  /// Scans and merges about `budget` bytes further, and looks at 512 records at most.
  ///
  /// - Returns: `.waiting` only if nothing can be done without new bytes.
  /// - Throws: ``FeedError`` when no source can be read.
  public func advance(bytes budget: Int) throws(FeedError) -> Feed.Progress {
    let progress =
      merge == nil
      ? try sequence.advance(bytes: budget, log: &log)
      : try merge?.advance(bytes: budget) ?? .done
    guard conversations.hasWork(sources, onlyEager: true) else { return progress }
    conversations.advance(sources, bytes: budget, onlyEager: true)
    return conversations.hasWork(sources, onlyEager: true) ? .more : progress
  }

  /// The changes since the last call, in order; the first call reports all rows.
  ///
  /// Rows that came in next to each other are one value, however many slices brought them. Updates
  /// come last.
  public func takeChanges() -> [Change] {
    if merge == nil { sequence.takeChanges(into: &log) }
    let changes = merge?.rows.log.take() ?? log.take()
    for case .updated(let id) in changes { conversations.update(id, in: sources) }
    return changes
  }

  /// Goes on after what was the end of sources that have grown; false if none can.
  public func resume() -> Bool {
    sources.map { $0.resume() }.contains(true)
  }

  /// The record that a row shows; nil where there is no row.
  ///
  /// Takes O(log n).
  public func id(at row: Int) -> RecordID? {
    if let feed {
      return (0..<feed.recordCount).contains(row) ? RecordID(source: retired, number: row) : nil
    }
    return merge == nil ? sequence.id(at: row) : merge?.rows.id(at: row)
  }

  /// The row of a record; nil if it is none: removed, held back, a copy of another, not merged yet.
  ///
  /// Takes O(log n).
  public func row(of id: RecordID) -> Int? {
    if let feed {
      return id.source == retired && id.number < feed.recordCount ? id.number : nil
    }
    return merge == nil ? sequence.row(of: id) : merge?.rows.row(of: id)
  }

  /// The record, whether it is a row or not; a problem where there is none.
  ///
  /// A reshare that only names its post shows that post if it is a row, too, and known by now.
  public func record(_ id: RecordID) -> Feed.Record {
    let record = stated(id)
    guard case .post(let reshare) = record, reshare.resharedAddress != nil,
      let original = resharedPost(of: id), case .post(let post) = stated(original)
    else { return record }
    return .post(post.reshared(by: reshare))
  }

  /// The record as its source states it.
  func stated(_ id: RecordID) -> Feed.Record {
    if let feed, id.source == retired { return feed.record(at: id.number) }
    if let source = source(of: id) { return source.record(number: id.number) }
    let message = "no source \(id.source) (expected 0 to \(sources.count - 1))"
    return .problem(
      FeedProblem(source: name, line: nil, column: nil, path: "", message: message)
    )
  }

  /// A number that changes when the record says something else, or another source has it, too.
  public func revision(of id: RecordID) -> Int {
    // The post of a reshare may become known later.
    let known = resharedPost(of: id) == nil ? 0 : 1 << 32
    if let feed, id.source == retired { return feed.revision(at: id.number) &+ known }
    let changes = merge?.rows.copyChanges(of: id) ?? 0
    return (source(of: id)?.revision(ofNumber: id.number) ?? 0) &+ changes &+ known
  }

  /// The sources that hold a row's record, by title or file name; empty for one source alone.
  public func sources(of id: RecordID) -> [String] {
    guard only == nil, row(of: id) != nil else { return [] }
    return ([id] + (merge?.rows.copies(of: id) ?? [])).map { sources[$0.source].label }
  }

  /// The time of a record in seconds since 1970, as it states it; nil where it states none.
  ///
  /// Decodes the record unless that was done lately.
  public func time(of id: RecordID) -> Int64? {
    if let known = facts?.facts(of: id) { return known.time }
    guard case .post(let post) = record(id) else { return nil }
    return (post.published ?? post.edited)?.secondsSinceEpoch
  }

  /// The accounts whose archives are shown, each with its biography.
  public var owners: [Account] { sources.compactMap(\.owner) }

  /// The name of the source that holds what a row says: of a reshare, the source of its post.
  public func sourceName(of id: RecordID) -> String? {
    source(of: resharedPost(of: id) ?? id)?.name
  }

  /// The size of the record in bytes; 0 where there is none.
  public func byteCount(of id: RecordID) -> Int {
    source(of: id)?.byteCount(ofNumber: id.number) ?? 0
  }

  /// Whether a file has changed since it was read, so that a reload would show something else.
  public var isOutdated = false
  /// Whether a source that is indexed may still grow, as a file does that others append to.
  public var mayGrow = false

  /// Shows other sources in place of those that were shown, in the same order of rows.
  ///
  /// Records have new names; the old ones name nothing any more.
  public func reload(_ feeds: [any RecordSource]) {
    sorting?.leave()
    sorting = nil
    facts = nil
    leaveRows()
    let old = sources.map { $0 is RetiredSource ? $0 : RetiredSource($0) }
    sources = Array((old + feeds).prefix(Int(UInt16.max)))
    retired = min(old.count, sources.count)
    changes = sources.map { SharedChanges($0) }
    conversations = ConversationIndex(sourceCount: sources.count)
    isOutdated = false
    start()
    if merge == nil { log.reorder() } else { merge?.rows.log.reorder() }
  }

  // MARK: Order

  /// Begins to put the rows in another order; they stay as they are until it is made.
  ///
  /// The order of the documents needs no look at the records, and is there at once.
  public func sort(by wanted: Order) {
    sorting?.leave()
    sorting = nil
    guard wanted != order else { return }
    if wanted == .document {
      leaveRows()
      order = wanted
      start()
      log.reorder()
    } else {
      let table = facts ?? FactTable(sources: sources.count)
      facts = table
      sorting = Sorting(changes, order: wanted, facts: table)
    }
  }

  /// The order that is being made; nil for none.
  public var wantedOrder: Order? { sorting?.order }

  /// How far the rows are put in the order that was asked for, in per cent; nil where nothing is to be
  /// done, or the rows that are known are shown already.
  public var sortingPercentage: Int? {
    let merge = sorting?.merge ?? (order.isByTime && recordCount > 0 ? nil : merge)
    guard let merge, sorting != nil || !merge.isIndexed else { return nil }
    let found = sources.reduce(0) { $0 + $1.recordCount }
    let expected = max(1, found, sources.reduce(0) { $0 + $1.estimatedCount })
    // Records are found first, then looked at.
    return min(99, (found &+ merge.lookedCount) &* 50 / expected)
  }

  /// Sorts a slice of about `budget` bytes, and looks at 512 records at most; the order changes with
  /// the last slice.
  public func advanceSorting(bytes budget: Int) {
    guard var sorting else { return }
    // Nothing moves while it is copied.
    self.sorting = nil
    do throws(FeedError) {
      guard try sorting.advance(bytes: budget) else {
        self.sorting = sorting
        return
      }
    } catch {
      // What cannot be read is said by the rows that are shown.
      return sorting.leave()
    }
    leaveRows()
    feed = nil
    merge = sorting.merge
    merge?.rows.log.reorder()
    order = sorting.order
  }

  /// The row that shows what a record says, its own or that of another source; nil for none.
  public func row(showing id: RecordID) -> RecordID? {
    if let merge { return merge.rows.row(showing: id) }
    return row(of: id) == nil ? nil : id
  }

  /// The number of rows that come before the first of a time, where rows are in order of time; nil
  /// where they are not.
  ///
  /// - Parameter period: Seconds since 1970.
  public func rowCount(before period: Range<Int64>) -> Int? {
    order.rank(before: period).flatMap { merge?.rows.count(above: $0) }
  }

  /// Holds back records that would come in between two rows, so that nothing on a screen moves by
  /// itself.
  ///
  /// ``heldCount`` says how many. Those held elsewhere come in now, and with nil all do.
  public func hold(between first: RecordID?, and last: RecordID?) {
    if merge == nil {
      sequence.hold(between: first, and: last, log: &log)
    } else {
      merge?.rows.hold(between: first, and: last)
    }
  }

  /// Texts that rows show and their records do not hold: titles of feeds, and authors by default.
  public var namesBesideRecords: [String] {
    sources.flatMap { source -> [String] in
      let names = [source.title, only == nil ? source.name : nil].compactMap(\.self)
      guard let feed = source as? Feed else { return names }
      let accounts = [feed.facts.author].compactMap(\.self) + feed.accounts.values
      return names
        + accounts.flatMap {
          [$0.name, $0.handle, $0.url].compactMap(\.self) + $0.companions
        }
    }
  }

  /// Drops decoded records and what else can be read again; nothing that can be seen changes.
  public func clearCaches() {
    for source in sources { source.clearCaches() }
  }

  /// Whether rows of this source follow each other as their numbers do.
  func keepsOrder(of source: any RecordSource) -> Bool {
    merge == nil && sequence.heldCount == 0 && source.numbersArePositions
  }

  /// Whether a record is a row.
  func isRow(_ id: RecordID) -> Bool {
    merge?.rows.isRow(id) ?? (sequence.row(of: id) != nil)
  }

  private func leaveRows() {
    merge?.leave()
    sequence.leave()
  }

  private func source(of id: RecordID) -> (any RecordSource)? {
    sources.indices.contains(id.source) ? sources[id.source] : nil
  }
}
