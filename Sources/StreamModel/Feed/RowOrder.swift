/// Row keys in their order, in chunks of at most 512: to insert or remove one of a million moves a
/// few kilobytes.
struct RowOrder {
  private static let chunkLimit = 512

  /// No chunk is empty.
  private var chunks: [[RowKey]] = []
  /// The number of keys before each chunk, for the chunks counted since the last change.
  private var starts: [Int] = []
  private(set) var count = 0

  var isEmpty: Bool { chunks.isEmpty }
  var first: RowKey? { chunks.first?.first }

  /// The key at a row; nil where there is none.
  mutating func key(at row: Int) -> RowKey? {
    guard row >= 0, row < count else { return nil }
    findStarts(upTo: chunks.count)
    let chunk = starts.partitioningIndex { $0 > row } - 1
    return chunks[chunk][row - starts[chunk]]
  }

  /// The row of a key; nil if it is not there.
  mutating func row(of key: RowKey) -> Int? {
    // Most that come in come last.
    if chunks.last?.last == key { return count - 1 }
    guard let place = place(of: key) else { return nil }
    findStarts(upTo: place.chunk + 1)
    return starts[place.chunk] + place.index
  }

  /// The number of keys before `key`, whether it is there or not.
  mutating func count(before key: RowKey) -> Int {
    let chunk = chunks.partitioningIndex { $0.last.map { $0 >= key } ?? true }
    guard chunk < chunks.count else { return count }
    findStarts(upTo: chunk + 1)
    return starts[chunk] + chunks[chunk].partitioningIndex { $0 >= key }
  }

  /// Adds a key that is not there yet.
  mutating func insert(_ key: RowKey) {
    count += 1
    guard let last = chunks.last?.last, key < last else { return append(key) }
    let chunk = chunks.partitioningIndex { $0.last.map { $0 > key } ?? true }
    let index = chunks[chunk].partitioningIndex { $0 > key }
    chunks[chunk].insert(key, at: index)
    if chunks[chunk].count > Self.chunkLimit {
      let half = chunks[chunk].count / 2
      let tail = Array(chunks[chunk][half...])
      chunks[chunk].removeLast(tail.count)
      chunks.insert(tail, at: chunk + 1)
    }
    forgetStarts(after: chunk)
  }

  /// Removes a key; nothing happens if it is not there.
  mutating func remove(_ key: RowKey) {
    guard let place = place(of: key) else { return }
    count -= 1
    chunks[place.chunk].remove(at: place.index)
    let next = place.chunk + 1
    if chunks[place.chunk].isEmpty {
      chunks.remove(at: place.chunk)
    } else if next < chunks.count,
      chunks[place.chunk].count + chunks[next].count <= Self.chunkLimit / 2
    {
      chunks[place.chunk] += chunks.remove(at: next)
    }
    forgetStarts(after: place.chunk)
  }

  /// Takes out the first keys that come before `bound`, at most `limit` of them; nil bounds nothing.
  mutating func removeFirst(_ limit: Int, before bound: RowKey?) -> [RowKey] {
    var taken: [RowKey] = []
    while taken.count < limit, let chunk = chunks.first {
      let end = bound.map { bound in chunk.partitioningIndex { $0 >= bound } } ?? chunk.count
      let length = min(end, limit - taken.count)
      guard length > 0 else { break }
      taken += chunk.prefix(length)
      if length == chunk.count { chunks.removeFirst() } else { chunks[0].removeFirst(length) }
    }
    count -= taken.count
    starts = []
    return taken
  }

  private mutating func append(_ key: RowKey) {
    if let last = chunks.indices.last, chunks[last].count < Self.chunkLimit {
      chunks[last].append(key)
    } else {
      chunks.append([key])
    }
  }

  private func place(of key: RowKey) -> (chunk: Int, index: Int)? {
    let chunk = chunks.partitioningIndex { $0.last.map { $0 >= key } ?? true }
    guard chunk < chunks.count else { return nil }
    let index = chunks[chunk].partitioningIndex { $0 >= key }
    return index < chunks[chunk].count && chunks[chunk][index] == key ? (chunk, index) : nil
  }

  private mutating func findStarts(upTo end: Int) {
    while starts.count < min(end, chunks.count) {
      let before = starts.count - 1
      starts.append(before < 0 ? 0 : starts[before] + chunks[before].count)
    }
  }

  private mutating func forgetStarts(after chunk: Int) {
    if starts.count > chunk + 1 { starts.removeLast(starts.count - chunk - 1) }
    if starts.count > chunks.count { starts.removeLast(starts.count - chunks.count) }
  }
}

/// The place of a record among the rows of a sorted timeline: by rank, the highest first, then by
/// source, then by number, in the direction of the document.
struct RowKey: Comparable {
  /// The rank, such as seconds since 1970 where the newest come first; `Int64.min` for a record of a
  /// source without times, which comes last.
  let time: Int64
  let id: RecordID
  /// Whether records of one rank follow each other in the opposite order of their numbers, because the
  /// ranks of the document ascend.
  var isReversed = false

  static func < (one: RowKey, other: RowKey) -> Bool {
    if one.time != other.time { return one.time > other.time }
    if one.id.source != other.id.source { return one.id.source < other.id.source }
    return one.place < other.place
  }

  private var place: Int { isReversed ? -1 - id.number : id.number }
}
