import StreamModel

/// A search through the rows of a page, in slices, and how far it has come.
struct TextSearch {
  /// Bytes of the feed that are searched between two looks for keys.
  private static let sliceBytes = 1 << 20
  /// Rows that are looked at in a slice where bytes do not tell, and most rows in any slice.
  private static let sliceRows = 16
  private static let mostRows = 512

  /// The outcome of a slice of work.
  enum Progress {
    case searching
    /// The position of a row that matches.
    case found(Int)
    case exhausted
  }

  let wanted: SearchText
  private let isBackward: Bool
  /// The row that was looked at last, and where it stood then.
  private var lookedAt: RowID?
  private var position: Int

  /// Searches from the row after `row`, or before it.
  init(_ wanted: SearchText, from row: RowID, isBackward: Bool, in rows: PageRows) {
    self.wanted = wanted
    self.isBackward = isBackward
    lookedAt = row
    // A row that is gone stands for the head of the page.
    position = rows.position(of: row) ?? 0
  }

  /// Whether there are rows that have not been looked at.
  func hasWork(in rows: PageRows) -> Bool {
    isBackward || looked(in: rows) + 1 < rows.count || rows.isComplete
  }

  /// Looks a little further.
  mutating func advance(in rows: PageRows, byBytes: Bool) -> Progress {
    let looked = looked(in: rows)
    if isBackward { return backward(from: looked, in: rows, byBytes: byBytes) }
    return byBytes ? forward(from: looked + 1, in: rows) : rowByRow(from: looked + 1, in: rows)
  }

  /// Searches the bytes of the feed; the rows whose bytes match are then read as they are shown.
  private mutating func forward(from start: Int, in rows: PageRows) -> Progress {
    let found = rows.context.feed.search(
      wanted.word,
      from: start,
      bytes: Self.sliceBytes,
      ignoringCase: wanted.ignoresCase
    )
    switch found {
    case .found(let position):
      if matches(at: position, in: rows) { return .found(position) }
      look(at: position, in: rows)
    case .paused(let next): look(at: max(next, start) - 1, in: rows)
    case .exhausted: return .exhausted
    }
    return .searching
  }

  private mutating func rowByRow(from start: Int, in rows: PageRows) -> Progress {
    let end = min(rows.count, start + Self.sliceRows)
    for position in start..<max(start, end) where matches(at: position, in: rows) {
      return .found(position)
    }
    look(at: end - 1, in: rows)
    return end >= rows.count ? .exhausted : .searching
  }

  /// Searches the rows of a slice before `end`; the last that matches is the nearest.
  private mutating func backward(from end: Int, in rows: PageRows, byBytes: Bool) -> Progress {
    guard end > 0 else { return .exhausted }
    let start = byBytes ? startOfSlice(before: end, in: rows) : max(0, end - Self.sliceRows)
    let candidates = byBytes ? candidates(start..<end, in: rows) : Array(start..<end)
    if let position = candidates.last(where: { matches(at: $0, in: rows) }) {
      return .found(position)
    }
    look(at: start, in: rows)
    return start == 0 ? .exhausted : .searching
  }

  /// The first row of those before `end` whose records take about a slice of bytes.
  private func startOfSlice(before end: Int, in rows: PageRows) -> Int {
    let feed = rows.context.feed
    var start = end
    var left = Self.sliceBytes
    while start > 0, left > 0, end - start < Self.mostRows {
      start -= 1
      left -= feed.id(at: start).map { feed.byteCount(of: $0) } ?? 0
    }
    return start
  }

  /// The rows of a slice whose bytes hold the word.
  private func candidates(_ slice: Range<Int>, in rows: PageRows) -> [Int] {
    let feed = rows.context.feed
    var candidates: [Int] = []
    var next = slice.lowerBound
    while next < slice.upperBound {
      switch feed.search(
        wanted.word,
        from: next,
        bytes: Self.sliceBytes,
        ignoringCase: wanted.ignoresCase
      ) {
      case .found(let position) where position < slice.upperBound:
        candidates.append(position)
        next = position + 1
      case .paused(let position) where position > next: next = position
      default: return candidates
      }
    }
    return candidates
  }

  private func matches(at position: Int, in rows: PageRows) -> Bool {
    rows.row(at: position).map { wanted.matches(rows.text(of: $0).words) } ?? false
  }

  /// Where the row that was looked at last stands now.
  private func looked(in rows: PageRows) -> Int {
    lookedAt.flatMap { rows.position(of: $0) } ?? position
  }

  private mutating func look(at position: Int, in rows: PageRows) {
    self.position = position
    lookedAt = rows.row(at: position)
  }
}
