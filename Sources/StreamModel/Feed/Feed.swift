/// One open feed: its records are found by and by, and decoded when they are asked for.
///
/// Nothing happens by itself: ``advance(bytes:)`` finds records, ``record(at:)`` decodes one.
/// Both are bounded, so a run loop can call them between keys.
public final class Feed {
  /// See ``FeedRecord``.
  public typealias Record = FeedRecord
  /// See ``ScanProgress``.
  public typealias Progress = ScanProgress
  package typealias Search = RecordSearch

  let source: any ByteSource
  // Made when they are wanted: of hundreds of logs few have a post on the screen.
  private(set) lazy var places = PlaceFinder(source)
  private(set) lazy var records = ByteWindow(source, capacity: 32 << 10)
  private(set) lazy var searching = ByteWindow(source, capacity: 64 << 10)
  /// Not checked for overlapping accesses: each key asks it about each row on the screen, and no scan that changes it
  /// asks the feed.
  @exclusivity(unchecked) var findings = Findings()
  var cache = RecordCache()
  var log = ProblemLog()
  var identities: [Int: UInt64] = [:]
  /// The rows that lines replace, as far as they have been looked for.
  var named = NamedRows()
  /// The facts for the log's index; nil unless somebody keeps one.
  var notes: LogNotes?
  var isResolved = false
  var reported = (records: 0, additions: 0)
  private var isEnded = false
  private var faultsKnown = 0
  /// The number of records that were really decoded.
  public internal(set) var decodeCount = 0
  /// The whole source has been scanned.
  public internal(set) var isIndexed = false

  let hint: FormatHint?
  let accounts: [String: Account]
  /// The activity of records that are nothing but an address.
  let activity: Activity?
  /// The account whose archive the feed is part of, with its biography; nil if none is known.
  public let owner: Account?
  /// Whether a post is that of another feed only if the texts agree, too.
  public let comparesTexts: Bool
  package let isLog: Bool
  private let takesLines: Bool
  private let statedTitle: () -> String?
  private lazy var ownTitle = statedTitle()
  let scan: FeedScan

  /// Opens a feed; nothing is read yet.
  ///
  /// - Parameters:
  ///   - accounts: accounts by their addresses, for records that name them by address alone.
  ///   - activity: what was done to records that are nothing but an address, as in a list of likes.
  ///   - owner: the account whose archive the feed is part of, with its biography.
  ///   - title: the title that is shown if the document states none, which is looked up once it is wanted.
  ///   - comparesTexts: whether strangers write it, who may give any address to a post.
  ///   - takesLines: whether lines of no format are posts: a file or a program's output may be a log.
  ///   - isLog: see ``RecordSource/isLog``.
  public init(
    source: any ByteSource,
    hint: FormatHint? = nil,
    accounts: [String: Account] = [:],
    activity: Activity? = nil,
    owner: Account? = nil,
    title: @autoclosure @escaping () -> String? = nil,
    comparesTexts: Bool = false,
    isLog: Bool = false,
    takesLines: Bool = false
  ) {
    self.source = source
    self.hint = hint
    self.accounts = accounts
    self.activity = activity
    self.owner = owner
    statedTitle = title
    self.comparesTexts = comparesTexts
    self.isLog = isLog
    self.takesLines = takesLines
    scan = FeedScan(source, hint: hint, takesLines: takesLines)
  }

  package var unread: Feed {
    Feed(
      source: source,
      hint: hint,
      accounts: accounts,
      activity: activity,
      owner: owner,
      title: self.ownTitle,
      comparesTexts: comparesTexts,
      isLog: isLog,
      takesLines: takesLines
    )
  }

  /// The source's name.
  public var name: String { source.name }
  /// The title of the document, else the one that was given for documents without one.
  public var title: String? { findings.title ?? ownTitle }
  /// Gives the feed another title for a document that states none; ``Timeline/noteNames()`` shows it.
  package func rename(to title: String) { ownTitle = title }

  /// Further facts that the document states about the feed.
  public var facts: FeedFacts { findings.facts }
  /// The rows found so far, in document order.
  public var recordCount: Int { findings.index.entries.count }

  /// The estimated number of records: as many as its bytes hold if they go on as they began.
  public var estimatedCount: Int {
    guard !isIndexed, source.isComplete, let last = findings.index.entries.last else {
      return recordCount
    }
    let scanned = UInt(clamping: last.range.upperBound)
    guard scanned > 0 else { return recordCount }
    let product = UInt(clamping: recordCount).multipliedFullWidth(by: UInt(clamping: source.count))
    // The whole is longer than its part, so the quotient fits unless there is no sense in it.
    guard product.high < scanned else { return recordCount }
    return max(recordCount, Int(clamping: scanned.dividingFullWidth(product).quotient))
  }

  /// Problems of the document and broken records, in order of place, each once.
  ///
  /// The scan finds them, and ``inspect(at:)``; ``record(at:)`` adds none, so drawing changes no count.
  /// Problems within a record are in ``Post/problems``.
  public var problems: [FeedProblem] { log.problems }

  /// Whether later bytes of the document can no longer change what a record says.
  ///
  /// Facts about the feed, such as the author of records that name none, may come after them.
  public var isSettled: Bool {
    switch format?.vocabulary {
    case .jsonFeed, .activityStreams, .activityStreams1, .rssJSON:
      isIndexed || format?.layout == .lines
    default: true
    }
  }

  /// Says that no more bytes will come although the source does not say so.
  public func finish() { isEnded = true }

  /// Says that a source which was complete has grown, as a file does that others write to.
  ///
  /// Only feeds with a record a line can go on, and only behind a whole line; false for others.
  public func resume() -> Bool {
    guard isIndexed, scan.resume() else { return false }
    isIndexed = false
    isResolved = false
    return true
  }

  /// Scans about `budget` bytes further, at least one piece.
  ///
  /// - Throws: ``FeedError`` when the bytes cannot be had or are no feed; and so again.
  public func advance(bytes budget: Int) throws(FeedError) -> Progress {
    guard !isIndexed else { return .done }
    let isComplete = isEnded || source.isComplete
    let known = recordCount
    let brokenKnown = findings.index.breaks.count
    let step = try scan.advance(bytes: max(1, budget), isComplete: isComplete, into: &findings)
    for finding in findings.takePending() { log.add(problem(finding), at: finding.offset) }
    if findings.index.breaks.count > brokenKnown {
      logBroken((known..<recordCount).filter { findings.index.entries[$0].isBroken })
    }
    logBroken(findings.takeSuspects())
    switch step {
    case .more: return .more
    case .waiting:
      let hasPulled = try source.pull()
      logFaults()
      guard !hasPulled, hasRowsToFind(onlyReplaced: true) else {
        return hasPulled ? .more : .waiting
      }
      findNamedRows(bytes: budget, onlyReplaced: true)
      return .more
    case .done:
      logFaults()
      try scan.checkList()
      guard try resolveActivities(bytes: max(1, budget)) else { return .more }
      isIndexed = true
      scan.releaseBuffers()
      return .done
    }
  }

  /// The row at `index`, decoded now or taken from the cache; a problem where there is no row.
  ///
  /// Adds nothing to ``problems``: to look at a record changes nothing that can be seen.
  public func record(at index: Int) -> Record {
    guard findings.index.entries.indices.contains(index) else {
      return .problem(
        FeedProblem(source: name, message: "no record \(index) (expected 0 to \(recordCount - 1))")
      )
    }
    let revision = revision(at: index)
    if let record = cache.record(at: index, revision: revision) { return record }
    let record = decode(index)
    cache.store(record, at: index, revision: revision, cost: findings.index.entries[index].length)
    return record
  }

  /// The row at `index`, as by ``record(at:)``, for those that read every record: a record that
  /// cannot be read joins ``problems``.
  ///
  /// The cache does not keep it: it is for the rows on the screen, and there may be hundreds of feeds.
  public func inspect(at index: Int) -> Record {
    guard findings.index.entries.indices.contains(index) else { return record(at: index) }
    let record = cache.record(at: index, revision: revision(at: index)) ?? decode(index)
    if case .problem(let problem) = record {
      log.add(problem, ofRow: index, at: findings.index.entries[index].start)
    }
    return record
  }

  /// Drops decoded records and the ids that were read for activities; nothing that can be seen changes.
  public func clearCaches() {
    cache = RecordCache()
    identities.removeAll()
  }

  /// A number that changes when later bytes of the feed add to the record.
  public func revision(at index: Int) -> Int {
    guard !findings.activities.isEmpty, let identity = identity(at: index) else {
      return findings.facts.revision
    }
    return findings.activities.count(of: identity) &+ findings.facts.revision
  }

  /// A number that changes when later bytes add to any record that was found before; not where they replace one.
  public var changes: Int { findings.activities.total &+ findings.facts.revision }

  /// The line and column, both from 1, of the record's first byte; (1, 1) where there is no row.
  ///
  /// Cheap for calls in ascending order.
  public func place(at index: Int) -> (line: Int, column: Int) {
    guard findings.index.entries.indices.contains(index) else { return (1, 1) }
    return places.place(of: findings.index.entries[index].start)
  }

  /// Whether the document ended before its structure did, as one does that was cut on its way; false until
  /// the whole of it is scanned.
  ///
  /// Its last record may be a part of one. Where each line is a record, a cut line is no post, so such a
  /// document never ends early.
  public var endsEarly: Bool { isIndexed && findings.endsEarly }

  /// Whether each line is a record, so that those that came say all that they ever will.
  public var isLineByLine: Bool { format?.layout == .lines }

  /// Whether the document is a page of HTML, which is one post; false while that is not known.
  public var isPage: Bool { format?.vocabulary == .html }

  /// The format by the name that its users know; nil until it is known.
  public var formatName: String? {
    format.map { format in
      format.layout == .lines
        ? "\(format.vocabulary.rawValue), one record a line" : format.vocabulary.rawValue
    }
  }

  /// Makes problems of what the source found wrong with the wrapping of its bytes.
  private func logFaults() {
    let faults = source.faults
    for fault in faults.dropFirst(faultsKnown) {
      let problem = FeedProblem(source: name, message: fault)
      log.add(problem, at: source.count)
    }
    faultsKnown = faults.count
  }

  var format: FeedFormat? { scan.format }
}

/// The records decoded last, in as many slots as one screen and its surroundings need.
///
/// A record's slot is its index modulo the number of slots: neighbours never push each other out.
struct RecordCache {
  private struct Slot {
    let index: Int
    let record: FeedRecord
    let revision: Int
    let cost: Int
  }

  static let capacity = 512
  /// In bytes of the documents that the records were decoded from.
  static let costLimit = 64 << 20

  /// As many as were needed so far: a feed of a few posts is opened without the rest.
  private var slots: [Slot?] = []
  private var cost = 0

  func record(at index: Int, revision: Int) -> FeedRecord? {
    let place = index % Self.capacity
    // The record is copied only where it is the one: a copy counts a reference for each of its texts.
    guard place < slots.count, slots[place]?.index == index, slots[place]?.revision == revision
    else { return nil }
    return slots[place]?.record
  }

  mutating func store(_ record: FeedRecord, at index: Int, revision: Int, cost added: Int) {
    if cost + added > Self.costLimit {
      slots = []
      cost = 0
    }
    let place = index % Self.capacity
    if place >= slots.count {
      let count = min(Self.capacity, max(2 * slots.count, place + 1))
      slots += Array(repeating: nil, count: count - slots.count)
    }
    cost += added - (slots[place]?.cost ?? 0)
    slots[place] = Slot(index: index, record: record, revision: revision, cost: added)
  }
}

/// A feed's records have their positions for numbers: it only ever grows at its end.
extension Feed: RecordSource {
  package var numberLimit: Int { recordCount }
  package var numbersArePositions: Bool { true }

  package func number(at position: Int) -> Int? {
    findings.index.entries.indices.contains(position) ? position : nil
  }

  package func position(ofNumber number: Int) -> Int? {
    findings.index.entries.indices.contains(number) ? number : nil
  }

  package func record(number: Int) -> Record { record(at: number) }
  package func inspect(number: Int) -> Record { inspect(at: number) }
  package func recordInPassing(number: Int, omitsBodies: Bool) -> Record {
    findings.index.entries.indices.contains(number)
      ? uncached(number, omitsBodies: omitsBodies) : record(at: number)
  }
  package func revision(ofNumber number: Int) -> Int { revision(at: number) }
  /// Whether addresses are as they will stay.
  package var hasSettledRelations: Bool { !hasRelativeAddresses || isSettled }

  /// True for collections of ActivityStreams, and for small lists of Mastodon.
  ///
  /// Replies and boosts of the former are often addresses alone; a status counts direct replies only.
  package var wantsConversations: Bool {
    switch format?.vocabulary {
    case .activityStreams, .activityStreams1: true
    case .mastodon: source.count <= Self.smallList
    default: false
    }
  }

  /// The largest list whose conversations are known from the start, in bytes: about 300 statuses.
  private static let smallList: Int64 = 1 << 20

  /// Taken from the record, which the cache does not keep: all records are asked for one after the other.
  package func relations(ofNumber number: Int) -> PostRelations {
    guard findings.index.entries.indices.contains(number) else { return .none }
    guard case .post(let post) = uncached(number) else { return .none }
    return PostRelations(post)
  }

  /// Whether everybody may read the post, as far as it states that; true for anything but a post.
  func isPublic(_ number: Int) -> Bool {
    guard case .post(let post) = uncached(number) else { return true }
    return post.isPublic
  }

  /// Whether an update has made a post private that was package when it was found.
  func hidesNow(_ number: Int) -> Bool { findings.activities.hasReplacements && !isPublic(number) }

  private func uncached(_ number: Int, omitsBodies: Bool = false) -> Record {
    cache.record(at: number, revision: revision(at: number))
      ?? decode(number, omitsBodies: omitsBodies)
  }

  /// Read from the record where its own id is that of the post; see ``RecordSource``.
  package func forEachStatedKeyID(ofNumbers numbers: Range<Int>, _ body: (Int, UInt64?) -> Void) {
    let statesIDs = format?.vocabulary == .native || format?.vocabulary == .mastodon
    // Looked up once for all: a look at a variable of a class costs as much as reading an id.
    let entries = findings.index.entries
    let held = scan.held
    let kept = keptIndex
    for number in numbers {
      if let kept, number >= 0, number < kept.count {
        body(number, PostIdentity.id(statedHash: kept[number].id))
        continue
      }
      guard statesIDs, entries.indices.contains(number), !entries[number].isBroken else {
        body(number, nil)
        continue
      }
      let hash = statedIDHash(entries[number], in: held)
      body(number, hash.map { PostIdentity.id(statedHash: $0) })
    }
  }

  /// Records found at the end since the last call, as one value, whether later bytes added to others,
  /// and those that later bytes replaced.
  package func takeChanges() -> [SourceChange] {
    let replaced = findings.activities.hasReplacements ? takeReplaced() : []
    guard recordCount != reported.records || changes != reported.additions || !replaced.isEmpty
    else { return [] }
    var taken: [SourceChange] = []
    if recordCount > reported.records {
      taken.append(.inserted(positions: reported.records..<recordCount))
    }
    if changes != reported.additions { taken.append(.updatedAll) }
    reported = (recordCount, changes)
    return taken + replaced
  }

  /// The first row from `index` on whose bytes, or those of its last update, may show the word of `needle`.
  package func search(_ needle: TextNeedle, fromNumber index: Int, bytes budget: Int) -> Search {
    let row = max(0, index)
    guard !needle.word.isEmpty else { return .exhausted }
    guard row < recordCount else { return isIndexed ? .exhausted : .paused(next: recordCount) }
    let found = scan(for: needle, from: row, bytes: budget)
    return withUpdates(found, of: needle, from: row, bytes: budget)
  }

  /// The outcome of a search, together with the rows before it whose last update matches.
  private func withUpdates(
    _ outcome: Search,
    of needle: TextNeedle,
    from first: Int,
    bytes budget: Int
  ) -> Search {
    guard !named.replaced.isEmpty else { return outcome }
    let end: Int
    switch outcome {
    case .found(let row): end = row
    case .paused(let next): end = next
    case .exhausted: end = recordCount
    }
    var left = max(1, budget)
    let rows = named.replaced
    for index in rows.partitioningIndex(where: { $0 >= first })..<rows.count {
      let row = rows[index]
      guard row < end else { break }
      guard left > 0 else { return .paused(next: row) }
      guard let bytes = replacingBytes(of: row) else { continue }
      if needle.first(in: bytes, from: 0, escapes: !isMarkup) != nil { return .found(row) }
      left -= bytes.count + Self.updateCost
    }
    return outcome
  }

  private static let updateCost = 64

  package func mayShow(_ needle: TextNeedle, number index: Int) -> Bool {
    guard let entry = findings.index.entries[number: index] else { return false }
    if let bytes = replacingBytes(of: index),
      needle.first(in: bytes, from: 0, escapes: true) != nil
    {
      return true
    }
    // A record that cannot be read is for the row to tell.
    guard let bytes = try? searching.slice(at: entry.start, length: entry.length) else {
      return true
    }
    return needle.first(in: bytes, from: 0, escapes: !isMarkup) != nil
  }

  package func byteCount(ofNumber index: Int) -> Int {
    findings.index.entries[number: index]?.length ?? 0
  }

  /// Searches rows from one that there is; at least one row, about `budget` bytes.
  private func scan(for needle: TextNeedle, from first: Int, bytes budget: Int) -> Search {
    let entries = findings.index.entries
    let stop = entries[entries.count - 1].range.upperBound
    let start = entries[first].start
    var offset = start
    while offset < stop {
      guard let bytes = try? searching.bytes(at: offset, needed: needle.reach), !bytes.isEmpty
      else { break }
      if let found = hit(needle, in: bytes, at: offset, first) { return .found(found) }
      // The last piece needs no overlap with another.
      guard offset + bytes.count < stop else { break }
      offset += max(1, bytes.count - needle.reach + 1)
      if offset - start >= max(1, budget), offset < stop {
        // The row that the next piece begins in is searched again, unless it began before.
        let row = findings.index.entry(at: offset) ?? first
        if row > first { return .paused(next: row) }
      }
    }
    return isIndexed ? .exhausted : .paused(next: recordCount)
  }

  /// The row of the first match in bytes that begin at an offset.
  private func hit(_ needle: TextNeedle, in bytes: Bytes, at offset: Int, _ first: Int) -> Int? {
    var from = 0
    while let found = needle.first(in: bytes, from: from, escapes: !isMarkup) {
      from = found.lowerBound + 1
      guard let row = findings.index.entry(at: offset + found.lowerBound), row >= first else {
        continue
      }
      if offset + found.upperBound <= findings.index.entries[row].range.upperBound { return row }
    }
    return nil
  }
}
