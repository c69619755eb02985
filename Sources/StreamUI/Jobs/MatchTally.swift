import StreamModel

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

  /// Whether there are rows that have not been counted.
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

  /// The words for the status line about `match`: "3 of 41".
  func words(about match: TextSearch.Match) -> String {
    let total =
      isFull ? "\(Self.limit.grouped)+" : isDone ? count.grouped : "\(count.grouped) so far"
    guard let range = counts[match.row], match.index < range.count else {
      return isDone && !isFull ? "" : "\(total) matches"
    }
    return "\((range.lowerBound + match.index + 1).grouped) of \(total)"
  }
}
