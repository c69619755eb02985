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

  /// The first row from `index` on whose bytes, or those of its last update, hold `needle`, as it is or
  /// as JSON may escape it.
  ///
  /// - Parameter ignoringCase: whether a to z mean A to Z, too.
  public func search(
    _ needle: [UInt8],
    from index: Int,
    bytes budget: Int,
    ignoringCase: Bool = false
  ) -> Search {
    let row = max(0, index)
    guard !needle.isEmpty else { return .exhausted }
    guard row < recordCount else { return isIndexed ? .exhausted : .paused(next: recordCount) }
    let needles = needles(for: needle, ignoringCase: ignoringCase)
    let longest = needles.map(\.bytes.count).max() ?? 0
    let end = recordCount
    let found = scan(from: row, to: end, bytes: budget, overlap: longest) { bytes, offset in
      hit(needles, in: bytes, at: offset, row, end)
    }
    return withUpdates(found, from: row, bytes: budget) { bytes in
      needles.contains { $0.first(in: bytes) != nil }
    }
  }

  /// The first row from `index` on whose bytes, or those of its last update, may show the word of
  /// `needle`.
  public func search(_ needle: TextNeedle, from index: Int, bytes budget: Int) -> Search {
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

  /// Whether the bytes of the row may show the word of `needle`.
  func mayShow(_ needle: TextNeedle, at index: Int) -> Bool {
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

  /// The size of a row's record in bytes; 0 where there is no row.
  func byteCount(at index: Int) -> Int {
    findings.index.entries.indices.contains(index) ? findings.index.entries[index].length : 0
  }

  /// Whether the bytes of the row hold `needle`, as it is or as the format may escape it.
  func holds(_ needle: [UInt8], at index: Int, ignoringCase: Bool = false) -> Bool {
    guard findings.index.entries.indices.contains(index) else { return false }
    let needles = needles(for: needle, ignoringCase: ignoringCase)
    if let bytes = replacingBytes(of: index),
      needles.contains(where: { $0.first(in: bytes) != nil })
    {
      return true
    }
    let entry = findings.index.entries[index]
    guard let bytes = try? searching.slice(at: entry.start, length: entry.length) else {
      return false
    }
    return needles.contains { $0.first(in: bytes) != nil }
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

  /// The first row that holds a hit wholly.
  private func hit(
    _ needles: [ByteNeedle],
    in bytes: UnsafeBufferPointer<UInt8>,
    at offset: Int,
    _ first: Int,
    _ end: Int
  ) -> Int? {
    var best: Int?
    for needle in needles {
      var from = 0
      while let at = needle.first(in: bytes, from: from) {
        from = at + 1
        guard let row = findings.index.entry(at: offset + at), row >= first else { continue }
        guard row < (best ?? end) else { break }
        let last = offset + at + needle.bytes.count
        if last <= findings.index.entries[row].range.upperBound {
          best = row
          break
        }
      }
    }
    return best
  }

  /// The ways the format may write a text: JSON plain, with "\/", and with \u escapes; XML plain
  /// and with references.
  private func needles(for text: [UInt8], ignoringCase: Bool = false) -> [ByteNeedle] {
    var forms: [[UInt8]] = isMarkup ? [text] : []
    if isMarkup {
      let escaped = Array(HTMLText.escaped(String(decoding: text, as: UTF8.self)).utf8)
      if escaped != text { forms.append(escaped) }
    } else {
      for style in JSONEscaping.allCases {
        let form = style.escape(text)
        if !forms.contains(form) { forms.append(form) }
      }
    }
    return forms.map { ByteNeedle($0, ignoringCase: ignoringCase) }
  }
}
