import StreamModel

/// Looking for a text, in turns between keys.
extension App {
  /// Bytes of the feed that are looked through between two looks for keys.
  private static let sliceBytes = 1 << 20
  /// Rows that are looked at in a turn where no bytes are searched, and backward.
  private static let sliceRows = 16
  private static let chunkRows = 512

  /// Whether there are rows that a search has not looked at.
  package var hasSearchWork: Bool {
    guard let search else { return false }
    return search.isBackward || search.next < rows.count || !isTimeline || feed.isIndexed
  }

  /// Looks for `text` from the selection on.
  mutating func startSearch(_ text: SearchText, isBackward: Bool = false) {
    let row = rows.index(of: page.list.selection) ?? 0
    lastSearch = text
    search = TextSearch(
      text,
      from: isBackward ? row : row + 1,
      isBackward: isBackward,
      page: page.number
    )
  }

  mutating func searchAgain(isBackward: Bool) {
    guard let text = lastSearch else {
      say("nothing was looked for yet (type / and a text)")
      return
    }
    startSearch(text, isBackward: isBackward)
  }

  /// Looks a little further; returns whether that changed what is seen.
  package mutating func searchText() -> Bool {
    guard var search, search.page == page.number else {
      search = nil
      return false
    }
    let outcome =
      search.isBackward
      ? backward(&search) : isTimeline ? forward(&search) : forwardByRows(&search)
    switch outcome {
    case .found(let row):
      self.search = nil
      show(row)
      return true
    case .exhausted:
      self.search = nil
      say("not found: \(search.wanted.text)")
      return true
    case .paused:
      self.search = search
      return false
    }
  }

  /// By the bytes of the feed; what they hold is looked at as it is shown.
  private func forward(_ search: inout TextSearch) -> Feed.Search {
    let found = feed.search(
      search.wanted.word,
      from: search.next,
      bytes: Self.sliceBytes,
      ignoringCase: search.wanted.ignoresCase
    )
    switch found {
    case .found(let row):
      if isHit(row, search) { return .found(row) }
      search.next = row + 1
    case .paused(let next): search.next = max(next, search.next)
    case .exhausted: return .exhausted
    }
    return .paused(next: search.next)
  }

  private func forwardByRows(_ search: inout TextSearch) -> Feed.Search {
    let end = min(rows.count, search.next + Self.sliceRows)
    while search.next < end {
      if isHit(search.next, search) { return .found(search.next) }
      search.next += 1
    }
    return end == rows.count ? .exhausted : .paused(next: end)
  }

  /// A chunk of rows at a time: its hits are known when it has been searched to its end.
  private func backward(_ search: inout TextSearch) -> Feed.Search {
    let end = min(search.next, rows.count)
    guard end > 0 else { return .exhausted }
    let start = max(0, end - (isTimeline ? Self.chunkRows : Self.sliceRows))
    let candidates = isTimeline ? candidates(start..<end, search) : Array(start..<end)
    if let row = candidates.last(where: { isHit($0, search) }) { return .found(row) }
    search.next = start
    return start == 0 ? .exhausted : .paused(next: start)
  }

  /// The rows of a chunk whose bytes hold the word.
  private func candidates(_ chunk: Range<Int>, _ search: TextSearch) -> [Int] {
    var candidates: [Int] = []
    var next = chunk.lowerBound
    while next < chunk.upperBound {
      switch feed.search(
        search.wanted.word,
        from: next,
        bytes: Self.sliceBytes,
        ignoringCase: search.wanted.ignoresCase
      ) {
      case .found(let row) where row < chunk.upperBound:
        candidates.append(row)
        next = row + 1
      case .paused(let row) where row > next: next = row
      default: return candidates
      }
    }
    return candidates
  }

  private func isHit(_ row: Int, _ search: TextSearch) -> Bool {
    search.wanted.isHit(rows.row(at: row).words)
  }

  /// Selects what was found and shows it, without moving the stream.
  private mutating func show(_ row: Int) {
    message = nil
    marksHits = true
    noteJump()
    page.list.destination = nil
    setSelection(rows.id(at: row))
    reveal(row)
    comeToRest()
  }
}
