import StreamModel

/// The search for the reader's place in a feed that was reloaded or opened again: by the identities of posts, else by
/// their times.
///
/// The record at the old number is looked at first, then those near it, then all others: most feeds have changed little.
struct Relocation {
  /// Records before the old number that are looked at first.
  private static let lead = 256

  /// The occasion of the search, which decides what the status line says.
  enum Occasion: Equatable {
    /// The feed is read anew; the search begins once that is done.
    case reload
    case start, mark
    /// The records are chosen by other rules; the search begins once that is done.
    case rules
  }

  enum Listing: Equatable {
    case filter(String)
    case unread, feeds, rules
  }

  /// A row as it can be found again.
  private struct Wanted {
    let post: SavedPlace.PostReference
    var rematch: Rematch<RecordID>
    var found: RecordID?
    var nearest: (id: RecordID, distance: UInt64)?

    init(_ post: SavedPlace.PostReference) {
      self.post = post
      rematch = Rematch(of: post.name.identity)
    }

    var isFound: Bool { found != nil }
    /// The record of the post itself, perhaps under another id.
    var same: RecordID? { found ?? rematch.renamed(0) }
    var best: RecordID? { same ?? nearest?.id }
  }

  let occasion: Occasion
  /// The place that is searched for; nil where no post was on the screen.
  let place: SavedPlace?
  let listing: [Listing]
  /// The line of the screen on which the selected post is to stay; nil for that of the first post on the screen.
  let selectionLine: Int?
  var isReady: Bool
  private var top: Wanted?
  private var selected: Wanted?
  private var hasTriedNumbers = false
  /// The first record of the search by key, and the last one looked at, in order of storage.
  private var start: RecordID?
  private var last: RecordID?
  private var hasWrapped = false

  init(
    of place: SavedPlace?,
    for occasion: Occasion,
    listing: [Listing] = [],
    selectionLine: Int? = nil
  ) {
    self.place = place
    self.listing = listing
    self.selectionLine = selectionLine
    self.occasion = occasion
    isReady = occasion != .reload && occasion != .rules
    top = place.map { Wanted($0.top) }
    selected = place.flatMap { $0.selection == $0.top ? nil : Wanted($0.selection) }
  }

  var announcement: String {
    switch occasion {
    case .reload: "Searching the reloaded feed for your place"
    case .rules: "Searching for your place among the posts that the rules leave"
    case .start, .mark: "Searching for the post where you stopped"
    }
  }

  /// The words where nothing of the feed has a key or a time in common.
  var refusal: String {
    switch occasion {
    case .reload: "Reloaded; the post is gone"
    case .start: "The post where you stopped is gone"
    case .mark: "The marked post is gone"
    case .rules: "The rules hide the post where you were"
    }
  }

  /// Whether there are records that have not been looked at, or none will come.
  func hasWork(in feed: Timeline) -> Bool {
    guard isReady else { return false }
    if feed.isIndexed || top == nil { return true }
    if !hasTriedNumbers, hasNumbers(in: feed) { return true }
    // Rows that are still sorted come in before those that were looked at.
    return !feed.mayInsertRows && hasTriedNumbers
      && feed.nextStored(after: start == nil ? firstRecord(in: feed).before : last) != nil
  }

  mutating func slice(of feed: Timeline, _ budget: inout SliceBudget) -> Job.Outcome {
    guard top != nil else { return .nothing }
    if !hasTriedNumbers {
      guard hasNumbers(in: feed) || feed.isIndexed else { return .goesOn }
      hasTriedNumbers = true
      budget.spend(on: .looking, bytes: 0)
      for post in [top, selected].compactMap({ $0?.post }) {
        look(at: record(of: post, in: feed), feed)
      }
      return isFound ? outcome(in: feed) : .goesOn
    }
    var laps = SliceLaps()
    while laps.goOn(budget) {
      guard let id = next(in: feed) else { return feed.isIndexed ? outcome(in: feed) : .goesOn }
      budget.spend(on: .decoding, bytes: feed.byteCount(of: id))
      look(at: id, feed)
      if isFound { return outcome(in: feed) }
    }
    return .goesOn
  }

  private var isFound: Bool { top?.isFound == true && selected?.isFound != false }

  private func hasNumbers(in feed: Timeline) -> Bool {
    [top, selected].allSatisfy { wanted in
      wanted.map { feed.row(of: record(of: $0.post, in: feed)) != nil } ?? true
    }
  }

  private func record(of post: SavedPlace.PostReference, in feed: Timeline) -> RecordID {
    RecordID(source: feed.number(at: post.name.source) ?? 0, number: post.number)
  }

  private mutating func look(at record: RecordID, _ feed: Timeline) {
    // A copy has no row of its own; its post would be taken twice.
    guard let id = feed.row(showing: record), case .post(let post) = feed.record(id) else { return }
    let keys = feed.keys(of: id)
    Self.compare(post, id, keys, feed, &top)
    Self.compare(post, id, keys, feed, &selected)
  }

  /// The record at which the search by key begins, and the one before it.
  private func firstRecord(in feed: Timeline) -> (start: RecordID, before: RecordID?) {
    let hint = top.map { record(of: $0.post, in: feed) }
    let number = max(0, (hint?.number ?? 0) - Self.lead)
    let start = RecordID(source: hint?.source ?? feed.number(at: 0) ?? 0, number: number)
    if number > 0 { return (start, RecordID(source: start.source, number: number - 1)) }
    // After the last record of the source before it.
    let before = RecordID(source: start.source - 1, number: .max - 1)
    return (start, start.source > 0 ? before : nil)
  }

  /// The next record in order of storage: from near the old number to the end, then those before.
  private mutating func next(in feed: Timeline) -> RecordID? {
    if start == nil { (start, last) = firstRecord(in: feed) }
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

  private func outcome(in feed: Timeline) -> Job.Outcome {
    guard let top, let row = top.best else { return .nothing }
    let line = top.same == nil ? 0 : place?.line ?? 0
    let place = List.Place(
      anchor: List.Anchor(row: .record(row), line: line),
      selection: .record(selected?.best ?? row)
    )
    // A post that is open stands over those that surround it.
    let wanted = self.place?.opened == nil ? top : selected ?? top
    return .place(place, isExact: wanted.same != nil)
  }

  /// Whether the post that was at the top is older than all of the stream, the last of which stands for it.
  func isBefore(_ row: RowID, in feed: Timeline) -> Bool {
    let last = feed.recordCount - 1
    guard feed.order.endsWithOldest, case .record(let id) = row, feed.row(of: id) == last,
      let oldest = Self.time(ofRowAt: last, in: feed), let time = top?.post.time, time < oldest
    else { return false }
    // A document may have its oldest post first.
    return Self.time(ofRowAt: 0, in: feed).map { $0 >= oldest } ?? false
  }

  private static func time(ofRowAt position: Int, in feed: Timeline) -> Int64? {
    guard let id = feed.id(at: position), case .post(let post) = feed.record(id) else { return nil }
    return SavedPlace.time(of: post)
  }

  private static func compare(
    _ post: Post,
    _ id: RecordID,
    _ keys: [Timeline.SourceKey],
    _ feed: Timeline,
    _ wanted: inout Wanted?
  ) {
    guard var row = wanted, !row.isFound else { return }
    for key in keys where row.post.name.hasSource(of: key, in: feed) {
      if row.rematch.take(key.identity, as: id) != nil { row.found = id }
    }
    if let time = row.post.time, let other = SavedPlace.time(of: post) {
      let (difference, overflow) = time.subtractingReportingOverflow(other)
      let distance = overflow ? UInt64.max : UInt64(difference.magnitude)
      if row.nearest.map({ distance < $0.distance }) ?? true { row.nearest = (id, distance) }
    }
    wanted = row
  }
}
