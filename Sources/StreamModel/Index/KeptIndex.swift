/// What is known of the first records of a log without reading it: where each lies, and the facts that give it its place.
///
/// In sheets of 256 records, so that a start reads those that the screen shows and no others. It is a cache: whatever a
/// sheet says is found in the log again, where the sheet is missing or damaged.
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

  /// Where a sheet begins in the log, and the newest time of its records.
  package struct Sheet: Equatable, Sendable {
    static let size = 16

    let start: Int
    let newest: Int64
  }

  /// The last update of a post of the log.
  struct Update: Equatable, Sendable {
    static let size = 37

    let row: Int
    let id: UInt64
    let last: Range<Int>
    let former: Range<Int>?
    let isDeletion: Bool
  }

  static let sheetBits = 8
  package static let sheetSize = 1 << sheetBits
  /// The sheets in memory, at most: those of a screen may be of as many logs.
  private static let mostSheets = 2

  /// The number of records.
  let count: Int
  /// The byte after the last line that the sheets know.
  package let end: Int
  let updates: [Update]
  private let sheets: [Sheet]
  /// The newest time of the first n + 1 sheets.
  private let newest: [Int64]
  private let load: (Int) -> [UInt8]?
  /// Reads a sheet in the log, where it was not kept; set by the feed of the log.
  var remake: (Range<Int>) -> [Record] = { _ in [] }
  private var loaded: [(sheet: Int, records: [Record])] = []
  /// Whether the log proved to be another than the sheets say.
  package private(set) var isStale = false

  /// - Parameters:
  ///   - directory: the sheets and the updates, as ``KeptSheets`` writes them.
  ///   - load: returns the bytes of a sheet; nil where it cannot be read.
  /// - Returns: nil for a directory that is none.
  package init?(
    count: Int,
    end: Int,
    directory: [UInt8],
    updates: [UInt8],
    load: @escaping (Int) -> [UInt8]?
  ) {
    guard count > 0, count <= Int(UInt32.max), end > 0, end < 1 << 48,
      directory.count == (count + Self.sheetSize - 1) >> Self.sheetBits * Sheet.size,
      updates.count.isMultiple(of: Update.size)
    else { return nil }
    var sheets = KeptBytes(directory)
    let found = (0..<directory.count / Sheet.size).map { _ in
      Sheet(start: Int(sheets.number()), newest: sheets.signed())
    }
    var bytes = KeptBytes(updates)
    let changed = (0..<updates.count / Update.size).compactMap { _ in bytes.update() }
    let starts = found.map(\.start)
    guard zip(starts, starts.dropFirst()).allSatisfy(<), starts.allSatisfy({ $0 >= 0 && $0 < end }),
      changed.count * Update.size == updates.count,
      changed.allSatisfy({ $0.row < count && $0.last.upperBound <= end })
    else { return nil }
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

  /// The records of a sheet, from memory, its cache or the log.
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
  package var posts: Set<UInt64>? {
    var ids = Set<UInt64>(minimumCapacity: count)
    for sheet in sheets.indices {
      for record in read(sheet) { ids.insert(PostIdentity.id(statedHash: record.id)) }
    }
    return isStale ? nil : ids
  }

  /// Says that a record of the log is not what its sheet says.
  func noteMismatch() { isStale = true }

  private func read(_ sheet: Int) -> [Record] {
    guard sheets.indices.contains(sheet) else { return [] }
    let numbers = numbers(ofSheet: sheet)
    let bounds = sheets[sheet].start..<(sheet + 1 < sheets.count ? sheets[sheet + 1].start : end)
    if let bytes = load(sheet), bytes.count == numbers.count * Record.size {
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

/// The sheets of a log as they are written: those that are new or have changed.
package struct KeptSheets: Sendable {
  package let count: Int
  package let end: Int
  package let directory: [UInt8]
  package let updates: [UInt8]
  package let sheets: [(number: Int, bytes: [UInt8])]
}

/// Numbers in little-endian order, one after the other.
struct KeptBytes {
  private(set) var bytes: [UInt8]
  private var at = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  mutating func number() -> UInt64 { next(UInt64.self) }
  mutating func signed() -> Int64 { Int64(bitPattern: number()) }

  mutating func append(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ number: UInt32) {
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
}

extension KeptBytes {
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

  mutating func append(_ sheet: KeptIndex.Sheet) {
    append(UInt64(sheet.start))
    append(UInt64(bitPattern: sheet.newest))
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
