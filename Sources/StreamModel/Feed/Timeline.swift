/// The records of one feed in document order, or of several as one stream, newest first.
///
/// One feed is passed through. Several are first scanned to their ends, then sorted by time: a
/// record without a time stays with the one before it in its document, and what several feeds hold
/// is one row that names them all.
public final class Timeline {
  /// How the records of several feeds are put together.
  public enum Order: Sendable {
    /// By time, newest first, duplicates once.
    case merged
    /// One feed after the other, each in document order.
    case separate
  }

  /// A record of one of the feeds.
  struct Place: Equatable {
    let feed: UInt16
    let record: UInt32
  }

  /// The feeds, in the order they were named.
  public let feeds: [Feed]
  private let order: Order
  /// The rows of several feeds; of one feed the rows are its records.
  private var rows: [Place] = []
  /// The other feeds that hold a row's record, by row.
  private var copies: [Int: [UInt16]] = [:]
  private var merge: TimelineMerge?
  private var failures: [Int: FeedError] = [:]
  private var isInOrder = false

  /// One feed as it is.
  public convenience init(_ feed: Feed) {
    self.init([feed], order: .separate)
  }

  /// Several feeds as one stream; at most 65,535 of them.
  public init(_ feeds: [Feed], order: Order) {
    self.feeds = Array(feeds.prefix(Int(UInt16.max)))
    self.order = order
  }

  /// The one feed that is passed through.
  private var only: Feed? { feeds.count == 1 ? feeds.first : nil }

  /// All feeds are scanned, and put in order.
  public var isIndexed: Bool { only?.isIndexed ?? isInOrder }
  /// The name for messages: the feed's, or how many there are.
  public var name: String { only?.name ?? "\(feeds.count) feeds" }
  /// What the document calls itself, or how many feeds there are.
  public var title: String? { only.map { $0.title } ?? "\(feeds.count) feeds" }
  /// What the one feed calls itself; nil for several.
  public var feedTitle: String? { only?.title }
  /// The rows found so far.
  public var recordCount: Int { only?.recordCount ?? rows.count }
  /// A number that changes when later bytes add to any record that was found before.
  public var changes: Int { feeds.reduce(0) { $0 &+ $1.changes } }
  /// How many rows there will be, as far as can be told: from what the bytes so far hold.
  public var estimatedCount: Int { only?.estimatedCount ?? rows.count }
  /// Problems of the documents met so far, feed by feed.
  public var problems: [FeedProblem] { only?.problems ?? feeds.flatMap(\.problems) }
  /// How many records were really decoded.
  public var decodeCount: Int { feeds.reduce(0) { $0 + $1.decodeCount } }
  /// Why feeds could not be read, in the order they were named; the others are shown.
  public var errors: [FeedError] { failures.sorted { $0.key < $1.key }.map(\.value) }

  /// Scans about `budget` bytes further; of several feeds, each in its turn.
  ///
  /// - Throws: ``FeedError`` when no feed can be read.
  public func advance(bytes budget: Int) throws(FeedError) -> Feed.Progress {
    if let only { return try only.advance(bytes: budget) }
    guard !isIndexed else { return .done }
    var left = budget
    var isWaiting = false
    for (number, feed) in feeds.enumerated() where !feed.isIndexed && failures[number] == nil {
      do throws(FeedError) {
        // A feed that waits for bytes lets the next one go on. It costs nothing where it found
        // nothing: charged for it, the slice would end here, with work that is none.
        while left > 0, !feed.isIndexed {
          let known = feed.recordCount
          let progress = try feed.advance(bytes: min(left, 256 << 10))
          if progress != .waiting || feed.recordCount != known { left -= 256 << 10 }
          if case .waiting = progress {
            isWaiting = true
            break
          }
        }
      } catch {
        failures[number] = error
        if failures.count == feeds.count { throw error }
      }
      if order == .separate { break }
      if left <= 0 { return .more }
    }
    let isScanned = feeds.indices.allSatisfy { feeds[$0].isIndexed || failures[$0] != nil }
    if order == .separate { takeRows() } else if isScanned { putInOrder(bytes: budget) }
    if isIndexed { return .done }
    return isWaiting && !isScanned ? .waiting : .more
  }

  /// The record of a row; a problem where there is no row.
  public func record(at row: Int) -> Feed.Record {
    if let only { return only.record(at: row) }
    guard rows.indices.contains(row) else {
      return .problem(
        FeedProblem(
          source: name,
          line: nil,
          column: nil,
          path: "",
          message: "no row \(row) (expected 0 to \(rows.count - 1))"
        )
      )
    }
    return feeds[Int(rows[row].feed)].record(at: Int(rows[row].record))
  }

  /// A number that changes when later activities add to the record.
  public func revision(at row: Int) -> Int {
    if let only { return only.revision(at: row) }
    guard rows.indices.contains(row) else { return 0 }
    return feeds[Int(rows[row].feed)].revision(at: Int(rows[row].record))
  }

  /// The feeds that hold a row's record, by what they call themselves; empty for one feed alone.
  public func sources(at row: Int) -> [String] {
    guard only == nil, rows.indices.contains(row) else { return [] }
    return ([rows[row].feed] + (copies[row] ?? [])).map { label(of: feeds[Int($0)]) }
  }

  /// The first row from `row` on whose bytes hold `needle`; see ``Feed/search(_:from:bytes:)``.
  public func search(
    _ needle: [UInt8],
    from row: Int,
    bytes budget: Int,
    ignoringCase: Bool = false
  ) -> Feed.Search {
    if let only {
      return only.search(needle, from: row, bytes: budget, ignoringCase: ignoringCase)
    }
    var left = budget
    for at in max(0, row)..<max(row, rows.count) {
      let place = rows[at]
      left -= feeds[Int(place.feed)].byteCount(at: Int(place.record))
      if feeds[Int(place.feed)].holds(needle, at: Int(place.record), ignoringCase: ignoringCase) {
        return .found(at)
      }
      if left <= 0 { return at + 1 < rows.count ? .paused(next: at + 1) : .exhausted }
    }
    return isIndexed ? .exhausted : .paused(next: rows.count)
  }

  /// The row of the post with this id: near `near`, or anywhere within `budget` bytes of reading.
  public func position(ofPost id: Post.ID, near: Int, bytes budget: Int) -> Int? {
    if let only { return only.position(ofPost: id, near: near, bytes: budget) }
    for (number, feed) in feeds.enumerated() {
      guard let record = feed.position(ofPost: id, near: 0, bytes: budget) else { continue }
      let place = Place(feed: UInt16(number), record: UInt32(record))
      if let row = rows.firstIndex(of: place) { return row }
    }
    return nil
  }

  /// Goes on behind what was the end of a feed that has grown; see ``Feed/resume()``.
  public func resume() -> Bool {
    only?.resume() ?? false
  }

  /// What the feed calls itself, else its file's name.
  private func label(of feed: Feed) -> String {
    feed.title ?? feed.name.split(separator: "/").last.map { String($0) } ?? feed.name
  }

  /// Takes in the records of feeds that come one after the other, as far as they are known.
  private func takeRows() {
    var known = rows.count
    for (number, feed) in feeds.enumerated() {
      let count = feed.recordCount
      if known < count {
        rows += (known..<count).map { Place(feed: UInt16(number), record: UInt32(clamping: $0)) }
      }
      known = max(0, known - count)
      guard feed.isIndexed || failures[number] != nil else { return }
    }
    isInOrder = true
  }

  private func putInOrder(bytes budget: Int) {
    var work = merge ?? TimelineMerge(feeds)
    merge = nil
    if let outcome = work.advance(feeds, bytes: budget) {
      rows = outcome.rows
      copies = outcome.copies
      isInOrder = true
    } else {
      merge = work
    }
  }
}
