/// The search for a text in the bytes of a timeline's records.
struct TimelineSearch {
  /// Records that hold the text and are no rows, of which one call looks at this many at most.
  private static let mostMisses = 512

  let needle: [UInt8]
  let ignoringCase: Bool
  let bytes: Int

  /// The first row from `row` on whose record holds the text.
  func inRows(of timeline: Timeline, from row: Int) -> Feed.Search {
    guard !needle.isEmpty else { return .exhausted }
    var row = max(0, row)
    var left = max(1, bytes)
    while let id = timeline.id(at: row) {
      guard let source = timeline.source(of: id) else { return .exhausted }
      guard left > 0 else { return .paused(next: row) }
      if timeline.keepsOrder(of: source) {
        return inSource(source, of: timeline, at: id, from: row)
      }
      left -= source.byteCount(ofNumber: id.number)
      if source.holds(needle, number: id.number, ignoringCase: ignoringCase) { return .found(row) }
      row += 1
    }
    return timeline.isIndexed ? .exhausted : .paused(next: timeline.recordCount)
  }

  /// The first row from `start` on, in order of storage, whose record holds the text.
  func inStorage(of timeline: Timeline, from start: RecordID?) -> StoredSearch {
    guard !needle.isEmpty else { return .exhausted }
    var next = start ?? RecordID(source: 0, number: 0)
    for _ in 0..<Self.mostMisses {
      guard let here = timeline.firstStored(from: next), let source = timeline.source(of: here)
      else { return .exhausted }
      switch source.search(
        needle,
        fromNumber: here.number,
        bytes: max(1, bytes),
        ignoringCase: ignoringCase
      ) {
      case .found(let number):
        let id = RecordID(source: here.source, number: number)
        if timeline.row(of: id) != nil { return .found(id) }
        next = RecordID(source: here.source, number: number + 1)
      case .paused(let number):
        let later = RecordID(source: here.source, number: max(number, here.number + 1))
        return pausedOrExhausted(at: later, of: timeline)
      case .exhausted:
        let later = RecordID(source: here.source + 1, number: 0)
        return pausedOrExhausted(at: later, of: timeline)
      }
    }
    return pausedOrExhausted(at: next, of: timeline)
  }

  /// Searches one source that is shown as it is, from one of its rows on.
  private func inSource(
    _ source: any RecordSource,
    of timeline: Timeline,
    at id: RecordID,
    from row: Int
  ) -> Feed.Search {
    let shift = row - id.number
    let found = source.search(
      needle,
      fromNumber: id.number,
      bytes: max(1, bytes),
      ignoringCase: ignoringCase
    )
    switch found {
    case .found(let number): return .found(number + shift)
    case .paused(let number) where number < source.numberLimit: return .paused(next: number + shift)
    case .paused, .exhausted:
      let next = source.numberLimit + shift
      return next >= timeline.recordCount && timeline.isIndexed ? .exhausted : .paused(next: next)
    }
  }

  private func pausedOrExhausted(at id: RecordID, of timeline: Timeline) -> StoredSearch {
    timeline.firstStored(from: id).map { .paused(next: $0) } ?? .exhausted
  }
}

extension Timeline {
  /// The first row from `row` on whose bytes hold `needle`; see
  /// ``Feed/search(_:from:bytes:ignoringCase:)``.
  public func search(
    _ needle: [UInt8],
    from row: Int,
    bytes budget: Int,
    ignoringCase: Bool = false
  ) -> Feed.Search {
    TimelineSearch(needle: needle, ignoringCase: ignoringCase, bytes: budget)
      .inRows(of: self, from: row)
  }

  /// The first row whose bytes hold `needle`, in order of storage: source by source, number by
  /// number.
  ///
  /// A cursor stays valid whatever comes or goes.
  ///
  /// - Parameter start: the record to begin with, whether there is one of that name or not; nil for
  ///   the first. After a match, continue with the next number.
  public func searchStored(
    _ needle: [UInt8],
    from start: RecordID?,
    bytes budget: Int,
    ignoringCase: Bool = false
  ) -> StoredSearch {
    TimelineSearch(needle: needle, ignoringCase: ignoringCase, bytes: budget)
      .inStorage(of: self, from: start)
  }

  /// The next record in order of storage that is a row; nil at the end.
  public func nextStored(after id: RecordID?) -> RecordID? {
    var start = id.map { RecordID(source: $0.source, number: $0.number + 1) }
    while let next = firstStored(from: start ?? RecordID(source: 0, number: 0)) {
      if isRow(next) { return next }
      start = RecordID(source: next.source, number: next.number + 1)
    }
    return nil
  }
}
