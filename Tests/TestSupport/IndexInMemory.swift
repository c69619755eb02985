package import StreamModel

/// The index of a feed in memory, as a run before has kept it.
package final class IndexInMemory: IndexStore {
  private let key: [UInt64]
  private let kept: [UInt8]?
  /// How often the feed has asked for it.
  package private(set) var openings = 0

  package init(_ kept: [UInt8]? = nil, key: UInt64 = 1) {
    self.key = Array(repeating: key, count: keptIndexKeyWords)
    self.kept = kept
  }

  package func open() -> (key: [UInt64], kept: (any ByteSource)?)? {
    openings += 1
    return (key, kept.map { MemoryBytes(name: "index", bytes: $0) })
  }
}

extension Feed {
  /// Scans to the end as a viewer does: the first rows in a small slice, the others in whole ones.
  package func scan(with store: IndexInMemory) throws {
    keepIndex(in: store)
    while recordCount == 0, try advance(bytes: 1) == .more {}
    while try advance(bytes: SliceBudget.bytes) == .more {}
  }

  /// The index that a run keeps that has looked at every record; nil where it keeps none.
  package static func index(of source: any ByteSource, looks: Bool = true) throws -> [UInt8]? {
    let feed = Feed(source: source)
    try feed.scan(with: IndexInMemory())
    for number in 0..<(looks ? feed.recordCount : 0) {
      _ = feed.recordInPassing(number: number, omitsBodies: true)
      _ = feed.statedKeyID(ofNumber: number)
    }
    return feed.indexToKeep
  }
}
