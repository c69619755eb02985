/// One source of a merge: what is known of the order of its times, and what is still to be looked at.
///
/// A class, because a merge asks each of its lanes many times, and each time would copy a struct.
final class MergeLane {
  /// How the times of the records so far follow each other.
  private enum Direction {
    case unknown, descending, mixed
  }

  /// How urgently a merge needs more of a source: the less is known of its order, the more.
  enum Urgency {
    case unknown, blocking, bounding
  }

  /// A record that was looked at and says something else now.
  private struct Changed {
    let number: Int
    /// Whether it goes where its time now belongs.
    let moves: Bool
  }

  private static let lookCost = 64
  private static let keptCost = 16
  private static let fileCost = 1_024
  /// How far a record without a time looks for a neighbour with one.
  private static let reach = 64
  /// The bound of a source that may still bring any record: no row is shown.
  private static let nothing = RowKey(time: .max, id: RecordID(source: 0, number: 0))

  private let follower: SharedChanges.Follower
  private let order: StreamOrder
  /// The keys by which rows are ordered; nil until the reader changes the order.
  private let facts: FactTable?
  let source: any RecordSource
  private let log: Feed?
  /// The log's kept index; nil where it does not serve this order.
  private let kept: KeptIndex?
  /// The number of its sheets that are not taken in yet, the last of which, with the newest posts, comes next.
  private var sheetsLeft = 0
  let sourceNumber: Int
  var failure: FeedError?
  /// The source has waited for bytes, as a pipe does: it holds nothing back any more.
  private(set) var isLive = false
  private(set) var isStarved = false
  private var direction = Direction.unknown
  /// Whether the first two different ranks ascend: those of one rank are reversed then.
  private var isReversed = false
  /// Records that were looked at before that was known.
  private var turning: Range<Int> = 0..<0
  private var oldest = Int64.max
  /// The first time stated in the source, which the records before it take.
  private var firstTime: Int64?
  /// Records before the first time: those with no place yet, and those shown at the end meanwhile.
  private var leading: [Int] = []
  private var provisional: [Int] = []
  /// Records that were looked at and say something else now.
  private var changed: [Changed] = []
  /// Changed records of sheets that are not taken in yet.
  private var changedLater: [Changed] = []
  private var unsettled = 0

  init(_ changes: SharedChanges, order: StreamOrder, facts: FactTable?) {
    // Records that are there already are looked at anyway.
    follower = changes.follow()
    source = changes.source
    sourceNumber = changes.number
    self.order = order
    self.facts = facts
    // Counts follow no order that could be guessed from the first of them.
    if !order.isByTimeInSources { direction = .mixed }
    if source.isLog, order == .newest || order == .feed { (direction, isReversed) = (.mixed, true) }
    log = source.isLog ? source as? Feed : nil
    kept = order == .newest && facts == nil ? log?.keptIndex : nil
    sheetsLeft = kept?.sheetCount ?? 0
  }

  /// The number of records that come in sheets.
  var keptCount: Int { kept?.count ?? 0 }

  var comesInSheets: Bool { sheetsLeft > 0 }

  func lookedCount(_ rows: MergedRows) -> Int {
    rows.knownCount(of: sourceNumber) - min(keptCount, sheetsLeft << KeptIndex.sheetBits)
  }

  func leave() { follower.leave() }
  var isScanned: Bool { source.isIndexed || failure != nil }

  func isDone(_ rows: MergedRows) -> Bool { isScanned && !canLook(rows) }

  func hasWork(_ rows: MergedRows) -> Bool { canLook(rows) || (!isScanned && !isStarved) }

  func canLook(_ rows: MergedRows) -> Bool {
    if !turning.isEmpty || !changed.isEmpty || sheetsLeft > 0 || canPlaceLeading(rows) {
      return true
    }
    // Later bytes may add likes and comments.
    return hasNew(rows) && (source.isSettled && order.isByTimeInSources || isLive || isScanned)
  }

  /// No record still to come stands before this key, if the source goes on as it began; nil where
  /// the source holds nothing back.
  func bound(_ rows: MergedRows) -> RowKey? {
    if isLive || isDone(rows) { return nil }
    if let bound = boundOfSheets(rows) { return bound }
    guard direction == .descending, leading.isEmpty else { return Self.nothing }
    let next = RecordID(source: sourceNumber, number: rows.knownCount(of: sourceNumber))
    return RowKey(time: oldest, id: next)
  }

  /// The first key that the remaining sheets can have; nil while records after them are missing.
  private func boundOfSheets(_ rows: MergedRows) -> RowKey? {
    guard let kept, sheetsLeft > 0, isScanned, leading.isEmpty, !hasNew(rows) else { return nil }
    let last = kept.numbers(ofSheet: sheetsLeft - 1).upperBound - 1
    return RowKey(
      time: Self.rank(kept.newest(ofFirst: sheetsLeft)),
      id: RecordID(source: sourceNumber, number: last),
      isReversed: true
    )
  }

  /// The first key that the remaining sheets can have, where nothing else is left to be done; nil elsewhere.
  func boundOfRest(_ rows: MergedRows) -> RowKey? {
    isLive || !turning.isEmpty || !changed.isEmpty || canPlaceLeading(rows)
      ? nil : boundOfSheets(rows)
  }

  private static func rank(_ time: Int64) -> Int64 { max(.min + 2, min(time, .max - 1)) }

  var urgency: Urgency {
    if sheetsLeft > 0, isScanned { return .bounding }
    return switch direction {
    case .unknown: source.isSettled ? .unknown : .blocking
    case .mixed: .blocking
    case .descending: .bounding
    }
  }

  /// Forgets that there were no bytes: more may have come.
  func wake() { isStarved = false }

  func scan(bytes budget: Int, into rows: inout MergedRows) throws(FeedError) -> Int {
    let known = source.numberLimit
    let progress = try source.advance(bytes: budget)
    takeChanges(into: &rows)
    switch progress {
    case .more: return budget
    case .done:
      // One slice may hold many small files.
      let found = (known..<max(known, source.numberLimit)).reduce(Self.fileCost) {
        $0 &+ source.byteCount(ofNumber: $1)
      }
      return min(budget, found)
    case .waiting:
      isLive = true
      isStarved = true
      // Finding no bytes costs nothing, so the other sources have the whole budget.
      return 0
    }
  }

  /// Takes in what the source changed; new records are looked at later.
  func takeChanges(into rows: inout MergedRows) {
    for change in follower.takeChanges() {
      switch change {
      case .inserted: break
      case .removed(let number, _): rows.remove(RecordID(source: sourceNumber, number: number))
      case .updated(let number), .revised(let number):
        guard number < rows.knownCount(of: sourceNumber) else { continue }
        noteChange(Changed(number: number, moves: change == .updated(number: number)))
      case .updatedAll:
        // A row keeps its place: nothing on the screen moves because somebody liked it.
        facts?.forgetAll(of: sourceNumber)
        rows.log.updateAny()
      }
    }
    if unsettled > 0, source.isSettled {
      // Their addresses may have been relative to a page that was not known yet.
      changed += (0..<unsettled).map { Changed(number: $0, moves: true) }
      unsettled = 0
    }
  }

  private func noteChange(_ change: Changed) {
    if change.number < min(keptCount, sheetsLeft << KeptIndex.sheetBits) {
      changedLater.append(change)
    } else {
      changed.append(change)
    }
  }

  /// Takes in the last of the remaining sheets; returns the cost in bytes.
  private func takeSheet(_ kept: KeptIndex, at now: Timestamp?, into rows: inout MergedRows)
    -> Int
  {
    sheetsLeft -= 1
    let numbers = kept.numbers(ofSheet: sheetsLeft)
    var cost = Self.fileCost
    let facts = zip(numbers, kept.records(ofSheet: sheetsLeft)).map { number, record in
      cost += Self.keptCost
      guard record.time == .max else {
        let facts = RecordFacts(record)
        return (time: Self.rank(record.time), identity: facts.identity)
      }
      cost += source.byteCount(ofNumber: number)
      let read = readAgain(number, at: now)
      return (time: read.time ?? .min, identity: read.identity)
    }
    if firstTime == nil { firstTime = facts.first?.time }
    rows.append(sheetsLeft, of: sourceNumber, facts)
    if !changedLater.isEmpty {
      changed += changedLater.filter { $0.number >= numbers.lowerBound }
      changedLater.removeAll { $0.number >= numbers.lowerBound }
    }
    return cost
  }

  /// Looks at one record, takes in one sheet, or places a record that had no time; returns the cost in bytes.
  func look(at now: Timestamp?, into rows: inout MergedRows) -> Int {
    if let number = turning.popFirst() {
      rows.reverse(RecordID(source: sourceNumber, number: number))
      return Self.lookCost
    }
    if let record = changed.popLast() { return update(record, at: now, &rows) }
    if canPlaceLeading(rows) { return placeLeading(&rows) }
    // The last sheet shares its table with the records after it, so it comes before them.
    if let kept, sheetsLeft > 0, sheetsLeft == kept.sheetCount || !hasNew(rows) {
      return takeSheet(kept, at: now, into: &rows)
    }
    let number = rows.knownCount(of: sourceNumber)
    let id = RecordID(source: sourceNumber, number: number)
    guard let position = source.position(ofNumber: number) else {
      rows.append(id, time: nil, identity: .none, isGone: true)
      facts?.keep(.none, of: id)
      return Self.lookCost
    }
    let stated = read(number, at: now)
    if !source.isSettled { unsettled = number + 1 }
    if firstTime == nil { firstTime = stated.time }
    let time = stated.time ?? neighbouringTime(of: position, rows)
    if let time { note(time, at: position, rows) } else { leading.append(number) }
    rows.append(id, time: time, identity: stated.identity, isReversed: isReversed)
    return source.byteCount(ofNumber: number) + Self.lookCost
  }

  private func hasNew(_ rows: MergedRows) -> Bool {
    rows.knownCount(of: sourceNumber) < source.numberLimit
  }

  private func canPlaceLeading(_ rows: MergedRows) -> Bool {
    if firstTime != nil { return !leading.isEmpty || !provisional.isEmpty }
    // Without any time they come last: now, if no more can be waited for.
    return !leading.isEmpty && (isScanned || isLive) && !hasNew(rows)
  }

  private func placeLeading(_ rows: inout MergedRows) -> Int {
    if let number = leading.popLast() {
      let id = RecordID(source: sourceNumber, number: number)
      // Those that were updated since have their own time.
      if rows.time(of: id) == nil { rows.settle(id, time: firstTime ?? .min) }
      if firstTime == nil { provisional.append(number) }
    } else if let number = provisional.popLast(), let firstTime {
      let id = RecordID(source: sourceNumber, number: number)
      if rows.time(of: id) == .min { rows.settle(id, time: firstTime) }
    }
    return Self.lookCost
  }

  private func update(
    _ changed: Changed,
    at now: Timestamp?,
    _ rows: inout MergedRows
  ) -> Int {
    let number = changed.number
    guard source.position(ofNumber: number) != nil else { return Self.lookCost }
    let stated = readAgain(number, at: now)
    if firstTime == nil { firstTime = stated.time }
    // One that states no time any more stays where it is.
    let id = RecordID(source: sourceNumber, number: number)
    rows.update(id, time: changed.moves ? stated.time : nil, identity: stated.identity)
    return source.byteCount(ofNumber: number) + Self.lookCost
  }

  private func read(_ number: Int, at now: Timestamp?) -> (time: Int64?, identity: RecordIdentity) {
    guard let known = facts?.facts(of: RecordID(source: sourceNumber, number: number)) else {
      return readAgain(number, at: now)
    }
    return (order.rank(of: known, in: sourceNumber), known.identity)
  }

  private func readAgain(
    _ number: Int,
    at now: Timestamp?
  ) -> (time: Int64?, identity: RecordIdentity) {
    let record = source.inspect(number: number)
    let read = RecordFacts(record, comparesTexts: source.comparesTexts, at: now)
    log?.notes?.note(record, read, ofNumber: number)
    facts?.keep(read, of: RecordID(source: sourceNumber, number: number))
    return (order.rank(of: read, in: sourceNumber), read.identity)
  }

  /// The time that a record without one takes: of the nearest record before it, else after it.
  private func neighbouringTime(of position: Int, _ rows: MergedRows) -> Int64? {
    guard let firstTime else { return nil }
    for step in [-1, 1] {
      for distance in 1...Self.reach {
        guard let number = source.number(at: position + step * distance) else { break }
        // Those that are not looked at yet may have no time themselves.
        guard number < rows.knownCount(of: sourceNumber) else { continue }
        let time = rows.time(of: RecordID(source: sourceNumber, number: number))
        return time.flatMap { $0 == .min ? nil : $0 } ?? firstTime
      }
    }
    return firstTime
  }

  /// Takes in how a time follows that of the record before, and goes before the one after.
  private func note(_ time: Int64, at position: Int, _ rows: MergedRows) {
    oldest = min(oldest, time)
    if let before = self.time(at: position - 1, rows), before != time {
      note(before > time, isStated: before != .min, rows)
    }
    if let after = self.time(at: position + 1, rows), after != time {
      note(time > after, isStated: after != .min, rows)
    }
  }

  /// Takes in how two times follow each other; the rank of a record that has no time yet is not stated.
  private func note(_ descends: Bool, isStated: Bool, _ rows: MergedRows) {
    if !descends {
      if direction == .unknown, isStated {
        isReversed = true
        turning = 0..<rows.knownCount(of: sourceNumber)
      }
      direction = .mixed
    } else if direction == .unknown {
      direction = .descending
    }
  }

  private func time(at position: Int, _ rows: MergedRows) -> Int64? {
    source.number(at: position).flatMap {
      rows.time(of: RecordID(source: sourceNumber, number: $0))
    }
  }
}
