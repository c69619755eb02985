import StreamModel

/// The search for the reader's place in a feed that was reloaded, in slices: by the ids of posts, else
/// by their times.
///
/// Records near the old place are looked at first; most reloads have changed little.
struct Relocation {
  /// Records that are decoded in a slice, and bytes of them that end it.
  private static let sliceRecords = 128
  private static let sliceBytes = 64 << 10
  /// Records before the old place that are looked at first.
  private static let lead = 256

  /// The outcome of a slice of work.
  enum Progress: Equatable {
    case looking
    /// The place; `isExact` tells whether it is the same post.
    case found(List.Place, isExact: Bool)
    /// Nothing of the feed has an id or a time in common.
    case notFound
  }

  /// A row as it can be found again.
  private struct Wanted {
    let id: Post.ID
    let time: Int64?
    var found: RecordID?
    var nearest: (id: RecordID, distance: UInt64)?
  }

  /// Whether the feed is the reloaded one.
  var isReloaded = false
  private let line: Int
  private var top: Wanted?
  private var selected: Wanted?
  private var patience: Patience
  /// The number of the record at the old place, and what is looked at next in order of storage.
  private let hint: Int
  private var start: RecordID?
  private var last: RecordID?
  private var hasWrapped = false

  /// Keeps the place of a list on the timeline, before its feed is reloaded.
  init(of list: List, in feed: Timeline, at moment: Moment) {
    line = list.anchor.line
    top = Self.wanted(list.anchor.row, in: feed)
    selected = list.selection == list.anchor.row ? nil : Self.wanted(list.selection, in: feed)
    if case .record(let id) = list.anchor.row { hint = id.number } else { hint = 0 }
    patience = Patience(from: moment)
  }

  /// Whether the status line says that the place is looked for.
  var isAnnounced: Bool { patience.isOver }

  /// Looks at the time; true when the search is to be announced from now on.
  mutating func becomesLong(at moment: Moment) -> Bool { patience.ends(at: moment) }

  /// Whether there are records that have not been looked at, or none will come.
  func hasWork(in feed: Timeline) -> Bool {
    isReloaded && (feed.isIndexed || feed.nextStored(after: last) != nil)
  }

  /// Looks a little further.
  mutating func advance(_ feed: Timeline) -> Progress {
    guard top != nil else { return .notFound }
    var left = Self.sliceBytes
    for _ in 0..<Self.sliceRecords {
      guard left > 0 else { return .looking }
      guard let id = next(in: feed) else { return feed.isIndexed ? outcome() : .looking }
      left -= feed.byteCount(of: id)
      guard case .post(let post) = feed.record(id) else { continue }
      Self.compare(post, id, &top)
      Self.compare(post, id, &selected)
      if top?.found != nil, selected == nil || selected?.found != nil { return outcome() }
    }
    return .looking
  }

  /// The next record in order of storage: from near the old place to the end, then those before.
  private mutating func next(in feed: Timeline) -> RecordID? {
    if start == nil {
      guard let first = feed.nextStored(after: nil) else { return nil }
      let number = max(0, hint - Self.lead)
      start = RecordID(source: first.source, number: number)
      if number > 0 { last = RecordID(source: first.source, number: number - 1) }
    }
    if let id = feed.nextStored(after: last) {
      if hasWrapped, let start, id >= start { return nil }
      last = id
      return id
    }
    guard feed.isIndexed, !hasWrapped else { return nil }
    hasWrapped = true
    last = nil
    return next(in: feed)
  }

  private func outcome() -> Progress {
    guard let top, let row = top.found ?? top.nearest?.id else { return .notFound }
    let selection = selected.flatMap { $0.found ?? $0.nearest?.id } ?? row
    let anchor = List.Anchor(row: .record(row), line: top.found == nil ? 0 : line)
    let place = List.Place(anchor: anchor, selection: .record(selection))
    return .found(place, isExact: top.found != nil)
  }

  private static func wanted(_ row: RowID, in feed: Timeline) -> Wanted? {
    guard case .record(let id) = row, case .post(let post) = feed.record(id) else { return nil }
    return Wanted(id: post.id, time: (post.published ?? post.edited)?.secondsSinceEpoch)
  }

  private static func compare(_ post: Post, _ id: RecordID, _ wanted: inout Wanted?) {
    guard var row = wanted, row.found == nil else { return }
    if post.id == row.id { row.found = id }
    if let time = row.time, let other = (post.published ?? post.edited)?.secondsSinceEpoch {
      let (difference, overflow) = time.subtractingReportingOverflow(other)
      let distance = overflow ? UInt64.max : UInt64(difference.magnitude)
      if row.nearest.map({ distance < $0.distance }) ?? true { row.nearest = (id, distance) }
    }
    wanted = row
  }
}
