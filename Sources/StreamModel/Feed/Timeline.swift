/// The records of one source in its own order, or of several as one stream, newest first.
///
/// The records of one source are passed through, and several can follow each other so. Merged by
/// time they are shown while they are still scanned, as far as their order is known: a record
/// without a time stays with the one before it in its document, and what several sources hold is
/// one row that names them all.
///
/// A row is named by its ``RecordID``. Its position is looked up; it changes only in
/// ``advance(bytes:)`` and ``hold(between:and:)``, and ``takeChanges()`` says how.
public final class Timeline {
  /// How the records of several sources are put together.
  public enum Order: Sendable {
    /// By time, newest first, duplicates once.
    case merged
    /// One source after the other, each in its own order.
    case separate
  }

  /// One change of the rows.
  ///
  /// Positions are those at the time of the change.
  public enum Change: Equatable, Sendable {
    /// Rows came in at these positions (positions after the change).
    case inserted(Range<Int>)
    /// The row that stood at this position is gone.
    case removed(RecordID, position: Int)
    /// The record says something else now.
    case updated(RecordID)
    /// Later bytes may have added to any record.
    case updatedAny
  }

  /// The sources, in the order they were named.
  public let sources: [any RecordSource]
  /// The one feed that is passed through as it is: its rows are its records, and nothing is held.
  private let feed: Feed?
  /// The rows of one source, or of several that follow each other.
  private var sequence: SourceSequence
  /// The rows of several by time.
  private var merge: TimelineMerge?
  /// The names of posts and their replies, as far as records have been read for them.
  var conversations: ConversationIndex
  /// Changes of the sequence; a merge keeps its own.
  private var log = ChangeLog()

  /// One feed as it is.
  public convenience init(_ feed: Feed) {
    self.init(sources: [feed], order: .separate)
  }

  /// Several feeds as one stream; at most 65,535 of them.
  ///
  /// - Parameter isPublicOnly: Whether to leave out posts that state that they are not public.
  public convenience init(_ feeds: [Feed], order: Order, isPublicOnly: Bool = false) {
    self.init(sources: isPublicOnly ? feeds.map { PublicRecords($0) } : feeds, order: order)
  }

  /// Several sources as one stream; at most 65,535 of them.
  public init(sources: [any RecordSource], order: Order) {
    self.sources = Array(sources.prefix(Int(UInt16.max)))
    feed = sources.count == 1 ? sources[0] as? Feed : nil
    let isMerged = order == .merged && self.sources.count > 1
    merge = isMerged ? TimelineMerge(self.sources) : nil
    sequence = SourceSequence(isMerged ? [] : self.sources, log: &log)
    conversations = ConversationIndex(sourceCount: self.sources.count)
  }

  /// The one source that is passed through.
  private var only: (any RecordSource)? { sources.count == 1 ? sources.first : nil }

  /// All sources are scanned, and put in order.
  public var isIndexed: Bool { feed?.isIndexed ?? merge?.isIndexed ?? sequence.isIndexed }
  /// The name for messages: the source's, or how many there are.
  public var name: String { only?.name ?? "\(sources.count) feeds" }
  /// The title of the document, or how many sources there are.
  public var title: String? { only.map { $0.title } ?? "\(sources.count) feeds" }
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
      return (0..<feed.recordCount).contains(row) ? RecordID(source: 0, number: row) : nil
    }
    return merge == nil ? sequence.id(at: row) : merge?.rows.id(at: row)
  }

  /// The row of a record; nil if it is none: removed, held back, a copy of another, not merged yet.
  ///
  /// Takes O(log n).
  public func row(of id: RecordID) -> Int? {
    if let feed {
      return id.source == 0 && id.number < feed.recordCount ? id.number : nil
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
    if let feed, id.source == 0 { return feed.record(at: id.number) }
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
    if let feed, id.source == 0 { return feed.revision(at: id.number) &+ known }
    let changes = merge?.rows.copyChanges(of: id) ?? 0
    return (source(of: id)?.revision(ofNumber: id.number) ?? 0) &+ changes &+ known
  }

  /// The sources that hold a row's record, by title or file name; empty for one source alone.
  public func sources(of id: RecordID) -> [String] {
    guard only == nil, row(of: id) != nil else { return [] }
    return ([id] + (merge?.rows.copies(of: id) ?? [])).map { label(of: sources[$0.source]) }
  }

  /// The size of the record in bytes; 0 where there is none.
  public func byteCount(of id: RecordID) -> Int {
    source(of: id)?.byteCount(ofNumber: id.number) ?? 0
  }

  /// The first row from `row` on whose bytes hold `needle`; see
  /// ``Feed/search(_:from:bytes:ignoringCase:)``.
  public func search(
    _ needle: [UInt8],
    from row: Int,
    bytes budget: Int,
    ignoringCase: Bool = false
  ) -> Feed.Search {
    TimelineSearch(needle: needle, ignoringCase: ignoringCase, bytes: budget)
      .inRows(of: self, from: row)
  }

  /// The first row from `row` on whose bytes may show the word of `needle`.
  public func search(_ needle: TextNeedle, from row: Int, bytes budget: Int) -> Feed.Search {
    TimelineTextSearch(needle: needle, bytes: budget).run(on: self, from: row)
  }

  /// The first row whose bytes hold `needle`, in order of storage: source by source, number by
  /// number.
  ///
  /// A cursor stays valid whatever comes or goes.
  ///
  /// - Parameter start: the record to begin with, whether there is one of that name or not; nil for
  ///   the first. After a match, continue with the next number.
  public func searchStored(
    _ needle: [UInt8],
    from start: RecordID?,
    bytes budget: Int,
    ignoringCase: Bool = false
  ) -> StoredSearch {
    TimelineSearch(needle: needle, ignoringCase: ignoringCase, bytes: budget)
      .inStorage(of: self, from: start)
  }

  /// The next record in order of storage that is a row; nil at the end.
  public func nextStored(after id: RecordID?) -> RecordID? {
    var source = id?.source ?? 0
    var number = id.map { $0.number + 1 } ?? 0
    while source < sources.count {
      while number < sources[source].numberLimit {
        let next = RecordID(source: source, number: number)
        if isRow(next) { return next }
        number += 1
      }
      source += 1
      number = 0
    }
    return nil
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

  private func source(of id: RecordID) -> (any RecordSource)? {
    sources.indices.contains(id.source) ? sources[id.source] : nil
  }

  /// The title of the source, else the name of its file.
  private func label(of source: any RecordSource) -> String {
    source.title ?? source.name.split(separator: "/").last.map { String($0) } ?? source.name
  }
}
