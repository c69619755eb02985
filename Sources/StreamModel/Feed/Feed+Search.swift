/// Finding records by text, on the raw bytes.
extension Feed {
  /// The outcome of a search within its budget.
  public enum Search: Equatable, Sendable {
    /// The row that holds the text.
    case found(Int)
    /// Nothing so far; go on from this row.
    case paused(next: Int)
    case exhausted
  }

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

  /// The outcome of a search with the rows before it whose last update holds what was searched for.
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
