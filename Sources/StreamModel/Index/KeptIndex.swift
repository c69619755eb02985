/// The index of a log's first records, kept from an earlier run: their places in the log, their times and their names.
///
/// Sheets of 64 records let a start read those of the screen alone. The index is a cache: a sheet that is missing or
/// damaged is read in the log again.
package final class KeptIndex {
  /// A record as a sheet has it: 44 bytes.
  package struct Record: Sendable {
    static let size = 44

    let start: Int
    let length: Int
    /// The time that places the record, in seconds since 1970.
    let time: Int64
    /// The hash of the id that it states.
    let id: UInt64
    /// The hashes by which it is found in other sources; 0 for none.
    let names: (address: UInt64, id: UInt64)
  }

  /// An entry of the directory of sheets: 24 bytes.
  struct Sheet {
    static let size = 24

    /// The place in the log of the sheet's first record.
    let start: Int
    /// The newest time of its records.
    let newest: Int64
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
  let updates: [Update]
  private let sheets: [Sheet]
  /// The newest time of the first n + 1 sheets.
  private let newest: [Int64]
  private let load: (Int) -> [UInt8]?
  /// Reads the records between two places of the log, as its feed does, for a sheet that cannot be loaded.
  var remake: (Range<Int>) -> [Record] = { _ in [] }
  private var loaded: [(sheet: Int, records: [Record])] = []
  /// Whether a sheet was missing or damaged, or the log turned out to be another one.
  package private(set) var isStale = false

  /// - Parameters:
  ///   - directory: the entries of the sheets and the hash of all, as ``KeptSheets`` has them.
  ///   - load: returns the bytes of a sheet; nil where it cannot be read.
  /// - Returns: nil if the directory is damaged.
  package init?(
    of log: Int64,
    count: Int,
    end: Int,
    directory: [UInt8],
    updates: [UInt8],
    load: @escaping (Int) -> [UInt8]?
  ) {
    guard count > 0, count <= Int(UInt32.max), end > 0, end < 1 << 48,
      directory.count == (count + Self.sheetSize - 1) >> Self.sheetBits * Sheet.size + 8,
      updates.count.isMultiple(of: Update.size)
    else { return nil }
    var sheets = KeptBytes(directory)
    let found = (0..<directory.count / Sheet.size).map { _ in sheets.sheet() }
    guard sheets.number() == KeptSheets.hash(of: directory.dropLast(8), updates) else { return nil }
    var bytes = KeptBytes(updates)
    let changed = (0..<updates.count / Update.size).compactMap { _ in bytes.update() }
    let starts = found.map(\.start)
    guard zip(starts, starts.dropFirst()).allSatisfy(<), starts.allSatisfy({ $0 >= 0 && $0 < end }),
      changed.count * Update.size == updates.count,
      changed.allSatisfy({ $0.row < count && $0.last.upperBound <= end })
    else { return nil }
    self.log = log
    self.count = count
    self.end = end
    self.sheets = found
    self.updates = changed
    self.load = load
    var newest = Int64.min
    self.newest = found.map { sheet in
      newest = max(newest, sheet.newest)
      return newest
    }
  }

  var sheetCount: Int { sheets.count }
  func sheet(_ number: Int) -> Sheet? { sheets.indices.contains(number) ? sheets[number] : nil }

  /// The newest time of the first sheets, at least one.
  func newest(ofFirst sheets: Int) -> Int64 {
    newest.indices.contains(sheets - 1) ? newest[sheets - 1] : .max
  }

  func numbers(ofSheet sheet: Int) -> Range<Int> {
    let first = sheet << Self.sheetBits
    return first..<min(count, first + Self.sheetSize)
  }

  /// The records of a sheet: from memory, from where it is kept, or else from the log.
  func records(ofSheet sheet: Int) -> [Record] {
    if let at = loaded.lastIndex(where: { $0.sheet == sheet }) { return loaded[at].records }
    let records = read(sheet)
    if loaded.count == Self.mostSheets { loaded.removeFirst() }
    loaded.append((sheet, records))
    return records
  }

  subscript(number: Int) -> Record {
    let sheet = number >> Self.sheetBits
    let records = records(ofSheet: sheet)
    let at = number & (Self.sheetSize - 1)
    return records.indices.contains(at) ? records[at] : Self.lost
  }

  /// ``PostIdentity/id`` of all records; nil where not all sheets can be read.
  package var posts: [UInt64]? {
    var ids: [UInt64] = []
    ids.reserveCapacity(count)
    for sheet in sheets.indices {
      for record in read(sheet) { ids.append(PostIdentity.id(statedHash: record.id)) }
    }
    return isStale ? nil : ids
  }

  /// Notes that a record of the log has another id than in its sheet.
  func noteMismatch() { isStale = true }

  private func read(_ sheet: Int) -> [Record] {
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

  static let lost = Record(start: 0, length: 0, time: .min, id: 0, names: (0, 0))
}

/// The sheets of a log that are new or have changed, with the directory of all, as they are written.
package struct KeptSheets: Sendable {
  /// The log of the index on which these build; nil where they are all sheets.
  package let base: Int64?
  package let count: Int
  package let end: Int
  package let directory: [UInt8]
  package let updates: [UInt8]
  package let sheets: [(number: Int, bytes: [UInt8])]

  static func hash(of directory: some Sequence<UInt8>, _ updates: [UInt8]) -> UInt64 {
    KeptBytes.hash(of: directory + updates)
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
      names: (number(), number())
    )
  }

  mutating func append(_ record: KeptIndex.Record) {
    append(UInt64(record.start))
    append(UInt32(clamping: record.length))
    append(UInt64(bitPattern: record.time))
    append(record.id)
    append(record.names.address)
    append(record.names.id)
  }

  mutating func sheet() -> KeptIndex.Sheet {
    KeptIndex.Sheet(
      start: Int(truncatingIfNeeded: number() & (1 << 48 - 1)),
      newest: signed(),
      hash: number()
    )
  }

  mutating func append(_ sheet: KeptIndex.Sheet) {
    append(UInt64(sheet.start))
    append(UInt64(bitPattern: sheet.newest))
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
