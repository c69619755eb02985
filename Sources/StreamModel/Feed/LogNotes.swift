/// The facts of a log's records as they were read, from which its sheets are made anew.
///
/// Holds 32 bytes for each record that no sheet has yet.
struct LogNotes {
  private struct Note {
    let time: Int64
    let id: UInt64
    let names: (address: UInt64, id: UInt64)
  }

  private let kept: KeptIndex?
  private var new = ChunkedList<Note>()
  private var changed: [Int: Note] = [:]
  /// Whether a record has facts that no sheet can hold: such a log is read anew each time.
  private var isOff = false
  private var hasNews = false
  /// The end of the log when its sheets were last taken.
  private var takenEnd: Int

  init(_ kept: KeptIndex? = nil) {
    self.kept = kept
    takenEnd = kept?.end ?? 0
  }

  var count: Int { (kept?.count ?? 0) + new.count }

  /// Takes note of a record; those of no sheet come in the order of their numbers.
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
      names: (facts.identity.address, facts.identity.id)
    )
    let first = kept?.count ?? 0
    if number < first {
      guard let known = kept?[number], known.time != time || known.names != note.names else {
        return
      }
      changed[number] = note
    } else if number < count {
      new[number - first] = note
    } else if number == count {
      new.append(note)
    }
    hasNews = true
  }

  /// The time that a sheet states: `.max` where it depends on when one asks.
  private static func time(of post: Post, _ facts: RecordFacts) -> Int64? {
    guard let stated = post.rankTime(at: nil)?.secondsSinceEpoch else { return nil }
    return facts.time == stated ? stated : .max
  }

  /// Takes the sheets that are new or have changed; nil where nothing was noted since the last call, or a record was not
  /// noted, or cannot be kept.
  mutating func takeSheets(of entries: RecordEntries, updates: [UInt8], end: Int) -> KeptSheets? {
    guard !isOff, count == entries.count, count > 0, count <= Int(UInt32.max),
      hasNews || takenEnd != end
    else { return nil }
    (hasNews, takenEnd) = (false, end)
    let former = kept?.count ?? 0
    let first = former >> KeptIndex.sheetBits
    let last = (count - 1) >> KeptIndex.sheetBits
    var numbers = Set(changed.keys.map { $0 >> KeptIndex.sheetBits })
    if !new.isEmpty { numbers.formUnion(first...last) }
    var directory = KeptBytes()
    var sheets: [(number: Int, bytes: [UInt8])] = []
    for sheet in 0...last {
      guard numbers.contains(sheet) else {
        guard let known = kept?.sheet(sheet) else { return nil }
        directory.append(known)
        continue
      }
      let start = sheet << KeptIndex.sheetBits
      let records = (start..<min(count, start + KeptIndex.sheetSize)).map {
        record($0, at: entries[$0])
      }
      var bytes = KeptBytes()
      for record in records { bytes.append(record) }
      let newest = records.reduce(Int64.min) { max($0, $1.time) }
      directory.append(KeptIndex.Sheet(start: records[0].start, newest: newest))
      sheets.append((sheet, bytes.bytes))
    }
    return KeptSheets(
      count: count,
      end: end,
      directory: directory.bytes,
      updates: updates,
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
      names: note.names
    )
  }
}
