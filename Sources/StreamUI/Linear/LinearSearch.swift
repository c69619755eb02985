import StreamModel

/// The search for the next post with a text, in slices, from the post after the current one on.
struct LinearSearch {
  /// The outcome of a slice.
  enum Progress: Equatable {
    /// The next slice goes on.
    case searching
    /// The rows that are known are searched: further ones are needed, if there are any.
    case needsRows
    case found(RecordID)
    case exhausted
  }

  /// The text as it was typed.
  let text: String
  private let wanted: SearchText
  private let needle: TextNeedle?
  /// The row that is searched next.
  private var next: Int
  private let start: Int
  /// Whether the search has gone on from the first post.
  private(set) var hasWrapped = false

  /// Begins a search after the row at `position`.
  init(_ text: String, after position: Int, in timeline: Timeline) {
    self.text = text
    wanted = SearchText(text)
    needle = wanted.needle(besides: timeline.namesBesideRecords)
    start = position
    next = position + 1
  }

  /// Goes on from the first post; to be called when no more rows will come.
  mutating func wrap() {
    hasWrapped = true
    next = 0
  }

  /// Searches a little further.
  mutating func advance(in timeline: Timeline, rows: PostRow) -> Progress {
    var budget = SliceBudget()
    while !budget.isSpent {
      if hasWrapped, next > start { return .exhausted }
      if let needle {
        let bytes = budget.bytes(for: .scanning)
        switch timeline.search(needle, from: next, bytes: bytes) {
        case .found(let row): next = row
        case .paused(let row):
          next = max(next, row)
          return next < timeline.recordCount ? .searching : hasWrapped ? .exhausted : .needsRows
        case .exhausted:
          next = timeline.recordCount
          return hasWrapped ? .exhausted : .needsRows
        }
        if hasWrapped, next > start { return .exhausted }
      }
      guard let id = timeline.id(at: next) else { return hasWrapped ? .exhausted : .needsRows }
      next += 1
      budget.spend(on: .reading, bytes: timeline.byteCount(of: id))
      if case .post(let post) = timeline.record(id),
        !wanted.matches(in: RowText(rows.fullRow(post)), limit: 1).isEmpty
      {
        return .found(id)
      }
    }
    return .searching
  }
}
