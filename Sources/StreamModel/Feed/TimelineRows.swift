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

  /// The time of a row in seconds since 1970; nil where rows are in no order of time.
  func time(of id: RecordID) -> Int64? { merge?.rows.time(of: id) }

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
  /// The sources that are not done, in their order, but those of ``sheets``.
  private var busy: [Int] = []
  /// The logs of which nothing but sheets is left, with the first keys that these can have; the first of them last.
  private var sheets: [(bound: RowKey, index: Int)] = []
  var rows: MergedRows
  private var turn = 0
  private var lastLive = 0
  private let resumptions: Resumptions?
  /// The number of resumptions of sources at which all lanes were asked: to ask each of thousands would take half a
  /// millisecond, several times a key.
  private var askedAt: Int?

  init(_ sources: [SharedChanges], order: StreamOrder, facts: FactTable? = nil) {
    resumptions = sources.first?.resumptions
    lanes = sources.map { MergeLane($0, order: order, facts: facts) }
    rows = MergedRows()
    for lane in lanes { rows.addSource(lane.sourceNumber, kept: lane.keptCount) }
    busy = Array(sources.indices)
  }

  mutating func add(_ source: SharedChanges, order: StreamOrder, facts: FactTable?) {
    let lane = MergeLane(source, order: order, facts: facts)
    lanes.append(lane)
    rows.addSource(source.number, kept: lane.keptCount)
    busy.append(lanes.count - 1)
    askedAt = nil
  }

  mutating func remove(source number: Int) {
    guard let index = lanes.firstIndex(where: { $0.sourceNumber == number }) else { return }
    lanes.remove(at: index).leave()
    rows.remove(source: number)
    askedAt = nil
    sortLanes()
  }

  var isIndexed: Bool {
    guard busy.isEmpty, sheets.isEmpty, !rows.hasPending else { return false }
    return isAsked || lanes.allSatisfy { $0.isDone(rows) }
  }
  private var isAsked: Bool { askedAt.map { $0 == resumptions?.count } ?? false }
  var lookedCount: Int { lanes.reduce(0) { $0 + $1.lookedCount(rows) } }
  func leave() { for lane in lanes { lane.leave() } }
  var errors: [FeedError] { lanes.compactMap(\.failure) }

  mutating func advance(
    bytes budget: Int,
    at now: Timestamp?,
    rows limit: Int = .max
  ) throws(FeedError) -> ScanProgress {
    for index in isAsked ? busy : Array(lanes.indices) {
      lanes[index].wake()
      lanes[index].takeChanges(into: &rows)
    }
    if !isAsked { sortLanes() }
    askedAt = resumptions?.count
    var left = max(1, budget)
    var looks = Self.mostLooks
    while left > 0, looks > 0 {
      if let index = nextBusy() {
        busy.remove(at: busy.partitioningIndex { $0 >= index })
        defer { sort(index) }
        if lanes[index].canLook(rows) {
          look(index, at: now, &left, &looks)
        } else {
          try scan(index, &left)
        }
      } else if let index = sheets.popLast()?.index {
        left -= lanes[index].look(at: now, into: &rows)
        looks -= 1
        sort(index)
      } else {
        break
      }
    }
    let bounds = busy.compactMap { lanes[$0].bound(rows) } + (sheets.last.map { [$0.bound] } ?? [])
    let bound = bounds.min()
    rows.show(before: bound, atMost: min(limit, Self.mostRows))
    if isIndexed { return .done }
    let hasMore =
      !sheets.isEmpty || rows.canShow(before: bound) || busy.contains { lanes[$0].hasWork(rows) }
    return hasMore ? .more : .waiting
  }

  /// Tells the lanes that are busy, or have sheets, from those that are done.
  private mutating func sortLanes() {
    busy = []
    sheets = []
    for index in lanes.indices where !lanes[index].isDone(rows) {
      if let bound = lanes[index].boundOfRest(rows) {
        sheets.append((bound, index))
      } else {
        busy.append(index)
      }
    }
    sheets.sort { $0.bound > $1.bound }
  }

  /// Puts a lane that is neither among the busy ones nor among those with sheets where it belongs.
  private mutating func sort(_ index: Int) {
    guard !lanes[index].isDone(rows) else { return }
    if let bound = lanes[index].boundOfRest(rows) {
      sheets.insert((bound, index), at: sheets.partitioningIndex { $0.bound <= bound })
    } else {
      busy.insert(index, at: busy.partitioningIndex { $0 > index })
    }
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

  /// The busy source whose turn it is, now one that rows wait for, now a live one, so that neither a flood nor a long
  /// file keeps the other from the screen; nil where a sheet comes first.
  private mutating func nextBusy() -> Int? {
    guard !busy.isEmpty else { return nil }
    turn &+= 1
    if turn & 1 == 1, let live = nextLive() { return live }
    return mostUrgent() ?? (sheets.isEmpty ? nextLive() : nil)
  }

  private mutating func nextLive() -> Int? {
    let live = busy.filter { lanes[$0].isLive && lanes[$0].hasWork(rows) }
    guard let next = live.first(where: { $0 > lastLive }) ?? live.first else { return nil }
    lastLive = next
    return next
  }

  private func mostUrgent() -> Int? {
    var best: (index: Int, urgency: MergeLane.Urgency, bound: RowKey?)?
    for index in busy where !lanes[index].isLive && lanes[index].hasWork(rows) {
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
    guard let best, best.urgency == .bounding, let sheet = sheets.last?.bound else {
      return best?.index
    }
    return best.bound.map { $0 < sheet } ?? false ? best.index : nil
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
