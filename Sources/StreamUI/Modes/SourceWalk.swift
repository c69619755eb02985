import StreamModel

/// A walk through all records of some sources of the timeline, in slices, including records that are copies of
/// rows of other sources.
struct SourceWalk {
  /// The bytes that a look at a record counts for besides its own.
  private static let lookBytes = 64

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
  ///
  /// - Parameters:
  ///   - limit: the largest number of records.
  ///   - bytes: the size of the records after which the slice ends.
  mutating func slice(of feed: Timeline, limit: Int, bytes: Int) -> [RecordID] {
    var ids: [RecordID] = []
    var left = bytes
    while !isOver, ids.count < limit, left > 0 {
      let source = sources[doneSources]
      guard feed.sources.indices.contains(source), next < feed.sources[source].numberLimit else {
        doneSources += 1
        next = 0
        continue
      }
      let id = RecordID(source: source, number: next)
      next += 1
      left -= Self.lookBytes
      guard feed.sources[source].position(ofNumber: id.number) != nil else { continue }
      left -= feed.byteCount(of: id)
      // The row of another source may show it; only that row knows all copies.
      ids.append(feed.row(showing: id) ?? id)
    }
    return ids
  }
}
