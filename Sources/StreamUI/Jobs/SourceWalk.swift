import StreamModel

/// A walk through all records of some sources of the timeline, in slices, including records that are copies of
/// rows of other sources.
struct SourceWalk {
  private let sources: [Int]
  /// The number of sources that are done.
  private var doneSources = 0
  /// The number of the next record in the source after those.
  private var next = 0

  init(_ sources: [Int]) {
    self.sources = sources
  }

  /// Whether all records were returned.
  var isOver: Bool { doneSources >= sources.count }

  /// The part of the sources that is done, in per cent.
  var percentage: Int { isOver ? 100 : doneSources &* 100 / sources.count }

  /// Returns the rows that show the next records.
  mutating func slice(of feed: Timeline, _ budget: inout SliceBudget) -> [RecordID] {
    var ids: [RecordID] = []
    while !isOver, !budget.isSpent {
      let source = sources[doneSources]
      guard let records = feed.records(ofSource: source), next < records.numberLimit else {
        doneSources += 1
        next = 0
        continue
      }
      let id = RecordID(source: source, number: next)
      next += 1
      guard records.position(ofNumber: id.number) != nil else {
        budget.spend(on: .looking, bytes: 0)
        continue
      }
      budget.spend(on: .decoding, bytes: feed.byteCount(of: id))
      // The row of another source may show it; only that row knows all copies.
      ids.append(feed.row(showing: id) ?? id)
    }
    return ids
  }
}
