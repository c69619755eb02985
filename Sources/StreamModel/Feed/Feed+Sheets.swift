extension Feed {
  /// The index with which the log began; nil for a feed that is read from its start.
  var keptIndex: KeptIndex? { findings.index.entries.kept }

  /// Begins to note the facts of a log's records, before anything is read.
  ///
  /// - Parameter kept: the index of its first records, if one is kept.
  package func noteFacts(after kept: KeptIndex?) {
    guard isLog, recordCount == 0 else { return }
    notes = LogNotes(kept)
    if let kept { begin(with: kept) }
  }

  private func begin(with kept: KeptIndex) {
    findings.index.begin(with: kept)
    for update in kept.updates { findings.activities.restore(update) }
    named.begin(with: kept)
    let isWhole = kept.end == source.count
    scan.begin(at: kept.end, isWhole: isWhole)
    (isIndexed, isResolved) = (isWhole, isWhole)
    kept.remake = LogSheetReader(source: source, comparesTexts: comparesTexts).records
  }

  /// Takes the sheets that are new or have changed since the log began.
  ///
  /// - Returns: nil while the log is still read, and if nothing was noted since the last call.
  package func takeSheets() -> KeptSheets? {
    guard isLog, isIndexed, isLineByLine, format?.vocabulary == .native,
      findings.activities.total == 0, findings.index.breaks.isEmpty
    else { return nil }
    return notes?.takeSheets(of: findings.index.entries, updates: keptUpdates, end: source.count)
  }

  /// Whether the sheets do not agree with the log, so that they must be made again.
  package var hasStaleSheets: Bool { keptIndex?.isStale == true }

  package func indexedIdentity(ofNumber number: Int) -> PostIdentity? {
    kept(number)?.identity
  }

  package func indexedFacts(ofNumber number: Int) -> IndexedFacts? {
    kept(number).map { IndexedFacts($0) }
  }

  private func kept(_ number: Int) -> KeptIndex.Record? {
    guard let kept = keptIndex, number >= 0, number < kept.count else { return nil }
    return kept[number]
  }

  package func indexedFacts(ofSheet sheet: Int) -> IndexedFacts? {
    // The last one may go on with records that were found since.
    guard let kept = keptIndex, sheet < kept.count >> KeptIndex.sheetBits else { return nil }
    return kept.sheet(sheet).map { IndexedFacts($0) }
  }

  private var keptUpdates: [UInt8] {
    var bytes = KeptBytes()
    for (id, replacement) in findings.activities.replaced.sorted(by: { $0.key < $1.key }) {
      for row in named.rows(of: id) {
        bytes.append(
          KeptIndex.Update(
            row: row,
            id: id,
            last: replacement.range,
            former: replacement.former,
            isDeletion: replacement.kind == .delete
          )
        )
      }
    }
    return bytes.bytes
  }
}

private struct LogSheetReader {
  let source: any ByteSource
  let comparesTexts: Bool

  /// The bytes that are read at once, unless a line is longer.
  private static let piece = 1 << 20

  func records(in range: Range<Int>) -> [KeptIndex.Record] {
    let window = ByteWindow(source)
    var records: [KeptIndex.Record] = []
    var (at, most) = (range.lowerBound, Self.piece)
    while at < range.upperBound {
      let length = min(range.upperBound - at, most)
      guard let bytes = try? window.slice(at: at, length: length), bytes.count == length else {
        return []
      }
      var start = 0
      while start < length {
        let feed = bytes.index(of: 0x0A, in: start..<length)
        // The next piece has the whole line.
        if feed == nil, at + length < range.upperBound { break }
        let end = feed ?? length
        let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if let record = record(line, at: at + start) { records.append(record) }
        start = end + 1
      }
      if start == 0 { most *= 2 }
      // No record is as long.
      guard most <= 2 * Limits.record else { return [] }
      at += start
    }
    return records
  }

  private func record(_ line: Bytes, at start: Int) -> KeptIndex.Record? {
    guard !line.isEmpty, case .record = RecordDecoder.activityLine(line) else { return nil }
    var decoder = RecordDecoder(line)
    guard var post = try? decoder.post(as: nil, in: FeedFacts()), let id = post.statedID else {
      return nil
    }
    post.finish(as: Post.ID(id), problems: [])
    let facts = RecordFacts(.post(post), comparesTexts: comparesTexts, at: nil)
    return KeptIndex.Record(
      start: start,
      length: line.count,
      time: facts.time ?? .max,
      id: stableHash(id.utf8),
      fallback: PostIdentity(post).fallback,
      names: (facts.identity.address, facts.identity.id),
      counts: facts.counts
    )
  }
}
