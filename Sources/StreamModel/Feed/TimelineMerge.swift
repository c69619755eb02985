/// The records of sources in one order, while they are scanned: newest first, or by another rank.
///
/// A source whose times have only descended is assumed to go on so: rows are shown down to where the
/// least advanced of such sources stands. One whose times ascend may bring anything, and is waited
/// for to its end. A source that has waited for bytes (a pipe) is not waited for: what it brings is
/// inserted where it belongs.
struct TimelineMerge {
  /// Records that are looked at in one call, at most; and rows that are shown.
  private static let mostLooks = 512
  private static let mostRows = 1_024
  /// Records of one source that are looked at before the next source has its turn.
  private static let looksInTurn = 64
  private static let slice = 64 << 10

  private var lanes: [MergeLane]
  /// The sources that are not done, in their order: of thousands of files most are, most of the time.
  private var open: [Int] = []
  var rows: MergedRows
  private var turn = 0
  private var lastLive = 0

  init(_ sources: [SharedChanges], order: StreamOrder, facts: FactTable? = nil) {
    lanes = sources.map { MergeLane($0, order: order, facts: facts) }
    rows = MergedRows()
    for source in sources { rows.addSource(source.number) }
    open = Array(sources.indices)
  }

  /// Takes in a further source, whose records come in where they belong.
  mutating func add(_ source: SharedChanges, order: StreamOrder, facts: FactTable?) {
    lanes.append(MergeLane(source, order: order, facts: facts))
    rows.addSource(source.number)
    open.append(lanes.count - 1)
  }

  /// Lets go of a source with all its rows.
  mutating func remove(source number: Int) {
    guard let index = lanes.firstIndex(where: { $0.sourceNumber == number }) else { return }
    lanes.remove(at: index).leave()
    rows.remove(source: number)
    open = lanes.indices.filter { !lanes[$0].isDone(rows) }
  }

  var isIndexed: Bool {
    open.isEmpty && !rows.hasPending && lanes.allSatisfy { $0.isDone(rows) }
  }

  var lookedCount: Int { lanes.reduce(0) { $0 + $1.lookedCount(rows) } }

  /// Ends: the changes of the sources are no longer kept for it.
  func leave() { for lane in lanes { lane.leave() } }

  var errors: [FeedError] { lanes.compactMap(\.failure) }

  /// Scans and merges about `budget` bytes further.
  ///
  /// - Parameter now: see ``Post/rankTime(at:)``.
  /// - Returns: `.waiting` only if nothing can be done without new bytes.
  mutating func advance(bytes budget: Int, at now: Timestamp?) throws(FeedError) -> ScanProgress {
    for index in lanes.indices {
      lanes[index].wake()
      lanes[index].takeChanges(into: &rows)
    }
    open = lanes.indices.filter { !lanes[$0].isDone(rows) }
    var left = max(1, budget)
    var looks = Self.mostLooks
    while left > 0, looks > 0, let index = nextLane() {
      if lanes[index].canLook(rows) {
        look(index, at: now, &left, &looks)
      } else {
        try scan(index, &left)
      }
      if lanes[index].isDone(rows) { open.remove(at: open.partitioningIndex { $0 >= index }) }
    }
    let bound = open.compactMap { lanes[$0].bound(rows) }.min()
    rows.show(before: bound, atMost: Self.mostRows)
    if isIndexed { return .done }
    let hasMore = rows.canShow(before: bound) || open.contains { lanes[$0].hasWork(rows) }
    return hasMore ? .more : .waiting
  }

  private mutating func look(
    _ index: Int,
    at now: Timestamp?,
    _ left: inout Int,
    _ looks: inout Int
  ) {
    var turn = Self.looksInTurn
    while turn > 0, left > 0, looks > 0, lanes[index].canLook(rows) {
      left -= lanes[index].look(at: now, into: &rows)
      turn -= 1
      looks -= 1
    }
  }

  private mutating func scan(_ index: Int, _ left: inout Int) throws(FeedError) {
    let bytes = min(left, Self.slice)
    do throws(FeedError) {
      left -= try lanes[index].scan(bytes: bytes, into: &rows)
    } catch {
      lanes[index].failure = error
      if lanes.allSatisfy({ $0.failure != nil }) { throw error }
    }
  }

  /// The source whose turn it is: now one that rows wait for, now a live one, so that neither a
  /// flood nor a long file keeps the other from the screen.
  private mutating func nextLane() -> Int? {
    turn &+= 1
    if turn & 1 == 1, let live = nextLive() { return live }
    return mostUrgent() ?? nextLive()
  }

  private mutating func nextLive() -> Int? {
    let live = open.filter { lanes[$0].isLive && lanes[$0].hasWork(rows) }
    guard let next = live.first(where: { $0 > lastLive }) ?? live.first else { return nil }
    lastLive = next
    return next
  }

  /// The source that holds back most.
  private func mostUrgent() -> Int? {
    var best: (index: Int, urgency: MergeLane.Urgency, bound: RowKey?)?
    for index in open where !lanes[index].isLive && lanes[index].hasWork(rows) {
      let urgency = lanes[index].urgency
      // None is more urgent.
      if urgency == .unknown { return index }
      let bound = lanes[index].bound(rows)
      if let best {
        let comesFirst =
          urgency != best.urgency
          ? urgency == .blocking
          : bound.map { bound in best.bound.map { bound < $0 } ?? true } ?? false
        guard comesFirst else { continue }
      }
      best = (index, urgency, bound)
    }
    return best?.index
  }
}
