/// The facts of a log's records as they were read, from which its pages are made anew.
///
/// Holds 32 bytes for each record that no page has yet.
struct LogNotes {
  private struct Note {
    let time: Int64
    let id: UInt64
    let names: (address: UInt64, id: UInt64)
  }

  private let kept: KeptIndex?
  private var new = ChunkedList<Note>()
  private var changed: [Int: Note] = [:]
  /// Whether a record has facts that no page can hold: such a log is read anew each time.
  private var isOff = false
  private var hasNews = false
  /// The end of the log when its pages were last taken.
  private var takenEnd: Int

  init(_ kept: KeptIndex? = nil) {
    self.kept = kept
    takenEnd = kept?.end ?? 0
  }

  var count: Int { (kept?.count ?? 0) + new.count }

  /// Takes note of a record; those of no page come in the order of their numbers.
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

  /// The time that a page states: `.max` where it depends on when one asks.
  private static func time(of post: Post, _ facts: RecordFacts) -> Int64? {
    guard let stated = post.rankTime(at: nil)?.secondsSinceEpoch else { return nil }
    return facts.time == stated ? stated : .max
  }

  /// Whether all records of a log were noted, and can be kept.
  func isComplete(for feed: Feed) -> Bool {
    !isOff && count == feed.recordCount && count > 0 && count <= Int(UInt32.max)
      && feed.findings.activities.total == 0 && feed.findings.index.breaks.isEmpty
  }

  /// Takes the pages that are new or have changed; nil where nothing was noted since the last call.
  mutating func takePages(of feed: Feed, end: Int) -> KeptPages? {
    guard hasNews || takenEnd != end else { return nil }
    (hasNews, takenEnd) = (false, end)
    return pages(of: feed, end: end)
  }

  private func pages(of feed: Feed, end: Int) -> KeptPages? {
    let former = kept?.count ?? 0
    let first = former >> KeptIndex.pageBits
    let last = (count - 1) >> KeptIndex.pageBits
    var numbers = Set(changed.keys.map { $0 >> KeptIndex.pageBits })
    if !new.isEmpty { numbers.formUnion(first...last) }
    var directory = KeptBytes()
    var pages: [(number: Int, bytes: [UInt8])] = []
    for page in 0...last {
      guard numbers.contains(page) else {
        guard let known = kept?.page(page) else { return nil }
        directory.append(known)
        continue
      }
      let start = page << KeptIndex.pageBits
      let records = (start..<min(count, start + KeptIndex.pageSize)).map { record($0, of: feed) }
      var bytes = KeptBytes()
      for record in records { bytes.append(record) }
      let newest = records.reduce(Int64.min) { max($0, $1.time) }
      directory.append(KeptIndex.Page(start: records[0].start, newest: newest))
      pages.append((page, bytes.bytes))
    }
    return KeptPages(
      count: count,
      end: end,
      directory: directory.bytes,
      updates: feed.keptUpdates,
      pages: pages
    )
  }

  private func record(_ number: Int, of feed: Feed) -> KeptIndex.Record {
    let first = kept?.count ?? 0
    guard let note = changed[number] ?? (number < first ? nil : new[number - first]) else {
      return kept?[number] ?? KeptIndex.lost
    }
    let entry = feed.findings.index.entries[number]
    return KeptIndex.Record(
      start: entry.start,
      length: entry.length,
      time: note.time,
      id: note.id,
      names: note.names
    )
  }
}

extension Feed {
  /// What is known of its first records; nil for one that is read from its start.
  var keptIndex: KeptIndex? { findings.index.entries.kept }

  /// Takes what is known of the first records of a log, before anything is read.
  package func begin(with kept: KeptIndex) {
    guard isLog, recordCount == 0, kept.end <= source.count else { return }
    findings.index.begin(with: kept)
    for update in kept.updates { findings.activities.restore(update) }
    named.begin(with: kept)
    notes = LogNotes(kept)
    let isWhole = kept.end == source.count
    scan.begin(at: kept.end, isWhole: isWhole)
    (isIndexed, isResolved) = (isWhole, isWhole)
    kept.remake = { [unowned self] in remade($0) }
  }

  /// Takes the pages that are new or have changed since those with which the log began; nil while it is still read, and
  /// where nothing was noted since the last call.
  package func takePages() -> KeptPages? {
    guard isLog, isIndexed, isLineByLine, format?.vocabulary == .native, notes.isComplete(for: self)
    else { return nil }
    return notes.takePages(of: self, end: source.count)
  }

  /// Whether the log is not what its pages say, so that they are of no use.
  package var hasStalePages: Bool { keptIndex?.isStale == true }

  var keptUpdates: [UInt8] {
    var bytes = KeptBytes()
    for (id, replacement) in findings.activities.replaced.sorted(by: { $0.key < $1.key }) {
      for row in named.rows(of: id) {
        bytes.append(
          KeptIndex.Update(
            row: row,
            id: id,
            last: replacement.start..<replacement.start + Int(replacement.length),
            former: replacement.former,
            isDeletion: replacement.kind == .delete
          )
        )
      }
    }
    return bytes.bytes
  }

  /// Reads the records between two places of the log again.
  private func remade(_ range: Range<Int>) -> [KeptIndex.Record] {
    guard range.count <= Limits.record * KeptIndex.pageSize,
      let bytes = try? searching.slice(at: range.lowerBound, length: range.count)
    else { return [] }
    var records: [KeptIndex.Record] = []
    var start = 0
    while start < bytes.count {
      let end = bytes.index(of: 0x0A, in: start..<bytes.count) ?? bytes.count
      defer { start = end + 1 }
      let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
      guard !line.isEmpty, case .record = RecordDecoder.activityLine(line) else { continue }
      var decoder = RecordDecoder(line)
      guard let fields = try? decoder.post(as: vocabulary, in: findings.facts),
        let id = fields.statedID
      else { continue }
      let post = fields.finished(as: Post.ID(id), problems: [])
      let facts = RecordFacts(.post(post), comparesTexts: comparesTexts, at: nil)
      records.append(
        KeptIndex.Record(
          start: range.lowerBound + start,
          length: line.count,
          time: facts.time ?? .max,
          id: stableHash(id.utf8),
          names: (facts.identity.address, facts.identity.id)
        )
      )
    }
    return records
  }
}
