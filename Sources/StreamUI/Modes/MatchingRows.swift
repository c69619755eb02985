import StreamModel

/// The bytes that tell a text search which rows cannot match.
enum SearchedBytes {
  /// None: rows hold words that no record has.
  case none
  /// Those of the timeline, whose rows are those of the page.
  case timeline
  /// Those of the record that each row shows.
  case records
}

/// The walk through the rows of a page for those whose text matches, in slices.
struct MatchingRows {
  /// Bytes of the feed that are searched between two looks for keys.
  private static let sliceBytes = 256 << 10
  /// Rows whose text is read in a slice, and bytes of records that end it.
  private static let sliceRows = 16
  private static let sliceText = 64 << 10
  /// The most rows in a slice whose text need not be read.
  private static let mostRows = 512

  /// A row that matches.
  struct Hit {
    let position: Int
    let row: RowID
    /// Its matches in reading order; at least one.
    let passages: [RowText.Passage]
  }

  /// The outcome of a slice.
  struct Slice {
    /// Rows that match, in the direction of the walk.
    var hits: [Hit] = []
    /// The position that comes next.
    var next: Int
  }

  let wanted: SearchText
  private let bytes: SearchedBytes
  /// What bytes are searched for; nil where every row is read.
  private let needle: TextNeedle?

  init(_ wanted: SearchText, in rows: PageRows, by bytes: SearchedBytes) {
    self.wanted = wanted
    self.bytes = bytes
    needle =
      bytes == .none ? nil : wanted.needle(besides: rows.context.feed.namesBesideRecords)
  }

  /// Looks at the row at `position`, whatever its bytes are.
  func hit(at position: Int, in rows: PageRows) -> Hit? {
    guard let row = rows.row(at: position) else { return nil }
    var passages = wanted.matches(in: rows.searchText(of: row))
    if passages.isEmpty, rows.context.density == .compact, let line = rows.lineText(of: row) {
      passages = wanted.matches(in: line)
    }
    return passages.isEmpty ? nil : Hit(position: position, row: row, passages: passages)
  }

  /// Looks at rows from `start` on; with `one`, no further than to the first that matches.
  func forward(from start: Int, upToOne one: Bool, in rows: PageRows) -> Slice {
    var slice = Slice(next: max(0, start))
    var textLeft = Self.sliceText
    var bytesLeft = Self.sliceBytes
    for _ in 0..<Self.sliceRows {
      guard textLeft > 0, bytesLeft > 0, slice.next < rows.count else { break }
      if let needle {
        switch search(needle, from: slice.next, bytes: bytesLeft, in: rows) {
        case .found(let position):
          bytesLeft -= size(slice.next..<position, in: rows)
          slice.next = position
        case .paused(let next):
          slice.next = max(slice.next, next)
          return slice
        case .exhausted:
          slice.next = rows.count
          return slice
        }
      }
      textLeft -= size(slice.next..<slice.next + 1, in: rows)
      let hit = hit(at: slice.next, in: rows)
      slice.next += 1
      if let hit {
        slice.hits.append(hit)
        if one { break }
      }
    }
    return slice
  }

  /// Looks at rows before `end`, no further than to the first that matches.
  func backward(before end: Int, in rows: PageRows) -> Slice {
    var slice = Slice(next: min(end, rows.count))
    let start = startOfSlice(before: slice.next, in: rows)
    let candidates = candidates(start..<slice.next, in: rows)
    for (count, position) in candidates.reversed().enumerated() {
      guard count < Self.sliceRows else { return slice }
      slice.next = position
      if let hit = hit(at: position, in: rows) {
        slice.hits.append(hit)
        return slice
      }
    }
    slice.next = start
    return slice
  }

  /// The first row from `start` on that may match, by the bytes of about `budget` bytes of records.
  private func search(
    _ needle: TextNeedle,
    from start: Int,
    bytes budget: Int,
    in rows: PageRows
  ) -> Feed.Search {
    let feed = rows.context.feed
    guard bytes == .records else { return feed.search(needle, from: start, bytes: budget) }
    var left = budget
    var position = start
    while position < rows.count, position - start < Self.mostRows, left > 0 {
      // A heading holds words of its own.
      guard case .record(let id)? = rows.row(at: position), !feed.mayShow(needle, id) else {
        return .found(position)
      }
      left -= feed.byteCount(of: id)
      position += 1
    }
    return .paused(next: position)
  }

  /// The first row of those before `end` that one slice looks at.
  private func startOfSlice(before end: Int, in rows: PageRows) -> Int {
    var start = end
    var left = needle == nil ? Self.sliceText : Self.sliceBytes
    let most = needle == nil ? Self.sliceRows : Self.mostRows
    while start > 0, left > 0, end - start < most {
      start -= 1
      left -= size(start..<start + 1, in: rows)
    }
    return start
  }

  /// The rows of a slice whose text is to be read.
  private func candidates(_ slice: Range<Int>, in rows: PageRows) -> [Int] {
    guard let needle else { return Array(slice) }
    var candidates: [Int] = []
    var next = slice.lowerBound
    while next < slice.upperBound {
      switch search(needle, from: next, bytes: Self.sliceBytes, in: rows) {
      case .found(let position) where position < slice.upperBound:
        candidates.append(position)
        next = position + 1
      case .paused(let position) where position > next: next = position
      default: return candidates
      }
    }
    return candidates
  }

  /// The bytes of the records of a few rows, or an estimate for many.
  private func size(_ positions: Range<Int>, in rows: PageRows) -> Int {
    guard positions.count <= Self.sliceRows else { return Self.sliceBytes / Self.sliceRows }
    return positions.reduce(0) { sum, position in
      guard case .record(let id)? = rows.row(at: position) else { return sum }
      return sum + rows.context.feed.byteCount(of: id)
    }
  }
}
