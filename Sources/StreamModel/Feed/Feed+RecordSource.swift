/// A feed's records have their positions for numbers: it only ever grows at its end.
extension Feed: RecordSource {
  package var numberLimit: Int { recordCount }
  package var numbersArePositions: Bool { true }

  package func number(at position: Int) -> Int? {
    findings.index.entries.indices.contains(position) ? position : nil
  }

  package func position(ofNumber number: Int) -> Int? {
    findings.index.entries.indices.contains(number) ? number : nil
  }

  package func record(number: Int) -> Record { record(at: number) }
  package func inspect(number: Int) -> Record { inspect(at: number) }
  package func recordInPassing(number: Int, omitsBodies: Bool) -> Record {
    findings.index.entries.indices.contains(number)
      ? uncached(number, omitsBodies: omitsBodies) : record(at: number)
  }
  package func revision(ofNumber number: Int) -> Int { revision(at: number) }
  /// Whether addresses are as they will stay; other formats resolve none against the feed's page.
  package var hasSettledRelations: Bool {
    switch format?.vocabulary {
    case .jsonFeed, .rssJSON: isSettled
    default: true
    }
  }

  /// True for collections of ActivityStreams, and for small lists of Mastodon.
  ///
  /// Replies and boosts of the former are often addresses alone; a status counts direct replies only.
  package var wantsConversations: Bool {
    switch format?.vocabulary {
    case .activityStreams, .activityStreams1: true
    case .mastodon: source.count <= Self.smallList
    default: false
    }
  }

  /// The largest list whose conversations are known from the start, in bytes: about 300 statuses.
  private static let smallList: Int64 = 1 << 20

  /// Taken from the record, which the cache does not keep: all records are asked for one after the
  /// other.
  package func relations(ofNumber number: Int) -> PostRelations {
    guard findings.index.entries.indices.contains(number) else { return .none }
    guard case .post(let post) = uncached(number) else { return .none }
    return PostRelations(post)
  }

  /// Whether everybody may read the post, as far as it states that; true for anything but a post.
  func isPublic(_ number: Int) -> Bool {
    guard case .post(let post) = uncached(number) else { return true }
    return post.isPublic
  }

  /// Whether an update has made a post private that was package when it was found.
  func hidesNow(_ number: Int) -> Bool {
    findings.activities.hasReplacements && !isPublic(number)
  }

  /// A record that exists, which the cache need not keep.
  private func uncached(_ number: Int, omitsBodies: Bool = false) -> Record {
    cache.record(at: number, revision: revision(at: number))
      ?? decode(number, omitsBodies: omitsBodies)
  }

  /// Read from the record where its own id is that of the post; see ``RecordSource``.
  package func forEachStatedKeyID(ofNumbers numbers: Range<Int>, _ body: (Int, UInt64?) -> Void) {
    let statesIDs =
      switch format?.vocabulary {
      case .native, .mastodon: true
      default: false
      }
    // Looked up once for all: a look at a variable of a class costs as much as reading an id.
    let entries = findings.index.entries
    let held = scan.held
    for number in numbers {
      guard statesIDs, entries.indices.contains(number), !entries[number].isBroken else {
        body(number, nil)
        continue
      }
      let hash = statedIDHash(entries[number], in: held)
      body(number, hash.map { PostIdentity.id(statedHash: $0) })
    }
  }

  /// Records found at the end since the last call, as one value, whether later bytes added to others,
  /// and those that later bytes replaced.
  package func takeChanges() -> [SourceChange] {
    let replaced = findings.activities.hasReplacements ? takeReplaced() : []
    guard recordCount != reported.records || changes != reported.additions || !replaced.isEmpty
    else { return [] }
    var taken: [SourceChange] = []
    if recordCount > reported.records {
      taken.append(.inserted(positions: reported.records..<recordCount))
    }
    if changes != reported.additions { taken.append(.updatedAll) }
    reported = (recordCount, changes)
    return taken + replaced
  }
}

/// Finding records by text, on the raw bytes.
extension Feed {
  /// The first row from `index` on whose bytes, or those of its last update, may show the word of
  /// `needle`.
  package func search(_ needle: TextNeedle, fromNumber index: Int, bytes budget: Int) -> Search {
    let row = max(0, index)
    guard !needle.word.isEmpty else { return .exhausted }
    guard row < recordCount else { return isIndexed ? .exhausted : .paused(next: recordCount) }
    let end = recordCount
    let found = scan(from: row, to: end, bytes: budget, overlap: needle.reach) { bytes, offset in
      hit(needle, in: bytes, at: offset, row, end)
    }
    return withUpdates(found, from: row, bytes: budget) { bytes in
      needle.first(in: bytes, from: 0, escapes: !isMarkup) != nil
    }
  }

  /// The outcome of a search, together with the rows before it whose last update matches.
  private func withUpdates(
    _ outcome: Search,
    from first: Int,
    bytes budget: Int,
    _ holds: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Search {
    guard !named.replaced.isEmpty else { return outcome }
    let end: Int
    switch outcome {
    case .found(let row): end = row
    case .paused(let next): end = next
    case .exhausted: end = recordCount
    }
    var left = max(1, budget)
    let rows = named.replaced
    for index in rows.partitioningIndex(where: { $0 >= first })..<rows.count {
      let row = rows[index]
      guard row < end else { break }
      guard left > 0 else { return .paused(next: row) }
      guard let bytes = replacingBytes(of: row) else { continue }
      if holds(bytes) { return .found(row) }
      left -= bytes.count + Self.updateCost
    }
    return outcome
  }

  /// Bytes that a look at an update costs besides its own.
  private static let updateCost = 64

  package func mayShow(_ needle: TextNeedle, number index: Int) -> Bool {
    guard findings.index.entries.indices.contains(index) else { return false }
    let entry = findings.index.entries[index]
    if let bytes = replacingBytes(of: index),
      needle.first(in: bytes, from: 0, escapes: true) != nil
    {
      return true
    }
    // A record that cannot be read is for the row to tell.
    guard let bytes = try? searching.slice(at: entry.start, length: entry.length) else {
      return true
    }
    return needle.first(in: bytes, from: 0, escapes: !isMarkup) != nil
  }

  package func byteCount(ofNumber index: Int) -> Int {
    findings.index.entries.indices.contains(index) ? findings.index.entries[index].length : 0
  }

  /// Searches rows up to `end`; at least one row, about `budget` bytes.
  ///
  /// - Parameters:
  ///   - longest: bytes that a match takes at most.
  ///   - hit: the row of the first match in bytes that begin at an offset.
  private func scan(
    from first: Int,
    to end: Int,
    bytes budget: Int,
    overlap longest: Int,
    hit: (UnsafeBufferPointer<UInt8>, Int) -> Int?
  ) -> Search {
    let entries = findings.index.entries
    let stop = entries[end - 1].range.upperBound
    let start = entries[first].start
    var offset = start
    while offset < stop {
      guard let bytes = try? searching.bytes(at: offset, needed: longest), !bytes.isEmpty else {
        break
      }
      if let found = hit(bytes, offset) { return .found(found) }
      // The last piece needs no overlap with another.
      guard offset + bytes.count < stop else { break }
      offset += max(1, bytes.count - longest + 1)
      if offset - start >= max(1, budget), offset < stop {
        // The row that the next piece begins in is searched again, unless it began before.
        let row = entries.isEmpty ? first : (findings.index.entry(at: offset) ?? first)
        if row > first { return .paused(next: min(row, end)) }
      }
    }
    return isIndexed ? .exhausted : .paused(next: recordCount)
  }

  /// The first row that holds a match of `needle` wholly.
  private func hit(
    _ needle: TextNeedle,
    in bytes: UnsafeBufferPointer<UInt8>,
    at offset: Int,
    _ first: Int,
    _ end: Int
  ) -> Int? {
    var from = 0
    while let found = needle.first(in: bytes, from: from, escapes: !isMarkup) {
      from = found.lowerBound + 1
      guard let row = findings.index.entry(at: offset + found.lowerBound), row >= first else {
        continue
      }
      guard row < end else { return nil }
      if offset + found.upperBound <= findings.index.entries[row].range.upperBound { return row }
    }
    return nil
  }
}
