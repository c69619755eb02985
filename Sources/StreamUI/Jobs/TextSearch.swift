import CellGrid
import StreamModel

/// A search for the next or previous match of a text on a page; it goes once around.
struct TextSearch {
  struct Start {
    let row: RowID
    let place: RowText.Place?
    /// Whether a match at that very place counts.
    let isInclusive: Bool
  }

  struct Match: Equatable {
    let row: RowID
    let passage: RowText.Passage
    /// The number of matches before it in its row.
    let index: Int
  }

  let wanted: SearchText
  let isBackward: Bool
  private let walk: MatchingRows
  private let start: Start
  /// The row that was looked at last; having wrapped, the edge of the page at first.
  private var cursor: RowCursor
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
    // A row that is gone stands for the head of the page.
    cursor = RowCursor(at: start.row, else: 0, in: rows)
  }

  func hasWork(in rows: PageRows) -> Bool {
    rows.isComplete
      || rows.count > 0
        && (!hasLookedAtStart
          || (isBackward ? cursor.position(in: rows) > 0 : cursor.hasNext(in: rows)))
  }

  /// Looks a little further; `isEnd` where the rows that are known are all there are for now.
  mutating func slice(of rows: PageRows, isEnd: Bool, _ budget: inout SliceBudget) -> Job.Outcome {
    var laps = SliceLaps()
    while laps.goOn(budget), isEnd || hasWork(in: rows) {
      let outcome = step(in: rows, isEnd: isEnd || rows.isComplete, &budget)
      guard outcome == .goesOn else { return outcome }
    }
    return .goesOn
  }

  private mutating func step(
    in rows: PageRows,
    isEnd: Bool,
    _ budget: inout SliceBudget
  ) -> Job.Outcome {
    guard rows.count > 0 else { return isEnd ? .nothing : .goesOn }
    guard hasLookedAtStart else { return lookAtStart(in: rows, &budget) }
    let looked = cursor.position(in: rows)
    if isBackward ? looked <= 0 : !cursor.hasNext(in: rows) {
      return isEnd ? wrap(in: rows, &budget) : .goesOn
    }
    let stretch =
      isBackward
      ? walk.backward(before: looked, in: rows, &budget)
      : walk.forward(from: looked + 1, upToOne: left == 0, in: rows, &budget)
    for hit in stretch.hits {
      // Having wrapped, the search ends with the row where it began.
      guard isWithin(hit.position, in: rows) else { return ended(in: rows, &budget) }
      if let match = take(hit) { return .match(match, hasWrapped: hasWrapped) }
    }
    let last = isBackward ? stretch.next : stretch.next - 1
    cursor = RowCursor(at: last, in: rows)
    return isWithin(last, in: rows) ? .goesOn : ended(in: rows, &budget)
  }

  private mutating func lookAtStart(in rows: PageRows, _ budget: inout SliceBudget) -> Job.Outcome {
    hasLookedAtStart = true
    let position = cursor.position(in: rows)
    guard let hit = walk.hit(at: position, in: rows, &budget), hit.row == start.row,
      let match = take(hit)
    else { return .goesOn }
    return .match(match, hasWrapped: hasWrapped)
  }

  /// Takes the matches of a row in the direction of the search; the one that is wanted, if it is there.
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

  private func isAhead(_ place: RowText.Place) -> Bool {
    guard let from = start.place else { return !isBackward }
    if place == from { return start.isInclusive }
    return isBackward ? place < from : place > from
  }

  private mutating func wrap(in rows: PageRows, _ budget: inout SliceBudget) -> Job.Outcome {
    guard !isOnOtherSide else { return ended(in: rows, &budget) }
    budget.spend(on: .looking, bytes: 0)
    isOnOtherSide = true
    hasWrapped = true
    // The row where the search began is looked at again, for the matches on its other side.
    cursor = isBackward ? RowCursor(at: rows.count, in: rows) : RowCursor()
    return .goesOn
  }

  /// The page has been searched: begins again where fewer matches were passed than were asked for.
  private mutating func ended(in rows: PageRows, _ budget: inout SliceBudget) -> Job.Outcome {
    guard passed > 0 else { return .nothing }
    budget.spend(on: .looking, bytes: 0)
    left %= passed
    passed = 0
    hasLookedAtStart = false
    isOnOtherSide = false
    cursor = RowCursor(at: start.row, else: 0, in: rows)
    return .goesOn
  }

  private func isWithin(_ position: Int, in rows: PageRows) -> Bool {
    guard isOnOtherSide else { return true }
    let origin = rows.position(of: start.row) ?? 0
    return isBackward ? position >= origin : position <= origin
  }
}

/// A text to search for, in the forms that a search needs; between slashes it is a regular expression.
///
/// Capitals count only where the text has some, as in most viewers; accents never count.
struct SearchText: Sendable {
  let text: String
  let ignoresCase: Bool
  let pattern: TextPattern
  /// The mistake in an expression, whose text is searched for as words then; nil without one.
  let problem: String?

  init(_ text: String) {
    self.text = text
    let hasCapitals = text.unicodeScalars.contains { $0.properties.isUppercase }
    ignoresCase = !hasCapitals
    let words = TextPattern.words(FoldedPattern(text, ignoringCase: !hasCapitals))
    guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else {
      (pattern, problem) = (words, nil)
      return
    }
    let inner = String(text.dropFirst().dropLast())
    do throws(RegularExpression.Mistake) {
      pattern = .expression(try RegularExpression(inner, mindsCase: hasCapitals))
      problem = nil
    } catch {
      (pattern, problem) = (words, error.message)
    }
  }

  func matches(_ candidate: String) -> Bool { pattern.matches(candidate) }

  func matches(
    in text: RowText,
    of sections: [RowText.Section] = RowText.Section.allCases,
    limit: Int = .max
  ) -> [RowText.Passage] {
    var found: [RowText.Passage] = []
    for section in sections {
      pattern.forEachMatch(in: text[section], joiningLines: section == .body) { range in
        found.append(RowText.Passage(section: section, range: range))
        return found.count < limit
      }
      guard found.count < limit else { break }
    }
    return found
  }

  /// The longest word that only the bytes of a record can bring onto the screen, as a needle, and none of the texts (`names`)
  /// that rows show besides; nil where a row may show the text whatever its bytes are.
  func needle(besides names: [String]) -> TextNeedle? {
    let added = AddedWords(names: names, inRows: true)
    switch pattern {
    case .words(let words): return added.needle(for: words, ignoringCase: ignoresCase)
    case .expression(let expression):
      return expression.literal.flatMap {
        added.needle(for: FoldedPattern($0, ignoringCase: true), ignoringCase: true)
      }
    }
  }
}

/// The number of matches on a page, counted in slices from its first row on.
struct MatchTally {
  /// Counting ends with this many matches.
  static let limit = 10_000
  /// Slices between two frames that show the count; a frame takes longer than a slice.
  private static let slicesAFrame = 16

  private let walk: MatchingRows
  private var rows: [(row: RowID, end: Int)] = []
  private var counts: [RowID: Range<Int>] = [:]
  private var cursor = RowCursor()
  private(set) var isDone = false
  private var slices = 0

  init(_ wanted: SearchText, in rows: PageRows, by bytes: SearchedBytes) {
    walk = MatchingRows(wanted, in: rows, by: bytes)
  }

  /// Counts again from the first row: rows came or went among those that were counted.
  mutating func restart() {
    rows = []
    counts = [:]
    cursor = RowCursor()
    isDone = false
  }

  var count: Int { rows.last?.end ?? 0 }
  private var isFull: Bool { count >= Self.limit }

  func hasWork(in rows: PageRows) -> Bool {
    !isDone && (cursor.hasNext(in: rows) || rows.isComplete)
  }

  /// Counts a little further; whether the reader is to see how far.
  mutating func advance(in rows: PageRows) -> Bool {
    guard cursor.hasNext(in: rows) else {
      isDone = rows.isComplete
      return isDone
    }
    var budget = SliceBudget()
    let start = cursor.position(in: rows) + 1
    let stretch = walk.forward(from: start, upToOne: false, in: rows, &budget)
    for hit in stretch.hits where !isFull {
      let before = count
      counts[hit.row] = before..<before + hit.passages.count
      self.rows.append((hit.row, before + hit.passages.count))
    }
    cursor = RowCursor(at: stretch.next - 1, in: rows)
    isDone = isFull || (rows.isComplete && stretch.next >= rows.count)
    slices &+= 1
    return isDone || slices % Self.slicesAFrame == 0
  }

  func words(about match: TextSearch.Match) -> String {
    let total =
      isFull ? "\(Self.limit.grouped)+" : isDone ? count.grouped : "\(count.grouped) so far"
    guard let range = counts[match.row], match.index < range.count else {
      return isDone && !isFull ? "" : "\(total) matches"
    }
    return "\((range.lowerBound + match.index + 1).grouped) of \(total)"
  }
}
