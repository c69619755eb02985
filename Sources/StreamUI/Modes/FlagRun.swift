import StreamModel

/// A change of the flags of many posts, in slices: rows are marked read from the first on, or the last
/// change is undone.
struct FlagRun {
  /// Rows that are decoded in a slice, and bytes of their records that end it.
  private static let sliceRows = 128
  private static let sliceBytes = 64 << 10

  /// The change that is made.
  enum Work: Equatable {
    /// Marks rows read, from the first to this one.
    case read(to: RowID)
    /// Marks all records of these sources of the timeline read.
    ///
    /// - Parameter absent: the number of chosen subscriptions that the timeline does not show.
    case readSources([Int], absent: Int)
    /// Undoes a change of this many parts.
    case undo(of: Int)
  }

  let work: Work
  /// Posts that have changed so far.
  var changedCount = 0
  /// How much is done, in per cent.
  private(set) var percentage = 0
  /// The row that was looked at last, and where it stood then.
  private var lookedAt: RowID?
  private var position = -1
  /// The walk through the sources whose records are marked; nil where rows are.
  private var walk: SourceWalk?
  private var patience: Patience

  init(_ work: Work, at moment: Moment) {
    self.work = work
    patience = Patience(from: moment)
    if case .readSources(let sources, _) = work { walk = SourceWalk(sources) }
  }

  /// The words of the status line; nil before it is worth a word.
  var announcement: String? {
    guard patience.isOver else { return nil }
    let verb = if case .undo = work { "Undoing" } else { "Marking posts read" }
    return "\(verb): \(percentage) %"
  }

  /// The words at the end of a run over changes of `flag`.
  ///
  /// - Parameter isSet: whether the change set the flag, or cleared it.
  func report(of flag: PostFlags, isSet: Bool, undoKey: String) -> String {
    let posts = PostRow.count(changedCount, "post", "posts")
    guard case .undo = work else {
      let words = posts.map { "Marked \($0) read (\(undoKey) undoes)" } ?? "All were read before"
      guard case .readSources(_, let absent) = work, absent > 0 else { return words }
      return words
        + " · \(absent.grouped) \(absent == 1 ? "feed is" : "feeds are") not on the timeline"
    }
    if flag == .kept { return "Undone: the post is \(isSet ? "no longer kept" : "kept again")" }
    let verb = changedCount == 1 ? "is" : "are"
    return "Undone: \(posts ?? "0 posts") \(verb) \(isSet ? "unread" : "read") again"
  }

  /// Looks at the time; true when the run is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Whether the status line says something else since `earlier`.
  func isSeen(since earlier: FlagRun) -> Bool { announcement != earlier.announcement }

  /// The posts of the next slice, and whether it is the last.
  mutating func slice(of rows: PageRows, in feed: Timeline) -> (ids: [RecordID], isLast: Bool) {
    if case .read(let last) = work { return slice(of: rows, to: last) }
    guard var walk else { return ([], true) }
    let ids = walk.slice(of: feed, limit: Self.sliceRows, bytes: Self.sliceBytes)
    self.walk = walk
    percentage = walk.percentage
    return (ids, walk.isOver)
  }

  private mutating func slice(
    of rows: PageRows,
    to last: RowID
  ) -> (ids: [RecordID], isLast: Bool) {
    let start = (lookedAt.flatMap { rows.position(of: $0) } ?? position) + 1
    let end = min(rows.count, (rows.position(of: last) ?? rows.count - 1) + 1)
    guard start < end else { return ([], true) }
    var ids: [RecordID] = []
    var left = Self.sliceBytes
    for position in start..<min(end, start + Self.sliceRows) {
      guard left > 0 else { break }
      self.position = position
      lookedAt = rows.row(at: position)
      guard case .record(let id)? = lookedAt else { continue }
      left -= rows.context.feed.byteCount(of: id)
      ids.append(id)
    }
    percentage = (position + 1) &* 100 / end
    return (ids, position + 1 >= end)
  }

  /// Notes how many parts of an undone change are left.
  mutating func note(left: Int) {
    guard case .undo(let total) = work, total > 0 else { return }
    percentage = (total - left) &* 100 / total
  }
}
