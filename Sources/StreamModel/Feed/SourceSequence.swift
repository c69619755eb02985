/// The rows of sources that follow each other, each in its own order.
///
/// Keeps nothing for each row: a row is looked up in its source, less the records held back.
struct SourceSequence {
  private struct Part {
    let follower: SharedChanges.Follower
    let source: any RecordSource
    let number: Int
    var count: Int
    var withheld: [Int] = []
    var failure: FeedError?

    var isFinished: Bool { source.isIndexed || failure != nil }

    /// Begins with the records that are there: they are no change.
    init(_ changes: SharedChanges) {
      follower = changes.follow()
      source = changes.source
      number = changes.number
      count = source.recordCount
    }
  }

  /// The gap before a position of a source.
  private struct Gap: Comparable {
    let part: Int
    var position: Int

    static func < (one: Gap, other: Gap) -> Bool {
      one.part != other.part ? one.part < other.part : one.position < other.position
    }
  }

  private var parts: [Part]
  private var starts: [Int] = []
  /// Records that come in between these two, both included, are held back.
  private var hold: (first: Gap, last: Gap)?
  private(set) var heldCount = 0

  init(_ sources: [SharedChanges], log: inout ChangeLog) {
    parts = sources.map { Part($0) }
    findStarts(from: 0)
    log.insert(0..<count)
  }

  mutating func add(_ changes: SharedChanges, log: inout ChangeLog) {
    // Up to now the rows of a single source may have been ahead of its reported changes.
    takeChanges(into: &log)
    let first = count
    parts.append(Part(changes))
    starts = []
    findStarts(from: 0)
    log.insert(first..<count)
  }

  mutating func remove(source number: Int, log: inout ChangeLog) {
    takeChanges(into: &log)
    guard let index = parts.firstIndex(where: { $0.number == number }) else { return }
    // From its last row up, so that each position is the one at that time.
    for row in (starts[index]..<starts[index + 1]).reversed() {
      if let id = id(at: row) { log.remove(id, at: row) }
    }
    heldCount -= parts[index].withheld.count
    parts.remove(at: index).follower.leave()
    hold = nil
    starts = []
    findStarts(from: 0)
  }

  var count: Int {
    // A feed may be scanned by its owner, too: of one alone the rows are its records.
    parts.count == 1 ? size(of: 0) : starts.last ?? 0
  }

  var isIndexed: Bool { parts.allSatisfy { $0.isFinished } }
  var errors: [FeedError] { parts.compactMap(\.failure) }

  func id(at row: Int) -> RecordID? {
    guard row >= 0, row < count else { return nil }
    let part = parts.count == 1 ? 0 : starts.partitioningIndex { $0 > row } - 1
    let position = position(ofVisible: row - starts[part], in: part)
    return parts[part].source.number(at: position).map { id($0, in: part) }
  }

  func row(of id: RecordID) -> Int? {
    guard let gap = gap(before: id) else { return nil }
    let before = withheldCount(before: gap.position, in: gap.part)
    let withheld = parts[gap.part].withheld
    guard before == withheld.count || withheld[before] != gap.position else { return nil }
    let row = starts[gap.part] + gap.position - before
    return row < count ? row : nil
  }

  func leave() { for part in parts { part.follower.leave() } }

  /// Lets the sources go on one after the other; one that waits for bytes lets the next go on.
  mutating func advance(bytes budget: Int, log: inout ChangeLog) throws(FeedError) -> ScanProgress {
    if parts.count == 1 {
      let progress = try parts[0].source.advance(bytes: budget)
      takeChanges(into: &log)
      return progress
    }
    var left = max(1, budget)
    var isWaiting = false
    for index in parts.indices where left > 0 && !parts[index].isFinished {
      do throws(FeedError) {
        while left > 0, !parts[index].source.isIndexed {
          let slice = min(left, 256 << 10)
          if case .waiting = try parts[index].source.advance(bytes: slice) {
            isWaiting = true
            break
          }
          left -= slice
        }
      } catch {
        parts[index].failure = error
        if parts.allSatisfy({ $0.failure != nil }) { throw error }
      }
    }
    // An owner who scans a feed itself leaves changes even where nothing is left to scan here.
    takeChanges(into: &log)
    if isIndexed { return .done }
    return isWaiting && left > 0 ? .waiting : .more
  }

  mutating func takeChanges(into log: inout ChangeLog) {
    for index in parts.indices { takeChanges(of: index, into: &log) }
  }

  mutating func hold(between first: RecordID?, and last: RecordID?, log: inout ChangeLog) {
    hold = nil
    if let first, let last, row(of: first) != nil, row(of: last) != nil,
      let one = gap(before: first), let other = gap(before: last)
    {
      var start = min(one, other)
      start.position += 1
      hold = (start, max(one, other))
    }
    guard heldCount > 0 else { return }
    for index in parts.indices where !parts[index].withheld.isEmpty { letIn(index, &log) }
  }

  private mutating func letIn(_ index: Int, _ log: inout ChangeLog) {
    var kept: [Int] = []
    for position in parts[index].withheld {
      let gap = Gap(part: index, position: position)
      if let hold, hold.first <= gap, gap < hold.last {
        kept.append(position)
      } else {
        let row = starts[index] + position - kept.count
        log.insert(row..<row + 1)
      }
    }
    heldCount -= parts[index].withheld.count - kept.count
    parts[index].withheld = kept
    findStarts(from: index)
  }

  private mutating func takeChanges(of index: Int, into log: inout ChangeLog) {
    let changes = parts[index].follower.takeChanges()
    guard !changes.isEmpty else { return }
    var updated: [RecordID] = []
    for change in changes {
      switch change {
      case .inserted(let positions): insert(positions, into: index, &log)
      case .removed(let number, let position): remove(number, of: index, at: position, &log)
      case .updated(let number), .revised(let number): updated.append(id(number, in: index))
      case .updatedAll: log.updateAny()
      }
    }
    findStarts(from: index)
    for id in updated where row(of: id) != nil { log.update(id) }
  }

  private mutating func insert(_ positions: Range<Int>, into index: Int, _ log: inout ChangeLog) {
    let gap = Gap(part: index, position: positions.lowerBound)
    let before = withheldCount(before: gap.position, in: index)
    let isHeld = hold.map { $0.first <= gap && gap <= $0.last } ?? false
    parts[index].count += positions.count
    for at in before..<parts[index].withheld.count { parts[index].withheld[at] += positions.count }
    if let hold, hold.first.part == index, gap < hold.first {
      self.hold?.first.position += positions.count
    }
    if let hold, hold.last.part == index, gap <= hold.last {
      self.hold?.last.position += positions.count
    }
    if isHeld {
      parts[index].withheld.insert(contentsOf: positions, at: before)
      heldCount += positions.count
    } else {
      let row = starts[index] + gap.position - before
      log.insert(row..<row + positions.count)
    }
  }

  private mutating func remove(
    _ number: Int,
    of index: Int,
    at position: Int,
    _ log: inout ChangeLog
  ) {
    let gap = Gap(part: index, position: position)
    let before = withheldCount(before: position, in: index)
    parts[index].count -= 1
    if before < parts[index].withheld.count, parts[index].withheld[before] == position {
      parts[index].withheld.remove(at: before)
      heldCount -= 1
    } else {
      log.remove(id(number, in: index), at: starts[index] + position - before)
    }
    for at in before..<parts[index].withheld.count { parts[index].withheld[at] -= 1 }
    if let hold, hold.first.part == index, gap < hold.first { self.hold?.first.position -= 1 }
    if let hold, hold.last.part == index, gap < hold.last { self.hold?.last.position -= 1 }
  }

  private func id(_ number: Int, in part: Int) -> RecordID {
    RecordID(source: parts[part].number, number: number)
  }

  private func gap(before id: RecordID) -> Gap? {
    let part = parts.partitioningIndex { $0.number >= id.source }
    guard part < parts.count, parts[part].number == id.source,
      let position = parts[part].source.position(ofNumber: id.number)
    else { return nil }
    return Gap(part: part, position: position)
  }

  private func size(of index: Int) -> Int {
    let all = parts.count == 1 ? parts[index].source.recordCount : parts[index].count
    return max(0, all - parts[index].withheld.count)
  }

  private mutating func findStarts(from index: Int) {
    if starts.isEmpty { starts = Array(repeating: 0, count: parts.count + 1) }
    for part in index..<parts.count { starts[part + 1] = starts[part] + size(of: part) }
  }

  private func withheldCount(before position: Int, in index: Int) -> Int {
    parts[index].withheld.partitioningIndex { $0 >= position }
  }

  private func position(ofVisible row: Int, in index: Int) -> Int {
    let withheld = parts[index].withheld
    return row + withheld.indices.partitioningIndex { withheld[$0] - $0 > row }
  }
}
