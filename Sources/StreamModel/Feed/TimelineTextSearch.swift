/// The search for rows whose bytes may show a word.
struct TimelineTextSearch {
  /// Rows of a merge that one call looks at, at most.
  private static let mostRows = 4_096

  let needle: TextNeedle
  let bytes: Int

  /// The first row from `row` on that may show the word.
  func run(on timeline: Timeline, from row: Int) -> Feed.Search {
    guard !needle.word.isEmpty else { return .exhausted }
    var row = max(0, row)
    let last = row + Self.mostRows
    var left = max(1, bytes)
    while let id = timeline.id(at: row) {
      guard let source = timeline.source(of: id) else { return .exhausted }
      guard left > 0, row < last else { return .paused(next: row) }
      // A reshare may show the bytes of another record.
      if timeline.keepsOrder(of: source), !timeline.conversations.hasReshares {
        return inSource(source, of: timeline, at: id, from: row)
      }
      left -= source.byteCount(ofNumber: id.number)
      if timeline.mayShow(needle, id) { return .found(row) }
      row += 1
    }
    return timeline.isIndexed ? .exhausted : .paused(next: timeline.recordCount)
  }

  /// Searches one source that is shown as it is, from one of its rows on.
  private func inSource(
    _ source: any RecordSource,
    of timeline: Timeline,
    at id: RecordID,
    from row: Int
  ) -> Feed.Search {
    let shift = row - id.number
    switch source.search(needle, fromNumber: id.number, bytes: max(1, bytes)) {
    case .found(let number): return .found(number + shift)
    case .paused(let number) where number < source.numberLimit: return .paused(next: number + shift)
    case .paused, .exhausted:
      let next = source.numberLimit + shift
      return next >= timeline.recordCount && timeline.isIndexed ? .exhausted : .paused(next: next)
    }
  }
}

extension Timeline {
  /// The first row from `row` on whose bytes may show the word of `needle`.
  public func search(_ needle: TextNeedle, from row: Int, bytes budget: Int) -> Feed.Search {
    TimelineTextSearch(needle: needle, bytes: budget).run(on: self, from: row)
  }

  /// Whether the row of a record may show the word of `needle`: by its own bytes, or by those of the post
  /// that it reshares.
  public func mayShow(_ needle: TextNeedle, _ id: RecordID) -> Bool {
    guard let source = source(of: id) else { return true }
    if source.mayShow(needle, number: id.number) { return true }
    guard let post = resharedPost(of: id), let source = self.source(of: post) else { return false }
    return source.mayShow(needle, number: post.number)
  }
}

extension Timeline {
  /// Texts that rows show and their records do not hold: titles of feeds, and authors by default.
  public var namesBesideRecords: [String] {
    sources.flatMap { source -> [String] in
      let names = [source.title, only == nil ? source.name : nil].compactMap(\.self)
      guard let feed = source as? Feed else { return names }
      let accounts = [feed.facts.author].compactMap(\.self) + feed.accounts.values
      return names
        + accounts.flatMap {
          [$0.name, $0.handle, $0.url].compactMap(\.self) + $0.companions
        }
    }
  }

  /// The size of the record in bytes; 0 where there is none.
  public func byteCount(of id: RecordID) -> Int {
    source(of: id)?.byteCount(ofNumber: id.number) ?? 0
  }
}
