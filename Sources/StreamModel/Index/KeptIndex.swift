/// The index of a log's first records, kept from an earlier run: their places in the log, their times and their names.
///
/// Sheets of 64 records let a start read those of the screen alone. The index is a cache: a sheet that is missing or
/// damaged is read in the log again.
package final class KeptIndex {
  /// A record as a sheet has it: 64 bytes.
  package struct Record: Sendable {
    static let size = 64

    let start: Int
    let length: Int
    /// The time that places the record, in seconds since 1970.
    let time: Int64
    /// The hash of the id that it states.
    let id: UInt64
    /// ``PostIdentity/fallback``.
    let fallback: UInt64
    /// The hashes by which it is found in other sources; 0 for none.
    let names: (address: UInt64, id: UInt64)
    let counts: RecordCounts

    var identity: PostIdentity {
      PostIdentity(id: PostIdentity.id(statedHash: id), fallback: fallback)
    }
  }

  /// An entry of the directory of sheets: 44 bytes.
  struct Sheet {
    static let size = 44

    /// The place in the log of the sheet's first record.
    let start: Int
    /// The newest time of its records.
    let newest: Int64
    /// The oldest time; the least number where a record has its place by the time now.
    let oldest: Int64
    /// The largest counts of its records.
    let most: RecordCounts
    /// The hash of its bytes: a flipped bit would move a post to another time.
    let hash: UInt64
  }

  /// The last update of a post of the log.
  struct Update {
    static let size = 37

    let row: Int
    let id: UInt64
    let last: Range<Int>
    let former: Range<Int>?
    let isDeletion: Bool
  }

  static let sheetBits = 6
  package static let sheetSize = 1 << sheetBits
  /// The most sheets in memory for a log, as the rows of a screen may come from many logs.
  private static let mostSheets = 2

  /// The number by which its owner knows the log.
  let log: Int64
  let count: Int
  /// The byte after the last line that the sheets know.
  package let end: Int
  /// The newest time of all records.
  private let newest: Int64
  let updates: [Update]
  private let read: () -> Directory?
  /// Read once a sheet is wanted: most logs have nothing on the screen.
  private lazy var directory = read() ?? restored
  private let load: (Int) -> [UInt8]?
  /// Reads the records between two places of the log, as its feed does, for a sheet that cannot be loaded.
  var remake: (Range<Int>) -> [Record] = { _ in [] }
  private var loaded: [(sheet: Int, records: [Record])] = []
  /// Whether a sheet was missing or damaged, or the log turned out to be another one.
  package private(set) var isStale = false

  /// - Parameters:
  ///   - facts: what is known of the index before its directory is read.
  ///   - directory: returns the directory; nil where it cannot be read.
  ///   - load: returns the bytes of a sheet; nil where it cannot be read.
  /// - Returns: nil if the index is damaged.
  package init?(
    of log: Int64,
    _ facts: KeptFacts,
    directory: @escaping () -> KeptDirectory?,
    load: @escaping (Int) -> [UInt8]?
  ) {
    let (count, end) = (facts.count, facts.end)
    guard count > 0, count <= Int(UInt32.max), end > 0, end < 1 << 48 else { return nil }
    self.log = log
    self.count = count
    self.end = end
    newest = facts.newest
    self.load = load
    let read = { directory().flatMap { Directory($0, facts) } }
    self.read = read
    guard facts.hasUpdates else {
      updates = []
      return
    }
    // Without them a post would say what it said before.
    guard let known = read() else { return nil }
    updates = known.updates
    self.directory = known
  }

  /// The directory as the log has it, for one that cannot be read, or that another process has removed.
  private var restored: Directory {
    isStale = true
    let records = remake(0..<end)
    guard records.count == count else { return Directory([], updates: updates) }
    let sheets = (0..<sheetCount).map { sheet in
      let records = records[numbers(ofSheet: sheet)]
      var bytes = KeptBytes()
      for record in records { bytes.append(record) }
      return Sheet(of: Array(records), hash: KeptBytes.hash(of: bytes.bytes))
    }
    return Directory(sheets, updates: updates)
  }

  var sheetCount: Int { (count + Self.sheetSize - 1) >> Self.sheetBits }
  func sheet(_ number: Int) -> Sheet? {
    directory.sheets.indices.contains(number) ? directory.sheets[number] : nil
  }

  /// The newest time of the first sheets, at least one.
  func newest(ofFirst sheets: Int) -> Int64 {
    guard sheets < sheetCount else { return newest }
    let known = directory.newest
    return known.indices.contains(sheets - 1) ? known[sheets - 1] : .max
  }

  func numbers(ofSheet sheet: Int) -> Range<Int> {
    let first = sheet << Self.sheetBits
    return first..<min(count, first + Self.sheetSize)
  }

  /// The records of a sheet: from memory, from where it is kept, or else from the log.
  func records(ofSheet sheet: Int) -> [Record] { loaded[place(ofSheet: sheet)].records }

  subscript(number: Int) -> Record {
    // Asked about each record of a search: a copy of the list of records would be counted each time.
    let place = place(ofSheet: number >> Self.sheetBits)
    let at = number & (Self.sheetSize - 1)
    return at < loaded[place].records.count ? loaded[place].records[at] : Self.lost
  }

  /// The place of a sheet among those in memory, where it is now.
  private func place(ofSheet sheet: Int) -> Int {
    if let place = loaded.lastIndex(where: { $0.sheet == sheet }) { return place }
    let records = read(sheet)
    if loaded.count == Self.mostSheets { loaded.removeFirst() }
    loaded.append((sheet, records))
    return loaded.count - 1
  }

  /// ``PostIdentity/id`` of all records; nil where not all sheets can be read.
  package var posts: [UInt64]? {
    var ids: [UInt64] = []
    ids.reserveCapacity(count)
    for sheet in 0..<sheetCount {
      for record in read(sheet) { ids.append(PostIdentity.id(statedHash: record.id)) }
    }
    return isStale ? nil : ids
  }

  /// Notes that a record of the log has another id than in its sheet.
  func noteMismatch() { isStale = true }

  private func read(_ sheet: Int) -> [Record] {
    let sheets = directory.sheets
    guard sheets.indices.contains(sheet) else { return [] }
    let numbers = numbers(ofSheet: sheet)
    let bounds = sheets[sheet].start..<(sheet + 1 < sheets.count ? sheets[sheet + 1].start : end)
    if let bytes = load(sheet), bytes.count == numbers.count * Record.size,
      KeptBytes.hash(of: bytes) == sheets[sheet].hash
    {
      var kept = KeptBytes(bytes)
      let records = numbers.map { _ in kept.record() }
      let isSound = zip(records, records.dropFirst()).allSatisfy {
        $0.start + $0.length < $1.start
      }
      if isSound, let first = records.first, let last = records.last,
        first.start == bounds.lowerBound,
        last.start + last.length <= bounds.upperBound
      {
        return records
      }
    }
    isStale = true
    let records = remake(bounds)
    return records.count == numbers.count ? records : numbers.map { _ in Self.lost }
  }

  static let lost = Record(
    start: 0,
    length: 0,
    time: .min,
    id: 0,
    fallback: 0,
    names: (0, 0),
    counts: .none
  )
}

extension KeptIndex.Sheet {
  init(of records: [KeptIndex.Record], hash: UInt64) {
    start = records.first?.start ?? 0
    newest = records.reduce(.min) { max($0, $1.time) }
    oldest = records.reduce(.max) { min($0, $1.time == .max ? .min : $1.time) }
    most = records.reduce(.none) { $0.joined($1.counts) }
    self.hash = hash
  }
}

extension IndexedFacts {
  init(_ record: KeptIndex.Record) {
    times = record.time == .max ? .min ... .max : record.time...record.time
    counts = (record.counts, record.counts)
  }

  init(_ sheet: KeptIndex.Sheet) {
    times = min(sheet.oldest, sheet.newest)...sheet.newest
    counts = (.none, sheet.most)
  }

  /// The sheet of a record.
  static func sheet(ofNumber number: Int) -> Int { number >> KeptIndex.sheetBits }
}

/// What is known of an index before its directory is read.
package struct KeptFacts: Equatable, Sendable {
  package let count: Int
  /// The byte after the last line that the sheets know.
  package let end: Int
  /// The newest time of all records, in seconds since 1970; `.max` where one has its place by the time now.
  package let newest: Int64
  package let hasUpdates: Bool

  package init(count: Int, end: Int, newest: Int64, hasUpdates: Bool) {
    self.count = count
    self.end = end
    self.newest = newest
    self.hasUpdates = hasUpdates
  }

  /// A number that shows whether one of the facts, or of the other numbers, was damaged.
  package func seal(with others: [UInt64]) -> UInt64 {
    let facts = [Int64(count), Int64(end), newest, hasUpdates ? 1 : 0]
    return KeptBytes.hash(of: others + facts.map { UInt64(bitPattern: $0) })
  }
}

/// The entries of all sheets of a log and the hash of all, and the updates, as they are written.
package typealias KeptDirectory = (sheets: [UInt8], updates: [UInt8])

/// The sheets of a log that are new or have changed, with the directory of all, as they are written.
package struct KeptSheets: Sendable {
  /// The log of the index on which these build; nil where they are all sheets.
  package let base: Int64?
  package let facts: KeptFacts
  package let directory: KeptDirectory
  package let sheets: [(number: Int, bytes: [UInt8])]
}

/// The directory of an index, read.
private struct Directory {
  let sheets: [KeptIndex.Sheet]
  let updates: [KeptIndex.Update]
  /// The newest time of the first n + 1 sheets.
  let newest: [Int64]

  init(_ sheets: [KeptIndex.Sheet], updates: [KeptIndex.Update]) {
    self.sheets = sheets
    self.updates = updates
    var newest = Int64.min
    self.newest = sheets.map { sheet in
      newest = max(newest, sheet.newest)
      return newest
    }
  }

  /// - Returns: nil if it is damaged, or that of another index.
  init?(_ kept: KeptDirectory, _ facts: KeptFacts) {
    let (entries, updates) = (kept.sheets, kept.updates)
    // Another process may have added sheets since.
    let count = (entries.count - 8) / KeptIndex.Sheet.size
    let known = (facts.count + KeptIndex.sheetSize - 1) >> KeptIndex.sheetBits
    guard count >= known, entries.count == count * KeptIndex.Sheet.size + 8,
      updates.count.isMultiple(of: KeptIndex.Update.size)
    else { return nil }
    var bytes = KeptBytes(entries)
    let all = (0..<count).map { _ in bytes.sheet() }
    guard bytes.number() == KeptBytes.hash(of: entries.dropLast(8) + updates) else { return nil }
    let sheets = Array(all.prefix(known))
    var rest = KeptBytes(updates)
    let changed = (0..<updates.count / KeptIndex.Update.size).compactMap { _ in rest.update() }
    let starts = sheets.map(\.start)
    guard zip(starts, starts.dropFirst()).allSatisfy(<),
      starts.allSatisfy({ $0 >= 0 && $0 < facts.end }),
      changed.count * KeptIndex.Update.size == updates.count,
      changed.allSatisfy({ $0.row < facts.count && $0.last.upperBound <= facts.end })
    else { return nil }
    self.init(sheets, updates: changed)
  }
}

/// Numbers in little-endian order, one after the other.
struct KeptBytes {
  private(set) var bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func number() -> UInt64 { next(UInt64.self) }
  mutating func signed() -> Int64 { Int64(bitPattern: number()) }

  /// A hash of bytes, eight at a time, with the multiplier of SplitMix64 (Steele, Lea, Flood 2014).
  static func hash(of bytes: [UInt8]) -> UInt64 {
    var words = KeptBytes(bytes)
    var hash = UInt64(bytes.count)
    for _ in 0..<bytes.count / 8 { hash = mixed(hash ^ words.number()) }
    for _ in 0..<bytes.count % 8 { hash = mixed(hash ^ UInt64(words.next(UInt8.self))) }
    return hash
  }

  static func hash(of numbers: [UInt64]) -> UInt64 {
    numbers.reduce(UInt64(numbers.count)) { mixed($0 ^ $1) }
  }

  private static func mixed(_ hash: UInt64) -> UInt64 {
    let product = hash &* 0xBF58_476D_1CE4_E5B9
    return product ^ product >> 29
  }

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  private mutating func next<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    let size = MemoryLayout<Number>.size
    guard at + size <= bytes.count else { return 0 }
    defer { at += size }
    return bytes.withUnsafeBytes {
      Number(littleEndian: $0.loadUnaligned(fromByteOffset: at, as: Number.self))
    }
  }

  mutating func record() -> KeptIndex.Record {
    let start = Int(truncatingIfNeeded: number() & (1 << 48 - 1))
    let length = Int(next(UInt32.self))
    return KeptIndex.Record(
      start: start,
      length: length,
      time: signed(),
      id: number(),
      fallback: number(),
      names: (number(), number()),
      counts: counts()
    )
  }

  mutating func append(_ record: KeptIndex.Record) {
    append(UInt64(record.start))
    append(UInt32(clamping: record.length))
    append(UInt64(bitPattern: record.time))
    append(record.id)
    append(record.fallback)
    append(record.names.address)
    append(record.names.id)
    append(record.counts)
  }

  private mutating func counts() -> RecordCounts {
    RecordCounts(likes: next(Int32.self), reshares: next(Int32.self), comments: next(Int32.self))
  }

  private mutating func append(_ counts: RecordCounts) {
    append(counts.likes)
    append(counts.reshares)
    append(counts.comments)
  }

  mutating func sheet() -> KeptIndex.Sheet {
    KeptIndex.Sheet(
      start: Int(truncatingIfNeeded: number() & (1 << 48 - 1)),
      newest: signed(),
      oldest: signed(),
      most: counts(),
      hash: number()
    )
  }

  mutating func append(_ sheet: KeptIndex.Sheet) {
    append(UInt64(sheet.start))
    append(sheet.newest)
    append(sheet.oldest)
    append(sheet.most)
    append(sheet.hash)
  }

  mutating func update() -> KeptIndex.Update? {
    let row = Int(next(UInt32.self))
    let id = number()
    let last = range()
    let former = range()
    let kind = next(UInt8.self)
    guard kind < 2, !last.isEmpty else { return nil }
    return KeptIndex.Update(
      row: row,
      id: id,
      last: last,
      former: former.isEmpty ? nil : former,
      isDeletion: kind == 1
    )
  }

  mutating func append(_ update: KeptIndex.Update) {
    append(UInt32(clamping: update.row))
    append(update.id)
    append(update.last)
    append(update.former ?? 0..<0)
    bytes.append(update.isDeletion ? 1 : 0)
  }

  private mutating func range() -> Range<Int> {
    let start = Int(truncatingIfNeeded: number() & (1 << 48 - 1))
    return start..<start + Int(next(UInt32.self))
  }

  private mutating func append(_ range: Range<Int>) {
    append(UInt64(range.lowerBound))
    append(UInt32(clamping: range.count))
  }
}
