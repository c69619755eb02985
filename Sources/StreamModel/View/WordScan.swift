/// Searches all sources of a timeline for a word, one file after the other, which is faster than row by row where the rows of
/// many files are mixed.
package struct WordScan: Sendable {
  private let needle: TextNeedle
  /// The numbers of the records whose bytes may show the word, by the number of their source, in ascending order.
  private var hits: [[Int]] = []
  /// For each source, the number of the first record that was not searched.
  private var ends: [Int] = []
  private var next = RecordID(source: 0, number: 0)
  private(set) package var isDone = false

  package init(for needle: TextNeedle) { self.needle = needle }

  /// Searches further records, as many as `budget` pays for.
  package mutating func advance(in timeline: Timeline, within budget: inout SliceBudget) {
    var laps = SliceLaps()
    while !isDone, laps.goOn(budget) {
      guard let here = timeline.firstStored(from: next), let source = timeline.source(of: here)
      else {
        isDone = true
        return
      }
      let room = budget.bytes(for: .scanning)
      while ends.count <= here.source {
        hits.append([])
        ends.append(0)
      }
      let end: Int
      switch source.search(needle, fromNumber: here.number, bytes: room) {
      case .found(let number):
        hits[here.source].append(number)
        end = number + 1
      case .paused(let number): end = max(number, here.number + 1)
      case .exhausted: end = source.numberLimit
      }
      let numbers = here.number..<max(here.number, end)
      budget.spend(on: .scanning, bytes: source.byteCount(ofNumbers: numbers, atMost: room))
      ends[here.source] = end
      next = RecordID(source: here.source, number: end)
    }
  }

  /// Whether the row of a record may show the word; one that was not searched is searched now.
  package func mayShow(_ id: RecordID, in timeline: Timeline) -> Bool {
    guard id.source < ends.count, id.number < ends[id.source] else {
      return timeline.mayShow(needle, id)
    }
    let known = hits[id.source]
    let place = known.partitioningIndex { $0 >= id.number }
    return place < known.count && known[place] == id.number
  }
}

extension RecordSource {
  /// The bytes of records, at most `most`; many records are not added up, and count as `most`.
  fileprivate func byteCount(ofNumbers numbers: Range<Int>, atMost most: Int) -> Int {
    guard numbers.count <= SliceBudget.fewRecords else { return most }
    return min(most, numbers.reduce(0) { $0 + byteCount(ofNumber: $1) })
  }
}
