/// The rows of a merged timeline, and where each record that was looked at stands: among the rows,
/// beyond what may be shown yet, held back, or as a copy of a row.
struct MergedRows {
  private enum Standing: UInt8 {
    /// Has no time yet: see ``MergeLane``.
    case undecided
    case pending, row, held, copy, removed
  }

  private struct Entry {
    var time: Int64
    var identity: RecordIdentity
    var standing: Standing
    var isReversed: Bool

    func key(of id: RecordID) -> RowKey { RowKey(time: time, id: id, isReversed: isReversed) }
  }

  /// The entries of a source by number, in sheets, which are empty until they are taken in.
  private struct Table {
    private var sheets: [[Entry]]
    private(set) var count: Int

    /// - Parameter kept: the number of records in sheets that come later.
    init(kept: Int) {
      count = kept
      sheets = Array(repeating: [], count: (kept + KeptIndex.sheetSize - 1) >> KeptIndex.sheetBits)
    }

    func holds(_ number: Int) -> Bool {
      number < count
        && number & (KeptIndex.sheetSize - 1) < sheets[number >> KeptIndex.sheetBits].count
    }

    subscript(number: Int) -> Entry {
      get { sheets[number >> KeptIndex.sheetBits][number & (KeptIndex.sheetSize - 1)] }
      _modify { yield &sheets[number >> KeptIndex.sheetBits][number & (KeptIndex.sheetSize - 1)] }
    }

    mutating func append(_ entry: Entry) {
      if count & (KeptIndex.sheetSize - 1) == 0 { sheets.append([]) }
      sheets[sheets.count - 1].append(entry)
      count += 1
    }

    mutating func fill(_ sheet: Int, with entries: [Entry]) { sheets[sheet] = entries }
  }

  /// The records by source; none of sources that other streams show.
  private var entries: [Table] = []
  private var rows = RowOrder()
  private var pending = RowOrder()
  private var runs = KeyRuns()
  private var held: [RowKey] = []
  private var hold: (first: RowKey, last: RowKey)?
  private var duplicates = Duplicates()
  var log = ChangeLog()

  /// - Parameter kept: the number of records that come in sheets, from the last to the first.
  mutating func addSource(_ number: Int, kept: Int) {
    while entries.count <= number { entries.append(Table(kept: 0)) }
    if kept > 0 { entries[number] = Table(kept: kept) }
  }

  /// Takes in a sheet of records whose facts are known, the last of a source first.
  mutating func append(
    _ sheet: Int,
    of source: Int,
    _ records: [(time: Int64, identity: RecordIdentity)]
  ) {
    guard entries.indices.contains(source) else { return }
    let entries = records.map { record in
      Entry(
        time: record.time,
        identity: record.identity,
        standing: .pending,
        isReversed: true
      )
    }
    self.entries[source].fill(sheet, with: entries)
    let first = sheet << KeptIndex.sheetBits
    runs.add(
      entries.enumerated().map { at, entry in
        entry.key(of: RecordID(source: source, number: first + at))
      }
    )
  }

  var count: Int { rows.count }
  var heldCount: Int { held.count }
  var hasPending: Bool { !pending.isEmpty || !runs.isEmpty }
  mutating func id(at row: Int) -> RecordID? { rows.key(at: row)?.id }
  mutating func row(of id: RecordID) -> Int? { rowKey(of: id).flatMap { rows.row(of: $0) } }
  func isRow(_ id: RecordID) -> Bool { rowKey(of: id) != nil }

  mutating func count(above rank: Int64) -> Int {
    let first = RecordID(source: 0, number: Int(UInt32.max))
    return rows.count(before: RowKey(time: rank, id: first, isReversed: true))
  }

  /// The row that shows what a record says: its own, or that of which it is a copy.
  func row(showing id: RecordID) -> RecordID? { isRow(id) ? id : duplicates.original(ofCopy: id) }

  func copies(of row: RecordID) -> [RecordID] { duplicates.copies(of: row) }
  var rowsOfCopies: [RecordID: RecordID] { duplicates.originals }
  func copyChanges(of row: RecordID) -> Int { duplicates.changes(of: row) }

  /// The number of rows up to the one after the last copy of a row; 0 where it has none.
  mutating func end(ofCopiesOf row: RecordID) -> Int {
    copies(of: row).reduce(0) { end, copy in
      max(end, entry(copy).map { rows.count(before: $0.key(of: copy)) + 1 } ?? 0)
    }
  }

  func knownCount(of source: Int) -> Int { entries[source].count }

  /// The time of a record that has one, its own or that of a neighbour.
  func time(of id: RecordID) -> Int64? {
    guard let entry = entry(id), entry.standing != .undecided, entry.standing != .removed else {
      return nil
    }
    return entry.time
  }

  /// Takes in the next record of a source; without a time it waits for ``settle(_:time:)``, and one
  /// that is gone already takes its number only.
  mutating func append(
    _ id: RecordID,
    time: Int64?,
    identity: RecordIdentity,
    isGone: Bool = false,
    isReversed: Bool = false
  ) {
    guard entries.indices.contains(id.source), entries[id.source].count == id.number else { return }
    let standing: Standing = isGone ? .removed : .undecided
    entries[id.source].append(
      Entry(time: .min, identity: identity, standing: standing, isReversed: isReversed)
    )
    if let time, !isGone { settle(id, time: time) }
  }

  mutating func settle(_ id: RecordID, time: Int64) {
    guard let entry = entry(id), entry.standing != .removed, self.time(of: id) != time else {
      return
    }
    let wasShown = entry.standing != .undecided && entry.standing != .pending
    withdraw(id)
    entries[id.source][id.number].time = time
    let key = entries[id.source][id.number].key(of: id)
    if wasShown { place(key) } else { suspend(key) }
  }

  /// Puts a record among those of the same rank as the document has them, now that its ranks prove to ascend.
  mutating func reverse(_ id: RecordID) {
    guard let entry = entry(id), !entry.isReversed, entry.standing != .removed else { return }
    guard entry.standing != .undecided else {
      entries[id.source][id.number].isReversed = true
      return
    }
    withdraw(id)
    entries[id.source][id.number].isReversed = true
    let key = entries[id.source][id.number].key(of: id)
    if entry.standing == .pending { suspend(key) } else { place(key) }
  }

  /// Takes in that a record says something else; nil is for a time that stays.
  mutating func update(_ id: RecordID, time: Int64?, identity: RecordIdentity) {
    guard let entry = entry(id), entry.standing != .removed else { return }
    if entry.standing == .row { log.update(id) }
    if entry.identity != identity { change(id, to: identity) }
    if let time { settle(id, time: time) }
  }

  mutating func remove(_ id: RecordID) {
    guard entry(id) != nil else { return }
    withdraw(id)
    entries[id.source][id.number].standing = .removed
  }

  mutating func remove(source number: Int) {
    guard entries.indices.contains(number) else { return }
    // Those held back at once: each of the others is found by its key.
    for key in held where key.id.source == number { setStanding(key.id, .removed) }
    held.removeAll { $0.id.source == number }
    for record in 0..<entries[number].count { remove(RecordID(source: number, number: record)) }
  }

  /// Shows what is pending and comes before `bound`, at most `limit` records; nil bounds nothing.
  mutating func show(before bound: RowKey?, atMost limit: Int) {
    var left = limit
    while left > 0 {
      guard let next = runs.first, bound.map({ next < $0 }) ?? true else {
        for key in pending.removeFirst(left, before: bound) { place(key) }
        return
      }
      if let other = pending.first, other < next {
        for key in pending.removeFirst(left, before: next) {
          place(key)
          left -= 1
        }
      } else {
        runs.removeFirst()
        left -= 1
        // An update may have moved or removed the record since.
        if let entry = entry(next.id), entry.standing == .pending, entry.key(of: next.id) == next {
          place(next)
        }
      }
    }
  }

  func canShow(before bound: RowKey?) -> Bool {
    guard let first = [pending.first, runs.first].compactMap(\.self).min() else { return false }
    return bound.map { first < $0 } ?? true
  }

  /// Holds back records between two rows; lets in those that are held elsewhere.
  mutating func hold(between first: RecordID?, and last: RecordID?) {
    hold = nil
    if let one = first.flatMap({ rowKey(of: $0) }), let other = last.flatMap({ rowKey(of: $0) }) {
      hold = (min(one, other), max(one, other))
    }
    let start = hold.map { hold in held.partitioningIndex { $0 > hold.first } } ?? held.count
    let end = hold.map { hold in held.partitioningIndex { $0 >= hold.last } } ?? held.count
    let released = held[..<start] + held[max(start, end)...]
    guard !released.isEmpty else { return }
    held = Array(held[start..<max(start, end)])
    for key in released { place(key) }
  }

  private func entry(_ id: RecordID) -> Entry? {
    guard entries.indices.contains(id.source), entries[id.source].holds(id.number) else {
      return nil
    }
    return entries[id.source][id.number]
  }

  private func rowKey(of id: RecordID) -> RowKey? {
    guard let entry = entry(id), entry.standing == .row else { return nil }
    return entry.key(of: id)
  }

  private mutating func setStanding(_ id: RecordID, _ standing: Standing) {
    entries[id.source][id.number].standing = standing
  }

  private mutating func suspend(_ key: RowKey) {
    setStanding(key.id, .pending)
    pending.insert(key)
  }

  private mutating func place(_ key: RowKey) {
    guard let identity = entry(key.id)?.identity else { return }
    if let row = duplicates.original(of: identity, from: key.id.source) {
      setStanding(key.id, .copy)
      duplicates.add(copy: key.id, of: row)
      return log.update(row)
    }
    if let hold, hold.first < key, key < hold.last {
      setStanding(key.id, .held)
      return held.insert(key, at: held.partitioningIndex { $0 > key })
    }
    setStanding(key.id, .row)
    duplicates.add(key.id, identity)
    rows.insert(key)
    if let row = rows.row(of: key) { log.insert(row..<row + 1) }
  }

  /// Takes a record from where it stands.
  ///
  /// If it was a row, its copies are placed again.
  private mutating func withdraw(_ id: RecordID) {
    guard let entry = entry(id) else { return }
    let key = entry.key(of: id)
    setStanding(id, .undecided)
    switch entry.standing {
    case .undecided, .removed: break
    case .pending: pending.remove(key)
    case .held: held.removeAll { $0 == key }
    case .copy: if let row = duplicates.remove(copy: id) { log.update(row) }
    case .row:
      if let row = rows.row(of: key) { log.remove(id, at: row) }
      rows.remove(key)
      placeAnew(duplicates.remove(id, entry.identity))
    }
  }

  /// A row stays one unless another row shows the same; copies under the old identity are placed again.
  private mutating func change(_ id: RecordID, to identity: RecordIdentity) {
    guard let entry = entry(id) else { return }
    switch entry.standing {
    case .row where duplicates.original(of: identity, from: id.source) == nil:
      let copies = duplicates.remove(id, entry.identity)
      entries[id.source][id.number].identity = identity
      duplicates.add(id, identity)
      placeAnew(copies)
    case .row, .copy, .held:
      withdraw(id)
      entries[id.source][id.number].identity = identity
      place(entry.key(of: id))
    case .undecided, .pending, .removed: entries[id.source][id.number].identity = identity
    }
  }

  private mutating func placeAnew(_ copies: [RecordID]) {
    let keys = copies.compactMap { id in entry(id)?.key(of: id) }
    for key in keys.sorted() { place(key) }
  }
}

/// Runs of row keys, from which the first key of all is taken.
struct KeyRuns {
  /// The keys of each run from the last to the first.
  private var runs: [[RowKey]] = []
  /// The runs that have keys, with the first key of each, as a heap: none comes before the one above it.
  private var heap: [(first: RowKey, run: Int)] = []

  var isEmpty: Bool { heap.isEmpty }
  var first: RowKey? { heap.first?.first }

  mutating func add(_ keys: [RowKey]) {
    let run = keys.sorted(by: >)
    guard let first = run.last else { return }
    heap.append((first, runs.count))
    runs.append(run)
    var at = heap.count - 1
    while at > 0, heap[at].first < heap[(at - 1) / 2].first {
      heap.swapAt(at, (at - 1) / 2)
      at = (at - 1) / 2
    }
  }

  mutating func removeFirst() {
    guard let run = heap.first?.run else { return }
    runs[run].removeLast()
    if let next = runs[run].last {
      heap[0].first = next
    } else {
      runs[run] = []
      let last = heap.removeLast()
      guard !heap.isEmpty else {
        runs = []
        return
      }
      heap[0] = last
    }
    var at = 0
    while 2 * at + 1 < heap.count {
      let left = 2 * at + 1
      let isRight = left + 1 < heap.count && heap[left + 1].first < heap[left].first
      let next = isRight ? left + 1 : left
      guard heap[next].first < heap[at].first else { return }
      heap.swapAt(at, next)
      at = next
    }
  }
}

/// Row keys in their order, in chunks of at most 512: to insert or remove one of a million moves a few kilobytes.
struct RowOrder {
  private static let chunkLimit = 512

  /// No chunk is empty.
  private var chunks: [[RowKey]] = []
  /// The number of keys before each chunk, for the chunks counted since the last change.
  private var starts: [Int] = []
  private(set) var count = 0

  var isEmpty: Bool { chunks.isEmpty }
  var first: RowKey? { chunks.first?.first }

  mutating func key(at row: Int) -> RowKey? {
    guard row >= 0, row < count else { return nil }
    findStarts(upTo: chunks.count)
    let chunk = starts.partitioningIndex { $0 > row } - 1
    return chunks[chunk][row - starts[chunk]]
  }

  mutating func row(of key: RowKey) -> Int? {
    // Most that come in come last.
    if chunks.last?.last == key { return count - 1 }
    guard let place = place(of: key) else { return nil }
    findStarts(upTo: place.chunk + 1)
    return starts[place.chunk] + place.index
  }

  mutating func count(before key: RowKey) -> Int {
    let chunk = chunks.partitioningIndex { $0.last.map { $0 >= key } ?? true }
    guard chunk < chunks.count else { return count }
    findStarts(upTo: chunk + 1)
    return starts[chunk] + chunks[chunk].partitioningIndex { $0 >= key }
  }

  mutating func insert(_ key: RowKey) {
    count += 1
    guard let last = chunks.last?.last, key < last else { return append(key) }
    let chunk = chunks.partitioningIndex { $0.last.map { $0 > key } ?? true }
    let index = chunks[chunk].partitioningIndex { $0 > key }
    chunks[chunk].insert(key, at: index)
    if chunks[chunk].count > Self.chunkLimit {
      let half = chunks[chunk].count / 2
      let tail = Array(chunks[chunk][half...])
      chunks[chunk].removeLast(tail.count)
      chunks.insert(tail, at: chunk + 1)
    }
    forgetStarts(after: chunk)
  }

  mutating func remove(_ key: RowKey) {
    guard let place = place(of: key) else { return }
    count -= 1
    chunks[place.chunk].remove(at: place.index)
    let next = place.chunk + 1
    if chunks[place.chunk].isEmpty {
      chunks.remove(at: place.chunk)
    } else if next < chunks.count,
      chunks[place.chunk].count + chunks[next].count <= Self.chunkLimit / 2
    {
      chunks[place.chunk] += chunks.remove(at: next)
    }
    forgetStarts(after: place.chunk)
  }

  /// Takes out the first keys that come before `bound`, at most `limit` of them; nil bounds nothing.
  mutating func removeFirst(_ limit: Int, before bound: RowKey?) -> [RowKey] {
    var taken: [RowKey] = []
    while taken.count < limit, let chunk = chunks.first {
      let end = bound.map { bound in chunk.partitioningIndex { $0 >= bound } } ?? chunk.count
      let length = min(end, limit - taken.count)
      guard length > 0 else { break }
      taken += chunk.prefix(length)
      if length == chunk.count { chunks.removeFirst() } else { chunks[0].removeFirst(length) }
    }
    count -= taken.count
    starts = []
    return taken
  }

  private mutating func append(_ key: RowKey) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkLimit {
      chunks[last].append(key)
    } else {
      chunks.append([key])
    }
  }

  private func place(of key: RowKey) -> (chunk: Int, index: Int)? {
    let chunk = chunks.partitioningIndex { $0.last.map { $0 >= key } ?? true }
    guard chunk < chunks.count else { return nil }
    let index = chunks[chunk].partitioningIndex { $0 >= key }
    return index < chunks[chunk].count && chunks[chunk][index] == key ? (chunk, index) : nil
  }

  private mutating func findStarts(upTo end: Int) {
    while starts.count < min(end, chunks.count) {
      let before = starts.count - 1
      starts.append(before < 0 ? 0 : starts[before] + chunks[before].count)
    }
  }

  private mutating func forgetStarts(after chunk: Int) {
    if starts.count > chunk + 1 { starts.removeLast(starts.count - chunk - 1) }
    if starts.count > chunks.count { starts.removeLast(starts.count - chunks.count) }
  }
}

/// The place of a record among the rows of a sorted timeline: by rank, the highest first, then by
/// source, then by number, in the direction of the document.
struct RowKey: Comparable {
  /// The rank, such as seconds since 1970 where the newest come first; `Int64.min` for a record of a
  /// source without times, which comes last.
  let time: Int64
  let id: RecordID
  /// Whether records of one rank follow each other in the opposite order of their numbers, because the
  /// ranks of the document ascend.
  var isReversed = false

  static func < (one: RowKey, other: RowKey) -> Bool {
    if one.time != other.time { return one.time > other.time }
    if one.id.source != other.id.source { return one.id.source < other.id.source }
    return one.place < other.place
  }

  private var place: Int { isReversed ? -1 - id.number : id.number }
}
