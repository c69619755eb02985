import StreamModel

enum SearchedBytes {
  case none, timeline, records
}

struct MatchingRows {
  struct Hit {
    let position: Int
    let row: RowID
    let passages: [RowText.Passage]
  }

  struct Stretch {
    var hits: [Hit] = []
    var next: Int
  }

  let wanted: SearchText
  private let bytes: SearchedBytes
  /// The bytes that are searched for; nil where every row is read.
  private let needle: TextNeedle?

  init(_ wanted: SearchText, in rows: PageRows, by bytes: SearchedBytes) {
    self.wanted = wanted
    self.bytes = bytes
    needle =
      bytes == .none ? nil : wanted.needle(besides: rows.context.feed.namesBesideRecords)
  }

  func hit(at position: Int, in rows: PageRows, _ budget: inout SliceBudget) -> Hit? {
    guard let row = rows.row(at: position) else { return nil }
    budget.spend(on: .reading, bytes: rows.byteCount(of: row))
    var passages = wanted.matches(in: rows.searchText(of: row))
    if passages.isEmpty, rows.context.density == .compact, let line = rows.lineText(of: row) {
      passages = wanted.matches(in: line)
    }
    return passages.isEmpty ? nil : Hit(position: position, row: row, passages: passages)
  }

  /// Looks at rows from `start` on; with `one`, no further than to the first that matches.
  func forward(
    from start: Int,
    upToOne one: Bool,
    in rows: PageRows,
    _ budget: inout SliceBudget
  ) -> Stretch {
    var stretch = Stretch(next: max(0, start))
    var laps = SliceLaps()
    while laps.goOn(budget), stretch.next < rows.count {
      if let needle {
        let start = stretch.next
        let bytes = budget.bytes(for: .scanning)
        var isFound = false
        switch search(needle, from: start, bytes: bytes, in: rows) {
        case .found(let position): (stretch.next, isFound) = (position, true)
        case .paused(let next): stretch.next = max(start, next)
        case .exhausted: stretch.next = rows.count
        }
        budget.spend(on: .scanning, bytes: size(start..<stretch.next, in: rows))
        guard isFound else { return stretch }
      }
      let hit = hit(at: stretch.next, in: rows, &budget)
      stretch.next += 1
      if let hit {
        stretch.hits.append(hit)
        if one { break }
      }
    }
    return stretch
  }

  func backward(before end: Int, in rows: PageRows, _ budget: inout SliceBudget) -> Stretch {
    let end = min(end, rows.count)
    let start = startOfStretch(before: end, in: rows, budget)
    var stretch = Stretch(next: end)
    for position in candidates(start..<end, in: rows, budget).reversed() {
      guard !budget.isSpent else { return stretch }
      stretch.next = position
      if let hit = hit(at: position, in: rows, &budget) {
        stretch.hits.append(hit)
        return stretch
      }
    }
    // Paid for last: a row that may match is read in the slice that finds it.
    if needle != nil { budget.spend(on: .scanning, bytes: size(start..<end, in: rows)) }
    stretch.next = start
    return stretch
  }

  /// The first row from `start` on that may match, by the bytes of about `budget` bytes of records.
  private func search(
    _ needle: TextNeedle,
    from start: Int,
    bytes: Int,
    in rows: PageRows
  ) -> Feed.Search {
    let feed = rows.context.feed
    guard self.bytes == .records else { return feed.search(needle, from: start, bytes: bytes) }
    var budget = SliceBudget(bytes: bytes / 4)
    var position = start
    var laps = SliceLaps()
    while position < rows.count, laps.goOn(budget) {
      // A heading holds words of its own.
      guard case .record(let id)? = rows.row(at: position), !feed.mayShow(needle, id) else {
        return .found(position)
      }
      budget.spend(on: .scanning, bytes: feed.byteCount(of: id))
      position += 1
    }
    return .paused(next: position)
  }

  private func startOfStretch(before end: Int, in rows: PageRows, _ budget: SliceBudget) -> Int {
    var start = end
    var budget = budget
    var laps = SliceLaps()
    while start > 0, laps.goOn(budget) {
      start -= 1
      budget.spend(
        on: needle == nil ? .reading : .scanning,
        bytes: size(start..<start + 1, in: rows)
      )
    }
    return start
  }

  private func candidates(
    _ positions: Range<Int>,
    in rows: PageRows,
    _ budget: SliceBudget
  ) -> [Int] {
    guard let needle else { return Array(positions) }
    var candidates: [Int] = []
    var next = positions.lowerBound
    while next < positions.upperBound {
      switch search(needle, from: next, bytes: budget.bytes(for: .scanning), in: rows) {
      case .found(let position) where position < positions.upperBound:
        candidates.append(position)
        next = position + 1
      case .paused(let position) where position > next: next = position
      default: return candidates
      }
    }
    return candidates
  }

  /// The bytes of the records of a few rows; for many, those that a slice scans.
  private func size(_ positions: Range<Int>, in rows: PageRows) -> Int {
    guard positions.count <= SliceBudget.fewRecords else {
      return SliceBudget().bytes(for: .scanning)
    }
    return positions.reduce(0) { sum, position in
      sum + (rows.row(at: position).map(rows.byteCount) ?? 0)
    }
  }
}
