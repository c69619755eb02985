/// The facts of a log's records as they were read, from which its sheets are made.
///
/// Takes 56 bytes for each record without a sheet.
struct LogNotes {
  private struct Note {
    let time: Int64
    let id: UInt64
    let fallback: UInt64
    let names: (address: UInt64, id: UInt64)
    let counts: RecordCounts
  }

  private let kept: KeptIndex?
  private var new = ChunkedList<Note>()
  private var changed: [Int: Note] = [:]
  /// Whether a record has facts that no sheet can hold, so that all of the log is read each time.
  private var isOff = false
  /// The end of the log when its sheets were last taken.
  private var takenEnd: Int

  init(_ kept: KeptIndex?) {
    self.kept = kept
    takenEnd = kept?.end ?? 0
  }

  var count: Int { (kept?.count ?? 0) + new.count }

  /// Notes the facts of a record; records without a sheet come in the order of their numbers.
  mutating func note(_ record: FeedRecord, _ facts: RecordFacts, ofNumber number: Int) {
    guard !isOff else { return }
    guard case .post(let post) = record, post.idIsStated, let time = Self.time(of: post, facts)
    else {
      isOff = true
      return
    }
    let note = Note(
      time: time,
      id: stableHash(post.id.rawValue.utf8),
      fallback: PostIdentity(post).fallback,
      names: (facts.identity.address, facts.identity.id),
      counts: facts.counts
    )
    let first = kept?.count ?? 0
    if number < first {
      guard let known = kept?[number],
        known.time != time || known.names != note.names || known.counts != note.counts
      else { return }
      changed[number] = note
    } else if number < count {
      new[number - first] = note
    } else if number == count {
      new.append(note)
    }
  }

  /// The time that a sheet states; `.max` where the record's place depends on the time now.
  private static func time(of post: Post, _ facts: RecordFacts) -> Int64? {
    guard let stated = post.rankTime(at: nil)?.secondsSinceEpoch else { return nil }
    return facts.time == stated ? stated : .max
  }

  /// Takes the sheets that are new or have changed.
  ///
  /// - Returns: nil if nothing was noted since the last call, or not every record was noted and can be kept.
  mutating func takeSheets(of entries: RecordEntries, updates: [UInt8], end: Int) -> KeptSheets? {
    guard !isOff, count == entries.count, count > 0, count <= Int(UInt32.max), takenEnd != end
    else { return nil }
    takenEnd = end
    let former = kept?.count ?? 0
    let first = former >> KeptIndex.sheetBits
    let last = (count - 1) >> KeptIndex.sheetBits
    var numbers = Set(changed.keys.map { $0 >> KeptIndex.sheetBits })
    if !new.isEmpty { numbers.formUnion(first...last) }
    var directory = KeptBytes()
    var newest = Int64.min
    var sheets: [(number: Int, bytes: [UInt8])] = []
    for sheet in 0...last {
      guard numbers.contains(sheet) else {
        guard let known = kept?.sheet(sheet) else { return nil }
        directory.append(known)
        newest = max(newest, known.newest)
        continue
      }
      let start = sheet << KeptIndex.sheetBits
      let records = (start..<min(count, start + KeptIndex.sheetSize)).map {
        record($0, at: entries[$0])
      }
      var bytes = KeptBytes()
      for record in records { bytes.append(record) }
      let entry = KeptIndex.Sheet(of: records, hash: KeptBytes.hash(of: bytes.bytes))
      newest = max(newest, entry.newest)
      directory.append(entry)
      sheets.append((sheet, bytes.bytes))
    }
    directory.append(KeptBytes.hash(of: directory.bytes + updates))
    return KeptSheets(
      base: kept?.log,
      facts: KeptFacts(count: count, end: end, newest: newest, hasUpdates: !updates.isEmpty),
      directory: (directory.bytes, updates),
      sheets: sheets
    )
  }

  private func record(_ number: Int, at entry: RecordIndex.Entry) -> KeptIndex.Record {
    let first = kept?.count ?? 0
    guard let note = changed[number] ?? (number < first ? nil : new[number - first]) else {
      return kept?[number] ?? KeptIndex.lost
    }
    return KeptIndex.Record(
      start: entry.start,
      length: entry.length,
      time: note.time,
      id: note.id,
      fallback: note.fallback,
      names: note.names,
      counts: note.counts
    )
  }
}
