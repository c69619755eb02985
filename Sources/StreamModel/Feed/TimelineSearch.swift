/// The outcome of ``Timeline/searchStored(_:from:bytes:)`` within its budget.
package enum StoredSearch: Equatable, Sendable {
  /// The row whose record may show the text.
  case found(RecordID)
  case paused(next: RecordID)
  /// Nothing in the records that are there now; ``Timeline/takeChanges()`` reports later ones.
  case exhausted
}

/// The search for a text in the bytes of a timeline's records.
private struct TimelineSearch {
  /// Rows of a merge that one call looks at, at most.
  private static let mostRows = 4_096
  /// Records that may show the text and are no rows, of which one call looks at this many at most.
  private static let mostMisses = 512

  let timeline: Timeline
  let needle: TextNeedle
  let bytes: Int

  /// The first row from `row` on that may show the text.
  func inRows(from row: Int) -> RecordSearch {
    guard !needle.word.isEmpty else { return .exhausted }
    var row = max(0, row)
    let last = row + Self.mostRows
    var left = max(1, bytes)
    while let id = timeline.id(at: row) {
      guard let source = timeline.source(of: id) else { return .exhausted }
      guard left > 0, row < last else { return .paused(next: row) }
      // A reshare or a quote may show the bytes of another record.
      if timeline.keepsOrder(of: source), !timeline.conversations.showsOthers {
        return inSource(source, at: id, from: row)
      }
      left -= source.byteCount(ofNumber: id.number)
      if timeline.mayShow(needle, id) { return .found(row) }
      row += 1
    }
    return timeline.isIndexed ? .exhausted : .paused(next: timeline.recordCount)
  }

  /// Searches one source that is shown as it is, from one of its rows on.
  private func inSource(_ source: any RecordSource, at id: RecordID, from row: Int) -> RecordSearch
  {
    let shift = row - id.number
    switch source.search(needle, fromNumber: id.number, bytes: max(1, bytes)) {
    case .found(let number): return .found(number + shift)
    case .paused(let number) where number < source.numberLimit: return .paused(next: number + shift)
    case .paused, .exhausted:
      let next = source.numberLimit + shift
      return next >= timeline.recordCount && timeline.isIndexed ? .exhausted : .paused(next: next)
    }
  }

  /// The first row from `start` on, in order of storage, whose record may show the text.
  func inStorage(from start: RecordID?) -> StoredSearch {
    guard !needle.word.isEmpty else { return .exhausted }
    var next = start ?? RecordID(source: 0, number: 0)
    for _ in 0..<Self.mostMisses {
      guard let here = timeline.firstStored(from: next), let source = timeline.source(of: here)
      else { return .exhausted }
      switch source.search(needle, fromNumber: here.number, bytes: max(1, bytes)) {
      case .found(let number):
        let id = RecordID(source: here.source, number: number)
        if timeline.row(of: id) != nil { return .found(id) }
        next = RecordID(source: here.source, number: number + 1)
      case .paused(let number):
        return pausedOrExhausted(
          at: RecordID(source: here.source, number: max(number, here.number + 1))
        )
      case .exhausted: return pausedOrExhausted(at: RecordID(source: here.source + 1, number: 0))
      }
    }
    return pausedOrExhausted(at: next)
  }

  private func pausedOrExhausted(at id: RecordID) -> StoredSearch {
    timeline.firstStored(from: id).map { .paused(next: $0) } ?? .exhausted
  }
}

extension Timeline {
  /// The first row from `row` on whose bytes may show the word of `needle`.
  package func search(_ needle: TextNeedle, from row: Int, bytes budget: Int) -> RecordSearch {
    TimelineSearch(timeline: self, needle: needle, bytes: budget).inRows(from: row)
  }

  /// The first row whose own bytes may show the word of `needle`, in order of storage: source by source,
  /// number by number.
  ///
  /// A cursor stays valid whatever comes or goes.
  ///
  /// - Parameter start: the record to begin with, whether there is one of that name or not; nil for
  ///   the first. After a match, continue with the next number.
  package func searchStored(
    _ needle: TextNeedle,
    from start: RecordID?,
    bytes budget: Int
  ) -> StoredSearch {
    TimelineSearch(timeline: self, needle: needle, bytes: budget).inStorage(from: start)
  }

  /// The next record in order of storage that is a row; nil at the end.
  public func nextStored(after id: RecordID?) -> RecordID? {
    // While thousands of records are put in order few are rows, and between any two slices somebody asks.
    guard recordCount > 0 else { return nil }
    var start = id.map { RecordID(source: $0.source, number: $0.number + 1) }
    while let next = firstStored(from: start ?? RecordID(source: 0, number: 0)) {
      if isRow(next) { return next }
      start = RecordID(source: next.source, number: next.number + 1)
    }
    return nil
  }

  /// The next records in order of storage that are rows, as many as `budget` pays for.
  public func storedSlice(
    after id: RecordID?,
    for work: SliceBudget.Work,
    within budget: inout SliceBudget
  ) -> [RecordID] {
    var ids: [RecordID] = []
    if let run = passedRun(after: id) {
      // Nothing to look up for each record: every one is a row.
      for number in run.numbers {
        guard !budget.isSpent else { break }
        budget.spend(on: work, bytes: run.feed.byteCount(ofNumber: number))
        ids.append(RecordID(source: run.source, number: number))
      }
      return ids
    }
    var last = id
    var laps = SliceLaps()
    while laps.goOn(budget), let next = nextStored(after: last) {
      budget.spend(on: work, bytes: byteCount(of: next))
      ids.append(next)
      last = next
    }
    return ids
  }

  /// Whether the row of a record may show the word of `needle`: by its own bytes, or by those of the post
  /// that it reshares or quotes.
  package func mayShow(_ needle: TextNeedle, _ id: RecordID) -> Bool {
    guard let source = source(of: id) else { return true }
    if source.mayShow(needle, number: id.number) { return true }
    guard let post = resharedPost(of: id) ?? quotedPost(of: id), let source = self.source(of: post)
    else { return false }
    return source.mayShow(needle, number: post.number)
  }

  /// Texts that rows show and their records do not hold: titles of feeds, and authors by default.
  public var namesBesideRecords: [String] {
    sources.flatMap { source -> [String] in
      [source.title, only == nil ? source.name : nil].compactMap(\.self)
        + source.namesBesideRecords
    }
  }

  package var hasSettledNames: Bool { sources.allSatisfy(\.hasSettledNames) }

  /// The size of the record in bytes; 0 where there is none.
  public func byteCount(of id: RecordID) -> Int {
    source(of: id)?.byteCount(ofNumber: id.number) ?? 0
  }
}

extension Feed {
  var accountCount: Int { accounts.count + (facts.author == nil ? 0 : 1) }

  /// The texts that posts have and their records do not: those of accounts that the document states beside them.
  package var namesBesideRecords: [String] {
    let accounts = [facts.author].compactMap(\.self) + self.accounts.values
    return accounts.flatMap { [$0.name, $0.handle, $0.url].compactMap(\.self) + $0.companions }
  }

  /// Lines state nothing beside themselves; a document may state its title, or an author, behind its records.
  package var hasSettledNames: Bool { isIndexed || format?.layout == .lines }
}
