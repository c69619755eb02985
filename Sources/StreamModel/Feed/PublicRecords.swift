/// The records of a feed without the posts that not everybody may read, as far as that is known.
///
/// Records keep the numbers that they have in the feed; searches find those that were left out, too. A post whose format says nothing about readers
/// stays; one without the statement that its format always makes does not.
package final class PublicRecords {
  private let feed: Feed
  /// The numbers of the records that stay, ascending.
  private var kept = ChunkedList<UInt32>()
  /// The number of records of the feed that were looked at.
  private var looked = 0
  private var reported = 0
  /// The number of posts that were left out so far.
  package private(set) var leftOutCount = 0

  /// Bytes that a look costs besides those of the record.
  private static let lookCost = 64

  /// - Parameter feed: nobody else advances it.
  package init(_ feed: Feed) {
    self.feed = feed
  }

  private func look(bytes budget: Int) {
    var left = max(1, budget)
    while left > 0, looked < feed.recordCount {
      if feed.isPublic(looked) {
        kept.append(UInt32(clamping: looked))
      } else {
        leftOutCount += 1
      }
      left -= feed.byteCount(ofNumber: looked) &+ Self.lookCost
      looked += 1
    }
  }

  private func isKept(_ number: Int) -> Bool { position(ofNumber: number) != nil }
}

extension PublicRecords: RecordLayer {
  package var base: any RecordSource { feed }
  package var recordCount: Int { kept.count }
  package var numberLimit: Int { looked }
  package var isIndexed: Bool { feed.isIndexed && looked == feed.recordCount }
  package var estimatedCount: Int { max(kept.count, feed.estimatedCount - leftOutCount) }

  package func number(at position: Int) -> Int? {
    kept.indices.contains(position) ? Int(kept[position]) : nil
  }

  package func position(ofNumber number: Int) -> Int? {
    let position = kept.partitioningIndex { Int($0) >= number }
    return position < kept.count && Int(kept[position]) == number ? position : nil
  }

  /// The record without comments that state that not everybody may read them.
  package func record(number: Int) -> FeedRecord {
    isKept(number) ? publicly(feed.record(number: number), number) : refused(number)
  }

  package func inspect(number: Int) -> FeedRecord {
    isKept(number) ? publicly(feed.inspect(number: number), number) : refused(number)
  }

  package func relations(ofNumber number: Int) -> PostRelations {
    guard isKept(number), !feed.hidesNow(number) else { return .none }
    let relations = feed.relations(ofNumber: number)
    guard !relations.listed.isEmpty, case .post(let post) = record(number: number) else {
      return relations
    }
    return PostRelations(post)
  }

  package func mayShow(_ needle: TextNeedle, number: Int) -> Bool {
    isKept(number) && feed.mayShow(needle, number: number)
  }

  package func advance(bytes: Int) throws(FeedError) -> ScanProgress {
    look(bytes: bytes)
    guard looked == feed.recordCount else { return .more }
    let progress = try feed.advance(bytes: bytes)
    look(bytes: bytes)
    return looked == feed.recordCount ? progress : .more
  }

  package func takeChanges() -> [SourceChange] {
    var taken = feed.takeChanges().filter { change in
      switch change {
      case .updatedAll: true
      case .revised(let number), .updated(let number): isKept(number)
      case .inserted, .removed: false
      }
    }
    if kept.count > reported { taken.insert(.inserted(positions: reported..<kept.count), at: 0) }
    reported = kept.count
    return taken
  }

  private func refused(_ number: Int) -> FeedRecord {
    .problem(
      FeedProblem(
        source: name,
        line: nil,
        column: nil,
        path: "",
        message: "record \(number) is left out: it is not public"
      )
    )
  }

  private func publicly(_ record: FeedRecord, _ number: Int) -> FeedRecord {
    guard case .post(let post) = record else { return record }
    // An update may have made it private since it was looked at.
    guard post.isPublic else { return refused(number) }
    return .post(post.withPublicComments())
  }
}

extension Timeline {
  /// The sources of `feeds`, without posts that are not public where those are to be left out.
  package static func sources(_ feeds: [Feed], isPublicOnly: Bool) -> [any RecordSource] {
    isPublicOnly ? feeds.map { PublicRecords($0) } : feeds
  }
}
