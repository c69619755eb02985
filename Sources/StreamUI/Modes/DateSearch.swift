import StreamModel

/// The search for the first row of a time in the current order, in slices.
///
/// Where the rows of the timeline are in order of time their times are known, and one look finds the
/// row. Elsewhere rows are decoded from the first on, until one is of the time.
struct DateSearch {
  /// Rows that are decoded in a slice, and bytes of their records that end it.
  private static let sliceRows = 128
  private static let sliceBytes = 64 << 10

  /// The outcome of a slice of work.
  enum Progress: Equatable {
    case searching
    /// The position of the first row of the time; else, if not `isOfTime`, of the row nearest to it.
    case found(Int, isOfTime: Bool)
    /// No row has a time.
    case exhausted
  }

  /// The time that is searched for.
  let date: DateText
  /// The row that was looked at last, and where it stood then.
  private var lookedAt: RowID?
  private var position = -1
  /// The row whose time is nearest so far, and the seconds between.
  private var nearest: (row: RowID, distance: UInt64)?

  private var patience: Patience

  init(_ date: DateText, at moment: Moment) {
    self.date = date
    patience = Patience(from: moment)
  }

  /// Whether the status line says that the date is searched for.
  var isAnnounced: Bool { patience.isOver }

  /// Looks at the time; true when the search is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Whether there are rows that have not been looked at.
  func hasWork(in rows: PageRows) -> Bool {
    if let before = rows.context.feed.rowCount(before: date.period) {
      return before < rows.count || rows.isComplete
    }
    return looked(in: rows) + 1 < rows.count || rows.isComplete
  }

  /// The rows looked at, in per cent of those that are expected.
  func percentage(in rows: PageRows) -> Int {
    let (total, seen) = (max(1, rows.estimatedCount), looked(in: rows) + 1)
    return max(0, min(99, seen &* 100 / total))
  }

  /// Looks a little further.
  mutating func advance(in rows: PageRows) -> Progress {
    let feed = rows.context.feed
    if let before = feed.rowCount(before: date.period) {
      return find(after: before, in: rows)
    }
    let start = looked(in: rows) + 1
    var left = Self.sliceBytes
    for position in start..<max(start, min(rows.count, start + Self.sliceRows)) {
      guard left > 0 else { return .searching }
      guard let row = rows.row(at: position) else { continue }
      self.position = position
      lookedAt = row
      guard case .record(let id) = row else { continue }
      left -= feed.byteCount(of: id)
      guard let time = feed.time(of: id) else { continue }
      if date.period.contains(time) { return .found(position, isOfTime: true) }
      let distance = distance(of: time)
      if nearest.map({ distance < $0.distance }) ?? true { nearest = (row, distance) }
    }
    guard looked(in: rows) + 1 >= rows.count, rows.isComplete else { return .searching }
    guard let nearest, let position = rows.position(of: nearest.row) else { return .exhausted }
    return .found(position, isOfTime: false)
  }

  /// Finds the row after the first `count` rows of a timeline in order of time; its times are known.
  private func find(after count: Int, in rows: PageRows) -> Progress {
    guard rows.count > 0 else { return rows.isComplete ? .exhausted : .searching }
    guard count < rows.count || rows.isComplete else { return .searching }
    let position = min(count, rows.count - 1)
    guard case .record(let id)? = rows.row(at: position) else { return .exhausted }
    let time = rows.context.feed.time(of: id)
    return .found(position, isOfTime: time.map { date.period.contains($0) } ?? false)
  }

  /// The seconds between `time` and the period.
  private func distance(of time: Int64) -> UInt64 {
    let edge = time < date.period.lowerBound ? date.period.lowerBound : date.period.upperBound
    return edge.subtractingReportingOverflow(time).overflow
      ? .max : UInt64((edge &- time).magnitude)
  }

  /// Where the row that was looked at last stands now.
  private func looked(in rows: PageRows) -> Int {
    lookedAt.flatMap { rows.position(of: $0) } ?? position
  }
}
