import StreamModel

/// The search for the next or previous unread post of a page, in slices.
struct UnreadSearch {
  /// Rows that are decoded in a slice, and bytes of their records that end it.
  private static let sliceRows = 128
  private static let sliceBytes = 64 << 10

  /// The way through the page.
  enum Way: Equatable {
    case next, previous
    /// From the first row on, as far as rows will come.
    case first
  }

  /// The outcome of a slice of work.
  enum Progress: Equatable {
    case searching
    /// The position of an unread post.
    case found(Int)
    case exhausted
  }

  let way: Way
  /// The row that was looked at last, and where it stood then.
  private var lookedAt: RowID?
  private var position: Int
  private var patience: Patience

  /// Begins beside `row`; the first unread post is searched from the top.
  init(_ way: Way, from row: RowID, in rows: PageRows, at moment: Moment) {
    self.way = way
    lookedAt = way == .first ? nil : row
    position = way == .first ? -1 : rows.position(of: row) ?? -1
    patience = Patience(from: moment)
  }

  /// Whether the status line says that an unread post is searched for.
  var isAnnounced: Bool { patience.isOver }

  /// Looks at the time; true when the search is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Whether there are rows that have not been looked at, or none will come.
  func hasWork(in rows: PageRows) -> Bool {
    way != .first || rows.isComplete || looked(in: rows) + 1 < rows.count
  }

  /// Looks a little further.
  mutating func advance(in rows: PageRows, isUnread: (RecordID) -> Bool) -> Progress {
    let step = way == .previous ? -1 : 1
    var left = Self.sliceBytes
    var position = looked(in: rows)
    for _ in 0..<Self.sliceRows {
      guard left > 0 else { return .searching }
      position += step
      guard let row = rows.row(at: position) else {
        return way == .first && !rows.isComplete ? .searching : .exhausted
      }
      self.position = position
      lookedAt = row
      guard case .record(let id) = row else { continue }
      left -= rows.context.feed.byteCount(of: id)
      if isUnread(id) { return .found(position) }
    }
    return .searching
  }

  /// Where the row that was looked at last stands now.
  private func looked(in rows: PageRows) -> Int {
    lookedAt.flatMap { rows.position(of: $0) } ?? position
  }
}
