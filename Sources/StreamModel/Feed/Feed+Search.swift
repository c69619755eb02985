/// Finding records by id and by text, on the raw bytes.
extension Feed {
  /// The outcome of a search within its budget.
  public enum Search: Equatable, Sendable {
    /// The row that holds the text.
    case found(Int)
    /// Nothing so far; go on from this row.
    case paused(next: Int)
    case exhausted
  }

  /// The row with this id: near `near`, in the cache, or anywhere within `budget` bytes of reading.
  public func position(ofPost id: Post.ID, near: Int, bytes budget: Int) -> Int? {
    let count = recordCount
    guard count > 0 else { return nil }
    let middle = min(max(0, near), count - 1)
    var left = max(1, budget)
    for distance in 0...32 {
      for row in distance == 0 ? [middle] : [middle + distance, middle - distance]
      where row >= 0 && row < count {
        left -= min(findings.index.entries[row].length, 4096)
        if has(id, row) { return row }
      }
    }
    if let row = cache.index(of: id) { return row }
    let needles = needles(for: Array(id.rawValue.utf8))
    for (start, end) in [(middle, count), (0, middle)] {
      var row = start
      while row < end, left > 0 {
        let first = findings.index.entries[row].start
        switch scan(needles, from: row, to: end, bytes: left) {
        case .found(let hit):
          left -= findings.index.entries[hit].start - first
          if has(id, hit) { return hit }
          left -= min(findings.index.entries[hit].length, 4096)
          row = hit + 1
        case .paused: return nil
        case .exhausted:
          left -= findings.index.entries[end - 1].range.upperBound - first
          row = end
        }
      }
    }
    return nil
  }

  /// The first row from `index` on whose bytes hold `needle`, as it is or as JSON may escape it.
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
    let found = scan(needles, from: row, to: recordCount, bytes: max(1, budget))
    if case .exhausted = found, !isIndexed { return .paused(next: recordCount) }
    return found
  }

  /// How many bytes the record of a row takes; 0 where there is no row.
  func byteCount(at index: Int) -> Int {
    findings.index.entries.indices.contains(index) ? findings.index.entries[index].length : 0
  }

  /// Whether the bytes of the row hold `needle`, as it is or as the format may escape it.
  func holds(_ needle: [UInt8], at index: Int, ignoringCase: Bool = false) -> Bool {
    guard findings.index.entries.indices.contains(index) else { return false }
    let entry = findings.index.entries[index]
    guard let bytes = try? searching.slice(at: entry.start, length: entry.length) else {
      return false
    }
    return needles(for: needle, ignoringCase: ignoringCase).contains { $0.first(in: bytes) != nil }
  }

  /// Whether the row has this id.
  private func has(_ id: Post.ID, _ row: Int) -> Bool {
    let entry = findings.index.entries[row]
    guard !entry.isBroken else { return false }
    if isMarkup {
      guard let bytes = try? records.slice(at: entry.start, length: entry.length),
        let fields = readMarkup(bytes)?.fields
      else { return false }
      return markupID(fields, bytes) == id
    }
    if let stated = statedID(entry) { return stated == id.rawValue }
    guard id.rawValue.utf8.count == 16,
      let bytes = try? records.slice(at: entry.start, length: entry.length)
    else { return false }
    return hexDigits(stableHash(bytes)) == id.rawValue
  }

  /// Searches rows up to `end`; at least one row, about `budget` bytes.
  private func scan(
    _ needles: [ByteNeedle],
    from first: Int,
    to end: Int,
    bytes budget: Int
  ) -> Search {
    let entries = findings.index.entries
    let longest = needles.map(\.bytes.count).max() ?? 0
    let stop = entries[end - 1].range.upperBound
    let start = entries[first].start
    var offset = start
    while offset < stop {
      guard let bytes = try? searching.bytes(at: offset, needed: longest), !bytes.isEmpty else {
        break
      }
      if let hit = hit(needles, in: bytes, at: offset, first, end) { return .found(hit) }
      offset += max(1, bytes.count - longest + 1)
      if offset - start >= budget, offset < stop {
        // The row that the next piece begins in is searched again, unless it began before.
        let row = entries.isEmpty ? first : (findings.index.entry(at: offset) ?? first)
        if row > first { return .paused(next: min(row, end)) }
      }
    }
    return .exhausted
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
