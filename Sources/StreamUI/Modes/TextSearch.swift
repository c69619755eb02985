/// A search for the next or previous match of a text on a page, in slices; it goes once around.
struct TextSearch {
  /// Where a search begins.
  struct Start {
    let row: RowID
    /// The place in the row's text; nil for the row as a whole.
    let place: RowText.Place?
    /// Whether a match at that very place counts.
    let isInclusive: Bool
  }

  /// A match on a page.
  struct Match: Equatable {
    let row: RowID
    let passage: RowText.Passage
    /// The number of matches before it in its row.
    let index: Int
  }

  /// The outcome of a slice of work.
  enum Progress {
    case searching
    /// `hasWrapped` tells whether the search went past the end of the page.
    case found(Match, hasWrapped: Bool)
    case exhausted
  }

  let wanted: SearchText
  let isBackward: Bool
  private let walk: MatchingRows
  private let start: Start
  /// The row that was looked at last, and where it stood then.
  private var lookedAt: RowID
  private var position: Int
  private var hasLookedAtStart = false
  /// Whether it goes through the rows before its start, having gone past the end.
  private var isOnOtherSide = false
  private var hasWrapped = false
  /// Matches to pass by before the one that is wanted.
  private var left: Int
  private var passed = 0

  /// - Parameter count: 1 for the nearest match, 2 for the one after it.
  init(
    _ wanted: SearchText,
    from start: Start,
    isBackward: Bool,
    count: Int = 1,
    in rows: PageRows,
    by bytes: SearchedBytes
  ) {
    self.wanted = wanted
    self.isBackward = isBackward
    self.start = start
    walk = MatchingRows(wanted, in: rows, by: bytes)
    left = max(1, count) - 1
    lookedAt = start.row
    // A row that is gone stands for the head of the page.
    position = rows.position(of: start.row) ?? 0
  }

  /// Whether there are rows that have not been looked at, or none can come.
  func hasWork(in rows: PageRows) -> Bool {
    !hasLookedAtStart || rows.isComplete || (isBackward ? looked(in: rows) > 0 : isShort(of: rows))
  }

  /// Looks a little further.
  ///
  /// - Parameter isEnd: whether the rows that are known are all there are for now.
  mutating func advance(in rows: PageRows, isEnd: Bool = false) -> Progress {
    guard rows.count > 0 else { return rows.isComplete || isEnd ? .exhausted : .searching }
    guard hasLookedAtStart else { return lookAtStart(in: rows) }
    let looked = looked(in: rows)
    if isBackward ? looked <= 0 : !isShort(of: rows) {
      guard rows.isComplete || isEnd else { return .searching }
      return wrap(in: rows)
    }
    let slice =
      isBackward
      ? walk.backward(before: looked, in: rows)
      : walk.forward(from: looked + 1, upToOne: left == 0, in: rows)
    for hit in slice.hits {
      // Having wrapped, the search ends with the row where it began.
      guard isWithin(hit.position, in: rows) else { return ended(in: rows) }
      if let match = take(hit) { return .found(match, hasWrapped: hasWrapped) }
    }
    look(at: isBackward ? slice.next : slice.next - 1, in: rows)
    return isWithin(isBackward ? slice.next : slice.next - 1, in: rows)
      ? .searching : ended(in: rows)
  }

  private mutating func lookAtStart(in rows: PageRows) -> Progress {
    hasLookedAtStart = true
    guard let hit = walk.hit(at: position, in: rows), hit.row == start.row,
      let match = take(hit)
    else { return .searching }
    return .found(match, hasWrapped: hasWrapped)
  }

  /// Takes the matches of a row in the direction of the search; the one that is wanted, if it is
  /// there.
  private mutating func take(_ hit: MatchingRows.Hit) -> Match? {
    var passages = Array(hit.passages.enumerated())
    if hit.row == start.row {
      passages = passages.filter { isAhead($0.element.start) != isOnOtherSide }
    }
    guard left < passages.count else {
      left -= passages.count
      passed += passages.count
      return nil
    }
    let (index, passage) = passages[isBackward ? passages.count - 1 - left : left]
    return Match(row: hit.row, passage: passage, index: index)
  }

  /// Whether a place of the row where the search began lies in its direction.
  private func isAhead(_ place: RowText.Place) -> Bool {
    guard let from = start.place else { return !isBackward }
    if place == from { return start.isInclusive }
    return isBackward ? place < from : place > from
  }

  private mutating func wrap(in rows: PageRows) -> Progress {
    guard !isOnOtherSide else { return ended(in: rows) }
    isOnOtherSide = true
    hasWrapped = true
    // The row where the search began is looked at again, for the matches on its other side.
    if isBackward { move(to: rows.count) } else { move(to: -1) }
    return .searching
  }

  /// The page has been searched: begins again where fewer matches were passed than were asked for.
  private mutating func ended(in rows: PageRows) -> Progress {
    guard passed > 0 else { return .exhausted }
    left %= passed
    passed = 0
    hasLookedAtStart = false
    isOnOtherSide = false
    isAtEdge = false
    position = rows.position(of: start.row) ?? 0
    lookedAt = start.row
    return .searching
  }

  private func isWithin(_ position: Int, in rows: PageRows) -> Bool {
    guard isOnOtherSide else { return true }
    let origin = rows.position(of: start.row) ?? 0
    return isBackward ? position >= origin : position <= origin
  }

  private func isShort(of rows: PageRows) -> Bool { looked(in: rows) + 1 < rows.count }

  /// Where the row that was looked at last stands now.
  private func looked(in rows: PageRows) -> Int {
    guard rows.row(at: position) != lookedAt else { return position }
    return isAtEdge ? position : rows.position(of: lookedAt) ?? position
  }

  /// Whether the search stands before the first or after the last row, having wrapped.
  private var isAtEdge = false

  private mutating func move(to position: Int) {
    self.position = position
    isAtEdge = true
  }

  private mutating func look(at position: Int, in rows: PageRows) {
    self.position = position
    if let row = rows.row(at: position) {
      lookedAt = row
      isAtEdge = false
    } else {
      isAtEdge = true
    }
  }
}
