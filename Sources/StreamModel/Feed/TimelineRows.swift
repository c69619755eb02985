/// The rows of a timeline: sources that follow each other, or that are merged in another order.
///
/// Not copyable: a timeline looks at each row many times, and each look would copy all tables of a merge.
struct TimelineRows: ~Copyable {
  private var sequence: SourceSequence
  private var merge: TimelineMerge?
  private var log = ChangeLog()

  init(documents sources: [SharedChanges]) { sequence = SourceSequence(sources, log: &log) }

  init(_ merge: TimelineMerge) {
    sequence = SourceSequence([], log: &log)
    self.merge = merge
  }

  mutating func add(_ source: SharedChanges, order: StreamOrder, facts: FactTable?) {
    guard merge != nil else { return sequence.add(source, log: &log) }
    merge?.add(source, order: order, facts: facts)
  }

  mutating func remove(source number: Int) {
    guard merge != nil else { return sequence.remove(source: number, log: &log) }
    merge?.remove(source: number)
  }

  mutating func noteUpdates() {
    if merge == nil { log.updateAny() } else { merge?.rows.log.updateAny() }
  }

  var count: Int { merge?.rows.count ?? sequence.count }
  var isIndexed: Bool { merge?.isIndexed ?? sequence.isIndexed }
  var heldCount: Int { merge?.rows.heldCount ?? sequence.heldCount }
  var errors: [FeedError] { merge?.errors ?? sequence.errors }
  /// Whether each source's rows follow each other as in its document, and none is held back.
  var keepsDocumentOrder: Bool { merge == nil && sequence.heldCount == 0 }
  /// The number of records that a merge has looked at; nil where no merge is going on.
  var lookedCount: Int? { merge.flatMap { $0.isIndexed ? nil : $0.lookedCount } }

  /// Scans and merges about `budget` bytes further.
  /// - Returns: `.waiting` only if nothing can be done without new bytes.
  ///
  /// - Parameter limit: the rows that a merge shows, at most.
  mutating func advance(
    bytes budget: Int,
    at now: Timestamp?,
    rows limit: Int
  ) throws(FeedError) -> ScanProgress {
    guard merge != nil else { return try sequence.advance(bytes: budget, log: &log) }
    return try merge?.advance(bytes: budget, at: now, rows: limit) ?? .done
  }

  mutating func takeChanges() -> [RowChange] {
    guard merge == nil else { return merge?.rows.log.take() ?? [] }
    sequence.takeChanges(into: &log)
    return log.take()
  }

  mutating func noteReorder() {
    if merge == nil { log.reorder() } else { merge?.rows.log.reorder() }
  }

  func leave() {
    merge?.leave()
    sequence.leave()
  }

  mutating func id(at row: Int) -> RecordID? {
    merge == nil ? sequence.id(at: row) : merge?.rows.id(at: row)
  }

  mutating func row(of id: RecordID) -> Int? {
    merge == nil ? sequence.row(of: id) : merge?.rows.row(of: id)
  }

  func isRow(_ id: RecordID) -> Bool { merge?.rows.isRow(id) ?? (sequence.row(of: id) != nil) }

  /// The row that shows what a record says, its own or that of another source; nil for none.
  func row(showing id: RecordID) -> RecordID? {
    if let merge { return merge.rows.row(showing: id) }
    return sequence.row(of: id) == nil ? nil : id
  }

  func copies(of row: RecordID) -> [RecordID] { merge?.rows.copies(of: row) ?? [] }
  var rowsOfCopies: [RecordID: RecordID] { merge?.rows.rowsOfCopies ?? [:] }
  func copyChanges(of row: RecordID) -> Int { merge?.rows.copyChanges(of: row) ?? 0 }

  /// The number of rows up to the one after the last copy of a row; 0 where it has none.
  mutating func end(ofCopiesOf row: RecordID) -> Int { merge?.rows.end(ofCopiesOf: row) ?? 0 }

  /// The number of rows of a higher rank; nil where rows have none.
  mutating func count(above rank: Int64) -> Int? { merge?.rows.count(above: rank) }

  mutating func hold(between first: RecordID?, and last: RecordID?) {
    if merge == nil {
      sequence.hold(between: first, and: last, log: &log)
    } else {
      merge?.rows.hold(between: first, and: last)
    }
  }
}

/// The records of sources in one order, while they are scanned: newest first, or by another rank.
///
/// A source whose times have only descended is assumed to go on so: rows are shown down to where the least advanced of
/// such sources stands. One whose times ascend may bring anything, and is waited for to its end. A source that has
/// waited for bytes (a pipe) is not waited for: what it brings is inserted where it belongs.
struct TimelineMerge {
  /// Records that are looked at in one call, at most; and rows that are shown.
  private static let mostLooks = 512
  private static let mostRows = 1_024
  private static let looksInTurn = 64
  private static let slice = 64 << 10

  private var lanes: [MergeLane]
  /// The sources that are not done, in their order: of thousands of files most are, most of the time.
  private var open: [Int] = []
  var rows: MergedRows
  /// The logs whose sheets come next in this slice, the next one last.
  private var queue: [Int] = []
  private var turn = 0
  private var lastLive = 0
  private let resumptions: Resumptions?
  /// The number of resumptions of sources at which all lanes were done: to ask each of thousands would take half a
  /// millisecond, several times a key.
  private var doneAt: Int?

  init(_ sources: [SharedChanges], order: StreamOrder, facts: FactTable? = nil) {
    resumptions = sources.first?.resumptions
    lanes = sources.map { MergeLane($0, order: order, facts: facts) }
    rows = MergedRows()
    for lane in lanes { rows.addSource(lane.sourceNumber, kept: lane.keptCount) }
    open = Array(sources.indices)
  }

  mutating func add(_ source: SharedChanges, order: StreamOrder, facts: FactTable?) {
    let lane = MergeLane(source, order: order, facts: facts)
    doneAt = nil
    lanes.append(lane)
    rows.addSource(source.number, kept: lane.keptCount)
    open.append(lanes.count - 1)
  }

  mutating func remove(source number: Int) {
    guard let index = lanes.firstIndex(where: { $0.sourceNumber == number }) else { return }
    doneAt = nil
    lanes.remove(at: index).leave()
    rows.remove(source: number)
    open = lanes.indices.filter { !lanes[$0].isDone(rows) }
  }

  var isIndexed: Bool {
    guard open.isEmpty, !rows.hasPending else { return false }
    return doneAt.map { $0 == resumptions?.count } ?? false || lanes.allSatisfy { $0.isDone(rows) }
  }
  var lookedCount: Int { lanes.reduce(0) { $0 + $1.lookedCount(rows) } }
  func leave() { for lane in lanes { lane.leave() } }
  var errors: [FeedError] { lanes.compactMap(\.failure) }

  mutating func advance(
    bytes budget: Int,
    at now: Timestamp?,
    rows limit: Int = .max
  ) throws(FeedError) -> ScanProgress {
    for index in lanes.indices {
      lanes[index].wake()
      lanes[index].takeChanges(into: &rows)
    }
    open = lanes.indices.filter { !lanes[$0].isDone(rows) }
    var left = max(1, budget)
    var looks = Self.mostLooks
    queue = []
    while left > 0, looks > 0, let index = nextLane() {
      if lanes[index].canLook(rows) {
        look(index, at: now, &left, &looks)
      } else {
        try scan(index, &left)
      }
      if lanes[index].isDone(rows) { open.remove(at: open.partitioningIndex { $0 >= index }) }
    }
    let bound = open.compactMap { lanes[$0].bound(rows) }.min()
    rows.show(before: bound, atMost: min(limit, Self.mostRows))
    doneAt = nil
    if isIndexed {
      doneAt = resumptions?.count
      return .done
    }
    let hasMore = rows.canShow(before: bound) || open.contains { lanes[$0].hasWork(rows) }
    return hasMore ? .more : .waiting
  }

  private mutating func look(
    _ index: Int,
    at now: Timestamp?,
    _ left: inout Int,
    _ looks: inout Int
  ) {
    // A sheet is many records, and the next one may be that of another log.
    var turn = lanes[index].comesInSheets ? 1 : Self.looksInTurn
    while turn > 0, left > 0, looks > 0, lanes[index].canLook(rows) {
      left -= lanes[index].look(at: now, into: &rows)
      turn -= 1
      looks -= 1
    }
  }

  private mutating func scan(_ index: Int, _ left: inout Int) throws(FeedError) {
    let bytes = min(left, Self.slice)
    do throws(FeedError) {
      left -= try lanes[index].scan(bytes: bytes, into: &rows)
    } catch {
      lanes[index].failure = error
      if lanes.allSatisfy({ $0.failure != nil }) { throw error }
    }
  }

  /// The source whose turn it is: now one that rows wait for, now a live one, so that neither a
  /// flood nor a long file keeps the other from the screen.
  private mutating func nextLane() -> Int? {
    turn &+= 1
    if turn & 1 == 1, let live = nextLive() { return live }
    return mostUrgent() ?? nextLive()
  }

  private mutating func nextLive() -> Int? {
    let live = open.filter { lanes[$0].isLive && lanes[$0].hasWork(rows) }
    guard let next = live.first(where: { $0 > lastLive }) ?? live.first else { return nil }
    lastLive = next
    return next
  }

  private mutating func mostUrgent() -> Int? {
    while let index = queue.popLast() { if lanes[index].comesInSheets { return index } }
    var best: (index: Int, urgency: MergeLane.Urgency, bound: RowKey?)?
    for index in open where !lanes[index].isLive && lanes[index].hasWork(rows) {
      let urgency = lanes[index].urgency
      // None is more urgent.
      if urgency == .unknown { return index }
      let bound = lanes[index].bound(rows)
      if let best {
        let comesFirst =
          urgency != best.urgency
          ? urgency == .blocking
          : bound.map { bound in best.bound.map { bound < $0 } ?? true } ?? false
        guard comesFirst else { continue }
      }
      best = (index, urgency, bound)
    }
    guard let best, best.urgency == .bounding, lanes[best.index].comesInSheets else {
      return best?.index
    }
    // Of thousands of logs each would be asked again for each sheet.
    queue = open.filter { !lanes[$0].isLive && lanes[$0].comesInSheets }
      .compactMap { index in lanes[index].bound(rows).map { (index, $0) } }
      .sorted { $0.1 > $1.1 }.map(\.0)
    return queue.popLast() ?? best.index
  }
}

/// The other order of a timeline's rows that is being made, slice by slice, beside the rows that are shown,
/// and the facts that were read for such orders.
struct Reordering {
  typealias Sorted = (order: StreamOrder, merge: TimelineMerge)

  private var sorting: Sorted?
  private(set) var table: FactTable?

  var order: StreamOrder? { sorting?.order }
  var lookedCount: Int? { sorting?.merge.lookedCount }

  func facts(of id: RecordID) -> RecordFacts? { table?.facts(of: id) }

  mutating func begin(_ order: StreamOrder, of sources: [SharedChanges]) {
    let table = table ?? FactTable()
    for source in sources { table.addSource(source.number) }
    self.table = table
    sorting = (order, TimelineMerge(sources, order: order, facts: table))
  }

  mutating func stop() {
    sorting?.merge.leave()
    sorting = nil
  }

  /// Stops, and forgets the facts: the records belong to other sources now.
  mutating func forget() {
    stop()
    table = nil
  }

  mutating func add(_ source: SharedChanges) {
    table?.addSource(source.number)
    guard let order else { return }
    sorting?.merge.add(source, order: order, facts: table)
  }

  /// Sorts about `budget` bytes of records further; returns the order once all that is known has its place.
  mutating func advance(bytes budget: Int, at now: Timestamp?) -> Sorted? {
    guard var sorting else { return nil }
    // Nothing moves while it is copied.
    self.sorting = nil
    do throws(FeedError) {
      if try sorting.merge.advance(bytes: budget, at: now) != .more { return sorting }
      self.sorting = sorting
    } catch {
      // The rows that are shown say what cannot be read.
      sorting.merge.leave()
    }
    return nil
  }
}
